// Boards with three free cells to practise on, and the tree of each with all its values. The page searches these itself:
// no tree has more than sixteen nodes.

import { free, other, outcome, play, turn } from "./lookup.js";

// The tree of a board, its nodes as in bot/learn/walk.py, each with its `value` to X. `moves` lead to it from the root.
export function endgame(signs, cell = null, moves = 0) {
  const mover = turn(signs), end = outcome(signs);
  const move = cell ? `${other(mover)} ${cell}` : "";
  const node = { cell, move, signs, turn: mover, line: [], over: Boolean(end), children: [] };
  if (end) return { ...node, line: end.line, value: valueOfEnd(end.winner, moves) };
  const children = free(signs).map((next) => endgame(play(signs, next), next, moves + 1));
  const values = children.map(({ value }) => value);
  return { ...node, children, value: mover === "X" ? Math.max(...values) : Math.min(...values) };
}

function valueOfEnd(winner, moves) {
  if (winner === "X") return 10 - moves;
  if (winner === "O") return moves - 10;
  return 0;
}

// Every board with three free cells on which both sides have something to decide, and one move of X is best.
export function endgames() {
  const found = [];
  const fill = (signs) => {
    if (signs.length < 9) return [..."XO."].forEach((sign) => fill(signs + sign));
    const isEven = count(signs, "X") === 3 && count(signs, "O") === 3;
    if (isEven && isPractice(endgame(signs))) found.push(signs);
  };
  fill("");
  return found;
}

const count = (signs, mark) => signs.split(mark).length - 1;

function isPractice({ value, children }) {
  const best = children.filter((child) => child.value === value);
  const choices = children.filter((child) => new Set(child.children.map((answer) => answer.value)).size > 1);
  return best.length === 1 && choices.length > 1;
}
