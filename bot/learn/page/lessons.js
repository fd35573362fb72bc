// The lessons of minimax: each is one idea, a question, and one picture that one control drives.

import { make, word, locale } from "./elements.js";
import { draw, icon, keepTextsIn } from "./pictures.js";
import { inWords } from "./sentences.js";
import { control } from "./steps.js";
import { board, kind, minus, signed } from "./tiles.js";
import { listing, walk } from "./walk.js";

const FIVE = 5; // lessons; two more follow

// All lessons, in their order, with what follows the fifth. `told` is what the engine wrote down
// (bot/learn/tools/lessons.py), and `tryIt` starts a game against the perfect bot.
export function lessons(told, tryIt) {
  const counts = Object.fromEntries(told.counts.map(({ idea, nodes }) => [idea, nodes]));
  const { positions, endless } = told.round;
  const [low, high] = told.highest.root.children.map(({ cell }) => cell);
  const ends = inWords(told.ends), skips = inWords(told.skips), from = skips.steps.findIndex(isLimitOfX);
  const all = [
    { picture: everyEnd(told.ends.root, told.ends.code_of_ends), right: "a" },
    { picture: tree(inWords(told.highest)), right: "c", facts: { low, high } },
    { picture: tree(ends), right: "b", asks: ends.steps.findIndex(({ kind: what, path }) => what === "rise" && path.join() === "3") - 1 },
    { picture: tree(skips, from), right: "b", asks: skips.steps.findIndex(({ kind: what }) => what === "skip") - 1 - from },
    { picture: savings(told.counts), right: "c", facts: { plain: number(counts.plain) } },
    { picture: beliefs(told.beliefs), right: "b" },
    { picture: round(told.round), right: "b", facts: { positions: number(positions), endless: number(endless) } },
  ].map((one, n) => lesson(n + 1, { asks: 0, facts: {}, ...one }));
  onbeforeprint = () => all.forEach(({ showLast }) => showLast()); // paper shows where it leads
  const end = make("p", { class: "ending" }, word("end"), " ", make("button", { type: "button", class: "main", onclick: tryIt }, word("end_link")));
  const sections = all.map(({ section }) => section);
  return [...sections.slice(0, FIVE), end, ...sections.slice(FIVE)];
}

// Lesson 4 takes up the tree of lesson 3 where X is first sure of a value.
const isLimitOfX = ({ kind: what, path }) => what === "limit" && !path.length;

const tree = (told, from = 0) => ({ ...walk({ ...told, from }), last: told.steps.length - 1 - from });

const number = (value) => value.toLocaleString(locale());

function lesson(count, { picture, asks, right, facts }) {
  const name = `lesson-${count}`, isExtra = count > FIVE, say = (text) => word(`${count}_${text}`, facts);
  const asking = question(say, right, () => asks && controls.goOn());
  const controls = control({
    name, last: picture.last, asks, question: asking,
    show(n) {
      asking.hidden = Boolean(asks) && n !== asks; // it comes when the picture has led to it
      return picture.show(n);
    },
  });
  const code = picture.code ? [make("details", { class: "lines", open: isWide() }, make("summary", {}, word("code")), picture.code)] : [];
  const list = picture.list ? [make("details", {}, make("summary", {}, word("as_list")), picture.list)] : [];
  const section = make("section", { class: "lesson", id: name, "aria-labelledby": `${name}-title` },
    make("div", { class: "told" },
      make("p", { class: "kicker" }, isExtra ? word("extra") : word("lesson", { number: count, last: FIVE }), isExtra ? "" : progress(count)),
      make("h3", { id: `${name}-title` }, say("title")),
      make("p", {}, say("idea"))),
    ...(asks ? [] : [asking]),
    make("div", { class: "shown" }, controls.bar, controls.says, ...(asks ? [asking] : []), make("figure", {}, picture.picture), ...list),
    ...code);
  return { section, showLast: () => controls.go(picture.last) };
}

const isWide = () => matchMedia("(min-width: 1001px)").matches;
const progress = (number) => make("span", { class: "progress", "aria-hidden": "true" }, ...Array.from({ length: FIVE }, (_, n) => make("i", { class: n < number ? "done" : "" })));

