// What comes after the lessons: a program with gaps, what it must print, and how to check it.

import { listing } from "./code.js";
import { make, word } from "./elements.js";
import { number } from "./lesson_pictures.js";

const GAP = "NotImplementedError"; // is raised where something is to be written
const COMMAND = "python -m engine.check FILE";

export function writing({ code, visits, boards }) {
  const program = listing(code, word("write_title")).element;
  for (const line of program.querySelectorAll(".code span")) line.classList.toggle("runs", line.textContent.includes(GAP));
  const prints = ["value", "visits", "move", "best", "again", "boards"]
    .map((name) => word(`write_${name}`, { visits: number(visits), boards: number(boards) }))
    .map((text) => make("li", {}, text));
  const told = make("div", {},
    make("h3", { id: "write-title" }, word("write_title")),
    make("p", {}, word("write_idea")),
    make("ul", {}, ...prints),
    make("p", {}, word("write_check")),
    make("pre", { class: "command" }, make("code", {}, COMMAND)));
  return make("section", { class: "writing", id: "write", "aria-labelledby": "write-title" }, told, program);
}
