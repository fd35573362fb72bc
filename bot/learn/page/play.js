// A board that plays: people and levels on either side, what each cell is worth, and what a level would do.

import { make, word, locale } from "./elements.js";
import { boardOf, choose, EMPTY, judged, look, other, outcome, play, turn } from "./lookup.js";
import { icon } from "./pictures.js";
import { kind, legend, SIGNS, tile } from "./tiles.js";

const YOU = "you";
const PACE = 1200; // milliseconds between two moves of bots

// A game as it stands: its boards, from the first to the one that is shown, and who went first.
//
// played  the cell that a bot has just played, or null
// fixing  while a move is to be found: its number, what you had, and the cells tried that let it go; else null
// news    a sentence for you, or empty
const begun = (signs, first) => ({ boards: [signs], first, played: null, fixing: null, news: "" });
const signsOf = ({ boards }) => boards.at(-1);
const moverOf = (game) => turn(signsOf(game), game.first);
const cellsOf = (game, table) => look(table, signsOf(game), game.first);

function moved(game, cell) {
  const board = play(signsOf(game), cell, game.first);
  return { ...game, boards: [...game.boards, board], played: null };
}

// The game once you have pressed a cell. While a move is to be found, only one that keeps what you had is played.
function pressed(game, cell, table) {
  const { fixing } = game;
  if (!fixing) return moved({ ...game, news: "" }, cell);
  const { value } = cellsOf(game, table)[cell];
  if (Math.sign(value) !== fixing.had) {
    const tried = [...fixing.tried, cell];
    return { ...game, fixing: { ...fixing, tried }, news: word("fix_wrong", { cell }) };
  }
  const news = word(fixing.had > 0 ? "fix_won" : "fix_drawn", { cell });
  return moved({ ...game, fixing: null, news }, cell);
}

// The game back on the board on which you let a win or a draw go.
function backToFix(game, letGo) {
  const fixing = { ...letGo, tried: [letGo.cell] };
  return { ...game, boards: game.boards.slice(0, letGo.number), played: null, fixing, news: "" };
}

// The game before its last move.
function takenBack(game) {
  return { ...game, boards: game.boards.slice(0, -1), played: null, fixing: null, news: "" };
}