// A question with two or three answers; it says whether yours is right, and why, and offers to go on.
function question(say, right, goOn) {
  const reply = make("p", { class: "reply", "aria-live": "polite" });
  const on = make("button", { type: "button", class: "main", hidden: true, onclick: goOn }, icon("run"), " ", word("run"));
  const answers = ["a", "b", "c"].filter((name) => say(name)).map((name) => make("button", {
    type: "button",
    "aria-pressed": "false",
    onclick: ({ currentTarget }) => {
      for (const answer of answers) answer.setAttribute("aria-pressed", String(answer === currentTarget));
      asking.classList.add("answered");
      on.hidden = false;
      reply.className = `reply ${name === right ? "right" : "wrong"}`;
      reply.replaceChildren(make("b", {}, icon(name === right ? "done" : "run"), " "), word("together", { first: word(name === right ? "right" : "wrong"), then: say("because") }));
    },
  }, say(name)));
  const asking = make("div", { class: "question" }, make("h4", {}, word("question")), make("p", {}, say("ask")), make("div", { class: "answers" }, ...answers), reply, on);
  return asking;
}

const text = (x, y, said, attributes = {}) => draw("text", { x, y, "text-anchor": "middle", ...attributes }, said);
const label = (picture, sentence) => picture.setAttribute("aria-label", `${word("picture")}: ${sentence}`);
const frame = (height, ...inside) => keepTextsIn(draw("svg", { class: "drawing", viewBox: `0 0 360 ${height}`, role: "img" }, ...inside));

const DRAWN = 2, DECIDED = 3; // lines of the code of lesson 1, counted from 0

// 1: each way the game can end, hung below a line of numbers.
function everyEnd(root, code) {
  const found = leaves(root), lines = listing(code), axis = 156, at = (value) => 28 + ((value + 9) / 18) * 304;
  const big = draw("g", {}), small = draw("g", {}), ticks = [-8, 0, 7].map((value) => text(at(value), axis - 8, minus(value), { class: "tick" }));
  const sides = [[at(-8), "1_o_wins"], [at(0), "1_draws"], [at(7), "1_x_wins"]].map(([x, name]) => text(x, axis - 26, word(name), { class: "note" }));
  const picture = frame(336, draw("path", { class: "axis", d: `M${at(-9)} ${axis}H${at(9)}` }), ...ticks, ...sides, small, big);
  return {
    picture,
    last: found.length,
    code: lines.element,
    show(n) {
      const end = found[n - 1], shown = end ?? { signs: root.signs, line: [] };
      big.replaceChildren(
        board(shown.signs, { x: 127, y: 4, size: 106, line: shown.line, last: shown.path?.at(-1), numbers: 34 }),
        ...(end ? [chip(268, 47, end.value)] : []));
      small.replaceChildren(...found.slice(0, n).map(({ signs, line, value }, place) => {
        const before = found.slice(0, place).filter((other) => other.value === value).length;
        return board(signs, { x: at(value) - 26, y: axis + 8 + 58 * before, size: 52, line });
      }));
      const sentence = end ? word({ win: "1_win", loss: "1_loss", draw: "1_draw" }[kind(end.value)], { line: end.moves, count: end.path.length, value: minus(end.value) }) : word("1_start", { count: found.length });
      lines.light(end && (end.value ? DECIDED : DRAWN));
      label(picture, sentence);
      return n === found.length ? word("together", { first: sentence, then: word("1_all") }) : sentence;
    },
  };
}

// The ends of a tree: their boards, the moves that lead there, and their value for X.
function leaves(root, path = [], moves = []) {
  if (!root.children.length) {
    const value = root.line.length ? (root.turn === "O" ? 1 : -1) * (10 - path.length) : 0;
    return [{ ...root, path, moves: moves.join(", "), value }];
  }
  return root.children.flatMap((child) => leaves(child, [...path, child.cell], [...moves, `${root.turn} ${child.cell}`]));
}

function chip(x, y, value) {
  return draw("g", { class: `chip ${kind(value)}` }, draw("rect", { x: x - 24, y, width: 48, height: 20, rx: 10 }), text(x, y + 15, signed(value), { "font-size": 13 }));
}

const IDEAS = {
  plain: { boards: [".........", "X........", "XO......."], between: "→" },
  symmetry: { boards: ["X........", "..X......", "........X", "......X.."], between: "=" },
  alpha_beta: { boards: ["XO.XOXOX.", "XO.XOXOXO"], between: "→", cross: true },
  memory: { boards: ["X...O....", "X...O...X", "....O...X"], between: "→←" },
  all: { boards: ["........."], between: "", value: 0 },
};

