// The picture of a tree: who chooses in each row, the boards, and what is known of them.

import { word } from "./elements.js";
import { draw, keepTextsIn } from "./pictures.js";
import { board, kind, minus, signed } from "./tiles.js";

const WIDTH = 360, GUTTER = 72, MARGIN = 6, COLUMN = 47; // in units of the picture
const MOST_WIDE = 6, NARROW = 38; // from how many columns on they are narrow, and who chooses is told above them
const FEW = 3, LARGE = 64, SMALL = 42; // up to how many boards side by side are large, and their sides
const SMALLEST_NUMBER = 11; // the size of the numbers in them at least
const LINE = 16, CURVE = 14, STUB = 4; // the heights of a line of text, and of the ways to several boards or to one
const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 0 }); // 64K; others are too wide
const WORTH = 4 + 18 + 4, MORE = 20; // what stands below a board, and how many boards are further down

// `nodes` are those of walk.js. Returns the picture, and `show`, which draws what is known.
export function treePicture(nodes) {
  const { places, bands, width, height, size, isNarrow } = placed(nodes);
  const edges = draw("g", {}), boards = draw("g", {});
  const grounds = bands.map((one) => band(one, width));
  const labels = bands.map((one) => label(one, isNarrow));
  const box = { class: "walk", viewBox: `0 0 ${width} ${height}`, role: "img" };
  const picture = draw("svg", box, ...grounds, edges, ...labels, boards);
  if (width > WIDTH) picture.style.minWidth = `${width}px`;
  keepTextsIn(picture);

  function show(known) {
    edges.replaceChildren(...nodes.filter(({ parent }) => parent).map((node) => edge(node, places, known, size)));
    boards.replaceChildren(...nodes.map((node) => drawNode(node, places.get(node), known.get(node.key), size, isNarrow)));
  }
  return { picture, show };
}

// Where each node is and each band, and how large a board.
function placed(nodes) {
  const [root] = nodes;
  const columns = new Map();
  const count = leavesOf(root);
  const isNarrow = count > MOST_WIDE;
  const gutter = isNarrow ? MARGIN : GUTTER;
  settle(root, 0, count, columns);
  const width = Math.max(WIDTH, gutter + count * (isNarrow ? NARROW : COLUMN) + MARGIN);
  const column = (width - gutter - MARGIN) / count;
  const size = Math.min(count > FEW ? SMALL : LARGE, column - 5);
  const rows = [];
  for (const node of nodes) (rows[node.path.length] ??= []).push(node);
  const places = new Map();
  const bands = [];
  let height = 0;
  for (const row of rows) {
    const y = height;
    const way = row.some(({ parent }) => parent?.children.length > 1) ? CURVE : STUB;
    const board = y + way + (isNarrow ? LINE : 0) + (row[0].parent ? LINE : 0);
    height = board + size + WORTH + (row.some(isFolded) ? MORE : 0);
    bands.push({ name: nameOf(row), y, board, height: height - y });
    for (const node of row) places.set(node, { x: gutter + columns.get(node) * column, y: board });
  }
  return { places, bands, width, height, size, isNarrow };
}

// Where boards are folded, a row holds those that one board leads to, and the row below it has the same room again. Else
// ends stand side by side, and a parent in the middle of its children.
const hasFolded = ({ children }) => children.some(isFolded);

function leavesOf(node) {
  const below = node.children.map(leavesOf);
  if (hasFolded(node)) return Math.max(below.length, ...below);
  return below.reduce((sum, leaves) => sum + leaves, 0) || 1;
}

function settle(node, from, width, columns) {
  const { children } = node;
  let left = from;
  for (const [n, child] of children.entries()) {
    const share = hasFolded(node) ? width : (width * leavesOf(child)) / leavesOf(node);
    settle(child, left, share, columns);
    if (hasFolded(node)) columns.set(child, from + ((n + 0.5) * width) / children.length);
    else left += share;
  }
  columns.set(node, children.length ? (columns.get(children[0]) + columns.get(children.at(-1))) / 2 : from + width / 2);
}

const isEnd = ({ over }) => over;

// Whether boards are further down that are not among the nodes; `below` says how many, or is null if they are too many.
export const isFolded = ({ below, children }) => below !== undefined && below !== 0 && !children.length;
export const folded = ({ below }) => `+${below === null ? "…" : SHORT.format(below)}`;

// Who chooses in a row: nobody does at the ends, or where one cell is left.
function nameOf(row) {
  if (row.every(isEnd)) return "end";
  if (row.every((node) => node.children.length < 2 && !isFolded(node))) return "forced";
  return row[0].turn === "X" ? "x" : "o";
}

