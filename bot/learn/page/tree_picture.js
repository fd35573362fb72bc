// The picture of a tree: who chooses in each row, the boards, and what is known of them.

import { locale, word } from "./elements.js";
import { draw, keepTextsIn } from "./pictures.js";
import { board, kind, minus, signed } from "./tiles.js";

const WIDTH = 360, GUTTER = 58, MARGIN = 10, COLUMN = 48, TOP = 18; // in units of the picture
const MOST_WIDE = 6, NARROW = 38, LINE = 14; // from how many columns on they are narrow, and the line above them
const LARGEST = 64, BELOW = 49; // the side of a board at most, and the room below it in its row
const NAMED = 11; // the room for the word below the value of an end
const MORE = 22; // the room for how many boards are further down

// `nodes` are those of walk.js; no value reaches `most`. Returns the picture, and `show`, which draws what is known.
export function treePicture(nodes, most) {
  const rows = [];
  for (const node of nodes) (rows[node.path.length] ??= []).push(node);
  const ends = nodes.filter((node) => isEnd(node) && nameOf(rows[node.path.length]) !== "end");
  const below = BELOW + (ends.length ? NAMED : 0) + (nodes.some(isFolded) ? MORE : 0);
  const { places, width, size, row, isNarrow } = placed(nodes, below);
  const bands = rows.map((inRow, n) => ({ name: nameOf(inRow), y: n * row, height: row, width, isNarrow }));
  const edges = draw("g", {}), boards = draw("g", {});
  const picture = draw("svg", { class: "walk", viewBox: `0 0 ${width} ${rows.length * row}`, role: "img" },
    ...bands.map(band), edges, ...bands.map(label), ...ends.map((node) => endLabel(places.get(node), size)), boards);
  if (width > WIDTH) picture.style.minWidth = `${width}px`;
  keepTextsIn(picture);

  function show(known) {
    edges.replaceChildren(...nodes.filter(({ parent }) => parent).map((node) => edge(node, places, known, size)));
    boards.replaceChildren(...nodes.map((node) => drawNode(node, places.get(node), known.get(node.key), size, most, isNarrow)));
  }
  return { picture, show };
}

// Where each node is, how large its board is, and how high a row. Where many boards stand side by side, who chooses is
// told above them.
function placed(nodes, below) {
  const columns = new Map(), [root] = nodes, count = leavesOf(root), isNarrow = count > MOST_WIDE;
  const gutter = isNarrow ? MARGIN / 2 : GUTTER, margin = isNarrow ? MARGIN / 2 : MARGIN, top = isNarrow ? TOP + LINE : TOP;
  settle(root, 0, count, columns);
  const width = Math.max(WIDTH, gutter + count * (isNarrow ? NARROW : COLUMN) + margin), column = (width - gutter - margin) / count;
  const size = Math.min(LARGEST, column - 5), row = top - TOP + size + below;
  const places = new Map();
  for (const node of nodes) places.set(node, { x: gutter + columns.get(node) * column, y: node.path.length * row + top });
  return { places, width, size, row, isNarrow };
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
export const folded = ({ below }) => `+${below === null ? "…" : new Intl.NumberFormat(locale(), { notation: "compact" }).format(below)}`;

// Who chooses in a row: nobody does at the ends, or where one cell is left.
function nameOf(row) {
  if (row.every(isEnd)) return "end";
  if (row.every((node) => node.children.length < 2 && !isFolded(node))) return "forced";
  return row[0].turn === "X" ? "x" : "o";
}

const band = ({ name, y, height, width }) => draw("rect", { class: `band ${name}`, x: 0, y: y + 2, width, height: height - 4, rx: 8 });

function label({ name, y, isNarrow }) {
  const text = word(name === "end" ? "ended" : `band_${name}`), lines = text.split("\n");
  if (isNarrow) return draw("g", { class: `chooses ${name}` }, draw("text", { x: 6, y: y + 15 }, lines.join(" ")));
  return draw("g", { class: "chooses" }, ...lines.map((line, n) => draw("text", { x: 5, y: y + TOP + 20 + 14 * n }, line)));
}

// Whether a node is drawn to the right of its parent, so that the way to it comes from the left.
const isRight = (node, places) => places.get(node).x > places.get(node.parent).x;

// A text above a board, to the left or to the right of its middle.
function above({ x, y }, isAfter, attributes, text) {
  const side = isAfter ? { x: x + 5, "text-anchor": "start" } : { x: x - 5, "text-anchor": "end" };
  return draw("text", { ...attributes, ...side, y: y - 5 }, text);
}

// An end in a row in which the game goes on elsewhere is named below its value.
const endLabel = ({ x, y }, size) => draw("text", { class: "note", "font-size": 10, "text-anchor": "middle", x, y: y + size + 34 }, word("ended"));

// The way to a node, with the cell that leads there.
function edge(node, places, known, size) {
  const { isSeen, isSkipped } = known.get(node.key), { x, y } = places.get(node), parent = places.get(node.parent);
  const from = parent.y + size + 23, to = y - 2, middle = (from + to) / 2;
  const classes = ["edge"];
  if (isSeen) classes.push("seen");
  if (chosen(node.parent, known) === node) classes.push("risen");
  const [, cell] = node.move.split(" ");
  const drawn = draw("g", { class: classes.join(" ") },
    draw("path", { d: `M${parent.x} ${from}C${parent.x} ${middle} ${x} ${middle} ${x} ${to}` }),
    above(places.get(node), isRight(node, places), {}, cell));
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
  if (taken) return taken;
  return node.children.find((child) => known.get(child.key).value === value && known.get(child.key).isExact);
}

function drawNode(node, { x, y }, known, size, most, isNarrow) {
  const left = x - size / 2, below = y + size;
  const last = node.cell, line = known.isSeen ? node.line : [], numbers = node.signs.length === 9 ? 66 : 0;
  const parts = [draw("rect", { class: "area", x: left - 2, y: y - 2, width: size + 4, height: size + 28 }), board(node.signs, { x: left, y, size, last, line, numbers })];
  if (known.isSeen && !known.isSkipped) parts.push(worthChip(x, below + 7, known, isNarrow));
  if (isFolded(node)) parts.push(moreChip(node, x, below + 28));
  if (known.alpha !== undefined && node.children.length > 1) parts.push(limits(left + size + 5, y + 14, known, most));
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

function chip(x, y, text, name, padding = 11) {
  const width = Math.max(26, 7.4 * text.length + padding);
  return draw("g", { class: `chip ${name}` },
    draw("rect", { x: x - width / 2, y, width, height: 16, rx: 8 }),
    draw("text", { x, y: y + 12, "text-anchor": "middle" }, text));
}

// Alpha and beta beside a node, once there is something to say.
function limits(x, y, { alpha, beta }, most) {
  const texts = [];
  if (alpha > -most) texts.push(`α ${minus(alpha)}`);
  if (beta < most) texts.push(`β ${minus(beta)}`);
  return draw("g", { class: "limits" }, ...texts.map((text, n) => draw("text", { x, y: y + 14 * n }, text)));
}
