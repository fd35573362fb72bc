// The room Explore: what the engine thinks of a position, and the tree of minimax.
// It shows the position of the page (position.js).

import { byId, locale } from "./elements.js";
import * as curve from "./curve.js";
import { frame } from "./frame.js";
import { showBoard, showOdds, showWorth } from "./knowledge.js";
import { address, canFollow, current, follow, follows, isPlayed, show, watch } from "./position.js";
import { ask, connect, forget } from "./questions.js";
import * as tree from "./tree.js";

const SIZES = { "4x4": 4, "5x5": 5 };

const place = byId("explore");

let isOpen = false, // whether someone looks at it
  told = null, // all texts
  speaks = "", // their language
  earlier = [], // what was shown before cells were pressed
  board = null, // the server's part about the position, once it is there
  worth = null, // what each cell is worth, once that is known
  opponent = "", // whose odds are shown
  odds = null, // how likely the opponent is to play each cell, once that is known
  isWanted = false; // whether someone wants to see what cells are worth during a game

const act = {
  mine() {
    earlier = [];
    follow();
  },
  back: () => show(earlier.pop()),
  empty: (game = current().game) => act.look({ game, position: empty(SIZES[game] ?? 3), moves: [], first: "X" }),
  example: () => act.look({ game: board.game, position: board.example }),
  // Look at another position; *Take back* leads back from there.
  look(other) {
    earlier.push(current());
    show(other);
  },
  // Go on with these moves, which lead to this position.
  go(cells, position) {
    const { game, moves, first } = current();
    act.look({ game, position, ...(moves && { moves: [...moves, ...cells], first }) });
  },
  odds(name) {
    opponent = name;
    askForOdds();
  },
  uncover() {
    isWanted = true;
    draw();
    tree.cover(isShown());
    showGame();
    byId("cells").querySelector("button").focus({ preventScroll: true });
  },
};

// Whether cells show what they are worth: a game in the chat is not spoiled unless someone wants that.
const isShown = () => isWanted || !isPlayed();

const empty = (size) => `${Array(size).fill(".".repeat(size)).join("/")} X`;

// Ask everything about the position, if someone looks at it.
function refresh() {
  if (!told || speaks !== locale()) return; // it is asked once the texts are there, which must not be forgotten
  forget();
  if (!isOpen) return ask({ ask: "stop" }, () => {});
  const { game, position } = current();
  board = null;
  worth = null;
  if (!isPlayed()) isWanted = false;
  allow();
  const take = {
    board(found) {
      board = found;
      draw();
      const { elements } = place.querySelector("form");
      elements.game.value = board.game;
      elements.position.value = board.position;
      byId("game").value = board.game;
      byId("link").value = new URL(address(current()), location.href);
      tree.show(byId("tree"), board, told, isShown(), act.go);
    },
    worth(found) {
      worth = found;
      draw();
    },
    refused: ({ text }) => byId("problem").replaceChildren(text),
  };
  ask({ ask: "look", game, position }, (answer) => take[answer.is](answer));
  askForOdds();
  showGame();
}

// The board, and what is known and wanted of it.
function draw() {
  if (!board) return;
  const { after } = board;
  showBoard(board, told.words, (cell) => act.go([cell], after[cell]));
  if (isShown()) showWorth(board, worth, told.words);
  byId("covered").hidden = isShown() || board.over;
  for (const choice of place.querySelectorAll(".choice")) choice.hidden = board.over;
  showOdds(odds, told.words.odds_key.replace("{level}", told.opponents[opponent]));
}

function askForOdds() {
  const { game, position } = current();
  odds = null;
  draw();
  if (!opponent) return;
  ask({ ask: "odds", game, position, opponent }, (answer) => {
    if (answer.opponent !== opponent) return; // someone has chosen another
    odds = answer.cells;
    draw();
  });
}

function showGame() {
  curve.show(byId("so-far"), current(), told.words, isShown(), act.look);
}

// Show the ways that lead somewhere.
function allow() {
  place.querySelector("[name=mine]").hidden = !canFollow() || follows();
  place.querySelector("[name=back]").hidden = !earlier.length;
}

// Learn the texts, at first and whenever the page speaks another language.
function learn() {
  const lang = locale();
  ask({ ask: "words" }, (answer) => {
    if (lang !== locale()) return; // it has changed since
    told = answer;
    speaks = lang;
    frame(place, told, opponent, act);
    refresh();
  });
}

// The room has been opened, or another one.
export function open(isThisOne) {
  isOpen = isThisOne;
  refresh();
}

watch(refresh);
new MutationObserver(learn).observe(document.documentElement, { attributeFilter: ["lang"] });
connect(learn, () => {
  told = null;
  place.replaceChildren();
});
