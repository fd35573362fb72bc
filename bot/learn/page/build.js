// Build the bot: its program in words, with six gaps. It is tried on all boards, and played.

import { make, word } from "./elements.js";
import { number } from "./lesson_pictures.js";
import { EMPTY, outcome, play, turn } from "./lookup.js";
import { bot, check, CHOICES } from "./own_bot.js";
import { draw, makeButton } from "./pictures.js";
import { keepInSight } from "./steps.js";
import { board } from "./tiles.js";

const LINES = ["line", "win", "loss", "full", "deeper", "x", "o", "best"]; // of the program

export function build() {
  const choices = {}; // by their places
  const says = make("p", { class: "says", "aria-live": "polite" }, word("build_open")), figure = make("figure");
  const tries = make("button", { type: "button", class: "main", onclick: tryAll }, word("build_try"));
  const plays = make("button", { type: "button", onclick: begin }, word("build_play"));
  let own = null, signs = EMPTY; // of the game that is played

  function line(name) {
    const [before, after] = word(`build_${name}`).split("{choice}");
    if (!CHOICES[name]) return make("li", {}, before);
    const named = (option) => make("option", { value: option }, word(`build_${name}_${option}`) || word(`build_${option}`));
    choices[name] = make("select", { "aria-label": word(`build_${name}`).replace("{choice}", "…"), onchange: forget },
      make("option", { value: "" }, "…"), ...CHOICES[name].map(named));
    return make("li", {}, before, choices[name], after);
  }
  function forget() {
    tell("");
    figure.replaceChildren();
  }
  function tell(sentence, verdict = "") {
    says.className = `says ${verdict}`;
    says.replaceChildren(sentence);
    if (sentence) keepInSight(says);
  }

  // What has been chosen; null if a gap is left, which is said.
  function chosen() {
    const open = Object.values(choices).find(({ value }) => !value);
    if (!open) return Object.fromEntries(Object.entries(choices).map(([name, { value }]) => [name, value]));
    forget();
    tell(word("build_open"));
    open.focus();
    return null;
  }

  function tryAll() {
    const all = chosen();
    if (!all) return;
    tell(word("build_trying"));
    requestAnimationFrame(() => setTimeout(() => judge(all))); // once that is seen
  }
  function judge(all) {
    const { thrown, slow, boards } = check(all);
    const faults = thrown.length ? thrown : slow;
    if (!faults.length) {
      figure.replaceChildren();
      return tell(word("build_right", { boards: number(boards) }), "right");
    }
    const [{ signs: before, cell, better }] = faults;
    show(play(before, cell), cell);
    const facts = { count: number(faults.length), boards: number(boards), mark: turn(before), cell, better };
    tell(word(thrown.length ? "build_thrown" : "build_slow", facts), "wrong");
  }

  // You are X.
  function begin() {
    const all = chosen();
    if (!all) return;
    own = bot(all);
    signs = EMPTY;
    showGame(word("build_begin"));
  }
  function press(cell) {
    signs = play(signs, cell);
    if (outcome(signs)) return showGame("", cell);
    const answer = own.move(signs);
    signs = play(signs, answer);
    showGame(word("build_answer", { cell: answer }), answer);
  }
  function showGame(sentence, last) {
    const end = outcome(signs), had = figure.contains(document.activeElement);
    show(signs, last, end?.line);
    if (!end) {
      tell(sentence);
      for (const cell of figure.querySelectorAll(".cell")) {
        makeButton(cell, cell.textContent, () => press(Number(cell.textContent)));
      }
      if (had) figure.querySelector("[role=button]").focus();
      return;
    }
    const ending = { X: "build_you_win", O: "build_bot_wins" }[end.winner] ?? "build_drawn";
    tell(word(ending));
    if (had) plays.focus();
  }
  function show(shown, last, line = []) {
    const label = `${word("picture")}: ${shown.match(/.{3}/g).join(" / ")}`;
    const box = { class: "drawing", viewBox: "0 0 360 230", role: "group", "aria-label": label };
    figure.replaceChildren(draw("svg", box, board(shown, { x: 70, y: 5, size: 220, last, line, numbers: 34 })));
  }

  const stepped = make("div", { class: "stepped" }, make("div", { class: "control" }, tries, plays), says, figure);
  return make("section", { class: "lesson", id: "build", "aria-labelledby": "build-title" },
    make("div", { class: "told" },
      make("p", { class: "kicker" }, word("practice_kicker")),
      make("h3", { id: "build-title" }, word("build_title")),
      make("p", {}, word("build_idea")),
      make("ol", { class: "built" }, ...LINES.map(line))),
    make("div", { class: "shown" }, stepped));
}
