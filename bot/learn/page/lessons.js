// The lessons of minimax: each is one idea, a question, and one picture that one control drives.

import { bugs } from "./bugs.js";
import { build } from "./build.js";
import { byId, make, word } from "./elements.js";
import { beliefs, everyEnd, number, round, savings, tree } from "./lesson_pictures.js";
import { address } from "./position.js";
import { practice } from "./practice.js";
import { question } from "./quiz.js";
import { control, hold, keepInSight } from "./steps.js";
import { shown } from "./tiles.js";
import { writing } from "./writing.js";

const FIVE = 5; // lessons; two more follow

// All lessons, in their order, with what follows the fifth and the last. `told` is what the engine wrote down
// (bot/learn/tools/lessons.py), `tryIt` starts a game against the perfect bot, and `opens` says whether a position can
// be opened by its address.
export function lessons(told, tryIt, opens) {
  const [plain] = told.savings.counts, { positions, endless } = told.round;
  const [low, high] = told.highest.root.children.map(({ cell }) => cell);
  const of3x3 = (position) => ({ game: "3x3", position });
  const all = [
    { picture: everyEnd(told.ends, told.code_of_ends), right: "a", board: of3x3(told.ends.root.position) },
    { picture: tree(told.highest, {}), right: "c", board: of3x3(told.highest.root.position), facts: { low, high } },
    { picture: tree(told.ends, { isAnswer: isWorthOf3, pointsAtCall: true }), right: "b", board: of3x3(told.ends.root.position) },
    { picture: tree(told.skips, { isFirst: isLimitOfX, isAnswer: isSkip }), right: "b", board: of3x3(told.skips.root.position) },
    { picture: savings(told.savings), right: "c", board: of3x3(".../.../... X"), facts: { plain: number(plain.nodes) } },
    { picture: beliefs(told.beliefs), right: "b", board: of3x3(told.beliefs.position) },
    { picture: round(told.round), right: "b", board: { game: "fading", position: told.round.position }, facts: { positions: number(positions), endless: number(endless) } },
  ].map((one, n) => lesson(n + 1, { ...one, isOpen: opens(one.board) }));
  onbeforeprint = () => all.forEach(({ showLast }) => showLast()); // paper shows where it leads
  const sections = all.map(({ section }) => section);
  return [...sections.slice(0, 3), practice(), ...sections.slice(3, FIVE), ending(tryIt), build(), bugs(told.bugs), writing(told.writing), ...sections.slice(FIVE)];
}

// Go where an address says: to a lesson, or with `#lesson-3-12` to the picture of that lesson at its step 12.
export function goTo(hash) {
  const [, name, step] = hash.match(/^#(lesson-\d)(?:-(\d+))?/) ?? [], section = byId(name);
  if (!section) return;
  section.scrollIntoView({ behavior: "instant" });
  if (!step) return;
  const slider = section.querySelector("input");
  slider.value = step;
  slider.dispatchEvent(new Event("input"));
  keepInSight(section.querySelector(".says"));
}

// In lesson 3 the question is what X's move 3 is worth.
const isWorthOf3 = ({ kind, path }) => kind === "rise" && path.join() === "3";

// Lesson 4 takes up the tree of lesson 3 where X is first sure of a value, and asks before it skips.
const isLimitOfX = ({ kind, path }) => kind === "limit" && !path.length;
const isSkip = ({ kind }) => kind === "skip";

function ending(tryIt) {
  const button = make("button", { type: "button", class: "main", onclick: tryIt }, word("end_link"));
  return make("p", { class: "ending" }, ...shown(word("end")), button);
}

function lesson(count, { picture, right, board, isOpen, facts = {} }) {
  const name = `lesson-${count}`, say = (text) => word(`${count}_${text}`, facts), { asks = 0 } = picture;
  const asking = question(say, right, (change) => hold(controls.bar, change));
  const controls = control({
    name, last: picture.last, asks, question: asking,
    show(n) {
      asking.hidden = Boolean(asks) && n !== asks; // it comes when the picture has led to it
      return picture.show(n);
    },
  });
  const stepped = make("div", { class: "stepped" }, controls.bar, controls.says, make("figure", {}, picture.picture));
  const side = make("div", { class: "shown" }, stepped);
  const section = make("section", { class: "lesson", id: name, "aria-labelledby": `${name}-title` }, idea(count, say), side);
  side.before(asking);
  if (asks) controls.says.after(asking);
  if (isOpen) side.append(make("p", { class: "exploring" }, make("a", { href: `${address(board)}&lesson=${count}` }, word("explore_board"))));
  if (picture.list) side.append(folded("as_list", picture.list, {}));
  if (picture.code) section.append(folded("code", runnable(picture.code, say("more")), { class: "lines", open: isWide() }));
  return { section, showLast: () => controls.go(picture.last) };
}

function idea(count, say) {
  const kicker = make("p", { class: "kicker" }, word("extra"));
  if (count <= FIVE) kicker.replaceChildren(word("lesson", { number: count, last: FIVE }), progress(count));
  return make("div", { class: "told" }, kicker,
    make("h3", { id: `lesson-${count}-title` }, say("title")),
    make("p", {}, ...shown(say("idea"))));
}

const runnable = (code, more) => make("div", {}, more ? make("p", {}, more) : "", make("p", { class: "faint" }, word("code_runs")), code);
const folded = (name, content, attributes) => make("details", attributes, make("summary", {}, word(name)), content);
const isWide = () => matchMedia("(min-width: 1001px)").matches;

function progress(count) {
  const bars = Array.from({ length: FIVE }, (_, n) => make("i", { class: n < count ? "done" : "" }));
  return make("span", { class: "progress", "aria-hidden": "true" }, ...bars);
}
