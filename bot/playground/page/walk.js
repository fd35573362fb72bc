// A tree that is walked step by step, from the top down: who chooses in each row, and what is known so far.

import { make, word, locale } from "./elements.js";
import { draw } from "./pictures.js";
import { board, kind, minus, signed } from "./tiles.js";

const WIDTH = 360, GUTTER = 61, MARGIN = 10, ROW = 91, SIZE = 42, COLUMN = 48, TOP = 18; // in units of the picture

// Show a walk: `root` is its tree, `steps` what happens, `most` a number that no value reaches. The sentence of a step
// is its own, or that of the lessons. `go` is called with the path and the position of a board that someone presses.
// Returns the picture, the list, the lines of `code`, and `show`, which draws a step and returns its sentence.
export function walk({ root, steps, code = "", most = 10, go }) {
  const { nodes, width } = placed(root), lines = listing(code);
  const depth = Math.max(...nodes.map(({ path }) => path.length));
  const bands = Array.from({ length: depth + 1 }, (_, row) => [row, nodes.every((node) => node.path.length !== row || isEnd(node)) ? "end" : (root.turn === "X") === (row % 2 === 0) ? "x" : "o"]);
  const ends = nodes.filter((node) => isEnd(node) && bands[node.path.length][1] !== "end"), edges = draw("g", {}), drawn = draw("g", {});
  const picture = draw("svg", { class: "walk", viewBox: `0 0 ${width} ${(depth + 1) * ROW}`, role: "img" }, ...bands.map((each) => band(each, width)), ...bands.map(label), ...ends.map(end), edges, drawn);
  const list = make("div");
  if (width > WIDTH) picture.style.minWidth = `${width}px`;
  picture.addEventListener("click", ({ target }) => {
    const node = find(nodes, target.closest(".node")?.dataset.path.split("-") ?? []);
    if (go && node?.cell) go(node.path, node.position);
  });

  function show(n) {
    const known = knownAfter(steps.slice(0, n + 1), nodes);
    edges.replaceChildren(...nodes.filter(({ parent }) => parent).map((node) => edge(node, known)));
    drawn.replaceChildren(...nodes.map((node) => drawNode(node, known, most)));
    list.replaceChildren(make("ul", {}, item(nodes[0], known)));
    lines.light(steps[n].line);
    const sentence = steps[n].text ?? said(steps, n, nodes);
    picture.setAttribute("aria-label", `${word("picture")}: ${sentence}`);
    return sentence;
  }
  return { picture, list, code: lines.element, show };
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
const move = ({ cell, turn }) => `${turn === "X" ? "O" : "X"} ${cell}`; // who has moved is not to move

// Every node with its place: ends stand side by side, and a parent in the middle of its children.
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
  const width = Math.max(WIDTH, GUTTER + ends * COLUMN + MARGIN);
  for (const node of nodes) [node.x, node.y] = [GUTTER + (node.x + 0.5) * ((width - GUTTER - MARGIN) / ends), node.path.length * ROW + TOP];
  return { nodes, width };
}

// What the steps so far have found out: values, limits, what is skipped, and where we are.
function knownAfter(steps, nodes) {
  const known = { seen: new Set(), values: new Map(), worths: new Map(), limits: new Map(), skipped: new Set(), now: key(steps.at(-1).path) };
  for (const { kind: what, path, value, worth, alpha, beta } of steps) {
    const at = key(path);
    known.seen.add(at);
    if (value !== null) known.values.set(at, value);
    if (worth) known.worths.set(at, worth);
    if (alpha !== null) known.limits.set(at, { alpha, beta });
    if (what === "skip") for (const below of nodes) if (isBelow(below.path, path) && !known.seen.has(key(below.path))) known.skipped.add(key(below.path));
  }
  return known;
}

const isEnd = ({ children, fate = "ended" }) => !children.length && fate === "ended";
const isBelow = (path, top) => top.every((cell, n) => path[n] === cell);
const find = (nodes, path) => nodes.find((node) => key(node.path) === key(path));
const isCut = (node, known) => node.children.some((child) => known.skipped.has(key(child.path)));

// The child whose value has risen to its parent.
function chosen(node, known) {
  const value = known.values.get(key(node.path));
  return value === undefined ? null : node.children.find((child) => known.values.get(key(child.path)) === value && isExact(child, known));
}

// What a node is worth, as it stands in the picture: a value, or a limit.
function worthOf(node, known) {
  const at = key(node.path), value = known.values.get(at);
  return isExact(node, known) ? signed(value) : known.worths.get(at) ?? `≤ ${minus(value)}`;
}

function isExact(node, known) {
  const worth = known.worths.get(key(node.path));
  return worth ? worth === minus(known.values.get(key(node.path))) : !isCut(node, known);
}

const band = ([row, name], width) => draw("rect", { class: `band ${name}`, x: 0, y: row * ROW + 2, width, height: ROW - 4, rx: 8 });
const label = ([row, name]) => draw("g", { class: "chooses" }, ...word(name === "end" ? "ended" : `band_${name}`).split("\n").map((line, n) => draw("text", { x: 6, y: row * ROW + TOP + 18 + 14 * n }, line)));