// A game with its choices. `tables` are the engine's, by the name of the game. What one does makes another `game`, and
// `draw` shows it.
export function playRoom(tables) {
  const names = [YOU, ...tables["3x3"].levels];
  const seats = { X: selected("X", names, YOU), O: selected("O", names, "normal") };
  const kindOfGame = choice(word("game"), Object.keys(tables), "3x3");
  const worth = check(word("worth"));
  const odds = check(word("odds"));
  const place = make("div", { class: "cells" });
  const status = make("p", { class: "status", role: "status" });
  const strip = make("p", { class: "strip", "aria-hidden": "true" });
  const news = make("p", { class: "news", role: "status" });
  const key = make("p", { class: "faint key" });
  const anew = make("button", { type: "button", onclick: () => start(EMPTY) }, word("new"));
  const fix = make("button", { type: "button", onclick: goBackToFix });
  const step = make("button", { type: "button", onclick: () => playAt(nextLevel()) });
  const back = make("button", { type: "button", onclick: takeBack }, word("back"));
  const next = make("button", { type: "button", class: "main", onclick: oneMove }, word("next"));
  const run = make("button", { type: "button", onclick: () => playOn(!timer) });
  let game = begun(EMPTY, "X");
  let timer = 0; // while two bots play on by themselves

  const table = () => tables[kindOfGame.input.value];
  const who = (mark) => seats[mark].input.value;
  const isWatched = () => who("X") !== YOU && who("O") !== YOU;
  const isAlone = () => (who("X") === YOU) !== (who("O") === YOU); // one of the two is you, and the other a bot
  const you = () => (who("X") === YOU ? "X" : "O");
  const end = () => outcome(signsOf(game), table().misere);
  const ending = () => judged(table(), game.boards, you(), game.first);

  // The level that fits next: after a loss an easier one, else a harder one; undefined if there is none.
  function nextLevel() {
    const { levels } = table();
    const now = levels.indexOf(who(other(you())));
    const hasLost = ending().worths.at(-1) < 0;
    return levels[hasLost ? now - 1 : now + 1];
  }
  // The level whose odds are of interest: of the side to move, else of the other, else normal.
  function levelOfOdds() {
    const mover = moverOf(game);
    return [who(mover), who(other(mover)), "normal"].find((name) => name !== YOU);
  }

  function start(signs, first = "X") {
    game = begun(signs, first);
    goOn();
    playOn(isWatched());
  }
  // Let the bot answer a person at once.
  function goOn() {
    const isBots = who(moverOf(game)) !== YOU && !isWatched();
    if (isBots && !end()) answer();
    else draw();
  }
  function answer() {
    const cell = choose(table(), signsOf(game), who(moverOf(game)), game.first);
    place.classList.remove("called");
    game = { ...moved(game, cell), played: cell };
    draw();
  }
  // Let two bots play on by themselves, or wait for the button.
  function playOn(isOn) {
    clearInterval(timer);
    timer = isOn ? setInterval(answer, PACE) : 0;
    draw();
  }
  function oneMove() {
    playOn(false);
    answer();
  }
  function press(cell) {
    place.classList.remove("called");
    game = pressed(game, cell, table());
    goOn();
  }
  function goBackToFix() {
    game = backToFix(game, ending().letGo);
    draw();
    place.querySelector("button").focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }
  function playAt(level) {
    seats[other(you())].input.value = level;
    start(EMPTY);
    place.querySelector("button").focus({ preventScroll: true });
  }
  // Back to the last board on which you had a choice.
  function takeBack() {
    do game = takenBack(game);
    while (game.boards.length > 1 && who(moverOf(game)) !== YOU && !isWatched());
    playOn(false);
    goOn();
  }

  function draw() {
    const ended = end();
    if (ended) timer = clearInterval(timer);
    const isCovered = Boolean(ended || game.fixing); // a move that is to be found is not given away
    const shows = { worth: worth.input.checked && !isCovered, odds: odds.input.checked && !isCovered && levelOfOdds() };
    drawCells(ended, shows);
    drawEnding(ended);
    drawButtons(ended);
    drawStatus(ended);
    drawKey(shows);
  }
  function drawCells(ended, shows) {
    const signs = signsOf(game);
    const known = cellsOf(game, table());
    const before = game.boards.at(-2);
    const isYours = !ended && who(moverOf(game)) === YOU;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    place.replaceChildren(...[...signs].map((sign, n) => {
      const isUncovered = shows.worth || game.fixing?.tried.includes(n + 1);
      const isLast = Boolean(before) && before[n] !== sign;
      const showsHere = { ...shows, worth: isUncovered };
      return cell(sign, n + 1, { end: ended, known: known[n + 1], isYours, shows: showsHere, isLast, press });
    }));
    place.setAttribute("aria-label", word("board"));
    if (focused) (place.querySelector(`button[data-cell="${focused}"]`) ?? place.querySelector("button") ?? back).focus();
  }
  function drawStatus(ended) {
    const { played } = game;
    const now = told(ended);
    if (!played || isWatched()) return status.replaceChildren(now);
    const move = word("bot_played", { cell: played });
    status.replaceChildren(word("together", { first: move, then: now }));
  }
  // What is new to you; after a game against a bot also what each board was worth to you, what you let go, and which
  // level to play next.
  function drawEnding(ended) {
    strip.replaceChildren();
    news.replaceChildren(game.news);
    fix.hidden = true;
    step.hidden = true;
    if (!ended || !isAlone()) return;
    const { worths, letGo } = ending();
    for (const [n, worth] of worths.slice(1).entries()) {
      const isHere = n + 1 === letGo?.number;
      strip.append(make("span", { class: isHere ? `${kind(worth)} here` : kind(worth) }, SIGNS[kind(worth)]));
    }
    if (letGo) {
      news.replaceChildren(word(letGo.had > 0 ? "had_win" : "had_draw", { number: letGo.number }));
      fix.replaceChildren(word("fix", { number: letGo.number }));
      fix.hidden = false;
    }
    if (nextLevel()) {
      step.replaceChildren(word(worths.at(-1) < 0 ? "easier" : "harder"));
      step.hidden = false;
    }
  }
  function drawButtons(ended) {
    const count = game.boards.length;
    const isOpeningOfBot = count === 2 && who(game.first) !== YOU && !isWatched(); // its first move comes by itself
    anew.classList.toggle("main", Boolean(ended));
    back.hidden = Boolean(ended) && !fix.hidden;
    back.disabled = count === 1 || isOpeningOfBot;
    next.hidden = !isWatched() || Boolean(ended);
    run.hidden = next.hidden;
    run.replaceChildren(icon(timer ? "pause" : "run"), " ", word(timer ? "pause" : "run"));
  }
  function drawKey({ worth, odds }) {
    const said = worth ? [legend(word("key"))] : [];
    if (odds) said.push(word("odds_of", { level: word(odds) }));
    if (odds === "perfect") said.push(word("odds_of_perfect"));
    key.replaceChildren(said.join(" "));
  }
  // Whose turn it is, or how the game has ended.
  function told(ended) {
    const { fixing } = game;
    const mark = moverOf(game);
    if (fixing) return word(fixing.had > 0 ? "fix_win" : "fix_draw", { number: fixing.number });
    if (!ended && who(mark) === YOU) return word(isAlone() ? "your_turn" : "turn", { mark });
    if (!ended) return word(timer ? "turn" : "bot_turn", { mark });
    const { winner, lines } = ended;
    if (!winner) return word(isAlone() && who(other(you())) === "perfect" ? "drawn_perfect" : "drawn");
    const line = lines.map((cells) => cells.join("-")).join(", ");
    const facts = { mark: winner, loser: other(winner), line };
    const verb = table().misere ? "loses" : "wins";
    if (!isAlone()) return word(verb, facts);
    return word(who(winner) === YOU ? `you_${verb}` : `i_${verb}`, facts);
  }

  for (const { input } of [kindOfGame, seats.X, seats.O]) input.addEventListener("change", () => start(EMPTY));
  for (const { input } of [worth, odds]) input.addEventListener("change", draw);
  start(EMPTY);
  const buttons = make("div", { class: "buttons" }, anew, fix, step, back, run, next);
  const selects = make("div", { class: "selects" }, seats.X.label, seats.O.label, kindOfGame.label);
  return {
    board: make("div", {}, place, status, strip, news, buttons),
    choices: make("div", { class: "choices" }, selects, worth.label, odds.label, key),
    // Play as these two, with everything covered; the board shows that it is ready.
    seat(x, o) {
      seats.X.input.value = x;
      seats.O.input.value = o;
      worth.input.checked = false;
      odds.input.checked = false;
      start(EMPTY);
      place.classList.add("called");
      (run.hidden ? place.querySelector("button") : run).focus({ preventScroll: true });
    },
    // Show a position, as an address has it, with what each cell is worth; you play both sides. Returns whether it is one.
    show({ game: name, position }) {
      const board = boardOf(position);
      if (!(name in tables) || !board) return false;
      kindOfGame.input.value = name;
      seats.X.input.value = YOU;
      seats.O.input.value = YOU;
      worth.input.checked = true;
      start(board.signs, board.first);
      return true;
    },
  };
}

