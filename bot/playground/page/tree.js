// The tree of minimax: drawn step by step where it is small, as a list whose nodes unfold, and how many nodes it has
// with each idea that saves work.

import { locale, make } from "./elements.js";
import { draw } from "./pictures.js";
import { ask } from "./questions.js";
import { control } from "./steps.js";
import * as tiles from "./tiles.js";
import { walk } from "./walk.js";

let place, // where all of it stands
  board, // the server's part about the position
  told, // all texts
  act, // {isCovered, go, example}: whether values are covered, and ways to other positions
  root, // the list's first node
  counts, // the server's parts about trees, by their ideas
  savings = [], // the ideas that are turned on
  stop = () => {}; // ends the play of the picture

// Show the tree of a position: `found` is the server's part about it, `words` all texts.
export function show(where, found, words, ways) {
  [place, board, told, act, counts] = [where, found, words, ways, new Map()];
  savings = savings.filter((saving) => ideas().includes(saving));
  build();
}

// Cover values, or uncover them.
export function cover(isCovered) {
  act.isCovered = isCovered;
  if (!root) return;
  if (isCovered) fold(root);
  else if (place.querySelector("details").open) unfold(root);
}

const about = () => ({ game: board.game, position: board.position, savings });
const ideas = () => Object.keys(told.savings).filter((saving) => board.savings.includes(saving));
const number = (count) => count.toLocaleString(locale());

function build() {
  stop();
  root = null;
  place.replaceChildren();
  if (board.over) return;
  const isEndless = !board.savings.length, rising = told.words.rising.replace("{most}", board.signs.length + 1);
  place.append(make("h3", {}, told.words.tree), make("p", {}, board.treeless ?? rising));
  if (!board.treeless) place.append(make("div", { class: "picture" }, told.words.thinking), choices());
  else if (!isEndless) return place.append(make("button", { type: "button", class: "main", onclick: act.example }, told.words.endgame));
  place.append(list());
  if (isEndless) return openList();
  const chosen = savings;
  ask({ ask: "walk", ...about() }, (part) => {
    if (chosen !== savings) return;
    const [plain, ...others] = trees();
    others.forEach(count);
    paint(part);
    count(plain); // which takes longest
  });
}