// An end in a row in which somebody chooses elsewhere.
const end = ({ x, y }) => draw("g", {},
  draw("rect", { class: "band end", x: x - SIZE / 2 - 3, y: y - TOP + 2, width: SIZE + 6, height: ROW - 4, rx: 8 }),
  draw("text", { class: "note", "font-size": 9, x: x - 4, y: y - 6, "text-anchor": "end" }, word("ended")));

function edge(node, known) {
  const { parent, x, y } = node, from = parent.y + SIZE + 23, to = y - 2, middle = (from + to) / 2;
  const classes = ["edge", known.seen.has(key(node.path)) && "seen", known.skipped.has(key(node.path)) && "skipped", chosen(parent, known) === node && "risen"];
  return draw("path", { class: classes.filter(Boolean).join(" "), d: `M${parent.x} ${from}C${parent.x} ${middle} ${x} ${middle} ${x} ${to}` });
}

function drawNode(node, known, most) {
  const at = key(node.path), { x, y } = node, value = known.values.get(at), isSkipped = known.skipped.has(at);
  const left = x - SIZE / 2;
  const parts = [board(node.signs, { x: left, y, size: SIZE, last: node.cell, line: known.seen.has(at) ? node.line : [], numbers: node.signs.length === 9 ? 56 : 0 })];
  if (isSkipped) parts.push(draw("path", { class: "cross", d: `M${left - 3} ${y - 2}L${left + SIZE + 3} ${y + SIZE + 2}M${left + SIZE + 3} ${y - 2}L${left - 3} ${y + SIZE + 2}` }));
  else if (value !== undefined) parts.push(chip(x, y + SIZE + 7, worthOf(node, known), `${kind(value)}${known.now === at ? " rises" : ""}`));
  else if (known.seen.has(at)) parts.push(chip(x, y + SIZE + 7, "?", "open"));
  if (isSkipped) parts.push(draw("text", { class: "note", x, y: y + SIZE + 18, "text-anchor": "middle" }, word("skipped")));
  const limits = known.limits.get(at);
  if (limits && node.children.length > 1) parts.push(limitsAt(x + SIZE / 2 + 5, y + 14, limits, most));
  if (known.now === at) parts.push(draw("rect", { class: "now", x: left - 2, y: y - 2, width: SIZE + 4, height: SIZE + 4, rx: 7 }));
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
  const at = key(node.path), value = known.values.get(at);
  const worth = known.skipped.has(at) ? word("skipped") : value === undefined ? word("unknown") : isExact(node, known) ? minus(value) : worthOf(node, known);
  const name = node.cell ? move(node) : [...node.signs.matchAll(/.../g)].join(" / ");
  return make("li", {}, `${name}: ${worth}`, ...(node.children.length ? [make("ul", {}, ...node.children.map((child) => item(child, known)))] : []));
}

const listed = (values) => new Intl.ListFormat(locale(), { type: "conjunction" }).format(values.map(minus));

const together = (first, then) => word("together", { first, then });

// The sentence of a step.
function said(steps, n, nodes) {
  const { kind: what, path, value, alpha, beta } = steps[n], node = find(nodes, path);
  const values = new Map(steps.slice(0, n).filter((step) => step.value !== null).map((step) => [key(step.path), step.value]));
  const facts = { mark: node.turn, count: node.children.length, value: minus(value ?? 0), alpha: minus(alpha ?? 0), beta: minus(beta ?? 0) };
  if (node.cell) facts.move = move(node);
  const worths = node.children.map((child) => values.get(key(child.path))).filter((worth) => worth !== undefined);
  const best = node.children.find((child) => values.get(key(child.path)) === value);
  if (what === "look") {
    const sentence = word(!node.cell ? "look_root" : node.children.length === 1 ? "look_forced" : "look", facts);
    return alpha > -10 && alpha !== null && node.children.length > 1 ? together(sentence, word("handed_down", facts)) : sentence;
  }
  if (what === "end") return word(node.line.length ? "end_won" : "end_drawn", { ...facts, count: path.length, winner: node.turn === "X" ? "O" : "X" });
  if (what === "skip") return word("skip_rest", facts);
  if (what === "limit") {
    const now = node.turn === "X" ? alpha : beta, by = node.children.find((child) => values.get(key(child.path)) === now);
    const isNamed = steps.slice(0, n).some((step) => step.kind === "limit" && find(nodes, step.path).turn === node.turn);
    const limit = node.turn === "X" ? "alpha" : "beta", sentence = word(`limit_${limit}`, { ...facts, value: minus(now), move: move(by) });
    return isNamed ? sentence : together(sentence, word(`named_${limit}`));
  }
  if (steps[n - 1].kind === "skip") return word("rise_cut", facts);
  if (node.children.length === 1) return word("rise_forced", facts);
  if (!node.cell) {
    const looked = new Set(steps.map((step) => key(step.path))).size;
    if (alpha !== null) return word("rise_skipped", { ...facts, move: move(best), looked, all: nodes.length });
    return together(word("rise_highest", { ...facts, values: listed(worths) }), word("best_move", { move: move(best) }));
  }
  return word(node.turn === "X" ? "rise_highest" : "rise_lowest", { ...facts, values: listed(worths) });
}