const band = ({ name, y, height }, width) => draw("rect", { class: `band ${name}`, x: 0, y: y + 2, width, height: height - 4, rx: 8 });

function label({ name, y, board }, isNarrow) {
  const text = word(name === "end" ? "ended" : `band_${name}`), lines = text.split("\n");
  if (isNarrow) return draw("g", { class: `chooses ${name}` }, draw("text", { x: 6, y: y + LINE }, lines.join(" ")));
  return draw("g", { class: "chooses" }, ...lines.map((line, n) => draw("text", { x: 5, y: board + 20 + LINE * n }, line)));
}

// The way to a node, with the move that leads there.
function edge(node, places, known, size) {
  const { isSeen, isSkipped } = known.get(node.key), { x, y } = places.get(node), parent = places.get(node.parent);
  const from = parent.y + size + 22, to = y - LINE - 1, middle = (from + to) / 2;
  const classes = ["edge"];
  if (isSeen) classes.push("seen");
  if (chosen(node.parent, known) === node) classes.push("risen");
  const drawn = draw("g", { class: classes.join(" ") },
    draw("path", { d: `M${parent.x} ${from}C${parent.x} ${middle} ${x} ${middle} ${x} ${to}` }),
    draw("text", { x, y: y - 5, "text-anchor": "middle" }, node.move));
  const isCutHere = isSkipped && !known.get(node.parent.key).isSkipped;
  if (isCutHere) drawn.append(cut((parent.x + x) / 2, middle));
  return drawn;
}

// Two short strokes across a branch: what is below it is not looked at.
export const cut = (x, y) => draw("path", { class: "cut", d: `M${x - 7} ${y + 3}L${x + 3} ${y - 7}M${x - 3} ${y + 7}L${x + 7} ${y - 3}` });

// The child whose value has risen to its parent; none before that. Of several that may have, one may have been `taken`.
function chosen(node, known) {
  const { value, taken } = known.get(node.key);
  if (value === undefined) return undefined;
  return taken ?? node.children.find((child) => known.get(child.key).value === value);
}

function drawNode(node, { x, y }, known, size, isNarrow) {
  const left = x - size / 2, below = y + size;
  const last = node.cell, line = known.isSeen ? node.line : [], cell = size / Math.sqrt(node.signs.length);
  const numbers = node.signs.length === 9 ? Math.max(66, (100 * SMALLEST_NUMBER) / cell) : 0;
  const area = draw("rect", { class: "area", x: left - 2, y: y - 2, width: size + 4, height: size + 28 });
  const parts = [area, board(node.signs, { x: left, y, size, last, line, numbers })];
  if (known.isSeen && !known.isSkipped) parts.push(worthChip(x, below + 4, known, isNarrow));
  if (isFolded(node)) parts.push(moreChip(node, x, below + WORTH));
  if (known.value === undefined && node.children.length > 1) parts.push(limits(left + size + 5, y + 14, known));
  if (known.isNow) parts.push(draw("rect", { class: "now", x: left - 2, y: y - 2, width: size + 4, height: size + 4, rx: 7 }));
  return draw("g", { class: known.isSeen && !known.isSkipped ? "node" : "node dim", "data-path": node.key }, ...parts);
}

// What a node is worth: a value, with its sign if there is room, or a limit.
function worthChip(x, y, { value, worth, isExact, isNow }, isNarrow) {
  if (value === undefined) return chip(x, y, "?", "open");
  return chip(x, y, isExact && !isNarrow ? signed(value) : worth, isNow ? `${kind(value)} rises` : kind(value));
}

// How many boards are further down, to be pressed.
function moreChip(node, x, y) {
  const made = chip(x, y, folded(node), "more", 5);
  made.prepend(draw("rect", { class: "area", x: x - 19, y: y - 3, width: 38, height: 26 })); // for a finger
  return made;
}

function chip(x, y, text, name, padding = 10) {
  const width = Math.max(26, 7.8 * text.length + padding);
  return draw("g", { class: `chip ${name}` },
    draw("rect", { x: x - width / 2, y, width, height: 18, rx: 9 }),
    draw("text", { x, y: y + 13.5, "text-anchor": "middle" }, text));
}

// Alpha and beta beside a node, once there is something to say.
function limits(x, y, { alpha, beta }) {
  const texts = [];
  if (Number.isInteger(alpha)) texts.push(`α ${minus(alpha)}`);
  if (Number.isInteger(beta)) texts.push(`β ${minus(beta)}`);
  return draw("g", { class: "limits" }, ...texts.map((text, n) => draw("text", { x, y: y + 17 * n }, text)));
}
