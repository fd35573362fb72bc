// The lessons of minimax: each is one idea, a question, and one picture that one control drives.

import { make, word, locale } from "./elements.js";
import { draw } from "./pictures.js";
import { control } from "./steps.js";
import { board, kind, minus, signed } from "./tiles.js";
import { listing, walk } from "./walk.js";

// All lessons, in their order. `told` is what the engine wrote down (bot/playground/lessons.py).
export function lessons(told) {
  const number = (value) => value.toLocaleString(locale());
  const counts = Object.fromEntries(told.counts.map(({ idea, nodes }) => [idea, nodes]));
  const { positions, endless } = told.round;
  const [low, high] = told.highest.root.children.map(({ cell }) => cell);
  const asked = told.ends.steps.findIndex(({ kind: what, path }) => what === "rise" && path.join() === "3");
  const cut = told.skips.steps.findIndex(({ kind: what }) => what === "skip");
  const all = [
    { picture: ends(told.ends.root, told.ends.code_of_ends), right: "a", last: leaves(told.ends.root).length },
    { ...tree(told.highest), right: "c", facts: { low, high } },
    { ...tree(told.ends), right: "b", asks: asked - 1 },
    { ...tree(told.skips), right: "b", asks: cut - 1 },
    { picture: savings(told.counts), right: "c", last: told.counts.length - 1, facts: { plain: number(counts.plain) } },
    { picture: beliefs(told.beliefs), right: "b", last: told.beliefs.moves.length + SEES - 1 },
    { picture: round(told.round), right: "b", last: told.round.moves.length, facts: { positions: number(positions), endless: number(endless) } },
  ];
  return all.map((one, n) => lesson(n + 1, { asks: 0, facts: {}, ...one }));
}

const FIVE = 5; // lessons; two more follow

function lesson(number, { picture, last, asks, right, facts }) {
  const name = `lesson-${number}`, say = (text) => word(`${number}_${text}`, facts);
  const asking = question(say, right);
  const { bar, says } = control({
    name, last, asks, question: asking,
    show(n) {
      asking.hidden &&= n < asks; // it comes when the picture has led to it, and stays
      return picture.show(n);
    },
  });
  const code = picture.code ? [make("div", { class: "lines" }, picture.code, make("p", { class: "faint" }, say("code_note") || word("code_note")))] : [];
  const list = picture.list ? [make("details", {}, make("summary", {}, word("as_list")), picture.list)] : [];
  const shown = make("div", { class: "shown" }, bar, says, make("figure", {}, picture.picture), ...list);
  return make("section", { class: "lesson", id: name, "aria-labelledby": `${name}-title` },
    make("div", { class: "told" },
      make("p", { class: "kicker" }, number > FIVE ? word("extra") : word("lesson", { number, last: FIVE }), number > FIVE ? "" : progress(number)),
      make("h3", { id: `${name}-title` }, say("title")),
      make("p", {}, say("idea"))),
    ...(asks ? [shown, asking] : [asking, shown]), // in a narrow window that is the order
    ...code);
}

const progress = (number) => make("span", { class: "progress", "aria-hidden": "true" }, ...Array.from({ length: FIVE }, (_, n) => make("i", { class: n < number ? "done" : "" })));

// A question with two or three answers; it says whether yours is right, and why. It hides until it is time.
function question(say, right) {
  const reply = make("p", { class: "reply", "aria-live": "polite" });
  const answers = ["a", "b", "c"].filter((name) => say(name)).map((name) => make("button", {
    type: "button",
    "aria-pressed": "false",
    onclick: ({ currentTarget }) => {
      for (const answer of answers) answer.setAttribute("aria-pressed", String(answer === currentTarget));
      reply.parentElement.classList.add("answered");
      reply.className = `reply ${name === right ? "right" : "wrong"}`;
      const first = word(name === right ? "right" : "wrong");
      reply.replaceChildren(make("b", { "aria-hidden": "true" }, name === right ? "✓ " : "→ "), word("together", { first, then: say("because") }));
    },
  }, say(name)));
  return make("div", { class: "question", hidden: true }, make("h4", {}, word("question")), make("p", {}, say("ask")), make("div", { class: "answers" }, ...answers), reply);
}