// A cell of HTML: a tile, or a button with its number and what is shown of it.
function cell(sign, number, { end, known, isYours, shows, isLast, press }) {
  if (sign !== ".") {
    const marks = [end?.line.includes(number) && "line", isLast && !end && "last"].filter(Boolean).join(" ");
    const taken = word("taken", { cell: number, mark: sign });
    return make("div", { class: `cell ${marks}`, role: "img", "aria-label": taken }, tile(sign));
  }
  const soon = known?.moves ? word(`${known.result}_in`, { count: known.moves }) : word("draw");
  const inPercent = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 });
  const percent = known && shows.odds && inPercent.format(known.odds[shows.odds]);
  const inside = [make("span", { class: "number" }, number)];
  if (shows.worth && known) {
    inside.push(make("span", { class: "sign" }, SIGNS[known.result]));
    inside.push(make("span", { class: "soon" }, soon));
  }
  if (percent) inside.push(make("span", { class: "odds" }, percent));
  const label = [word("free", { cell: number }), shows.worth && known && soon, percent].filter(Boolean).join(", ");
  const attributes = { class: `cell free ${shows.worth && known ? known.result : ""}`, "data-cell": number, "aria-label": label };
  if (!isYours) return make("div", { ...attributes, role: "img" }, ...inside);
  return make("button", { ...attributes, type: "button", onclick: () => press(number) }, ...inside);
}

// A board of the essay: press a cell to see what comes of it.
export function living(table, signs) {
  const place = make("div", { class: "cells small", role: "group", "aria-label": word("living") });
  const reset = make("button", { type: "button", onclick: () => draw(signs) }, word("living_reset"));
  const worth = check(word("worth"));
  let shown = signs;
  worth.input.addEventListener("change", () => draw(shown));
  function draw(now) {
    shown = now;
    const end = outcome(now, table.misere), known = look(table, now);
    const had = place.contains(document.activeElement);
    const shows = { worth: worth.input.checked };
    const press = (number) => draw(play(now, number));
    place.replaceChildren(...[...now].map((sign, n) => {
      return cell(sign, n + 1, { end, known: known[n + 1], isYours: !end, shows, isLast: false, press });
    }));
    if (had) (place.querySelector("button") ?? reset).focus();
    reset.disabled = now === signs;
  }
  draw(signs);
  return make("div", { class: "living" }, place, worth.label, reset);
}

function selected(mark, names, value) {
  const { input, label } = choice("", names, value);
  input.setAttribute("aria-label", mark);
  label.prepend(tile(mark));
  return { input, label };
}

function choice(name, values, value) {
  const input = make("select", {}, ...values.map((each) => make("option", { value: each }, word(each))));
  input.value = value;
  return { input, label: make("label", {}, name, input) };
}

function check(name) {
  const input = make("input", { type: "checkbox" });
  return { input, label: make("label", { class: "check" }, input, " ", name) };
}
