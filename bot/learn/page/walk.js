// A tree that is walked step by step, from the top down: who chooses in each row, and what is known so far.

import { make, word } from "./elements.js";
import { draw, keepTextsIn } from "./pictures.js";
import { board, kind, minus, signed } from "./tiles.js";

const WIDTH = 360, GUTTER = 58, MARGIN = 5, COLUMN = 49, TOP = 18; // in units of the picture

// Show a walk (bot/learn/walk.py): `root` is its tree, `steps` what happens, each with its `text`; the first `from` of
// them have happened before. `most` is a number that no value reaches. `go` is called with the path and the position of
// a board that someone presses. Returns the picture, the list, the lines of `code`, and `show`, which draws a step and
// returns its text.
export function walk({ root, steps, from = 0, code = "", most, go }) {
  const { nodes, width, size, row } = placed(root), lines = listing(code);
  const depth = Math.max(...nodes.map(({ path }) => path.length));
  const bands = Array.from({ length: depth + 1 }, (_, n) => ({ y: n * row, height: row, width, name: nameOf(nodes.filter(({ path }) => path.length === n), root.turn === (n % 2 ? "O" : "X")) }));
  const ends = nodes.filter((node) => isEnd(node) && bands[node.path.length].name !== "end"), edges = draw("g", {}), drawn = draw("g", {});
  const picture = keepTextsIn(draw("svg", { class: "walk", viewBox: `0 0 ${width} ${(depth + 1) * row}`, role: "img" }, ...bands.map(band), ...bands.map(label), edges, ...ends.map(end), drawn));
  const list = make("div");
  if (width > WIDTH) picture.style.minWidth = `${width}px`;
  picture.addEventListener("click", ({ target }) => {
    const node = find(nodes, target.closest(".node")?.dataset.path.split("-") ?? []);
    if (go && node?.cell) go(node.path, node.position);
  });

  function show(n) {
    const known = knownAfter(steps.slice(0, from + n + 1), nodes);
    edges.replaceChildren(...nodes.filter(({ parent }) => parent).map((node) => edge(node, known, size)));
    drawn.replaceChildren(...nodes.map((node) => drawNode(node, known, size, most)));
    list.replaceChildren(make("ul", {}, item(nodes[0], known)));
    const { line, text } = steps[from + n];
    lines.light(line);
    picture.setAttribute("aria-label", `${word("picture")}: ${text}`);
    return text;
  }
  return { picture, list, code: lines.element, show };
}

// Who chooses in a row: nobody does at the ends, or where one cell is left.
function nameOf(row, isOfX) {
  if (row.every(isEnd)) return "end";
  return row.every(({ children }) => children.length < 2) ? "forced" : isOfX ? "x" : "o";
}

// Lines of Python, and a way to light the one that runs, counted from 0.
export function listing(code) {
  const lines = code.trimEnd().split("\n").map((line) => make("span", {}, `${line}\n`));
  return {
    element: make("pre", { class: "code", tabindex: "0", role: "group", "aria-label": word("code") }, make("code", {}, ...lines)),
    light: (running) => lines.forEach((line, place) => line.classList.toggle("runs", place === running)),
  };
}

const key = (path) => path.join("-");

// Every node with its place, how large its board is, and how high a row: ends stand side by side, and a parent in the
// middle of its children.
function placed(root) {
  const nodes = [];
  let ends = 0;
  const place = (node, path, parent) => {
    const mine = { ...node, path, parent };
    nodes.push(mine);
    mine.children = node.children.map((child) => place(child, [...path, child.cell], mine));
    mine.x = mine.children.length ? (mine.children[0].x + mine.children.at(-1).x) / 2 : ends++;
    return mine;
  };
  place(root, [], null);
  const width = Math.max(WIDTH, GUTTER + ends * COLUMN + MARGIN), column = (width - GUTTER - MARGIN) / ends;
  const size = Math.min(64, column - 5), row = size + 49;
  for (const node of nodes) [node.x, node.y] = [GUTTER + (node.x + 0.5) * column, node.path.length * row + TOP];
  return { nodes, width, size, row };
}

// What the steps so far have found out: values, limits, what is skipped, and where we are.
function knownAfter(steps, nodes) {
  const known = { seen: new Set(), values: new Map(), worths: new Map(), limits: new Map(), skipped: new Set(), now: key(steps.at(-1).path) };
  for (const { kind: what, path, value, worth, alpha, beta } of steps) {
    const at = key(path);
    for (let end = 0; end <= path.length; end++) known.seen.add(key(path.slice(0, end)));
    if (value !== null) known.values.set(at, value);
    if (worth) known.worths.set(at, worth);
    if (alpha !== null) known.limits.set(at, { alpha, beta });
    if (what === "skip") for (const below of nodes) if (isBelow(below.path, path) && !known.seen.has(key(below.path))) known.skipped.add(key(below.path));
  }
  return known;
}

const isEnd = ({ fate }) => fate === "ended";
const isBelow = (path, top) => top.every((cell, n) => path[n] === cell);
const find = (nodes, path) => nodes.find((node) => key(node.path) === key(path));

