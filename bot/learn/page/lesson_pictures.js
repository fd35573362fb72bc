// The pictures of the lessons. Each has its last step, and `show`, which draws a step and returns its sentence; some
// have lines of `code` or a `list` too.

import { listing } from "./code.js";
import { locale, word } from "./elements.js";
import { draw, keepTextsIn } from "./pictures.js";
import { inWords } from "./sentences.js";
import { board, inText, kind, signed, spoken } from "./tiles.js";
import { cut } from "./tree_picture.js";
import { walk } from "./walk.js";

const text = (x, y, said, attributes = {}) => draw("text", { x, y, "text-anchor": "middle", ...attributes }, said);

function frame(height, ...inside) {
  const box = { class: "drawing", viewBox: `0 0 360 ${height}`, role: "img" };
  return keepTextsIn(draw("svg", box, ...inside));
}

export const number = (value) => value.toLocaleString(locale());

// A picture that is named by the sentence of its step.
function described({ picture, show, ...more }) {
  return {
    ...more,
    picture,
    show(n) {
      const sentence = show(n);
      picture.setAttribute("aria-label", `${word("picture")}: ${spoken(sentence)}`);
      return sentence;
    },
  };
}

const AXIS = 156; // where the line of numbers is

// 1: each way the game can end, hung below a line of numbers; faint until it has been looked at.
export function everyEnd({ code, signs: start, ends }) {
  const lines = listing(code);
  const big = draw("g", {});
  const small = draw("g", {});
  const at = (value) => 28 + ((value + 9) / 18) * 304;
  const ticks = [-8, 0, 7].map((value) => chip(at(value), AXIS - 26, value));
  const side = (value, name) => text(at(value), AXIS - 32, word(name), { class: "note" });
  const sides = [side(-8, "ends_o_wins"), side(0, "ends_draws"), side(7, "ends_x_wins")];
  const axis = draw("path", { class: "axis", d: `M${at(-9)} ${AXIS}H${at(9)}` });
  const picture = frame(284, axis, ...ticks, ...sides, small, big);

  // An end below its value, and below those before it that are worth the same.
  function hung({ signs, line, value }, n, isSeen) {
    const before = ends.slice(0, n).filter((end) => end.value === value).length;
    const drawn = board(signs, { x: at(value) - 26, y: AXIS + 8 + 58 * before, size: 52, line: isSeen ? line : [] });
    return draw("g", { class: isSeen ? "end" : "end dim" }, drawn);
  }
  function showStart() {
    big.replaceChildren(board(start, { x: 127, y: 4, size: 106, numbers: 34 }));
    lines.light(null);
    return word("ends_start", { count: ends.length });
  }
  function showEnd({ moves, last, signs, line, value, runs }) {
    big.replaceChildren(board(signs, { x: 127, y: 4, size: 106, line, last, numbers: 34 }), chip(268, 47, value));
    lines.light(runs);
    return word(`ends_${kind(value)}`, { line: moves.join(", "), count: moves.length, value: inText(value) });
  }
  return described({
    picture,
    last: ends.length,
    code: lines.element,
    show(n) {
      small.replaceChildren(...ends.map((end, place) => hung(end, place, place < n)));
      if (n === 0) return showStart();
      const sentence = showEnd(ends[n - 1]);
      return n === ends.length ? word("together", { first: sentence, then: word("ends_all") }) : sentence;
    },
  });
}

function chip(x, y, value) {
  return draw("g", { class: `chip ${kind(value)}` },
    draw("rect", { x: x - 24, y, width: 48, height: 20, rx: 10 }),
    text(x, y + 15, signed(value), { "font-size": 13 }));
}

// 2, 3 and 4: a tree that is walked by lines of Python. Its first step is the one that `isFirst` finds, and it waits
// for an answer before the one that `isAnswer` finds, if there is one. With `pointsAtCall`, an arrow points at the line in
// which a function calls itself.
export function tree(told, { isFirst = () => true, isAnswer = () => false, pointsAtCall = false } = {}) {
  const { steps, ...more } = inWords(told), lines = listing(told.code);
  if (pointsAtCall) lines.pointAt(told.calls);
  const from = steps.findIndex(isFirst), { picture, list, show } = walk({ steps, ...more, from });
  return {
    picture,
    list,
    code: lines.element,
    last: steps.length - 1 - from,
    asks: Math.max(0, steps.findIndex(isAnswer) - 1 - from),
    show(n) {
      lines.light(steps[from + n].line);
      return show(n);
    },
  };
}

const IDEAS = {
  plain: { boards: [".........", "X........", "XO......."], between: "→" },
  symmetry: { boards: ["X........", "..X......", "........X", "......X.."], between: "=" },
  "alpha-beta": { boards: ["XO.XOXOX.", "XO.XOXOXO"], between: "→", isCut: true },
  memory: { boards: ["X...O....", "X...O...X", "....O...X"], between: "→←" },
  all: { boards: ["........."], between: "", value: 0 },
};

