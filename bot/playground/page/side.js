// Beside the chat: where one is, who one is, the time, the language and the colours.

import { byId, make, word, locale } from "./elements.js";

const WAITS = [[1, "minute", 60], [5, "minute", 300], [1, "hour", 3600], [1, "day", 86400]];

// Draw what a `place` frame says. `act` does one thing: go, menu, wait, language.
export function draw(frame, act) {
  byId("me").textContent = frame.person;
  byId("where").textContent = named(frame.place);
  byId("places").replaceChildren(...frame.places.map(({ name }) => item(named(name), name === frame.place, () => act.go(frame.person, name))));
  byId("people").replaceChildren(...frame.people.map(({ name }) => person(name, frame, act)));
  byId("times").replaceChildren(...WAITS.map(([count, unit, seconds]) =>
    make("button", { type: "button", onclick: () => act.wait(seconds) }, amount(count, unit))));
  byId("language").replaceChildren(...frame.locales.map((code) => make("option", { value: code, selected: code === locale() }, tongue(code))));
  byId("language").onchange = (event) => act.language(event.target.value);
}

const named = (place) => (place === "dm" ? word("direct") : `#${place}`);
const amount = (count, unit) => new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(count);
const tongue = (code) => new Intl.DisplayNames([code], { type: "language" }).of(code);

function item(label, isHere, go) {
  return make("li", {}, make("button", { type: "button", "aria-current": isHere ? "true" : false, onclick: go }, label));
}

function person(name, frame, act) {
  const isHere = name === frame.person, row = item(name, isHere, () => act.go(name, frame.place));
  const menus = frame.menus.map((menu) => make("button", { type: "button", onclick: () => act.menu(menu, name) }, menu));
  const elsewhere = make("a", { href: `#${name}/${frame.place}`, target: "_blank" }, word("window"));
  if (!isHere) row.append(make("details", {}, make("summary", { "aria-label": word("more", { person: name }) }, "⋯"), ...menus, elsewhere));
  return row;
}

// Dark or light: as the system has it, until someone chooses.
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

// On a phone all of this is behind a button.
const opener = byId("open-places");

function open(isOpen) {
  opener.setAttribute("aria-expanded", isOpen);
  document.body.classList.toggle("side-open", isOpen);
}

opener.addEventListener("click", () => open(opener.getAttribute("aria-expanded") !== "true"));
byId("side").addEventListener("click", (event) => event.target.closest("ul button, ul a") && open(false));
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || opener.getAttribute("aria-expanded") !== "true") return;
  open(false);
  opener.focus();
});