// The tree as a picture that a control walks through; the list stands open without it.
function paint(part) {
  const where = place.querySelector(".picture");
  where.replaceChildren();
  if (part.is === "refused") return complain(part.text);
  if (!part.root) return openList();
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
  where.append(steps.bar, steps.says, window);
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

// A bar for the nodes of a tree, with a box for its ideas.
function choice(some) {
  const isOne = some.length === 1, isAll = some.length > 1 && isSame(some, ideas());
  const name = isAll ? told.words.all : some.map((saving) => told.savings[saving]).join(" + ") || told.words.plain;
  const box = isOne || isAll ? [make("input", { type: "checkbox", value: keyOf(some), checked: some.every((saving) => savings.includes(saving)) }), " "] : [];
  return make("div", { class: isSame(some, savings) ? "idea shown" : "idea", "data-idea": keyOf(some) },
    make("label", {}, ...box, make("b", {}, name)),
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
  const part = counts.get(keyOf(savings));
  if (part?.held) {
    place.querySelector(".picture").replaceChildren(make("p", {}, part.held));
    root.known.opens = false;
  }
  reveal();
}

// The list.
function list() {
  root = node({ move: board.status, signs: board.signs, value: "", opens: true, path: [] });
  root.tabIndex = 0;
  const tree = make("ul", { role: "tree", "aria-label": told.words.tree }, root);
  tree.addEventListener("keydown", (event) => steer(event, tree));
  return make("details", { class: "list", ontoggle: ({ target }) => target.open && !act.isCovered && unfold(root) }, make("summary", {}, told.words.list),
    make("p", { class: "faint" }, told.words.unfold), make("p", { role: "status", class: "problem" }), tree);
}

function openList() {
  place.querySelector("details").open = true;
  if (!act.isCovered) unfold(root);
}

// The value of the root, once it is known and no secret.
function reveal() {
  const part = counts.get(keyOf(savings));
  if (part && (!act.isCovered || isOpen(root))) root.querySelector(".value").replaceChildren(part.value);
}

// A node, folded. What is known of it is kept in `known`.
function node(known) {
  const said = [known.move, known.value, known.window, known.note].filter(Boolean).join(", ");
  const isSkipped = known.fate === "skipped", row = make("div", { class: isSkipped ? "node skipped" : "node" },
    miniature(known, isSkipped),
    make("span", { class: "move" }, known.move),
    make("span", { class: `value sign${known.sign ?? ""}` }, known.value),
    make("span", { class: "window" }, known.window ?? ""),
    make("span", { class: "note faint" }, known.note || (known.nodes > 1 ? `${told.words.nodes}: ${number(known.nodes)}` : "")));
  const folded = known.opens ? "false" : false;
  const item = make("li", { role: "treeitem", tabindex: "-1", "aria-label": said, "aria-expanded": folded }, row);
  item.known = known;
  row.addEventListener("click", ({ target }) => {
    choose(item);
    if (target.closest("svg") && known.path.length) go(item);
    else toggle(item);
  });
  return item;
}

function miniature({ signs, cell }, isCrossed) {
  const cross = isCrossed ? [draw("path", { class: "cross", d: "M2 2L38 38M38 2L2 38" })] : [];
  return draw("svg", { class: "miniature", viewBox: "0 0 40 40", "aria-hidden": "true" }, tiles.board(signs, { x: 0, y: 0, size: 40, last: cell }), ...cross);
}

const go = (item) => act.go(item.known.path, item.known.position);
const isOpen = (item) => item.getAttribute("aria-expanded") === "true";
const children = (item) => [...(item.querySelector(":scope > ul")?.children ?? [])];
const toggle = (item) => (isOpen(item) ? fold(item) : unfold(item));

function fold(item) {
  if (!item.known.opens) return;
  item.setAttribute("aria-expanded", "false");
  const group = item.querySelector(":scope > ul");
  if (group) group.hidden = true;
  if (item === root && act.isCovered) root.querySelector(".value").replaceChildren();
}

// Show the children of a node, which come from the server the first time.
function unfold(item) {
  if (!item.known.opens) return;
  item.setAttribute("aria-expanded", "true");
  if (item === root) reveal();
  const group = item.querySelector(":scope > ul");
  if (group) {
    group.hidden = false;
    return;
  }
  const waiting = make("ul", { role: "group" }, make("li", { class: "faint", role: "none" }, told.words.thinking));
  item.append(waiting);
  ask({ ask: "unfold", ...about(), path: item.known.path }, (part) => {
    if (part.is === "refused") return complain(part.text);
    const items = part.children.map((child) => node({ ...child, path: [...item.known.path, child.cell] }));
    for (const item of items) item.classList.toggle("taken", part.takes.includes(item.known.cell));
    waiting.replaceChildren(...items);
  });
}

const complain = (text) => place.querySelector(".problem").replaceChildren(text);

// Arrow keys, as in every tree: along what is visible, right to open and into, left to close and out of.
function steer(event, tree) {
  const item = event.target.closest("[role=treeitem]"), parent = item.parentElement.closest("[role=treeitem]");
  const visible = [...tree.querySelectorAll("[role=treeitem]")].filter((each) => each.checkVisibility());
  const at = visible.indexOf(item);
  const way = {
    ArrowDown: () => choose(visible[at + 1]),
    ArrowUp: () => choose(visible[at - 1]),
    Home: () => choose(visible[0]),
    End: () => choose(visible.at(-1)),
    ArrowRight: () => (isOpen(item) ? choose(children(item)[0]) : unfold(item)),
    ArrowLeft: () => (isOpen(item) ? fold(item) : choose(parent)),
    Enter: () => (item === root ? toggle(item) : go(item)),
    " ": () => toggle(item),
  }[event.key];
  if (!way) return;
  event.preventDefault();
  event.stopPropagation();
  way();
}

function choose(item) {
  if (!item?.matches("[role=treeitem]")) return;
  for (const each of item.closest("[role=tree]").querySelectorAll('[tabindex="0"]')) each.tabIndex = -1;
  item.tabIndex = 0;
  item.focus();
}
