// A board that plays: people and levels on either side, what each cell is worth, and what a level would do.

import { make, word, locale } from "./elements.js";
import { boardOf, choose, EMPTY, judged, look, other, outcome, play, turn } from "./lookup.js";
import { icon } from "./pictures.js";
import { kind, legend, SIGNS, tile } from "./tiles.js";

const YOU = "you", PACE = 1200; // milliseconds between two moves of bots

// A game with its choices. `tables` are the engine's, by the name of the game.
export function playground(tables) {
  const names = [YOU, ...tables["3x3"].levels];
  const seats = { X: selected("X", names, YOU), O: selected("O", names, "normal") };
  const game = choice(word("game"), Object.keys(tables), "3x3");
  const worth = check(word("worth")), odds = check(word("odds"));
  const place = make("div", { class: "cells" }), status = make("p", { class: "status", role: "status" });
  const strip = make("p", { class: "strip", "aria-hidden": "true" }), news = make("p", { class: "news", role: "status" });
  const key = make("p", { class: "faint key" });
  const anew = make("button", { type: "button", onclick: () => start(EMPTY) }, word("new"));
  const fix = make("button", { type: "button", onclick: goBackToFix });
  const step = make("button", { type: "button", onclick: () => playAt(nextLevel()) });
  const back = make("button", { type: "button", onclick: takeBack }, word("back"));
  const next = make("button", { type: "button", class: "main", onclick: oneMove }, word("next"));
  const run = make("button", { type: "button", onclick: () => playOn(!timer) });
  let boards = [EMPTY], first = "X", played = null, timer = 0;
  let fixing = null; // while a move is to be found: its number, what you had, and the cells that let it go

  const table = () => tables[game.input.value], signs = () => boards.at(-1);
  const mover = () => turn(signs(), first), seat = () => seats[mover()].input.value;
  const isWatched = () => seats.X.input.value !== YOU && seats.O.input.value !== YOU;

  function start(from, whoseFirst = "X") {
    boards = [from];
    first = whoseFirst;
    played = null;
    fixing = null;
    news.replaceChildren();
    goOn();
    playOn(isWatched());
  }
  // Let the bot answer a person at once.
  function goOn() {
    if (seat() !== YOU && !isWatched() && !outcome(signs(), table().misere)) return answer();
    draw();
  }
  function answer() {
    const cell = choose(table(), signs(), seat(), first);
    put(cell);
    played = cell;
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
  function put(cell) {
    place.classList.remove("called");
    boards = [...boards, play(signs(), cell, first)];
    played = null;
  }
  function press(cell) {
    news.replaceChildren();
    if (fixing && !isFixedBy(cell)) return draw();
    put(cell);
    goOn();
  }
  // Back to the board on which you let a win or a draw go.
  function goBackToFix() {
    const { letGo } = ending();
    fixing = { ...letGo, tried: [letGo.cell] };
    boards = boards.slice(0, letGo.number);
    played = null;
    news.replaceChildren();
    draw();
    place.querySelector("button").focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }
  // Whether a cell keeps what you had; says so.
  function isFixedBy(cell) {
    const { had, tried } = fixing, keeps = Math.sign(look(table(), signs(), first)[cell].value) === had;
    if (keeps) {
      news.replaceChildren(word(had > 0 ? "fix_won" : "fix_drawn", { cell }));
      fixing = null;
    } else {
      news.replaceChildren(word("fix_wrong", { cell }));
      tried.push(cell);
    }
    return keeps;
  }
  function playAt(level) {
    seats[other(you())].input.value = level;
    start(EMPTY);
    place.querySelector("button").focus({ preventScroll: true });
  }
  // Back to the last board on which you had a choice.
  function takeBack() {
    do boards = boards.slice(0, -1);
    while (boards.length > 1 && seat() !== YOU && !isWatched());
    played = null;
    fixing = null;
    news.replaceChildren();
    playOn(false);
    goOn();
  }
  function draw() {
    const end = outcome(signs(), table().misere), known = look(table(), signs(), first);
    const isYours = !end && seat() === YOU;
    const isCovered = Boolean(end || fixing); // a move that is to be found is not given away
    const shows = { worth: worth.input.checked && !isCovered, odds: odds.input.checked && !isCovered && level() };
    const before = boards.length > 1 ? boards.at(-2) : null;
    const had = place.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    place.replaceChildren(...[...signs()].map((sign, n) => {
      const isUncovered = shows.worth || fixing?.tried.includes(n + 1);
      return cell(sign, n + 1, { end, known: known[n + 1], isYours, shows: { ...shows, worth: isUncovered }, isLast: before && before[n] !== sign, press });
    }));
    place.setAttribute("aria-label", word("board"));
    if (had) (place.querySelector(`button[data-cell="${had}"]`) ?? place.querySelector("button") ?? back).focus();
    showEnding(Boolean(end) && isAlone());
    anew.classList.toggle("main", Boolean(end));
    back.hidden = Boolean(end) && !fix.hidden;
    back.disabled = boards.length === 1 || (boards.length === 2 && seats[first].input.value !== YOU && !isWatched());
    if (end) timer = clearInterval(timer);
    next.hidden = run.hidden = !isWatched() || Boolean(end);
    run.replaceChildren(icon(timer ? "pause" : "run"), " ", word(timer ? "pause" : "run"));
    status.replaceChildren(played && !isWatched() ? word("together", { first: word("bot_played", { cell: played }), then: told(end) }) : told(end));
    key.replaceChildren(shows.worth ? legend(word("key")) : "", " ", shows.odds ? word("odds_of", { level: word(level()) }) : "", " ", shows.odds === "perfect" ? word("odds_of_perfect") : "");
  }
  // After a game of yours against a bot: what it was worth to you, what you let go, and what to play next.
  function showEnding(isOver) {
    strip.replaceChildren();
    fix.hidden = step.hidden = true;
    if (!isOver) return;
    const { worths, letGo } = ending(), level = nextLevel();
    strip.append(...worths.slice(1).map((worth, n) => make("span", { class: n + 1 === letGo?.number ? `${kind(worth)} here` : kind(worth) }, SIGNS[kind(worth)])));
    if (letGo) {
      news.replaceChildren(word(letGo.had > 0 ? "had_win" : "had_draw", { number: letGo.number }));
      fix.replaceChildren(word("fix", { number: letGo.number }));
      fix.hidden = false;
    }
    if (level) {
      step.replaceChildren(word(worths.at(-1) < 0 ? "easier" : "harder"));
      step.hidden = false;
    }
  }
  const you = () => (seats.X.input.value === YOU ? "X" : "O");
  const ending = () => judged(table(), boards, you(), first);

  // The level that fits next: after a loss an easier one, else a harder one; undefined if there is none.
  function nextLevel() {
    const { levels } = table(), now = levels.indexOf(seats[other(you())].input.value);
    return levels[ending().worths.at(-1) < 0 ? now - 1 : now + 1];
  }
  // The level whose odds are of interest: of the side to move, else of the other, else normal.
  const level = () => [seat(), seats[other(mover())].input.value, "normal"].find((name) => name !== YOU);

  function told(end) {
    if (fixing) return word(fixing.had > 0 ? "fix_win" : "fix_draw", { number: fixing.number });
    if (!end) return seat() === YOU ? word(isAlone() ? "your_turn" : "turn", { mark: mover() }) : word(timer ? "turn" : "bot_turn", { mark: mover() });
    if (!end.winner) return word(isAlone() && seats[other(you())].input.value === "perfect" ? "drawn_perfect" : "drawn");
    const line = end.lines.map((cells) => cells.join("-")).join(", ");
    const who = !isAlone() ? "" : seats[end.winner].input.value === YOU ? "you_" : "i_";
    return word(table().misere ? `${who}loses` : `${who}wins`, { mark: end.winner, loser: other(end.winner), line });
  }
  // Whether one of the two is you, and the other a bot.
  const isAlone = () => (seats.X.input.value === YOU) !== (seats.O.input.value === YOU);

  for (const { input } of [game, seats.X, seats.O]) input.addEventListener("change", () => start(EMPTY));
  for (const { input } of [worth, odds]) input.addEventListener("change", draw);
  start(EMPTY);
  return {
    board: make("div", {}, place, status, strip, news, make("div", { class: "buttons" }, anew, fix, step, back, run, next)),
    choices: make("div", { class: "choices" },
      make("div", { class: "selects" }, seats.X.label, seats.O.label, game.label),
      worth.label, odds.label, key),
    // Play as these two, with everything covered; the board shows that it is ready.
    seat(x, o) {
      [seats.X.input.value, seats.O.input.value] = [x, o];
      [worth.input.checked, odds.input.checked] = [false, false];
      start(EMPTY);
      place.classList.add("called");
      (run.hidden ? place.querySelector("button") : run).focus({ preventScroll: true });
    },
    // Show a position, as an address has it, with what each cell is worth; you play both sides. Returns whether it is one.
    show({ game: name, position }) {
      const board = boardOf(position);
      if (!(name in tables) || !board) return false;
      [game.input.value, seats.X.input.value, seats.O.input.value] = [name, YOU, YOU];
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
    return make("div", { class: `cell ${marks}`, role: "img", "aria-label": word("taken", { cell: number, mark: sign }) }, tile(sign));
  }
  const soon = known?.moves ? word(`${known.result}_in`, { count: known.moves }) : word("draw");
  const percent = known && shows.odds && new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 0 }).format(known.odds[shows.odds]);
  const inside = [make("span", { class: "number" }, number)];
  if (shows.worth && known) inside.push(make("span", { class: "sign" }, SIGNS[known.result]), make("span", { class: "soon" }, soon));
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
    place.replaceChildren(...[...now].map((sign, n) => cell(sign, n + 1, { end, known: known[n + 1], isYours: !end, shows: { worth: worth.input.checked }, isLast: false, press: (number) => draw(play(now, number)) })));
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
