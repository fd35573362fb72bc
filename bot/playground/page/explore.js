// The room Explore: what the engine thinks of a position, and the tree of minimax.
// It follows the game in front of you, until you look at another position: one from the address
// (#position=XO./.OX/OX.+X&game=3x3), one you paste, or one that you come to by pressing cells.

import { frame } from "./frame.js";
import { showBoard, showCurve, showOdds, showWorth } from "./knowledge.js";
import { ask, connect, forget } from "./questions.js";
import * as tree from "./tree.js";

const EXAMPLE = { game: "3x3", position: "XO./.OX/OX. X" }; // of every tutorial; its tree has 14 nodes
const SIZES = { "4x4": 4, "5x5": 5 };

const place = document.getElementById("explore");
const part = (id) => document.getElementById(id);
const isWide = () => matchMedia("(min-width: 1100px)").matches;

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

const act = {
  open() {
    isOpen = !isOpen;
    place.querySelector("button").setAttribute("aria-expanded", isOpen);
    part("explore-body").hidden = !isOpen;
    if (isOpen) return refresh();
    forget();
    ask({ ask: "stop" }, () => {});
  },
  mine() {
    [follows, earlier] = [true, []];
    show(mine);
  },
  back: () => act.look(earlier.at(-1), earlier.slice(0, -1)),
  empty: () => act.look({ game: shown.game, position: empty(SIZES[shown.game] ?? 3) }),
  example: () => act.look(EXAMPLE),
  // Look at another position than that of the game.
  look(other, before = []) {
    [follows, earlier] = [false, before];
    show(other);
  },
  odds(name) {
    opponent = name;
    askForOdds();
  },
};

const empty = (size) => `${Array(size).fill(".".repeat(size)).join("/")} X`;

function show(position) {
  shown = position;
  if (told) refresh();
}

// Ask everything about the position that is shown.
function refresh() {
  if (!isOpen) return;
  forget();
  allow();
  const { game, position, moves, first } = shown, points = [];
  const take = {
    board(board) {
      showBoard(board, told.words);
      const { elements } = place.querySelector("form");
      [elements.game.value, elements.position.value] = [board.game, board.position];
      askForOdds();
      tree.show(part("tree"), board, told);
    },
    worth: (worth) => showWorth(worth, told.words, (after) => act.look({ game, position: after }, [...earlier, shown])),
    curve(point) {
      points.push(point);
      showCurve(points, told.words);
    },
    refused: ({ text }) => part("problem").replaceChildren(text),
  };
  ask({ ask: "look", game, position, ...(moves?.length && { moves, first }) }, (answer) => take[answer.is](answer));
}

function askForOdds() {
  if (!opponent) return showOdds(null);
  ask({ ask: "odds", game: shown.game, position: shown.position, opponent }, ({ cells }) => showOdds(cells));
}

// Which of the ways lead somewhere.
function allow() {
  place.querySelector("[name=mine]").disabled = !mine || follows;
  place.querySelector("[name=back]").disabled = !earlier.length;
}

// Learn the texts, at first and whenever the page speaks another language.
function learn() {
  const { lang } = document.documentElement;
  ask({ ask: "words" }, (answer) => {
    if (lang !== document.documentElement.lang) return; // it has changed since
    told = answer;
    frame(place, told, { isOpen, opponent }, act);
    refresh();
  });
}

document.addEventListener("position", ({ detail }) => {
  mine = detail;
  if (follows && mine) show(mine);
  else if (told) allow();
});

// In a narrow window Explore covers the chat, so Escape closes it.
place.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !isOpen || isWide()) return;
  act.open();
  place.querySelector("button").focus();
});

addEventListener("hashchange", () => fromAddress() && act.look(fromAddress()));
new MutationObserver(learn).observe(document.documentElement, { attributeFilter: ["lang"] });
connect(learn, () => {
  told = null;
  place.replaceChildren();
});