// A lesson whose picture is a walk through a tree.
function tree(told) {
  return { picture: walk(told), last: told.steps.length - 1 };
}

const text = (x, y, said, attributes = {}) => draw("text", { x, y, "text-anchor": "middle", ...attributes }, said);
const label = (picture, sentence) => picture.setAttribute("aria-label", `${word("picture")}: ${sentence}`);
const frame = (height, ...inside) => draw("svg", { class: "drawing", viewBox: `0 0 360 ${height}`, role: "img" }, ...inside);

const DRAWN = 2, DECIDED = 3; // lines of the code of lesson 1, counted from 0

// 1: each way the game can end, and its place on a line of numbers.
function ends(root, code) {
  const found = leaves(root), lines = listing(code), axis = 296, at = (value) => 28 + ((value + 9) / 18) * 304;
  const big = draw("g", {}), small = draw("g", {}), ticks = [-8, 0, 7].map((value) => text(at(value), axis + 20, minus(value), { class: "tick" }));
  const sides = [[at(-8), "1_o_wins"], [at(0), "1_draws"], [at(7), "1_x_wins"]].map(([x, name]) => text(x, axis + 38, word(name), { class: "note" }));
  const picture = frame(340, draw("path", { class: "axis", d: `M${at(-9)} ${axis}H${at(9)}` }), ...ticks, ...sides, small, big);
  return {
    picture,
    code: lines.element,
    show(n) {
      const end = found[n - 1], shown = end ?? { signs: root.signs, line: [] };
      big.replaceChildren(
        board(shown.signs, { x: 125, y: 6, size: 110, line: shown.line, last: shown.path?.at(-1), numbers: 34 }),
        ...(end ? [chip(180, 126, end.value)] : []));
      small.replaceChildren(...found.slice(0, n).map(({ signs, line, value }, place) => {
        const before = found.slice(0, place).filter((other) => other.value === value).length;
        return draw("g", { class: place === n - 1 ? "newest" : "" }, board(signs, { x: at(value) - 26, y: axis - 62 - 60 * before, size: 52, line }));
      }));
      const sentence = end ? word({ win: "1_win", loss: "1_loss", draw: "1_draw" }[kind(end.value)], { line: end.moves, count: end.path.length, value: minus(end.value) }) : word("1_start", { count: found.length });
      lines.light(end && (end.value ? DECIDED : DRAWN));
      label(picture, sentence);
      return sentence;
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
  alpha_beta: { boards: ["XO..OXOX.", "XO.XOXOX."], between: "→", cross: true },
  memory: { boards: ["X...O....", "X...O...X", "....O...X"], between: "→←" },
  three: { boards: ["........."], between: "", value: 0 },
  all: { boards: ["XOX.O..X."], between: "", value: 0 },
};

// 5: what saves work, and how much each idea leaves.
function savings(counts) {
  const most = counts[0].nodes, length = (nodes) => (Math.log10(nodes) / Math.log10(most)) * 236;
  const top = draw("g", {}), bars = draw("g", {}), lines = [];
  for (let nodes = 1; nodes < most; nodes *= 10) {
    lines.push(draw("path", { class: "grid", d: `M${80 + length(nodes)} 132V348` }), text(80 + length(nodes), 128, nodes.toLocaleString(locale()), { class: "note", "font-size": 9 }));
  }
  const picture = frame(370, ...lines, top, bars, text(198, 364, word("5_axis"), { class: "note" }));
  return {
    picture,
    show(n) {
      const { idea, nodes } = counts[n], { boards, between, cross, value } = IDEAS[idea];
      const step = 88, left = 180 - ((boards.length - 1) * step) / 2;
      top.replaceChildren(...boards.flatMap((signs, place) => [
        board(signs, { x: left + place * step - 31, y: 22, size: 62 }),
        ...(place ? [text(left + (place - 0.5) * step, 60, between[place - 1] ?? between[0] ?? "", { class: "between" })] : []),
      ]), ...(cross ? [draw("path", { class: "cross", d: `M${left + step - 34} 19L${left + step + 34} 87M${left + step + 34} 19L${left + step - 34} 87` })] : []));
      if (value !== undefined) top.append(chip(180, 92, value));
      bars.replaceChildren(...counts.flatMap((each, place) => bar(each, place, n, length)));
      const sentence = word(`5_${idea}`, { plain: most.toLocaleString(locale()), nodes: nodes.toLocaleString(locale()), times: Math.floor(most / nodes).toLocaleString(locale()) });
      label(picture, sentence);
      return sentence;
    },
  };
}

// A bar comes with its step, and stays.
function bar({ idea, nodes }, place, now, length) {
  const y = 136 + place * 36;
  return [draw("g", { class: place === now ? "bar shown" : "bar" },
    text(74, y + 18, word(idea), { "text-anchor": "end" }),
    ...(place > now ? [] : [draw("rect", { x: 80, y, width: length(nodes), height: 26, rx: 6 }),
    text(80 + length(nodes) - 8, y + 18, nodes.toLocaleString(locale()), { "text-anchor": "end", class: "inside" })]))];
}

const SEES = 4; // plies ahead, from which on the bot of lesson 6 sees the trap

// 6: what a bot believes that looks one move ahead, two, three, four; then the trap that it fell into.
function beliefs({ signs, moves, line, seen }) {
  const place = draw("g", {}), note = text(180, 332, "", { class: "note" }), picture = frame(340, place, note);
  return {
    picture,
    show(n) {
      const depth = n + 1, played = n < SEES ? 0 : n - SEES + 1, move = `${played % 2 ? "X" : "O"} ${moves[played - 1]}`;
      const losing = new Intl.ListFormat(locale()).format(Object.keys(seen[SEES - 1]).filter((cell) => seen[SEES - 1][cell] < 0));
      const isOver = played === moves.length;
      place.replaceChildren(board(signs[played], { x: 40, y: 20, size: 280, last: moves[played - 1], line: isOver ? line : [], worth: played ? {} : seen[n], numbers: 34 }));
      note.replaceChildren(isOver ? "" : word("6_ahead", { depth: played ? 2 : depth }));
      const sentence = played
        ? word(["6_falls", "6_trap", "6_late", "6_lost"][played - 1], { move })
        : word(depth === 1 ? "6_blind_one" : depth < SEES ? "6_blind" : "6_sees", { depth, cells: losing });
      label(picture, sentence);
      return sentence;
    },
  };
}

// 7: a game that comes back to where it was. Its boards stand in a circle once both sides have all their marks.
function round({ boards, moves, length }) {
  const start = moves.length - length, middle = draw("g", {}), circle = draw("g", {});
  const picture = frame(360, draw("circle", { class: "axis", cx: 180, cy: 180, r: 142 }), circle, middle);
  return {
    picture,
    show(n) {
      const { signs, fading } = boards[n], last = moves[n - 1], move = `${n % 2 ? "X" : "O"} ${last}`;
      middle.replaceChildren(board(signs, { x: 110, y: 110, size: 140, last, fading, numbers: 34 }));
      const around = boards.slice(start, Math.min(n + 1, start + length)).map((each, place) => {
        const angle = (place / length) * 2 * Math.PI - Math.PI / 2, isNow = n >= start && (n - start) % length === place;
        return draw("g", { class: isNow ? "newest" : "" },
          board(each.signs, { x: 180 + 142 * Math.cos(angle) - 24, y: 180 + 142 * Math.sin(angle) - 24, size: 48, fading: each.fading }),
          ...(isNow ? [draw("rect", { class: "now", x: 180 + 142 * Math.cos(angle) - 29, y: 180 + 142 * Math.sin(angle) - 29, width: 58, height: 58, rx: 10 })] : []));
      });
      circle.replaceChildren(...around);
      const name = !n ? "7_start" : n < start ? "7_moves" : n === start ? "7_full" : n < moves.length ? "7_fades" : "7_round";
      const sentence = word(name, { move, length, mark: n % 2 ? "X" : "O", gone: boards[n - 1]?.fading });
      label(picture, sentence);
      return sentence;
    },
  };
}
