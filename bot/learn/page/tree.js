// The tree of minimax below the position: its top, and more where someone asks for it; and how many boards it has, plainly
// and with each idea that saves work.

import { locale, make, word } from "./elements.js";
import { makeButton } from "./pictures.js";
import { ask } from "./questions.js";
import { kind, minus, SIGNS } from "./tiles.js";
import { folded, isFolded, treePicture } from "./tree_picture.js";
import { allNodes, listed, nodeAt } from "./walk.js";

const IDEAS = ["plain", "symmetry", "alpha-beta", "memory", "all"];

let place, // where all of it stands
  board, // the server's part about the position
  go, // leads to another position
  isShown, // whether it shows what boards are worth
  root; // the top of the tree, once it is there

// Show the tree of a position: `found` is the server's part about it.
export function show(where, found, isUncovered, goTo) {
  place = where;
  board = found;
  isShown = isUncovered;
  go = goTo;
  root = null;
  place.replaceChildren();
  if (board.over) return;
  place.append(make("h3", {}, word("tree")));
  if (board.treeless) return place.append(make("p", {}, board.treeless));
  place.append(
    make("div", { class: "picture" }, word("thinking")),
    make("p", { role: "status", class: "problem" }),
    make("p", {}, word("rising", { most: board.signs.length + 1 })),
    board.uncounted ? make("p", {}, board.uncounted) : ideas());
  askFor([], (node) => {
    root = node;
    draw();
    const best = root.children.find(({ value }) => !isShown || value === root.value);
    if (isFolded(best)) unfold([best.cell], []);
  });
}

// Cover what boards are worth, or show it.
export function cover(isUncovered) {
  isShown = isUncovered;
  if (root) draw();
}

const about = () => ({ game: board.game, position: board.position });

// Ask for the node that a path leads to, with what is below it.
function askFor(path, take) {
  const asked = board;
  ask({ do: "tree", ...about(), path }, (part) => {
    if (asked !== board) return;
    if (part.is === "refused") return complain(part.text);
    take(part.node);
  });
}

// Draw what is below the node that a path leads to, with that of another path in the middle. Its siblings fold.
function unfold(path, middle = path) {
  askFor(path, (node) => {
    const parent = nodeAt(root, path.slice(0, -1)), had = place.contains(document.activeElement);
    parent.children = parent.children.map((child) => (child.cell === node.cell ? node : { ...child, children: [] }));
    draw(middle);
    if (had) (place.querySelector(`[data-path^="${path.join("-")}-"] .more`) ?? place.querySelector(".scrolls")).focus();
  });
}

// The tree as a picture, with the node at a path in the middle, and in words.
function draw(path = []) {
  const nodes = allNodes(root), tree = treePicture(nodes), where = place.querySelector(".picture");
  const isOpen = where.querySelector("details")?.open ?? false;
  tree.picture.setAttribute("role", "group");
  tree.picture.setAttribute("aria-label", word("tree"));
  const known = new Map(nodes.map((node) => [node.key, isShown ? uncovered(node) : { isSeen: true }]));
  tree.show(known);
  tree.picture.addEventListener("click", ({ target }) => {
    const pressed = nodes.find(({ key }) => key === target.closest(".node")?.dataset.path);
    if (pressed?.parent) go(pressed.path, pressed.position);
  });
  for (const node of nodes.filter(isFolded)) {
    makeButton(tree.picture.querySelector(`[data-path="${node.key}"] .more`), `${node.move}: ${folded(node)}`, () => unfold(node.path));
  }
  const scrolls = make("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": word("tree") }, tree.picture);
  where.replaceChildren(scrolls,
    nodes.some(isFolded) ? make("p", { class: "faint" }, word("unfold")) : "",
    make("details", { open: isOpen }, make("summary", {}, word("as_list")), make("ul", {}, listed(nodes[0], known))));
  const now = scrolls.querySelector(`[data-path="${path.join("-")}"]`).getBoundingClientRect(), seen = scrolls.getBoundingClientRect();
  scrolls.scrollLeft = now.left + now.width / 2 - seen.left - seen.width / 2;
}

// What is known of a node, as a picture takes it. Where moves were not counted, what it is worth is only a sign.
const uncovered = ({ value, isExact }) => ({ isSeen: true, value, isExact, worth: isExact ? minus(value) : SIGNS[kind(value)] });

// How many boards minimax looks at, plainly and with each idea.
function ideas() {
  const found = {};
  const lines = IDEAS.map((idea) => make("div", { class: "idea" },
    make("b", {}, word(`idea_${idea}`)),
    make("span", { class: "bar" }),
    make("span", { class: "nodes" }, word("thinking")),
    make("span", { class: "faint" }, word(`about_${idea}`))));
  ask({ do: "counts", ...about() }, ({ idea, nodes }) => {
    if (!idea) return;
    found[idea] = nodes;
    const line = lines[IDEAS.indexOf(idea)], most = Math.log(found.plain);
    line.querySelector(".nodes").replaceChildren(nodes.toLocaleString(locale()));
    line.querySelector(".bar").style.setProperty("--part", most ? Math.log(nodes) / most : 1);
  });
  return make("div", { class: "ideas" }, make("h4", {}, word("savings")), ...lines, make("small", { class: "faint" }, word("scale")));
}

const complain = (text) => place.querySelector(".problem").replaceChildren(text);
