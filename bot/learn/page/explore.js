// The room Explore: what the engine thinks of a position, and the tree of minimax.
// It shows the position of the page (position.js).

import { byId, word } from "./elements.js";
import * as curve from "./curve.js";
import { frame } from "./frame.js";
import { showBoard, showOdds, showWorth } from "./knowledge.js";
import { address, canFollow, current, follow, follows, isPlayed, show, watch } from "./position.js";
import { ask, forget } from "./questions.js";
import * as tree from "./tree.js";

const SIZES = { "4x4": 4, "5x5": 5 };

const place = byId("explore");

let isOpen = false, // whether someone looks at it
  choices = null, // the games and opponents that people choose from, once they are there
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
    showKnown();
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
  if (!choices) return;
  forget();
  if (!isOpen) return ask({ do: "stop" }, () => {});
  const { game, position } = current();
  board = null;
  worth = null;
  if (!isPlayed()) isWanted = false;
  allow();
  const take = {
    board(found) {
      board = found;
      showKnown();
      const { elements } = place.querySelector("form");
      elements.game.value = board.game;
      elements.position.value = board.position;
      byId("game").value = board.game;
      byId("link").value = new URL(address(current()), location.href);
      tree.show(byId("tree"), board, isShown(), act.go);
    },
    worth(found) {
      worth = found;
      showKnown();
    },
    refused: ({ text }) => byId("problem").replaceChildren(text),
  };
  ask({ do: "look", game, position }, (answer) => take[answer.is](answer));
  askForOdds();
  showGame();
}

// The board, and what is known and wanted of it.
function showKnown() {
  if (!board) return;
  const { after } = board;
  showBoard(board, (cell) => act.go([cell], after[cell]));
  if (isShown()) showWorth(board, worth);
  byId("covered").hidden = isShown() || board.over;
  for (const choice of place.querySelectorAll(".choice")) choice.hidden = board.over;
  showOdds(odds, word("odds_key", { level: choices.opponents[opponent] }));
}

function askForOdds() {
  const { game, position } = current();
  odds = null;
  showKnown();
  if (!opponent) return;
  ask({ do: "odds", game, position, opponent }, (answer) => {
    if (answer.opponent !== opponent) return; // someone has chosen another
    odds = answer.cells;
    showKnown();
  });
}

function showGame() {
  curve.show(byId("so-far"), current(), isShown(), act.look);
}

// Show the ways that lead somewhere.
function allow() {
  place.querySelector("[name=mine]").hidden = !canFollow() || follows();
  place.querySelector("[name=back]").hidden = !earlier.length;
}

// Draw all of it, at first and whenever the page speaks another language. `offered` are the games and opponents.
export function draw(offered) {
  choices = offered;
  frame(place, choices, opponent, act);
  refresh();
}

// The connection is lost: nothing can be asked until it is back, and then everything is drawn again.
export function clear() {
  choices = null;
  forget();
  place.replaceChildren();
}

// The room has been opened, or another one.
export function open(isThisOne) {
  isOpen = isThisOne;
  refresh();
}

watch(refresh);
