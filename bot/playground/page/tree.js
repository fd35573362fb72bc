// The tree of minimax: nodes that unfold where they are pressed, switches for what saves work, and counts.

import { make } from "./elements.js";
import { miniature } from "./pictures.js";
import { ask } from "./questions.js";

const FEW = 40; // nodes; a tree as small as that is shown unfolded

let root, about, told, savings = [], counts = [];

// Show the tree of a position in `place`: `board` is the server's part about it, `words` all texts.
export function show(place, board, words) {
  [about, told, counts] = [{ game: board.game, position: board.position }, words, []];
  savings = savings.filter((saving) => board.savings.includes(saving));
  const shown = node({ move: board.status, signs: board.signs, value: "", opens: !board.over, path: [] });
  shown.tabIndex = 0;
  root = shown;
  const tree = make("ul", { role: "tree", "aria-label": told.words.tree }, shown);
  tree.addEventListener("keydown", (event) => steer(event, tree));
  const rising = told.words.rising.replaceAll("{mark}", board.turn).replace("{most}", board.signs.length + 1);
  const table = make("table", {}, make("caption", {}, told.words.needed), make("tbody"));
  place.replaceChildren(
    make("p", {}, board.endless ?? rising),
    ...(board.endless ? [] : [switches(place, board), table]),
    make("p", { role: "status", class: "problem" }),
    make("p", { class: "faint" }, told.words.unfold),
    tree,
  );
  unfold(shown).then(() => board.endless || root !== shown || count(place));
}

function switches(place, board) {
  const all = make("fieldset", { class: "savings" }, make("legend", {}, told.words.savings), ...board.savings.map(box));
  all.addEventListener("change", ({ target }) => {
    savings = [...all.querySelectorAll(":checked")].map(({ value }) => value);
    show(place, board, told);
    place.querySelector(`[value="${target.value}"]`).focus();
  });
  return all;
}

function box(saving) {
  const idea = make("span", { class: "faint" }, told.ideas[saving]);
  const box = make("input", { type: "checkbox", value: saving, checked: savings.includes(saving) });
  return make("label", {}, box, make("span", {}, make("b", {}, told.savings[saving]), " ", idea));
}

// A node, folded. What is known of it is kept in `known`.
function node(known) {
  const said = [known.move, known.value, known.note].filter(Boolean).join(", ");
  const row = make("div", { class: "node" },
    miniature(known.signs, known.cell),
    make("span", { class: "move" }, known.move),
    make("span", { class: `value sign${known.sign ?? ""}` }, known.value),
    make("span", { class: "note faint" }, known.note || (known.nodes > 1 ? amount(known.nodes) : "")));
  const folded = known.opens ? "false" : false;
  const item = make("li", { role: "treeitem", tabindex: "-1", "aria-label": said, "aria-expanded": folded }, row);
  item.known = known;
  row.addEventListener("click", () => {
    choose(item);
    toggle(item);
  });
  return item;
}

const amount = (count) => `${told.words.nodes}: ${count.toLocaleString(document.documentElement.lang)}`;
const depth = (item) => item.known.path.length;
const isOpen = (item) => item.getAttribute("aria-expanded") === "true";
const children = (item) => [...(item.querySelector(":scope > ul")?.children ?? [])];

function toggle(item) {
  if (!item.known.opens) return Promise.resolve();
  if (!isOpen(item)) return unfold(item);
  item.setAttribute("aria-expanded", "false");
  item.querySelector(":scope > ul").hidden = true;
  return Promise.resolve();
}

