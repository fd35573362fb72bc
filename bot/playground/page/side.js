// Beside the rooms: where one is, who one is, the time, the language and the colours.

import * as clock from "./clock.js";
import { byId, make, word, locale } from "../../learn/page/elements.js";
import * as menu from "./menu.js";
import * as rooms from "./rooms.js";

// Draw what a `place` frame says. `act` does one thing: go, menu, wait, language.
export function draw(frame, act) {
  byId("me").textContent = frame.person;
  document.title = `${frame.person} · ${word("title")}`;
  byId("where").textContent = named(frame.place);
  byId("places").replaceChildren(...frame.places.map(({ name }) => item([named(name)], name === frame.place, () => act.go(frame.person, name))));
  byId("people").replaceChildren(...frame.people.map((one) => person(one, frame, act)));
  clock.draw(act.wait);
  byId("language").replaceChildren(...frame.locales.map((code) => make("option", { value: code, selected: code === locale() }, tongue(code))));
  byId("language").onchange = (event) => act.language(event.target.value);
}

const named = (place) => (place === "dm" ? word("direct") : `#${place}`);
const tongue = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);

function item(inside, isHere, go) {
  return make("li", {}, make("button", { type: "button", "aria-current": isHere ? "true" : false, onclick: go }, ...inside));
}

function person({ name, moderates }, frame, act) {
  const power = moderates ? [make("small", { class: "faint" }, ` · ${word("moderator")}`)] : [];
  const isHere = name === frame.person, row = item([name, ...power], isHere, () => act.go(name, frame.place));
  if (!isHere) row.append(menu.more(word("more", { person: name }), () => inMenu(name, frame, act)));
  return row;
}

function inMenu(person, { menus, place }, act) {
  const choose = (command) => () => {
    open(false);
    act.menu(command, person);
  };
  return [...menus.map((command) => make("button", { type: "button", onclick: choose(command) }, command)),
    make("a", { href: `#${person}/${place}`, target: "_blank" }, word("window"))];
}

// Dark or light: as the system has it, until someone chooses. Paper is always light (message.css).
const light = byId("light");

function paint(isLight) {
  light.checked = isLight;
  document.documentElement.dataset.theme = isLight ? "light" : "dark";
}

paint((localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark")) === "light");
light.addEventListener("change", () => {
  paint(light.checked);
  localStorage.setItem("theme", light.checked ? "light" : "dark");
});

// On a phone all of this is behind a button that says who one is.
const opener = byId("open-places");

function open(isOpen) {
  opener.setAttribute("aria-expanded", isOpen);
  document.body.classList.toggle("side-open", isOpen);
}

opener.addEventListener("click", () => open(opener.getAttribute("aria-expanded") !== "true"));
byId("side").addEventListener("click", (event) => event.target.closest("ul button:not(.more)") && open(false));
rooms.watch(() => open(false));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || opener.getAttribute("aria-expanded") !== "true" || menu.isOpen()) return;
  open(false);
  opener.focus();
});
