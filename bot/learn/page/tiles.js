// Boards of tiles: white marks on a ground of their own, as Discord shows them.

import { make } from "./elements.js";
import { draw } from "./pictures.js";

// A mark in a square of 100; `x` and `y` are its upper left corner.
function mark(sign, x = 0, y = 0) {
  const at = { transform: `translate(${x} ${y})` };
  const shape = sign === "X"
    ? draw("path", { class: "stroke", d: "M29 29L71 71M71 29L29 71" })
    : draw("circle", { class: "stroke", cx: 50, cy: 50, r: 24 });
  const ground = draw("rect", { class: "ground", x: 4, y: 4, width: 92, height: 92, rx: 20 });
  return draw("g", { ...at, class: `tile ${sign}` }, ground, shape);
}

// A tile by itself, for a cell made of HTML.
export const tile = (sign) => draw("svg", { class: "one-tile", viewBox: "4 4 92 92", "aria-hidden": "true" }, mark(sign));

// A board in a picture. `last` is the cell played last, `line` the cells that ended the game, `fading` the cell
// whose mark goes next, `worth` the value of each free cell by its number; `numbers` is how large those of free cells
// are, in hundredths of a cell, or 0.
export function board(signs, { x, y, size, last, line = [], fading, worth = {}, numbers = 0 }) {
  const columns = Math.sqrt(signs.length);
  const corner = (cell) => [((cell - 1) % columns) * 100, Math.floor((cell - 1) / columns) * 100];
  const cells = [...signs].map((sign, n) => cell(sign, n + 1, corner(n + 1), { worth: worth[n + 1], numbers }));
  cells[fading - 1]?.classList.add("fading");
  const rings = line.map((cell) => ring(corner(cell), "line"));
  if (last && !line.length) rings.push(ring(corner(last), "last"));
  return draw("g", { class: "board", transform: `translate(${x} ${y}) scale(${size / (100 * columns)})` }, ...cells, ...rings);
}

function cell(sign, number, [x, y], { worth, numbers }) {
  if (sign !== ".") return mark(sign, x, y);
  const known = worth !== undefined, ground = { class: "ground", x: x + 5, y: y + 5, width: 90, height: 90, rx: 20 };
  const text = [];
  if (known) text.push(sized(x + 50, y + 64, 30, signed(worth)));
  else if (numbers) text.push(sized(x + 50, y + 50 + 0.36 * numbers, numbers, number));
  if (known && numbers) text.push(sized(x + 20, y + 28, 17, number));
  return draw("g", { class: known ? `cell ${kind(worth)}` : "cell" }, draw("rect", ground), ...text);
}

const sized = (x, y, size, text) => draw("text", { x, y, "font-size": size, "text-anchor": "middle" }, String(text));

function ring([x, y], name) {
  return draw("rect", { class: `ring ${name}`, x: x + 11, y: y + 11, width: 78, height: 78, rx: 15 });
}

// A legend whose signs stay beside their words.
export const legend = (text) => text.replace(/([▲=▼]) /g, "$1\u00a0");

export const SIGNS = { win: "▲", draw: "=", loss: "▼" };
export const kind = (value) => (value > 0 ? "win" : value < 0 ? "loss" : "draw");
export const minus = (value) => String(value).replace("-", "−");

// A value in a sentence stands in brackets, such as [−8], and is shown as in a picture, so that a plain number is a cell.
export const inText = (value) => `[${minus(value)}]`;
export function shown(sentence) {
  return sentence.split(/\[(.+?)\]/).map((part, n) => {
    const isValue = n % 2;
    return isValue ? make("b", { class: `value ${kind(part.replace("−", "-"))}` }, part) : part;
  });
}
export const spoken = (sentence) => sentence.replace(/[[\]]/g, "");

// A value with its sign: ▲ 7, = 0, ▼ −8.
export const signed = (value) => `${SIGNS[kind(value)]} ${minus(value)}`;