// Show the children of a node, which come from the server the first time.
function unfold(item) {
  if (!item.known.opens) return Promise.resolve();
  item.setAttribute("aria-expanded", "true");
  const group = item.querySelector(":scope > ul");
  if (group) {
    group.hidden = false;
    return Promise.resolve();
  }
  const waiting = make("ul", { role: "group" }, make("li", { class: "faint", role: "none" }, told.words.thinking));
  item.append(waiting);
  return new Promise((resolve) => {
    ask({ ask: "unfold", ...about, savings, path: item.known.path }, (part) => {
      if (part.is === "refused") return complain(item, part.text);
      const items = part.children.map((child) => node({ ...child, path: [...item.known.path, child.cell] }));
      for (const item of items) item.classList.toggle("taken", part.takes.includes(item.known.cell));
      waiting.replaceChildren(...items);
      resolve();
    });
  });
}

async function unfoldAll(item) {
  await unfold(item);
  for (const child of children(item)) await unfoldAll(child);
}

// Let the values of an unfolded tree appear from its ends to its root.
function rise(top) {
  const items = [top, ...top.querySelectorAll("[role=treeitem]")], deepest = Math.max(...items.map(depth));
  for (const item of items) item.querySelector(".value").style.setProperty("--wait", `${deepest - depth(item)}s`);
  top.parentElement.classList.add("rising");
}

function complain(item, text) {
  item.closest("section").querySelector(".problem").textContent = text;
}

// Ask how many nodes it takes, and say so as the numbers come; the first is of the tree that is shown.
function count(place) {
  const counted = root;
  ask({ ask: "count", ...about, savings }, (part) => {
    if (root !== counted) return;
    if (part.is === "refused") return complain(root, part.text);
    counts.push(part);
    place.querySelector("tbody").replaceChildren(...counts.map((each, n) => row(each, n === 0)));
    if (counts.length > 1) return;
    if (part.more) complain(root, told.words.too_many);
    if (part.held) settle();
    else root.querySelector(".value").replaceChildren(part.value);
    if (part.nodes <= FEW && !part.more && !part.held) unfoldAll(root).then(() => rise(counted));
  });
}

// The bound knows the root without its children.
function settle() {
  root.known.opens = false;
  root.removeAttribute("aria-expanded");
  root.querySelector(":scope > ul")?.remove();
  root.querySelector(".value").replaceChildren("0");
  root.querySelector(".note").replaceChildren(told.ideas.bound);
}

function row(part, isShown) {
  const number = part.nodes.toLocaleString(document.documentElement.lang);
  const said = part.more ? told.words.more.replace("{count}", number) : number;
  return make("tr", { class: isShown ? "shown" : false }, make("th", { scope: "row" }, named(part.savings)), make("td", {}, said));
}

function named(some) {
  const all = Object.keys(told.savings).length - (about.game === "misere" ? 1 : 0); // no bound there
  if (some.length === all) return told.words.all;
  return some.map((saving) => told.savings[saving]).join(" + ") || told.words.plain;
}

// Arrow keys, as in every tree: along what is visible, right to open and into, left to close and out of.
function steer(event, tree) {
  const item = event.target.closest("[role=treeitem]"), parent = item.parentElement.closest("[role=treeitem]");
  const visible = [...tree.querySelectorAll("[role=treeitem]")].filter((each) => each.checkVisibility());
  const place = visible.indexOf(item);
  const go = {
    ArrowDown: () => choose(visible[place + 1]),
    ArrowUp: () => choose(visible[place - 1]),
    Home: () => choose(visible[0]),
    End: () => choose(visible.at(-1)),
    ArrowRight: () => (isOpen(item) ? choose(children(item)[0]) : unfold(item)),
    ArrowLeft: () => (isOpen(item) ? toggle(item) : choose(parent)),
    Enter: () => toggle(item),
    " ": () => toggle(item),
  }[event.key];
  if (!go) return;
  event.preventDefault();
  event.stopPropagation();
  go();
}

function choose(item) {
  if (!item?.matches("[role=treeitem]")) return;
  for (const each of item.closest("[role=tree]").querySelectorAll('[tabindex="0"]')) each.tabIndex = -1;
  item.tabIndex = 0;
  item.focus();
}
