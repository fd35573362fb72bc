// What the server says of a position, drawn into the frame: the board, what each cell is worth, odds, the curve.

import { byId, make } from "./elements.js";
import { curve } from "./pictures.js";

// The board, before anything is known about it.
export function showBoard(board, words) {
  const place = byId("cells"), hadFocus = place.contains(document.activeElement);
  place.className = `size${board.columns}`;
  place.replaceChildren(...[...board.signs].map((sign, n) => cell(board, sign, n)));
  place.setAttribute("aria-label", board.status);
  if (hadFocus) place.querySelector("button")?.focus();
  byId("status").replaceChildren(board.status);
  for (const id of ["problem", "key", "reason", "expected"]) byId(id).replaceChildren();
  if (!board.over) byId("reason").replaceChildren(words.thinking);
  byId("so-far").hidden = true;
}

function cell(board, sign, n) {
  const marks = [board.line.includes(n + 1) && "line", board.fading === n + 1 && "fading"].filter(Boolean);
  const attributes = { class: ["cell", sign === "." ? "" : sign.toLowerCase(), ...marks].join(" "), "data-cell": n + 1 };
  if (board.over || sign !== ".") return make("div", attributes, sign.replace(".", ""));
  return make("button", { ...attributes, class: "cell free", type: "button" }, make("span", { class: "number" }, board.numbers[n]));
}

// What each cell is worth, how the game should go on, and why. `play` is called with the position after a cell.
export function showWorth(worth, words, play) {
  for (const [number, { result, word, soon, after }] of Object.entries(worth.cells)) {
    const found = byId("cells").querySelector(`[data-cell="${number}"]`);
    found.dataset.text = `${found.textContent}: ${[word, soon].filter(Boolean).join(" ")}`;
    found.classList.add(result, ...(worth.best.includes(Number(number)) ? ["best"] : []));
    found.append(make("span", { class: "word" }, word), make("span", { class: "moves" }, soon), make("span", { class: "odds" }));
    found.onclick = () => play(after);
    describe(found);
  }
  const results = new Map(Object.values(worth.cells).map(({ result, word }) => [result, word]));
  const sign = ([result, word]) => make("span", { class: result }, make("span", { class: "word" }), ` ${word}`);
  byId("key").replaceChildren(...[...results].map(sign));
  byId("reason").replaceChildren(...bold(worth.reason ?? ""));
  if (worth.line.length) byId("expected").replaceChildren(make("b", {}, words.expected), " ", worth.line.join(" · "));
}

// Shade the cells by how likely someone is to play there; not at all without odds.
export function showOdds(odds) {
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 0 });
  for (const found of byId("cells").querySelectorAll(".free")) {
    const chance = odds?.[found.dataset.cell] ?? 0;
    found.style.setProperty("--chance", chance);
    found.dataset.odds = odds ? percent.format(chance) : "";
    found.querySelector(".odds")?.replaceChildren(found.dataset.odds);
    describe(found);
  }
}

function describe(found) {
  found.setAttribute("aria-label", [found.dataset.text, found.dataset.odds].filter(Boolean).join(", "));
}

// What the game was worth after each of its moves.
export function showCurve(points, words) {
  byId("so-far").hidden = false;
  byId("so-far").replaceChildren(make("figcaption", {}, words.curve), curve(points, words));
}

// A text of the bot, in which ** makes bold.
const bold = (text) => text.split("**").map((piece, n) => (n % 2 ? make("b", {}, piece) : piece));
