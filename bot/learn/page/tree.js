// The tree of minimax: drawn step by step where it is small, and how many nodes it has with each idea that saves work.

import { locale, make, word } from "./elements.js";
import { ask } from "./questions.js";
import { control } from "./steps.js";
import { walk } from "./walk.js";

let place, // where all of it stands
  board, // the server's part about the position
  told, // all texts
  act, // {go, example}: ways to other positions
  counts, // the server's parts about trees, by their ideas
  savings = [], // the ideas that are turned on
  stop = () => {}; // ends the play of the picture

// Show the tree of a position: `found` is the server's part about it, `words` all texts.
export function show(where, found, words, ways) {
  place = where;
  board = found;
  told = words;
  act = ways;
  counts = new Map();
  savings = savings.filter((saving) => ideas().includes(saving));
  build();
}

const about = () => ({ game: board.game, position: board.position, savings });
const ideas = () => Object.keys(told.savings).filter((saving) => board.savings.includes(saving));
const number = (count) => count.toLocaleString(locale());

function build() {
  stop();
  place.replaceChildren();
  if (board.over) return;
  place.append(make("h3", {}, told.words.tree));
  if (board.treeless) {
    place.append(make("p", {}, board.treeless));
    if (board.savings.length) place.append(endgame()); // elsewhere in this game there are trees
    return;
  }
  place.append(
    make("div", { class: "picture" }, told.words.thinking),
    make("p", {}, told.words.rising.replace("{most}", board.signs.length + 1)),
    choices(),
    make("p", { role: "status", class: "problem" }));
  const chosen = savings;
  ask({ ask: "walk", ...about() }, (part) => {
    if (chosen !== savings) return;
    const [plain, ...others] = trees();
    others.forEach(count);
    paint(part);
    count(plain); // which takes longest
  });
}

const endgame = () => make("button", { type: "button", class: "main", onclick: act.example }, told.words.endgame);

// The tree as a picture that a control walks through, and in words; a way to a smaller one if it is too large.
function paint(part) {
  const where = place.querySelector(".picture");
  where.replaceChildren();
  if (part.is === "refused") return complain(part.text);
  if (!part.root) return where.append(endgame());
  if (!part.root.children.length) return fill(); // the bound knows
  const walked = walk({ ...part, go: act.go });
  const window = make("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": told.words.tree }, walked.picture);
  const steps = control({
    last: part.steps.length - 1,
    show(n) {
      const sentence = walked.show(n);
      follow(window);
      return sentence;
    },
  });
  stop = steps.stop;
  where.append(
    make("div", { class: "stepped" }, steps.bar, steps.says, window),
    make("details", {}, make("summary", {}, word("as_list")), walked.list));
  follow(window);
}

// Keep the board of this step in the middle of a picture that is wider than its place.
function follow(window) {
  const now = window.querySelector(".now").getBoundingClientRect(), seen = window.getBoundingClientRect();
  window.scrollLeft += now.left + now.width / 2 - seen.left - seen.width / 2;
}

// The trees whose nodes are counted: plain, with each idea by itself, with all, and with what is turned on.
function trees() {
  const all = [[], ...ideas().map((saving) => [saving]), ideas()];
  return all.some((each) => isSame(each, savings)) ? all : [...all, savings];
}

const isSame = (some, others) => some.length === others.length && some.every((saving) => others.includes(saving));
const keyOf = (some) => ideas().filter((saving) => some.includes(saving)).join();

function choices() {
  const made = make("fieldset", { class: "ideas" }, make("legend", {}, told.words.savings), ...trees().map(choice), make("small", { class: "faint" }, told.words.scale));
  made.addEventListener("change", ({ target }) => {
    const named = target.value.split(",");
    savings = ideas().filter((saving) => (named.includes(saving) ? target.checked : savings.includes(saving)));
    build();
    place.querySelector(`input[value="${target.value}"]`).focus();
  });
  return made;
}

const named = (some) => some.map((saving) => told.savings[saving]).join(" + ") || told.words.plain;

// A bar for the nodes of a tree, with a box for its ideas.
function choice(some) {
  const isOne = some.length === 1, isAll = some.length > 1 && isSame(some, ideas());
  const label = make("label", {}, make("b", {}, isAll ? told.words.all : named(some)));
  if (isOne || isAll) {
    const checked = some.every((saving) => savings.includes(saving));
    label.prepend(make("input", { type: "checkbox", value: keyOf(some), checked }), " ");
  }
  return make("div", { class: isSame(some, savings) ? "idea shown" : "idea", "data-idea": keyOf(some) },
    label,
    make("span", { class: "bar" }),
    make("span", { class: "nodes" }, told.words.thinking),
    make("span", { class: "faint" }, isOne ? told.ideas[some[0]] : ""));
}

function count(some) {
  const counted = counts, key = keyOf(some);
  if (counted.has(key)) return fill();
  ask({ ask: "count", ...about(), savings: some }, (part) => {
    if (counted !== counts) return;
    if (part.is === "refused") return complain(part.text);
    counts.set(key, part);
    fill();
  });
}

// What is known of the counts.
function fill() {
  const most = Math.log(Math.max(...[...counts.values()].map(({ nodes }) => nodes)));
  for (const row of place.querySelectorAll(".idea")) {
    const part = counts.get(row.dataset.idea);
    if (!part) continue;
    row.querySelector(".nodes").replaceChildren(number(part.nodes));
    row.querySelector(".bar").style.setProperty("--part", most ? Math.log(part.nodes) / most : 0);
  }
  const held = counts.get(keyOf(savings))?.held;
  if (held) place.querySelector(".picture").replaceChildren(make("p", {}, held));
}

const complain = (text) => place.querySelector(".problem").replaceChildren(text);
