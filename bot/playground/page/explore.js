// The room Explore: what the engine thinks of a position, and the tree of minimax.
// It shows the position of the page (position.js).

import { frame } from "./frame.js";
import { showBoard, showCurve, showOdds, showWorth } from "./knowledge.js";
import { EXAMPLE, canFollow, current, follow, follows, show, watch } from "./position.js";
import { ask, connect, forget } from "./questions.js";
import * as rooms from "./rooms.js";
import * as tree from "./tree.js";

const SIZES = { "4x4": 4, "5x5": 5 };

const place = document.getElementById("explore");
const part = (id) => document.getElementById(id);
const isOpen = () => rooms.current() === "explore";

let told = null, // all texts
  earlier = [], // what was shown before cells were pressed
  opponent = "normal";

const act = {
  mine() {
    earlier = [];
    follow();
  },
  back: () => act.look(earlier.at(-1), earlier.slice(0, -1)),
  empty: () => act.look({ game: current().game, position: empty(SIZES[current().game] ?? 3) }),
  example: () => act.look(EXAMPLE),
  // Look at another position than that of the game.
  look(other, before = []) {
    earlier = before;
    show(other);
  },
  odds(name) {
    opponent = name;
    askForOdds();
  },
};

const empty = (size) => `${Array(size).fill(".".repeat(size)).join("/")} X`;

// Ask everything about the position, if someone looks at it.
function refresh() {
  if (!told) return;
  forget();
  if (!isOpen()) return ask({ ask: "stop" }, () => {});
  allow();
  const { game, position, moves, first } = current(), points = [];
  const take = {
    board(board) {
      showBoard(board, told.words);
      const { elements } = place.querySelector("form");
      [elements.game.value, elements.position.value] = [board.game, board.position];
      askForOdds();
      tree.show(part("tree"), board, told);
    },
    worth: (worth) => showWorth(worth, told.words, (after) => act.look({ game, position: after }, [...earlier, { game, position, moves, first }])),
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
  ask({ ask: "odds", game: current().game, position: current().position, opponent }, ({ cells }) => showOdds(cells));
}

// Which of the ways lead somewhere.
function allow() {
  place.querySelector("[name=mine]").disabled = !canFollow() || follows();
  place.querySelector("[name=back]").disabled = !earlier.length;
}

// Learn the texts, at first and whenever the page speaks another language.
function learn() {
  const { lang } = document.documentElement;
  ask({ ask: "words" }, (answer) => {
    if (lang !== document.documentElement.lang) return; // it has changed since
    told = answer;
    frame(place, told, opponent, act);
    refresh();
  });
}

watch(refresh);
rooms.watch(refresh);
new MutationObserver(learn).observe(document.documentElement, { attributeFilter: ["lang"] });
connect(learn, () => {
  told = null;
  place.replaceChildren();
});
