// Boards with three free cells to practise on, and the tree of each with all its values.

import { free, other, outcome, play, turn } from "./lookup.js";
import { everyBoard, valueOf } from "./own_bot.js";

// The tree of a board, its nodes as in bot/learn/tree.py, each with its `value` to X. `moves` lead to it from the root.
export function endgame(signs, cell = null, moves = 0) {
  const mover = turn(signs), end = outcome(signs);
  return {
    cell, signs, turn: mover,
    move: cell ? `${other(mover)} ${cell}` : "",
    line: end?.line ?? [],
    over: Boolean(end),
    value: valueOf(signs, moves),
    children: end ? [] : free(signs).map((next) => endgame(play(signs, next), next, moves + 1)),
  };
}

// Every board with three free cells on which both sides have something to decide, and one move of X is best.
export const endgames = () => everyBoard().filter((signs) => free(signs).length === 3 && isPractice(endgame(signs)));

function isPractice({ value, children }) {
  const best = children.filter((child) => child.value === value);
  const choices = children.filter((child) => new Set(child.children.map((answer) => answer.value)).size > 1);
  return best.length === 1 && choices.length > 1;
}
