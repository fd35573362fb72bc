// A tree that is walked step by step: as a picture, and in words.

import { make, word } from "./elements.js";
import { minus, spoken } from "./tiles.js";
import { folded, isFolded, treePicture } from "./tree_picture.js";

// Show a walk (bot/learn/walk.py): `root` is its tree, `steps` what happens, each with its `text`; the first `from` of
// them have happened before. Returns the picture, the list in words, and `show`, which draws a step and returns its text.
export function walk({ root, steps, from }) {
  const nodes = allNodes(root), tree = treePicture(nodes), list = make("div");

  function show(n) {
    const done = steps.slice(0, from + n + 1), { text } = done.at(-1);
    const known = knownAfter(done, nodes);
    tree.show(known);
    list.replaceChildren(make("ul", {}, listed(nodes[0], known)));
    tree.picture.setAttribute("aria-label", `${word("picture")}: ${spoken(text)}`);
    return text;
  }
  return { picture: tree.picture, list, show };
}

// The node that a path leads to.
export const nodeAt = (root, path) => path.reduce((node, cell) => node.children.find((child) => child.cell === cell), root);

const keyOf = (path) => path.join("-");

// Every node, a parent before its children, with its path, its key and its parent.
export function allNodes(root) {
  const nodes = [];
  const add = (node, path, parent) => {
    const added = { ...node, path, key: keyOf(path), parent };
    nodes.push(added);
    added.children = node.children.map((child) => add(child, [...path, child.cell], added));
    return added;
  };
  add(root, [], null);
  return nodes;
}

// What is known of each node after these steps, by its key: whether it is seen or skipped, whether we are there now,
// its value, what it is worth in words, whether that is exact, and alpha and beta.
function knownAfter(steps, nodes) {
  const known = new Map(nodes.map(({ key }) => [key, { isSeen: false, isSkipped: false, isNow: false }]));
  for (const [n, { kind, path, value, alpha, beta }] of steps.entries()) {
    const here = known.get(keyOf(path)), isExact = steps[n - 1]?.kind !== "skip";
    for (let length = 0; length <= path.length; length++) known.get(keyOf(path.slice(0, length))).isSeen = true;
    if (value !== null) Object.assign(here, { value, isExact, worth: isExact ? minus(value) : `≤ ${minus(value)}` });
    Object.assign(here, { alpha, beta });
    if (kind === "skip") skipTheRest(path, nodes, known);
  }
  known.get(keyOf(steps.at(-1).path)).isNow = true;
  return known;
}

function skipTheRest(path, nodes, known) {
  for (const node of nodes) {
    const isBelow = path.every((cell, n) => node.path[n] === cell);
    if (isBelow && !known.get(node.key).isSeen) known.get(node.key).isSkipped = true;
  }
}

function worthInWords({ isSeen, isSkipped, worth }) {
  if (isSkipped) return word("skipped");
  if (!isSeen) return word("unknown");
  return worth ?? "?";
}

// A node and all below it, in words.
export function listed(node, known) {
  const inside = [`${node.move || rows(node)}: ${worthInWords(known.get(node.key))}`];
  if (isFolded(node)) inside.push(` (${folded(node)})`);
  if (node.children.length) inside.push(make("ul", {}, ...node.children.map((child) => listed(child, known))));
  return make("li", {}, ...inside);
}

export function rows({ signs }) {
  const columns = Math.sqrt(signs.length);
  return signs.match(RegExp(`.{${columns}}`, "g")).join(" / ");
}