// 5: what saves work, and how much each idea leaves.
export function savings({ counts, code }) {
  const lines = listing(code), most = counts[0].nodes, top = draw("g", {}), bars = draw("g", {});
  const picture = frame(330, top, bars, text(198, 322, word("savings_axis"), { class: "note" }));
  return described({
    picture,
    code: lines.element,
    last: counts.length - 1,
    show(n) {
      const { idea, nodes, line } = counts[n];
      lines.light(line);
      top.replaceChildren(...example(IDEAS[idea]));
      bars.replaceChildren(...counts.map((each, place) => bar(each, place, n, most)));
      return word(`savings_${idea}`, { nodes: number(nodes), times: number(Math.floor(most / nodes)) });
    },
  });
}

// Boards side by side that show an idea, with a sign between each two.
function example({ boards, between, isCut, value }) {
  const step = 88, first = 180 - ((boards.length - 1) * step) / 2;
  const parts = boards.map((signs, n) => board(signs, { x: first + n * step - 31, y: 22, size: 62 }));
  for (let n = 1; n < boards.length; n++) {
    parts.push(text(first + (n - 0.5) * step, 60, between[n - 1] ?? between[0], { class: "between" }));
  }
  if (isCut) {
    parts[1].setAttribute("opacity", 0.3);
    parts.push(draw("g", { class: "edge" }, cut(first + step / 2, 53)));
  }
  if (value !== undefined) parts.push(chip(180, 92, value));
  return parts;
}

// A bar comes with its step, and stays. Its number stands inside if there is room, else beside it.
function bar({ idea, nodes }, place, now, most) {
  const y = 128 + place * 36, left = 106, length = Math.max(2, (nodes / most) * 248);
  const parts = [text(left - 7, y + 18, word(idea), { "text-anchor": "end" })];
  if (place <= now) {
    const inside = { x: left + length - 8, "text-anchor": "end", class: "inside" };
    const beside = { x: left + length + 8, "text-anchor": "start", class: "" };
    parts.push(draw("rect", { x: left, y, width: length, height: 26, rx: Math.min(6, length / 2) }));
    parts.push(draw("text", { y: y + 18, ...(length > 100 ? inside : beside) }, number(nodes)));
  }
  return draw("g", { class: place === now ? "bar shown" : "bar" }, ...parts);
}

const AHEAD = 2; // how far the bot looks in the game of lesson 6
const FALLS = ["beliefs_falls", "beliefs_trap", "beliefs_late", "beliefs_lost"];

// 6: what a bot believes that looks one move ahead, two, three, four; then the trap that it fell into.
export function beliefs({ signs, moves, line, seen }) {
  const place = draw("g", {}), note = text(180, 332, "", { class: "note" }), picture = frame(340, place, note);
  const at = { x: 40, y: 20, size: 280, numbers: 34 }, deepest = seen.length, last = seen.at(-1);
  const losing = new Intl.ListFormat(locale()).format(Object.keys(last).filter((cell) => last[cell] < 0));

  function showBeliefs(depth) {
    place.replaceChildren(board(signs[0], { ...at, worth: seen[depth - 1] }));
    note.replaceChildren(word("beliefs_ahead", { depth }));
    if (depth === 1) return word("beliefs_blind_one");
    return word(depth < deepest ? "beliefs_blind" : "beliefs_sees", { depth, cells: losing });
  }
  function showMove(played) {
    const cell = moves[played - 1], isOver = played === moves.length;
    place.replaceChildren(board(signs[played], { ...at, last: cell, line: isOver ? line : [] }));
    note.replaceChildren(isOver ? "" : word("beliefs_ahead", { depth: AHEAD }));
    return word(FALLS[played - 1], { mark: played % 2 ? "X" : "O", cell });
  }
  return described({
    picture,
    last: deepest - 1 + moves.length,
    show: (n) => (n < deepest ? showBeliefs(n + 1) : showMove(n - deepest + 1)),
  });
}

// 7: a game that comes back to where it was. Its boards stand in a circle.
export function round({ boards, moves }) {
  const length = moves.length, middle = draw("g", {}), circle = draw("g", {});
  const picture = frame(360, draw("circle", { class: "axis", cx: 180, cy: 180, r: 142 }), circle, middle);

  function onCircle({ signs, fading }, place, isNow) {
    const angle = (place / length) * 2 * Math.PI - Math.PI / 2;
    const x = 180 + 142 * Math.cos(angle), y = 180 + 142 * Math.sin(angle);
    const drawn = draw("g", {}, board(signs, { x: x - 24, y: y - 24, size: 48, fading }));
    if (isNow) drawn.append(draw("rect", { class: "now", x: x - 29, y: y - 29, width: 58, height: 58, rx: 10 }));
    return drawn;
  }
  return described({
    picture,
    last: length,
    show(n) {
      const { signs, fading } = boards[n], cell = moves[n - 1];
      middle.replaceChildren(board(signs, { x: 110, y: 110, size: 140, last: cell, fading, numbers: 34 }));
      const shown = boards.slice(0, Math.min(n + 1, length));
      circle.replaceChildren(...shown.map((each, place) => onCircle(each, place, n % length === place)));
      if (n === 0) return word("round_start");
      const facts = { mark: n % 2 ? "X" : "O", cell, gone: boards[n - 1].fading, length };
      return word(n < length ? "round_fades" : "round_round", facts);
    },
  });
}
