// The glass beside the chat: what the engine thinks of a position, and the tree of minimax.
// It follows the game in front of you, until you look at another position: one from the address
// (#position=XO./.OX/OX.+X&game=3x3), one you paste, or one that you come to by pressing cells.

import { make } from "./elements.js";
import { curve } from "./pictures.js";
import { ask, connect, forget } from "./questions.js";
import * as tree from "./tree.js";

const EXAMPLE = { game: "3x3", position: "XO./.OX/OX. X" }; // of every tutorial; its tree has 14 nodes
const EMPTY = { "3x3": ".../.../... X", "4x4": "..../..../..../.... X", "5x5": "...../...../...../...../..... X", misere: ".../.../... X", fading: ".../.../... X" };

const place = document.getElementById("glass"), isWide = () => matchMedia("(min-width: 1100px)").matches;
let told = null, // all texts
  mine = null, // the game in front of you
  shown = fromAddress() ?? EXAMPLE,
  follows = !fromAddress(),
  earlier = [], // what was shown before cells were pressed
  opponent = "normal",
  isOpen = isWide();

function fromAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  return asked.has("position") ? { game: asked.get("game") ?? "3x3", position: asked.get("position") } : null;
}

document.addEventListener("position", ({ detail }) => {
  mine = detail;
  if (follows && mine) look(mine);
  else if (told) place.querySelector("[name=mine]").disabled = !mine;
});

addEventListener("hashchange", () => {
  if (fromAddress()) goTo(fromAddress());
});

// Look at another position than that of the game.
function goTo(other, before = []) {
  [follows, earlier] = [false, before];
  look(other);
}

function look(other) {
  shown = other;
  if (told) refresh();
}

// The frame in which everything else is shown, in the language of the page.
function build() {
  const { words, games, opponents } = told;
  const option = ([value, name]) => make("option", { value }, name);
  const button = (name, onclick) => make("button", { type: "button", name, onclick }, words[name]);
  const opener = make("button", { type: "button", "aria-expanded": String(isOpen), "aria-controls": "glass-body", onclick: open }, words.title);
  const players = make("select", { onchange: ({ target }) => showOdds(target.value) }, ...[["", words.none], ...Object.entries(opponents)].map(option));
  players.value = opponent;
  const form = make("form", { onsubmit: paste }, make("label", {}, words.game, make("select", { name: "game" }, ...Object.entries(games).map(option))),
    make("label", {}, words.position, make("input", { name: "position", maxlength: 200, spellcheck: "false", autocapitalize: "off", "aria-describedby": "notation" })), make("button", {}, words.show),
    make("small", { id: "notation", class: "faint" }, words.notation));
  const ways = make("div", { class: "ways" }, button("mine", back), button("back", takeBack), button("empty", () => goTo({ game: shown.game, position: EMPTY[shown.game] })), button("example", () => goTo(EXAMPLE)));
  const body = make("div", { id: "glass-body", hidden: !isOpen }, make("p", { class: "faint" }, words.about), ways,
    make("p", { id: "status", "aria-live": "polite" }), make("div", { id: "cells", role: "group" }), make("p", { id: "key", "aria-hidden": "true" }), make("p", { id: "reason", "aria-live": "polite" }), make("p", { id: "expected" }),
    make("label", { class: "choice" }, words.odds, " ", players), make("figure", { id: "so-far", hidden: true }),
    make("p", { role: "alert", class: "problem" }), form, make("h2", {}, words.tree), make("section", { id: "tree", "aria-label": words.tree }));
  place.replaceChildren(make("h2", {}, opener), body);
}

// In a narrow window the glass covers the chat, so Escape closes it.
place.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !isOpen || isWide()) return;
  place.querySelector("button").click();
  place.querySelector("button").focus();
});

const part = (id) => document.getElementById(id);
const problem = () => place.querySelector("#glass-body > .problem");

function open({ target }) {
  isOpen = !isOpen;
  target.setAttribute("aria-expanded", isOpen);
  part("glass-body").hidden = !isOpen;
  if (isOpen) return refresh();
  forget();
  ask({ ask: "stop" }, () => {});
}

// Ask everything about the position that is shown.
function refresh() {
  if (!isOpen) return;
  forget();
  place.querySelector("[name=mine]").disabled = !mine || follows;
  place.querySelector("[name=back]").disabled = !earlier.length;
  const { game, position, moves, first } = shown, points = [];
  ask({ ask: "look", game, position, ...(moves?.length && { moves, first }) }, (answer) => {
    if (answer.is === "refused") return problem().replaceChildren(answer.text);
    if (answer.is === "board") showBoard(answer);
    if (answer.is === "worth") showWorth(answer);
    if (answer.is === "curve") showCurve(points, answer);
  });
}

