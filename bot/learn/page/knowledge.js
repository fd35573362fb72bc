// What the server says of a position, drawn into the frame: the board, what each cell is worth, odds.

import { byId, locale, make, word } from "./elements.js";
import { legend, SIGNS, tile } from "./tiles.js";

// The board, before anything is known about it. `play` is called with the cell that someone presses.
export function showBoard(board, play) {
  const place = byId("cells"), focused = place.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
  place.className = `size${board.columns}`;
  place.replaceChildren(...[...board.signs].map((sign, n) => cell(board, sign, n, play)));
  place.setAttribute("aria-label", board.status);
  if (focused) (place.querySelector(`button[data-cell="${focused}"]`) ?? place.querySelector("button"))?.focus();
  byId("status").replaceChildren(board.status);
  for (const id of ["problem", "key", "reason", "expected", "odds-key"]) byId(id).replaceChildren();
}

function cell(board, sign, n, play) {
  const number = n + 1, marks = [board.line.includes(number) && "line", board.fading === number && "fading"].filter(Boolean);
  if (sign !== ".") return make("div", { class: ["cell", ...marks].join(" "), role: "img", "aria-label": `${board.numbers[n]}: ${sign}` }, tile(sign));
  const inside = make("span", { class: "number" }, board.numbers[n]), attributes = { class: "cell free", "data-cell": number };
  if (board.over) return make("div", attributes, inside);
  return make("button", { ...attributes, type: "button", onclick: () => play(number) }, inside);
}

// What each cell is worth, how the game should go on, and why. `worth` is null until it is known.
export function showWorth(board, worth) {
  if (board.over) return;
  if (!worth) return byId("reason").replaceChildren(word("thinking"));
  for (const [number, { result, word: said, moves, soon }] of Object.entries(worth.cells)) {
    const found = byId("cells").querySelector(`[data-cell="${number}"]`), isBest = worth.best.includes(Number(number));
    found.classList.add(result, ...(isBest ? ["best"] : []));
    found.dataset.worth = [said, soon].filter(Boolean).join(" ");
    describe(found);
    found.append(make("span", { class: "sign" }, SIGNS[result], ...(board.columns > 3 && moves ? [` ${moves}`] : [])));
    if (board.columns === 3 && soon) found.append(make("span", { class: "soon" }, soon));
  }
  byId("key").replaceChildren(legend(word("key")));
  byId("reason").replaceChildren(...[worth.equal, worth.reason].filter(Boolean).flatMap((text) => [...bold(text), " "]));
  byId("expected").replaceChildren(make("b", {}, word("expected")), ` ${worth.line.join(" · ")}`);
}

// A bar at the foot of each cell: how likely someone is to play there. Without odds there is none.
export function showOdds(odds, key) {
  const percent = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 });
  byId("odds-key").replaceChildren(odds ? key : "");
  for (const found of byId("cells").querySelectorAll("button")) {
    found.querySelector(".odds")?.remove();
    const chance = odds?.[found.dataset.cell] ?? 0, bar = make("span", { class: "odds" }, percent.format(chance));
    bar.style.setProperty("--chance", chance);
    if (odds) found.append(bar);
    found.dataset.odds = odds ? bar.textContent : "";
    describe(found);
  }
}

function describe(found) {
  const { worth, odds } = found.dataset, number = found.querySelector(".number").textContent;
  found.ariaLabel = [worth ? `${number}: ${worth}` : number, odds].filter(Boolean).join(", ");
}

// A text of the bot, in which ** makes bold.
const bold = (text) => text.split("**").map((piece, n) => (n % 2 ? make("b", {}, piece) : piece));
