// Be minimax: on a fresh board the reader lets the numbers rise, from the ends of its tree to the top.

import { kept, make, word } from "./elements.js";
import { endgame, endgames } from "./endgames.js";
import { makeButton } from "./pictures.js";
import { keepInSight } from "./steps.js";
import { inText, minus, shown } from "./tiles.js";
import { treePicture } from "./tree_picture.js";
import { allNodes, rows } from "./walk.js";

const FIRST = "XO.O.XOX."; // nobody has two in a row that can be completed, and yet X wins

export function practice() {
  const figure = make("figure"), says = make("p", { class: "says", "aria-live": "polite" });
  const score = make("span", { class: "faint", "aria-live": "polite" });
  const again = make("button", { type: "button", onclick: another }, word("practice_again"));
  let boards, nodes, known, tree, slips;

  function begin(signs) {
    nodes = allNodes(endgame(signs));
    known = new Map(nodes.map(({ key }) => [key, { isSeen: true }]));
    // An end has its number. Where one cell is left nobody chooses, so its number rises by itself.
    for (const node of [...nodes].reverse()) if (node.children.length < 2) raise(node);
    tree = treePicture(nodes);
    tree.picture.setAttribute("role", "group");
    tree.picture.setAttribute("aria-label", `${word("picture")}: ${rows(nodes[0])}`);
    tree.picture.addEventListener("click", () => { // what is no button
      if (next()) show(ask());
    });
    figure.replaceChildren(tree.picture);
    slips = 0;
    score.replaceChildren();
    again.classList.remove("main");
    show(ask());
  }
  function another() {
    boards ??= endgames();
    begin(boards[Math.floor(Math.random() * boards.length)]);
    focusNext();
  }

  const isKnown = ({ key }) => known.get(key).value !== undefined;
  const canChoose = (node) => !isKnown(node) && node.children.every(isKnown);
  const next = () => nodes.find(canChoose); // it has the frame; any other that can choose may be pressed, too
  const drawn = ({ key }) => tree.picture.querySelector(`[data-path="${key}"]`);
  const focusNext = () => (tree.picture.querySelector("[role=button]") ?? again).focus({ preventScroll: true });

  // A node gets its number, which is that of the child `taken`.
  function raise(node, taken = node.children[0]) {
    Object.assign(known.get(node.key), { value: node.value, worth: minus(node.value), isExact: true, taken });
  }

  function ask() {
    const { parent, cell } = next();
    return parent ? word("practice_ask_o", { cell }) : word("practice_ask_x");
  }

  function press(node) {
    const chooses = node.parent, value = inText(node.value);
    if (node.value !== chooses.value) {
      slips += 1;
      show(word(chooses.parent ? "practice_wrong_o" : "practice_wrong_x", { value }), "wrong");
      drawn(node).focus({ preventScroll: true });
      return;
    }
    raise(chooses, node);
    if (chooses.parent) {
      show(word("together", { first: word("practice_right", { value }), then: ask() }), "right");
    } else {
      show(word("practice_done", { value, cell: node.cell }), "right");
      finish();
    }
    drawn(chooses).querySelector(".chip").classList.add("rises");
    focusNext();
  }

  function finish() {
    const row = slips ? 0 : Number(kept().row ?? 0) + 1;
    kept().row = row;
    score.replaceChildren(slips ? word("practice_slips", { count: slips }) : word("practice_row", { count: row }));
    again.classList.add("main");
    again.scrollIntoView({ block: "nearest" });
  }

  function show(sentence, verdict = "") {
    says.className = `says ${verdict}`;
    says.replaceChildren(...shown(sentence));
    if (verdict) keepInSight(says);
    for (const node of nodes) known.get(node.key).isNow = node === next();
    tree.show(known);
    for (const node of nodes) if (node.parent && canChoose(node.parent)) makeButton(drawn(node), named(node), () => press(node));
  }
  function named({ parent, move, value }) {
    const way = parent.parent ? `${parent.move}, ` : "";
    return `${way}${move}: ${minus(value)}`;
  }

  begin(FIRST);
  return make("section", { class: "lesson", id: "practice", "aria-labelledby": "practice-title" },
    make("div", { class: "told" },
      make("p", { class: "kicker" }, word("practice_kicker")),
      make("h3", { id: "practice-title" }, word("practice_title")),
      make("p", {}, word("practice_idea"))),
    make("div", { class: "shown" }, make("div", { class: "stepped" },
      make("div", { class: "control" }, again, score), says, figure)));
}
