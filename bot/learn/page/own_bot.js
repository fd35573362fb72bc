// A bot that a reader has put together from six choices, and how it plays on all boards. Each wrong choice is a fault that
// programs of learners have.

import { EMPTY, free, LINES, outcome, play, turn } from "./lookup.js";

// What can be chosen in each place, the right one in RIGHT.
export const CHOICES = {
  line: ["cells", "marks"], // whether an empty line is three in a row, too
  win: ["flat", "quick", "slow"], // what a win is worth: always the same, more if it comes soon, or more if it comes late
  deeper: ["same", "next"], // whether moves are counted on the way down
  x: ["lowest", "highest"],
  o: ["lowest", "highest"],
  best: ["near", "best"], // a win at once and else the first free cell, or the best value
};
export const RIGHT = { line: "marks", win: "quick", deeper: "next", x: "highest", o: "lowest", best: "best" };

const OF_A_WIN = { flat: () => 10, quick: (moves) => 10 - moves, slow: (moves) => moves };
const OF_MANY = { lowest: Math.min, highest: Math.max };

// The bot of these choices: `move` finds its cell on a board; `value` and `values` are what it thinks that a board after so
// many moves and each of its free cells are worth to X.
export function bot({ line, win, deeper, x, o, best }) {
  const known = new Map();

  // Who has three in a row; an empty line, where that counts, is nobody's.
  function winner(signs) {
    for (const cells of LINES) {
      const [one, two, three] = cells.map((cell) => signs[cell - 1]);
      if (one === two && two === three && (one !== "." || line === "cells")) return one;
    }
    return null;
  }
  function value(signs, moves) {
    const key = signs + moves;
    if (!known.has(key)) known.set(key, searched(signs, moves));
    return known.get(key);
  }
  function searched(signs, moves) {
    const won = winner(signs);
    if (won === "X") return OF_A_WIN[win](moves);
    if (won === "O") return -OF_A_WIN[win](moves);
    if (won || !signs.includes(".")) return 0;
    const after = deeper === "next" ? moves + 1 : moves;
    const below = free(signs).map((cell) => value(play(signs, cell), after));
    const takes = turn(signs) === "X" ? x : o;
    return OF_MANY[takes](...below);
  }
  const values = (signs) => new Map(free(signs).map((cell) => [cell, value(play(signs, cell), 1)]));

  function move(signs) {
    const cells = free(signs);
    const mover = turn(signs);
    if (best === "near") return cells.find((cell) => winner(play(signs, cell)) === mover) ?? cells[0];
    const found = values(signs);
    const takes = mover === "X" ? "highest" : "lowest";
    const wanted = OF_MANY[takes](...found.values());
    return cells.find((cell) => found.get(cell) === wanted);
  }
  return { move, value, values };
}

const judge = bot(RIGHT);

// What a board is worth to X after so many moves.
export const valueOf = judge.value;

// Every board on which the game goes on, the fullest first.
export function everyBoard() {
  const found = new Set();
  const add = (signs) => {
    if (found.has(signs) || outcome(signs)) return;
    found.add(signs);
    for (const cell of free(signs)) add(play(signs, cell));
  };
  add(EMPTY);
  return [...found].sort((one, other) => free(one).length - free(other).length);
}

// Where the bot of these choices throws away a win or a draw (`thrown`), and where it wins later or loses sooner than it
// must (`slow`): its board, the cell that it plays, and a better one. The fullest boards come first.
export function check(chosen) {
  const { move } = bot(chosen);
  const boards = everyBoard();
  const thrown = [];
  const slow = [];
  for (const signs of boards) {
    const cell = move(signs);
    const side = turn(signs) === "X" ? 1 : -1;
    const worth = new Map([...judge.values(signs)].map(([one, value]) => [one, side * value]));
    const most = Math.max(...worth.values());
    const better = free(signs).find((one) => worth.get(one) === most);
    if (Math.sign(worth.get(cell)) < Math.sign(most)) thrown.push({ signs, cell, better });
    else if (worth.get(cell) < most) slow.push({ signs, cell, better });
  }
  return { thrown, slow, boards: boards.length };
}
