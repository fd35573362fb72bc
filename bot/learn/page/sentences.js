// The sentence of each step of a walk in the lessons.

import { locale, word } from "./elements.js";
import { other } from "./lookup.js";
import { inText } from "./tiles.js";
import { nodeAt } from "./walk.js";

// A walk as the engine wrote it down (bot/learn/tools/lessons.py), with the `text` of each step.
export function inWords(walk) {
  return { ...walk, steps: walk.steps.map((step, n) => ({ ...step, text: SAY[step.kind](about(walk, n)) })) };
}

// What a sentence may need: the step and the one before it, its node, and what each child is worth that has been visited.
function about(walk, n) {
  const step = walk.steps[n], node = nodeAt(walk.root, step.path), found = new Map();
  for (const { path, value } of walk.steps.slice(0, n)) if (value !== null) found.set(path.join(), value);
  const values = new Map();
  for (const { cell } of node.children) {
    const value = found.get([...step.path, cell].join());
    if (value !== undefined) values.set(cell, value);
  }
  return { walk, step, before: walk.steps[n - 1], node, values };
}

const size = ({ children }) => children.reduce((sum, child) => sum + size(child), 1);
const mover = ({ turn }) => other(turn); // who has moved is not to move
const cellOf = (values, wanted) => [...values.keys()].find((cell) => values.get(cell) === wanted);
const listed = (values) => new Intl.ListFormat(locale(), { type: "conjunction" }).format([...values.values()].map(inText));
const together = (first, then) => word("together", { first, then });

// What X is sure of, and by which of its moves at the top.
function sureOf({ steps }, { alpha }) {
  const { path } = steps.find(({ kind, path, value }) => kind === "rise" && path.length === 1 && value === alpha);
  return { alpha: inText(alpha), move: path[0] };
}

const SAY = {
  look({ walk, step, node }) {
    const count = node.children.length;
    if (!node.cell) return word("look_root", { mark: node.turn, count });
    const sentence = word("look", { mark: mover(node), other: node.turn, cell: node.cell, count });
    return step.alpha === null ? sentence : together(sentence, word("handed_down", sureOf(walk, step)));
  },
  end({ step, node }) {
    const facts = { mark: mover(node), cell: node.cell, count: step.path.length, value: inText(step.value) };
    return word(node.line.length ? "end_won" : "end_drawn", facts);
  },
  limit({ step, node, values }) {
    if (node.turn === "X") return word("limit_alpha", { value: inText(step.alpha), cell: cellOf(values, step.alpha) });
    return word("limit_beta", { value: inText(step.beta), cell: cellOf(values, step.beta) });
  },
  skip: ({ walk, step }) => word("skip_rest", { ...sureOf(walk, step), beta: inText(step.beta) }),
  rise({ walk, step, before, node, values }) {
    const value = inText(step.value), cell = cellOf(values, step.value);
    if (before.kind === "skip") return word("rise_cut", { value });
    if (node.children.length === 1) return word("rise_forced", { mark: node.turn, value });
    if (node === walk.root && step.alpha !== null) {
      const looked = new Set(walk.steps.map(({ path }) => path.join())).size;
      return word("rise_skipped", { value, cell, looked, all: size(walk.root) });
    }
    const chosen = word(node.turn === "X" ? "rise_highest" : "rise_lowest", { values: listed(values), value });
    return node === walk.root ? together(chosen, word("best_move", { cell })) : chosen;
  },
};
