// The frame of Explore: its buttons, choices and places, in the language of the page.

import { make, word } from "./elements.js";
import { icon } from "./pictures.js";

// Fill `place`. `games` and `opponents` are what people choose from, each with its name; `act` does one thing: mine,
// back, empty, example, look, uncover, odds.
export function frame(place, { games, opponents }, opponent, act) {
  const ways = ["example", "empty", "back", "mine"].map((name) => make("button", { type: "button", name, onclick: () => act[name]() }, word(name)));
  const game = make("select", { id: "game", "aria-label": word("game"), onchange: ({ target }) => act.empty(target.value) }, ...Object.entries(games).map(option));
  const board = make("div", {},
    make("div", { class: "ways" }, game, ...ways),
    make("p", { id: "status", "aria-live": "polite" }),
    make("div", { id: "cells", role: "group" }),
    make("p", { id: "problem", role: "alert", class: "problem" }),
    make("p", { id: "covered", hidden: true }, word("covered"), " ", make("button", { type: "button", onclick: act.uncover }, word("show"))),
    make("p", { id: "key", class: "faint", "aria-hidden": "true" }),
    make("p", { id: "reason", "aria-live": "polite" }),
    make("p", { id: "expected" }));
  const more = make("div", { class: "more-known" },
    make("label", { class: "choice" }, word("odds"), " ", players(opponents, opponent, act)),
    make("p", { id: "odds-key", class: "faint" }),
    make("figure", { id: "so-far", hidden: true }),
    sharing(games, act));
  place.replaceChildren(
    make("h2", { class: "unseen" }, word("to_explore")),
    make("p", { class: "faint choice" }, word("explore_about")),
    make("div", { class: "halves" }, board, make("section", { id: "tree", "aria-label": word("tree") }), more),
  );
}

const option = ([value, name]) => make("option", { value }, name);

function players(opponents, opponent, act) {
  const names = [["", word("none")], ...Object.entries(opponents)];
  const choice = make("select", { name: "odds", onchange: ({ target }) => act.odds(target.value) }, ...names.map(option));
  choice.value = opponent;
  return choice;
}

// A link to the position, and the position itself, which people can type or paste too.
function sharing(games, act) {
  const link = make("input", { id: "link", readonly: true, onfocus: ({ target }) => target.select() });
  const copied = make("span", { role: "status" });
  const copy = make("button", { type: "button", onclick: async () => {
    await navigator.clipboard.writeText(link.value);
    copied.replaceChildren(icon("done"), " ", word("copied"));
  } }, word("copy"));
  const game = make("select", { name: "game" }, ...Object.entries(games).map(option));
  const typed = { name: "position", maxlength: 200, spellcheck: "false", autocapitalize: "off", "aria-describedby": "notation" };
  const look = (event) => {
    event.preventDefault();
    act.look({ game: game.value, position: event.target.elements.position.value });
  };
  return make("details", { id: "share", ontoggle: () => copied.replaceChildren() }, make("summary", {}, word("share")),
    make("div", { class: "link" }, make("label", {}, word("link"), link), copy, copied),
    make("form", { onsubmit: look },
      make("label", {}, word("game"), game),
      make("label", {}, word("position"), make("input", typed)),
      make("button", {}, word("show")),
      make("small", { id: "notation", class: "faint" }, word("notation"))));
}
