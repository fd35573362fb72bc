// The rules of boards of nine cells, and what the engine wrote down about each board. Nothing here searches.
// A board is nine signs in reading order, such as `XO..OXOX.`; cells are counted from 1. X goes first, unless `first` says otherwise.

export const LINES = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]];
const CELLS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const TURNED = [7, 4, 1, 8, 5, 2, 9, 6, 3], MIRRORED = [3, 2, 1, 6, 5, 4, 9, 8, 7];

// The eight ways to turn and mirror a board, each as the cells that come to stand where 1 to 9 were.
const IMAGES = [CELLS, MIRRORED].flatMap((start) => {
  const images = [start];
  for (let n = 0; n < 3; n++) images.push(TURNED.map((cell) => images.at(-1)[cell - 1]));
  return images;
});

export const EMPTY = ".".repeat(9);
export const other = (mark) => (mark === "X" ? "O" : "X");
export const free = (signs) => CELLS.filter((cell) => signs[cell - 1] === ".");
export const turn = (signs, first = "X") => (free(signs).length % 2 ? first : other(first));
export const play = (signs, cell, first = "X") => signs.slice(0, cell - 1) + turn(signs, first) + signs.slice(cell);

// The nine signs of a position such as `XO./.OX/OX. X`, and who went first; null if it is none.
export function boardOf(position) {
  const signs = position.slice(0, 11).replaceAll("/", ""), count = (mark) => signs.split(mark).length - 1;
  const rows = signs.match(/[XO.]{3}/g)?.join("/");
  for (const first of "XO") {
    const mover = turn(signs, first), ahead = mover === first ? 0 : 1; // so many marks more than the other
    if (position === `${rows} ${mover}` && count(first) - count(other(first)) === ahead) return { signs, first };
  }
  return null;
}

// A board on which X has done what O did, and O what X did.
const swapped = (signs) => [...signs].map((sign) => (sign === "." ? sign : other(sign))).join("");

// How a game ended, or null: who has won, null for a draw, and the cells of the lines that ended it.
export function outcome(signs, misere = false) {
  for (const mark of "XO") {
    const lines = LINES.filter((line) => line.every((cell) => signs[cell - 1] === mark));
    if (lines.length) return { winner: misere ? other(mark) : mark, line: [...new Set(lines.flat())].sort(), lines };
  }
  return free(signs).length ? null : { winner: null, line: [], lines: [] };
}

// What the engine says of each free cell, for the side that plays it, by the number of the cell:
//   value   10 - moves of both sides for a win, its negative for a loss, 0 for a draw
//   result  win, draw or loss
//   moves   how many moves this side makes until the end; 0 for a draw
//   odds    how likely each level is to play there
export function look(table, signs, first = "X") {
  if (outcome(signs, table.misere)) return {};
  const known = first === "X" ? signs : swapped(signs); // in the tables X has gone first
  const seen = IMAGES.map((image) => [image.map((cell) => known[cell - 1]).join(""), image]);
  const [least, image] = seen.reduce((one, next) => (next[0] < one[0] ? next : one));
  const [scores, ...chosen] = table.boards[least];
  return Object.fromEntries(free(least).map((cell, n) => {
    const value = scores.charCodeAt(n) - "j".charCodeAt(0), result = value > 0 ? "win" : value ? "loss" : "draw";
    const odds = Object.fromEntries(table.levels.map((level, place) => [level, share(table.odds[chosen[place]], n)]));
    return [image[cell - 1], { value, result, moves: value && Math.ceil((10 - Math.abs(value)) / 2), odds }];
  }));
}

// What a board is worth to a side if both play perfectly: 1 if it wins, 0 for a draw, -1 if it loses.
export function worth(table, signs, mark, first = "X") {
  const end = outcome(signs, table.misere), known = Object.values(look(table, signs, first));
  if (end?.winner === null) return 0;
  if (end) return end.winner === mark ? 1 : -1;
  const best = Math.max(...known.map(({ value }) => Math.sign(value)));
  return turn(signs, first) === mark ? best : -best;
}

// What a finished game was worth to a side on each of its boards (`worths`), and the last of its moves before which it had
// more than it got: the `number` of that move, the `cell` that was played, and what it `had`; null if there is none.
export function judged(table, boards, mark, first = "X") {
  const worths = boards.map((signs) => worth(table, signs, mark, first)), result = worths.at(-1);
  for (let number = boards.length - 1; number > 0; number--) {
    const before = boards[number - 1], had = worths[number - 1];
    if (turn(before, first) !== mark || had <= result) continue;
    const cell = CELLS.find((one) => boards[number][one - 1] !== before[one - 1]);
    return { worths, letGo: { number, cell, had } };
  }
  return { worths, letGo: null };
}

const share = (weights, n) => weights[n] / weights.reduce((sum, weight) => sum + weight);

// Draw a cell as a level plays.
export function choose(table, signs, level, first = "X") {
  const cells = Object.entries(look(table, signs, first)).filter(([, { odds }]) => odds[level]);
  let left = Math.random();
  for (const [cell, { odds }] of cells) if ((left -= odds[level]) < 0) return +cell;
  return +cells.at(-1)[0]; // rounding may leave a little over
}
