// Bots with one fault each: people say where it shows, and then see its line.

import { listing } from "./code.js";
import { make, word } from "./elements.js";
import { draw } from "./pictures.js";
import { question } from "./quiz.js";
import { board } from "./tiles.js";

const NAMES = ["A", "B", "C"]; // of the boards: a number would be a cell

export function bugs(told) {
  return make("section", { class: "bugs", id: "bugs", "aria-labelledby": "bugs-title" },
    make("h3", { id: "bugs-title" }, word("bugs_title")),
    make("p", {}, word("bugs_idea")),
    ...told.map((one, n) => bug(n + 1, one)));
}

function bug(count, { code, line, moves, wrong, cell }) {
  const name = word("bug", { number: count }), program = listing(code, name);
  program.light(line);
  program.element.hidden = true;
  const [a, b, c] = NAMES, right = NAMES[wrong - 1];
  const texts = { ask: word("bug_ask"), a, b, c, because: word(`bug_${count}_because`, { number: right, cell }) };
  const asking = question((text) => texts[text], right.toLowerCase());
  asking.addEventListener("click", () => {
    program.element.hidden = !asking.matches(".answered");
  });
  return make("div", { class: "bug" }, make("div", {}, make("h4", {}, name), picture(moves), asking), program.element);
}

// The boards side by side, with the cells that the bot has played.
function picture(moves) {
  const boards = moves.map(({ signs, cell }, n) => draw("g", {},
    board(signs.slice(0, cell - 1) + "X" + signs.slice(cell), { x: n * 120 + 10, y: 4, size: 100, last: cell, numbers: 34 }),
    draw("text", { x: n * 120 + 60, y: 122, "text-anchor": "middle", "font-size": 14 }, NAMES[n])));
  const told = moves.map(({ signs, cell }, n) => word("bug_board", { number: NAMES[n], rows: signs.match(/.{3}/g).join(" / "), cell }));
  return draw("svg", { class: "drawing", viewBox: "0 0 360 130", role: "img", "aria-label": told.join(" ") }, ...boards);
}
