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

// The lessons in their order. By its name a lesson has its data (bot/learn/tools/lessons.py), its program
// (bot/learn/tools/programs.py) and its texts, such as `ends_title` (bot/learn/lesson_words.py).
//
// picture  shows the data, step by step (lesson_pictures.js)
// right    which answer to its question is right
// facts    what its texts need of the data
// game     whose board it is, if not 3x3
const LESSONS = {
  ends: { picture: everyEnd, right: "a" },
  highest: { picture: tree, right: "c", facts: cellsOfX },
  lowest: { picture: (walk) => tree(walk, { isAnswer: isWorthOf3, pointsAtCall: true }), right: "b" },
  skips: { picture: (walk) => tree(walk, { isFirst: isLimitOfX, isAnswer: isSkip }), right: "b" },
  savings: { picture: savings, right: "c", facts: ({ counts: [plain] }) => ({ plain: number(plain.nodes) }) },
  beliefs: { picture: beliefs, right: "b" },
  round: { picture: round, right: "b", facts: sizesOfFading, game: "fading" },
};
const FIVE = 5; // lessons; two more follow

// Lesson 2 has two cells, one of which is worth more.
function cellsOfX({ root }) {
  const [low, high] = root.children.map(({ cell }) => cell);
  return { low, high };
}

// In lesson 3 the question is what X's move 3 is worth.
const isWorthOf3 = ({ kind, path }) => kind === "rise" && path.join() === "3";

// Lesson 4 takes up the tree of lesson 3 where X is first sure of a value, and asks before it skips.
const isLimitOfX = ({ kind, path }) => kind === "limit" && !path.length;
const isSkip = ({ kind }) => kind === "skip";

// Lesson 7 counts the boards of its game.
function sizesOfFading({ positions, endless }) {
  return { positions: number(positions), endless: number(endless) };
}

// Everything that Learn shows, in its order. `told` is what the engine wrote down, `tryIt` starts a game against the
// perfect bot, and `opens` says whether a position can be opened by its address.
export function lessons(told, tryIt, opens) {
  const all = Object.keys(LESSONS).map((name, n) => lesson(name, n + 1, told[name], opens));
  onbeforeprint = () => all.forEach(({ showLast }) => showLast()); // paper shows where it leads
  const [ends, highest, lowest, skips, saved, believed, circle] = all.map(({ section }) => section);
  return [
    ends, highest, lowest,
    practice(),
    skips, saved,
    ending(tryIt), build(), bugs(told.bugs), writing(told.writing),
    believed, circle,
  ];
}

// A lesson: its idea, a question, then the picture with its steps, and what one may unfold or follow from there.
function lesson(name, count, data, opens) {
  const { picture: drawn, right, facts = () => ({}), game = "3x3" } = LESSONS[name];
  const values = facts(data);
  const say = (text) => word(`${name}_${text}`, values);
  const id = `lesson-${count}`;

  // The picture waits for an answer where it has led to the question; else that comes before it.
  const { picture, last, asks = 0, show, list, code } = drawn(data);
  const asking = question(say, right, (change) => hold(controls.bar, change));
  const controls = control({
    name: id, last, asks, question: asking,
    show(n) {
      asking.hidden = Boolean(asks) && n !== asks;
      return show(n);
    },
  });
  const stepped = make("div", { class: "stepped" }, controls.bar, controls.says, make("figure", {}, picture));
  const side = make("div", { class: "shown" }, stepped);
  const section = make("section", { class: "lesson", id, "aria-labelledby": `${id}-title` }, idea(count, say), asking, side);
  if (asks) controls.says.after(asking);

  const board = { game, position: data.position };
  if (opens(board)) {
    const link = make("a", { href: `${address(board)}&lesson=${count}` }, word("explore_board"));
    side.append(make("p", { class: "exploring" }, link));
  }
  if (list) side.append(folded("as_list", list, {}));
  if (code) section.append(folded("code", runnable(code, say("more")), { class: "lines", open: isWide() }));
  return { section, showLast: () => controls.go(last) };
}

function idea(count, say) {
  const kicker = make("p", { class: "kicker" }, word("extra"));
  if (count <= FIVE) kicker.replaceChildren(word("lesson", { number: count, last: FIVE }), progress(count));
  return make("div", { class: "told" }, kicker,
    make("h3", { id: `lesson-${count}-title` }, say("title")),
    make("p", {}, ...shown(say("idea"))));
}

function progress(count) {
  const bars = Array.from({ length: FIVE }, (_, n) => make("i", { class: n < count ? "done" : "" }));
  return make("span", { class: "progress", "aria-hidden": "true" }, ...bars);
}

function runnable(code, more) {
  const runs = make("p", { class: "faint" }, word("code_runs"));
  return make("div", {}, more ? make("p", {}, more) : "", runs, code);
}

const folded = (name, content, attributes) => make("details", attributes, make("summary", {}, word(name)), content);
const isWide = () => matchMedia("(min-width: 1001px)").matches;

function ending(tryIt) {
  const button = make("button", { type: "button", class: "main", onclick: tryIt }, word("end_link"));
  return make("p", { class: "ending" }, ...shown(word("end")), button);
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
