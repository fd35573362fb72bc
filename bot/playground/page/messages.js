// The messages of one place, oldest first. Only the newest are here; the server has the others.

import { byId, make, word } from "../../learn/page/elements.js";
import { bringUpToDate } from "./markdown.js";
import { more } from "./menu.js";
import { draw } from "./message.js";

const NEAR = 60; // pixels from the end at which someone still reads the newest message

const log = byId("log"), list = byId("messages");
const shown = new Map(); // by id: the JSON that a message was drawn from, and its element
let follows = true, // whether someone reads the newest message, and stays with it
  way = 0, // how far one could scroll when the end was last shown
  awaits = null; // what someone has just done here, such as "type" or "press", until its answer is there

// Draw a frame of messages. `world` is what markdown.js needs, and `reader`, the id of who reads, and `menu`, which
// returns what can be chosen in the menu of a message; null where messages have none.
export function show(frame, world, isElsewhere) {
  if (isElsewhere) forget();
  follow(follows || isElsewhere || isAnswered(frame, world));
  const before = log.scrollHeight, first = list.firstElementChild;
  const known = new Set(shown.keys());
  const gone = frame.all ? [...known].filter((id) => !frame.messages.some((message) => message.id === id)) : frame.gone;
  gone.forEach(remove);
  const fresh = frame.messages.filter((message) => place(message, world));
  bringUpToDate(list, frame.now);
  byId("older").hidden = !frame.more;
  byId("empty").hidden = shown.size > 0;
  if (follows) toEnd();
  else if (first && first !== list.firstElementChild) log.scrollTop += log.scrollHeight - before;
  if (!isElsewhere && !(frame.all && !known.size)) announce(fresh.filter(({ id }) => !known.size || id >= [...known].at(-1)));
}

// Someone does this here: wherever they read, they want to see what comes of it.
export function expectAnswer(act) {
  awaits = act;
}

// Whether a frame has what they wait for: a new message, or after a typed line a changed one, that nobody else asked for.
function isAnswered({ all, messages }, { people, reader }) {
  const newest = list.lastElementChild?.dataset.id, me = people[reader];
  const isAnswer = ({ id, by }) => (by ?? me) === me && (awaits === "type" || (newest && isLater(id, newest)));
  if (all || !awaits || !messages.some(isAnswer)) return false;
  awaits = null;
  return true;
}

// Draw every message once more, in another language.
export function redraw(world) {
  for (const [id, { json }] of [...shown]) {
    shown.get(id).json = "";
    place(JSON.parse(json), world);
  }
}

function toEnd() {
  log.scrollTop = log.scrollHeight;
  way = wayNow();
}

function forget() {
  shown.clear();
  list.replaceChildren();
}

// Draw a message where it belongs; returns whether it differs from what was there.
function place(message, world) {
  const json = JSON.stringify(message), before = shown.get(message.id);
  if (before?.json === json) return false;
  const drawn = draw(message, world);
  if (world.menu) drawn.querySelector("header").append(more(word("more_actions"), () => world.menu(message.id)));
  message.news = newsIn(drawn, before?.element);
  if (before) replace(before.element, drawn);
  else list.insertBefore(drawn, next(message.id));
  shown.set(message.id, { json, element: drawn });
  return true;
}

const next = (id) => [...list.children].reverse().reduce((found, each) => (isLater(each.dataset.id, id) ? each : found), null);
const isLater = (one, other) => BigInt(one) > BigInt(other);

// Put a message in the place of an older drawing, and keep the focus on the same control: the one that does the
// same, or else the button in the same place. If there is none, the message itself gets it.
function replace(before, drawn) {
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const [old, now] = [before, drawn].map((message) => [...message.querySelectorAll("[data-press], [data-choose]")]);
  const place = old.indexOf(focused);
  before.replaceWith(drawn);
  if (!focused) return;
  const goal = now.find((control) => control.dataset.press === focused.dataset.press && control.dataset.choose === focused.dataset.choose)
    ?? (now.length === old.length ? now[place] : drawn);
  (goal ?? drawn).focus({ preventScroll: true });
}

function remove(id) {
  const { element } = shown.get(id) ?? {};
  if (!element) return;
  if (element.contains(document.activeElement)) byId("line").focus();
  element.remove();
  shown.delete(id);
}

const wayNow = () => log.scrollHeight - log.clientHeight;
const isAtEnd = () => wayNow() - log.scrollTop < NEAR;

// The lines of a message that are new and have words; rows of tiles have none.
function newsIn(drawn, before) {
  const lines = (element) => [...element.querySelectorAll(".text > *")].filter((line) => /\p{L}{2}/u.test(line.textContent));
  const old = new Set(before ? lines(before).map((line) => line.textContent) : []);
  return lines(drawn).map((line) => line.textContent).filter((line) => !old.has(line));
}

// Tell people who listen what is new.
function announce(messages) {
  if (!messages.length) return;
  const lines = messages.flatMap(({ news, private: only }) => (only ? [...news, word("private")] : news));
  byId("news").replaceChildren(...lines.map((line) => make("p", {}, line)));
}

// Stay at the end from here on, or where one is. At the end the browser must not hold on to other messages.
function follow(isWanted) {
  follows = isWanted;
  log.classList.toggle("follows", follows);
  byId("newest").hidden = follows;
}

// What scrolls because sizes have changed is nobody's wish: the observer below brings the end back.
log.addEventListener("scroll", () => {
  if (isAtEnd() || !follows || way === wayNow()) follow(isAtEnd());
});

// Explore, a notice or a window of another size change the room for the messages, and these change their own.
const sizes = new ResizeObserver(() => follows && toEnd());
sizes.observe(log);
sizes.observe(list);

byId("newest").addEventListener("click", () => {
  toEnd();
  list.lastElementChild?.focus();
});

// Arrow keys go from button to button of a board, as they lie.
list.addEventListener("keydown", (event) => {
  const row = event.target.closest(".row"), step = STEPS[event.key];
  if (!row || !step || event.target.tagName === "SELECT") return;
  const rows = [...row.closest(".message").querySelectorAll(".row")];
  const [down, right] = step, column = [...row.children].indexOf(event.target);
  const goal = rows[rows.indexOf(row) + down]?.children;
  if (!goal) return;
  event.preventDefault();
  goal[Math.min(Math.max(column + right, 0), goal.length - 1)].focus();
});

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