function showBoard(board) {
  const { words } = told;
  problem().replaceChildren();
  const cells = [...board.signs].map((sign, n) => {
    const cell = make(sign === "." ? "button" : "div", { class: `cell ${sign === "." ? "free" : sign.toLowerCase()}`, "data-cell": n + 1, type: sign === "." ? "button" : false });
    if (board.line.includes(n + 1)) cell.classList.add("line");
    if (board.fading === n + 1) cell.classList.add("fading");
    cell.append(sign === "." ? make("span", { class: "number" }, board.numbers[n]) : sign);
    return cell;
  });
  part("cells").className = `size${board.columns}`;
  part("cells").replaceChildren(...cells);
  part("cells").setAttribute("aria-label", board.status);
  part("status").replaceChildren(board.status);
  for (const id of ["key", "reason", "expected"]) part(id).replaceChildren();
  if (!board.line.length && board.signs.includes(".")) part("reason").replaceChildren(words.thinking);
  part("so-far").hidden = true;
  const form = place.querySelector("form");
  [form.elements.game.value, form.elements.position.value] = [board.game, board.position];
  showOdds(opponent);
  tree.show(part("tree"), board, told);
}

function showWorth(worth) {
  for (const [cell, { result, word, soon, after }] of Object.entries(worth.cells)) {
    const found = part("cells").querySelector(`[data-cell="${cell}"]`), number = found.querySelector(".number").textContent;
    found.classList.add(result, ...(worth.best.includes(Number(cell)) ? ["best"] : []));
    found.append(make("span", { class: "word" }, word), make("span", { class: "moves" }, soon), make("span", { class: "odds" }));
    found.dataset.text = `${number}: ${word} ${soon}`;
    found.onclick = () => goTo({ game: shown.game, position: after }, [...earlier, shown]);
    describe(found);
  }
  const results = new Map(Object.values(worth.cells).map(({ result, word }) => [result, word]));
  part("key").replaceChildren(...[...results].map(([result, word]) => make("span", { class: result }, make("span", { class: "word" }), ` ${word}`)));
  part("reason").replaceChildren(...bold(worth.reason ?? ""));
  if (worth.line.length) part("expected").replaceChildren(make("b", {}, told.words.expected), " ", worth.line.join(" · "));
}

function describe(cell) {
  cell.setAttribute("aria-label", [cell.dataset.text, cell.dataset.odds].filter(Boolean).join(", "));
}

// Shade the cells by how likely someone is to play there.
function showOdds(name) {
  opponent = name;
  const free = () => part("cells").querySelectorAll(".free");
  const shade = (cell, chance, text) => {
    cell.style.setProperty("--chance", chance);
    cell.querySelector(".odds")?.replaceChildren(text);
    cell.dataset.odds = text;
    describe(cell);
  };
  if (!name) return free().forEach((cell) => shade(cell, 0, ""));
  ask({ ask: "odds", game: shown.game, position: shown.position, opponent: name }, ({ cells, text }) => {
    if (text) return problem().replaceChildren(text);
    const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent", maximumFractionDigits: 0 });
    free().forEach((cell) => shade(cell, cells[cell.dataset.cell] ?? 0, percent.format(cells[cell.dataset.cell] ?? 0)));
  });
}

function showCurve(points, point) {
  points.push(point);
  part("so-far").hidden = false;
  part("so-far").replaceChildren(make("figcaption", {}, told.words.curve), curve(points, told.words));
}

// A text of the bot, in which ** makes bold.
function bold(text) {
  return text.split("**").map((piece, n) => (n % 2 ? make("b", {}, piece) : piece));
}

function paste(event) {
  event.preventDefault();
  const { game, position } = event.target.elements;
  goTo({ game: game.value, position: position.value });
}

function takeBack() {
  const before = earlier.pop();
  if (before) goTo(before, earlier);
}

function back() {
  [follows, earlier] = [true, []];
  look(mine);
}

// Learn the texts, at first and whenever the page speaks another language.
function learn() {
  const { lang } = document.documentElement;
  ask({ ask: "words" }, (answer) => {
    if (lang !== document.documentElement.lang) return; // it has changed since
    told = answer;
    build();
    refresh();
  });
}

new MutationObserver(learn).observe(document.documentElement, { attributeFilter: ["lang"] });
connect(learn, () => {
  told = null;
  place.replaceChildren();
});
