// The line one types into, and what it offers: commands, their options, and values.

import { byId, make } from "../../learn/page/elements.js";

const line = byId("line"), offers = byId("offers");
let chosen = -1; // the place of the offer that Enter would take, or -1
let offered = ""; // the line that the offers are for

// `send` gets frames for the server; `toChat` opens the room of this line.
export function start(send, toChat) {
  line.addEventListener("input", () => ask(send));
  line.addEventListener("keydown", (event) => press(event, send));
  line.addEventListener("blur", () => setTimeout(close));
  byId("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!line.value.trim() || send({ do: "type", line: line.value })) write("", send);
  });
  addEventListener("keydown", (event) => { // a slash starts a command, wherever the focus is
    if (event.key !== "/" || event.target.closest("input, select, textarea")) return;
    event.preventDefault();
    toChat();
    write("/", send);
  });
  offers.addEventListener("mousedown", (event) => {
    event.preventDefault(); // the focus stays in the line
    const offer = event.target.closest("[role=option]");
    if (offer) write(offer.dataset.line, send);
  });
}

// Put a text into the line, as if it had been typed.
export function write(text, send) {
  line.value = text;
  line.focus();
  ask(send);
}

// Put a line that was refused back, so that it can be mended; not if another one has been begun.
export function giveBack(text) {
  line.value ||= text;
}

// Show what the server offers for a line, if that is still the line.
export function show(frame) {
  if (frame.line !== line.value || document.activeElement !== line) return;
  offered = frame.line;
  offers.replaceChildren(...frame.offers.map((offer, place) => make("li",
    { role: "option", id: `offer-${place}`, "aria-selected": "false", "data-line": offer.line },
    make("b", {}, offer.label), " ", make("span", { class: "faint" }, offer.about))));
  open(frame.offers.length > 0);
}

function ask(send) {
  if (line.value.startsWith("/")) send({ do: "suggest", line: line.value });
  else close();
}

function press(event, send) {
  if (event.isComposing) return;
  if (event.key === "Enter" && chosen < 0 && offered !== line.value) narrow();
  const count = offers.hidden ? 0 : offers.children.length;
  if (!count) return;
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps) choose((Math.max(chosen, event.key === "ArrowUp" ? 0 : -1) + steps[event.key] + count) % count);
  else if (event.key === "Escape") close();
  else if (event.key === "Tab" && !event.shiftKey) take(send);
  else if (event.key === "Enter" && completes()) take(send);
  else return;
  event.preventDefault();
}

// Of the offers for an earlier line, drop those that do not go on as typed since.
function narrow() {
  for (const offer of [...offers.children]) {
    if (!offer.dataset.line.startsWith(line.value)) offer.remove();
  }
  if (!offers.children.length) close();
}

// Take the chosen offer, or else the first.
function take(send) {
  write(offers.children[Math.max(chosen, 0)].dataset.line, send);
}

// Whether Enter takes an offer: one is chosen, or the line is only the beginning of a command, as on Discord.
function completes() {
  if (offers.hidden) return false;
  if (chosen >= 0) return true;
  const commands = [...offers.children].map((offer) => offer.firstChild.textContent);
  return commands[0].startsWith("/") && !commands.includes(line.value.trim());
}

function choose(place) {
  offers.children[chosen]?.setAttribute("aria-selected", "false");
  chosen = place;
  offers.children[chosen].setAttribute("aria-selected", "true");
  offers.children[chosen].scrollIntoView({ block: "nearest" });
  line.setAttribute("aria-activedescendant", `offer-${chosen}`);
}

function open(isOpen) {
  chosen = -1;
  offers.hidden = !isOpen;
  line.setAttribute("aria-expanded", isOpen);
  line.removeAttribute("aria-activedescendant");
}

const close = () => open(false);
