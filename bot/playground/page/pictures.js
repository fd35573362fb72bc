// Small drawings of Explore: a board in a tree, and the curve of a game.

const SVG = "http://www.w3.org/2000/svg";

export function draw(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A board of signs such as `XO..OXOX.`; `last` is the cell that was played, counted from 1.
export function miniature(signs, last = 0) {
  const size = Math.sqrt(signs.length), cells = [...signs].map((sign, n) => ({ sign, x: n % size, y: Math.floor(n / size), n }));
  const frame = { class: "miniature", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" };
  const lines = Array.from({ length: size - 1 }, (_, n) => `M${n + 1} 0V${size}M0 ${n + 1}H${size}`).join("");
  const played = cells.filter(({ n }) => n === last - 1).map(({ x, y }) => draw("rect", { class: "last", x, y, width: 1, height: 1 }));
  const marks = cells.filter(({ sign }) => sign !== ".").map(({ sign, x, y }) => sign === "X"
    ? draw("path", { class: "x", d: `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5` })
    : draw("circle", { class: "o", cx: x + 0.5, cy: y + 0.5, r: 0.27 }));
  return draw("svg", frame, ...played, draw("path", { class: "lines", d: lines }), ...marks);
}

const HEIGHT = { 1: 10, 0: 35, "-1": 60 };

// What a game was worth after each move: points of {worth, text}, and the words for its three heights.
export function curve(points, { x_wins, draw: drawn, o_wins }) {
  const step = 240 / Math.max(points.length - 1, 8), at = (n) => 70 + n * step;
  const labels = [[x_wins, 1], [drawn, 0], [o_wins, -1]].flatMap(([text, worth]) => [
    draw("text", { x: 0, y: HEIGHT[worth] + 4 }, text),
    draw("path", { class: "lines", d: `M62 ${HEIGHT[worth]}H318` }),
  ]);
  const path = points.map(({ worth }, n) => `${n ? "L" : "M"}${at(n)} ${HEIGHT[worth]}`).join("");
  const dots = points.map(({ worth, text }, n) => draw("circle", { cx: at(n), cy: HEIGHT[worth], r: 4 }, draw("title", {}, text)));
  const said = points.map(({ text }) => text).join("; ");
  return draw("svg", { class: "curve", viewBox: "0 0 320 70", role: "img", "aria-label": said }, ...labels, draw("path", { class: "path", d: path }), ...dots);
}