// 5: what saves work, and how much each idea leaves.
function savings(counts) {
  const most = counts[0].nodes, top = draw("g", {}), bars = draw("g", {});
  const picture = frame(330, top, bars, text(198, 322, word("5_axis"), { class: "note" }));
  return {
    picture,
    last: counts.length - 1,
    show(n) {
      const { idea, nodes } = counts[n], { boards, between, cross, value } = IDEAS[idea];
      const step = 88, left = 180 - ((boards.length - 1) * step) / 2;
      top.replaceChildren(...boards.flatMap((signs, place) => [
        board(signs, { x: left + place * step - 31, y: 22, size: 62 }),
        ...(place ? [text(left + (place - 0.5) * step, 60, between[place - 1] ?? between[0] ?? "", { class: "between" })] : []),
      ]), ...(cross ? [draw("path", { class: "cross", d: `M${left + step - 34} 19L${left + step + 34} 87M${left + step + 34} 19L${left + step - 34} 87` })] : []));
      if (value !== undefined) top.append(chip(180, 92, value));
      bars.replaceChildren(...counts.flatMap((each, place) => bar(each, place, n, most)));
      const sentence = word(`5_${idea}`, { nodes: number(nodes), times: number(Math.floor(most / nodes)) });
      label(picture, sentence);
      return sentence;
    },
  };
}

// A bar comes with its step, and stays. Its number stands inside if there is room, else beside it.
function bar({ idea, nodes }, place, now, most) {
  const y = 128 + place * 36, left = 106, length = Math.max(2, (nodes / most) * 248), fits = length > 100;
  return [draw("g", { class: place === now ? "bar shown" : "bar" },
    text(left - 7, y + 18, word(idea), { "text-anchor": "end" }),
    ...(place > now ? [] : [draw("rect", { x: left, y, width: length, height: 26, rx: Math.min(6, length / 2) }),
      text(left + length + (fits ? -8 : 8), y + 18, number(nodes), { "text-anchor": fits ? "end" : "start", class: fits ? "inside" : "" })]))];
}

// 6: what a bot believes that looks one move ahead, two, three, four; then the trap that it fell into.
function beliefs({ signs, moves, line, seen }) {
  const place = draw("g", {}), note = text(180, 332, "", { class: "note" }), picture = frame(340, place, note);
  const deepest = seen.length, losing = Object.keys(seen.at(-1)).filter((cell) => seen.at(-1)[cell] < 0);
  return {
    picture,
    last: deepest - 1 + moves.length,
    show(n) {
      const played = Math.max(0, n - deepest + 1), cell = moves[played - 1], depth = played ? 2 : n + 1;
      const isOver = played === moves.length;
      place.replaceChildren(board(signs[played], { x: 40, y: 20, size: 280, last: cell, line: isOver ? line : [], worth: played ? {} : seen[n], numbers: 34 }));
      note.replaceChildren(isOver ? "" : word("6_ahead", { depth }));
      const sentence = played
        ? word(["6_falls", "6_trap", "6_late", "6_lost"][played - 1], { mark: played % 2 ? "X" : "O", cell })
        : word(depth === 1 ? "6_blind_one" : depth < deepest ? "6_blind" : "6_sees", { depth, cells: new Intl.ListFormat(locale()).format(losing) });
      label(picture, sentence);
      return sentence;
    },
  };
}

// 7: a game that comes back to where it was. Its boards stand in a circle.
function round({ boards, moves }) {
  const length = moves.length, middle = draw("g", {}), circle = draw("g", {});
  const picture = frame(360, draw("circle", { class: "axis", cx: 180, cy: 180, r: 142 }), circle, middle);
  return {
    picture,
    last: length,
    show(n) {
      const { signs, fading } = boards[n], facts = { mark: n % 2 ? "X" : "O", cell: moves[n - 1], gone: boards[n - 1]?.fading, length };
      middle.replaceChildren(board(signs, { x: 110, y: 110, size: 140, last: facts.cell, fading, numbers: 34 }));
      circle.replaceChildren(...boards.slice(0, Math.min(n + 1, length)).map((each, place) => {
        const angle = (place / length) * 2 * Math.PI - Math.PI / 2, isNow = n % length === place;
        const [x, y] = [180 + 142 * Math.cos(angle), 180 + 142 * Math.sin(angle)];
        return draw("g", {},
          board(each.signs, { x: x - 24, y: y - 24, size: 48, fading: each.fading }),
          ...(isNow ? [draw("rect", { class: "now", x: x - 29, y: y - 29, width: 58, height: 58, rx: 10 })] : []));
      }));
      const sentence = word(!n ? "7_start" : n < length ? "7_fades" : "7_round", facts);
      label(picture, sentence);
      return sentence;
    },
  };
}
