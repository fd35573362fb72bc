// The frame of Explore: its buttons, choices and places, in the language of the page.

import { make } from "./elements.js";

// Fill `place`. `told` are all texts; `act` does one thing: mine, back, empty, example, odds, look.
export function frame(place, told, opponent, act) {
  const { words } = told;
  const ways = ["mine", "back", "empty", "example"].map((name) => make("button", { type: "button", name, onclick: () => act[name]() }, words[name]));
  place.replaceChildren(
    make("h2", {}, words.title),
    make("p", { class: "faint" }, words.about),
    make("div", { class: "ways" }, ...ways),
    make("p", { id: "status", "aria-live": "polite" }),
    make("div", { id: "cells", role: "group" }),
    make("p", { id: "key", "aria-hidden": "true" }),
    make("p", { id: "reason", "aria-live": "polite" }),
    make("p", { id: "expected" }),
    make("label", { class: "choice" }, words.odds, " ", players(told, opponent, act)),
    make("figure", { id: "so-far", hidden: true }),
    make("p", { id: "problem", role: "alert", class: "problem" }),
    pasting(told, act),
    make("h2", {}, words.tree),
    make("section", { id: "tree", "aria-label": words.tree }),
  );
}

const option = ([value, name]) => make("option", { value }, name);

function players({ words, opponents }, opponent, act) {
  const names = [["", words.none], ...Object.entries(opponents)];
  const choice = make("select", { onchange: ({ target }) => act.odds(target.value) }, ...names.map(option));
  choice.value = opponent;
  return choice;
}

// Where people paste a position.
function pasting({ words, games }, act) {
  const game = make("select", { name: "game" }, ...Object.entries(games).map(option));
  const typed = { name: "position", maxlength: 200, spellcheck: "false", autocapitalize: "off", "aria-describedby": "notation" };
  const look = (event) => {
    event.preventDefault();
    act.look({ game: game.value, position: event.target.elements.position.value });
  };
  return make("form", { onsubmit: look },
    make("label", {}, words.game, game),
    make("label", {}, words.position, make("input", typed)),
    make("button", {}, words.show),
    make("small", { id: "notation", class: "faint" }, words.notation));
}
