// What a game was worth after each of its moves: a curve whose points are pressed, and a slider for the same.

import { locale, make, word } from "./elements.js";
import { draw } from "./pictures.js";
import { ask } from "./questions.js";

const HEIGHT = { 1: 14, 0: 39, "-1": 64 }, LEFT = 70, RIGHT = 350, FAR = 12; // moves from which not all have a number

let known = {}; // the game that is drawn: its key, positions and points, by ply

// Show the game of `position` in `place`: where it stands, and what it was worth if `isShown`. `look` shows another
// position of it.
export function show(place, position, isShown, look) {
  const { game, moves, later = [], first, players } = position, all = moves && [...moves, ...later];
  place.hidden = !all?.length;
  if (place.hidden) return;
  const key = JSON.stringify([game, first, all, locale()]);
  const at = (ply) => look({ ...position, position: known.positions[ply], moves: all.slice(0, ply), later: all.slice(ply) });
  const redraw = () => redrawn(place, { ply: moves.length, title: players ? `${players.X} – ${players.O}` : word("curve"), isShown, at });
  if (known.key === key && known.points.length > all.length) return redraw();
  const asked = (known = { key, positions: known.key === key ? known.positions : [], points: [] });
  redraw();
  ask({ do: "curve", game, moves: all, first }, (part) => {
    if (part.is === "game") asked.positions = part.positions;
    if (part.is === "point") asked.points.push(part);
    if (known === asked) redraw();
  });
}

function redrawn(place, { ply, title, isShown, at }) {
  const last = known.positions.length - 1;
  if (last < 1) return place.replaceChildren(make("figcaption", {}, title), word("thinking"));
  let slider = place.querySelector("input");
  if (!slider) {
    slider = make("input", { type: "range", min: 0 });
    place.replaceChildren(make("figcaption", {}), make("div", {}), slider, make("output", {}));
  }
  const { move = "", result = "" } = known.points[ply] ?? {}, said = isShown && result ? `${move}: ${result}` : move;
  slider.max = last;
  slider.value = ply;
  slider.oninput = () => at(+slider.value);
  slider.ariaLabel = title;
  slider.setAttribute("aria-valuetext", said);
  place.querySelector("figcaption").replaceChildren(title);
  place.querySelector("output").replaceChildren(said);
  place.querySelector("div").replaceChildren(...(isShown ? [picture(last, ply, at)] : []));
}

function picture(last, ply, at) {
  const x = (n) => LEFT + n * ((RIGHT - LEFT) / last), points = known.points, step = last > FAR ? 5 : 1;
  const heights = [["x_wins", 1], ["draw", 0], ["o_wins", -1]].flatMap(([name, worth]) => [
    draw("text", { x: 0, y: HEIGHT[worth] + 4 }, word(name)),
    draw("path", { class: "lines", d: `M${LEFT - 8} ${HEIGHT[worth]}H${RIGHT + 8}` }),
  ]);
  const numbers = Array.from({ length: last + 1 }, (_, n) => n).filter((n) => n % step === 0);
  const dots = points.map(({ worth, move, result, ply: n }) => {
    const dot = draw("g", { class: n === ply ? "point here" : "point" }, draw("circle", { class: "area", cx: x(n), cy: HEIGHT[worth], r: 14 }),
      draw("circle", { cx: x(n), cy: HEIGHT[worth], r: n === ply ? 6 : 4 }), draw("title", {}, `${move}: ${result}`));
    dot.addEventListener("click", () => at(n));
    return dot;
  });
  return draw("svg", { class: "curve", viewBox: "0 0 360 90", "aria-hidden": "true" }, ...heights,
    ...numbers.map((n) => draw("text", { class: "number", x: x(n), y: 86, "text-anchor": "middle" }, String(n))),
    draw("path", { class: "path", d: points.map(({ worth, ply: n }) => `${n ? "L" : "M"}${x(n)} ${HEIGHT[worth]}`).join("") }), ...dots);
}