// The child whose value has risen to its parent.
function chosen(node, known) {
  const value = known.values.get(key(node.path));
  return value === undefined ? null : node.children.find((child) => known.values.get(key(child.path)) === value && isExact(child, known));
}

// What a node is worth, as it stands in the picture: a value with its sign, or a limit.
function worthOf(node, known) {
  const at = key(node.path);
  return isExact(node, known) ? signed(known.values.get(at)) : known.worths.get(at);
}

function isExact(node, known) {
  const at = key(node.path);
  return known.worths.get(at) === minus(known.values.get(at));
}

const band = ({ y, height, width, name }) => draw("rect", { class: `band ${name}`, x: 0, y: y + 2, width, height: height - 4, rx: 8 });
const label = ({ y, name }) => draw("g", { class: "chooses" }, ...word(name === "end" ? "ended" : `band_${name}`).split("\n").map((line, n) => draw("text", { x: 5, y: y + TOP + 20 + 14 * n }, line)));

// Whether a node is drawn to the right of its parent, so that the way to it comes from the left.
const isRight = ({ x, parent }) => x > parent.x;
const beside = ({ x, y }, isAfter, attributes, said) => draw("text", { ...attributes, x: x + (isAfter ? 5 : -5), y: y - 5, "text-anchor": isAfter ? "start" : "end" }, said);

// An end in a row in which the game goes on elsewhere.
const end = (node) => beside(node, !isRight(node), { class: "note over", "font-size": 10 }, word("ended"));

// The way to a node, with the cell that leads there.
function edge(node, known, size) {
  const { parent, x, y, move } = node, from = parent.y + size + 23, to = y - 2, middle = (from + to) / 2;
  const classes = ["edge", known.seen.has(key(node.path)) && "seen", known.skipped.has(key(node.path)) && "skipped", chosen(parent, known) === node && "risen"];
  return draw("g", { class: classes.filter(Boolean).join(" ") },
    draw("path", { d: `M${parent.x} ${from}C${parent.x} ${middle} ${x} ${middle} ${x} ${to}` }),
    beside(node, isRight(node), {}, move.split(" ")[1]));
}

function drawNode(node, known, size, most) {
  const at = key(node.path), { x, y } = node, value = known.values.get(at), isSkipped = known.skipped.has(at);
  const left = x - size / 2;
  const parts = [board(node.signs, { x: left, y, size, last: node.cell, line: known.seen.has(at) ? node.line : [], numbers: node.signs.length === 9 ? 66 : 0 })];
  if (isSkipped) parts.push(draw("path", { class: "cross", d: `M${left - 3} ${y - 2}L${left + size + 3} ${y + size + 2}M${left + size + 3} ${y - 2}L${left - 3} ${y + size + 2}` }));
  else if (value !== undefined) parts.push(chip(x, y + size + 7, worthOf(node, known), `${kind(value)}${known.now === at ? " rises" : ""}`));
  else if (known.seen.has(at)) parts.push(chip(x, y + size + 7, "?", "open"));
  if (isSkipped) parts.push(draw("text", { class: "note", "font-size": 9, x, y: y + size + 18, "text-anchor": "middle" }, word("skipped")));
  const limits = known.limits.get(at);
  if (limits && node.children.length > 1) parts.push(limitsAt(x + size / 2 + 4, y + 14, limits, most));
  if (known.now === at) parts.push(draw("rect", { class: "now", x: left - 2, y: y - 2, width: size + 4, height: size + 4, rx: 7 }));
  const state = isSkipped || !known.seen.has(at) ? "node dim" : "node";
  return draw("g", { class: state, "data-path": at }, ...parts);
}

// Alpha and beta beside a node, once there is something to say.
function limitsAt(x, y, { alpha, beta }, most) {
  const texts = [alpha > -most && `α ${minus(alpha)}`, beta < most && `β ${minus(beta)}`].filter(Boolean);
  return draw("g", { class: "limits" }, ...texts.map((text, n) => draw("text", { x, y: y + 14 * n }, text)));
}

function chip(x, y, text, name) {
  const width = Math.max(26, 7.4 * text.length + 11);
  return draw("g", { class: `chip ${name}` }, draw("rect", { x: x - width / 2, y, width, height: 16, rx: 8 }), draw("text", { x, y: y + 12, "text-anchor": "middle" }, text));
}

// The same tree in words.
function item(node, known) {
  const below = node.children.map((child) => item(child, known));
  return make("li", {}, `${node.move || rows(node)}: ${worthInWords(node, known)}`, ...(below.length ? [make("ul", {}, ...below)] : []));
}

function rows({ signs }) {
  const columns = Math.sqrt(signs.length);
  return signs.match(RegExp(`.{${columns}}`, "g")).join(" / ");
}

function worthInWords(node, known) {
  const at = key(node.path);
  if (known.skipped.has(at)) return word("skipped");
  return known.worths.get(at) ?? word("unknown");
}
