// The page: one socket to the server, which bot/playground/page_socket.py reads.

import * as clock from "./clock.js";
import * as composer from "./composer.js";
import { byId, learn, make } from "../../learn/page/elements.js";
import * as exploreRoom from "../../learn/page/explore.js";
import { goTo } from "../../learn/page/lessons.js";
import * as learnRoom from "../../learn/page/learn.js";
import * as menu from "./menu.js";
import * as messages from "./messages.js";
import * as questions from "../../learn/page/questions.js";
import { expectFromChat, showFromChat } from "../../learn/page/position.js";
import * as rooms from "./rooms.js";
import * as side from "./side.js";

const LONGEST_PAUSE = 5000; // milliseconds between two attempts to connect

const world = { people: {}, places: {}, reader: "", now: 0, menu: null, tile: (name) => `tiles/${name.replace(/_[0-9a-f]{4}$/, "")}.png` };
let socket, pause = 250, place = null, elsewhere = true, typed = ""; // typed: the line, if that was sent last

function connect() {
  const { person, place: where } = rooms.here();
  const address = new URL("socket", location.href);
  address.protocol = "ws";
  address.search = new URLSearchParams({ person, place: where });
  socket = new WebSocket(address);
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    pause = 250;
    byId("lost").hidden = true;
    if (frame.id) questions.take(frame);
    else TAKE[frame.is](frame);
  };
  socket.onclose = () => {
    byId("lost").hidden = false;
    clock.forget();
    exploreRoom.clear();
    setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  };
}

const ACTS = new Set(["type", "press", "choose", "menu"]); // what may change a board

// Do what someone wants; returns whether there is a connection for it.
function send(frame) {
  byId("refused").hidden = true;
  if (!hand(frame)) return false;
  typed = frame.do === "type" ? frame.line : "";
  if (ACTS.has(frame.do)) {
    expectFromChat();
    messages.expectAnswer(frame.do);
  }
  return true;
}

// Send a frame; returns whether there is a connection for it.
function hand(frame) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

// What happens for each frame of the server.
const TAKE = {
  place(frame) {
    elsewhere ||= !place || frame.person !== place.person || frame.place !== place.place;
    place = frame;
    world.people = Object.fromEntries(frame.people.map(({ id, name }) => [id, name]));
    world.places = Object.fromEntries(frame.places.map(({ id, name }) => [id, name]));
    world.reader = frame.people.find(({ name }) => name === frame.person).id;
    world.menu = frame.message_menus.length ? inMenu : null;
    rooms.stay(frame.person, frame.place);
    side.draw(frame, act);
  },
  words(frame) {
    learn(frame.words, frame.locale);
    if (place) side.draw(place, act);
    drawLessons();
    exploreRoom.draw(frame);
    messages.redraw(world);
  },
  messages(frame) {
    world.now = frame.now;
    messages.show(frame, world, elsewhere);
    elsewhere = false;
    clock.tell(frame.now);
  },
  position(frame) {
    showFromChat(frame.board);
  },
  suggestions: composer.show,
  refused(frame) {
    byId("refused").textContent = frame.text;
    byId("refused").hidden = false;
    messages.expectAnswer(null);
    composer.giveBack(typed);
  },
};

const act = {
  go(person, where) {
    toChat();
    send({ do: "go", person, place: where });
  },
  menu: (command, person) => send({ do: "menu", command, person }),
  wait: (seconds) => send({ do: "wait", seconds }),
  language: (locale) => send({ do: "language", locale }),
};

// Open the room Chat, unless one sees the chat already, beside Explore.
const toChat = () => byId("chat").checkVisibility() || rooms.open("chat");

// Everything that can be pressed in a message.
byId("messages").addEventListener("click", (event) => {
  const pressed = event.target.closest("button, a"), message = event.target.closest(".message")?.dataset.id;
  if (!pressed || pressed.ariaDisabled === "true") return;
  if (pressed.dataset.press) send({ do: "press", message, custom_id: pressed.dataset.press });
  else if (pressed.dataset.command) composer.write(pressed.dataset.command, send);
  else if (pressed.className === "dismiss") send({ do: "dismiss", message });
  else if (pressed.href) follow(event, pressed.href);
});

// The menu of a message opens as on Discord by a right click, a long press, or the menu key too.
byId("messages").addEventListener("contextmenu", (event) => {
  const message = event.target.closest(".message")?.dataset.id;
  if (!message || !place.message_menus.length) return;
  event.preventDefault();
  menu.open(inMenu(message), event.clientX, event.clientY);
});

const inMenu = (message) => place.message_menus.map((command) =>
  make("button", { type: "button", onclick: () => send({ do: "menu", command, message }) }, command));

byId("messages").addEventListener("change", ({ target }) => {
  const values = [...target.selectedOptions].map((option) => option.value);
  send({ do: "choose", message: target.closest(".message").dataset.id, custom_id: target.dataset.choose, values });
});

// A link to a message leads to it here, if it is here.
function follow(event, address) {
  const [, id] = address.match(/^https:\/\/discord\.com\/channels\/[^/]+\/\d+\/(\d+)$/) ?? [];
  if (!id) return;
  event.preventDefault();
  const found = byId("messages").querySelector(`[data-id="${id}"]`);
  found?.scrollIntoView({ block: "center" });
  found?.focus();
}

byId("skip").addEventListener("click", () => {
  toChat();
  byId("line").focus();
});
byId("starts").addEventListener("click", ({ target }) => {
  const command = target.closest("button")?.querySelector("code");
  if (command) send({ do: "type", line: command.textContent });
});
byId("older").addEventListener("click", () => send({ do: "older" }));
addEventListener("hashchange", () => {
  goTo(location.hash); // after rooms.js has opened the room
  const { person, place: where } = rooms.here();
  if (where && (person !== place?.person || where !== place?.place)) send({ do: "go", person, place: where });
});

function drawLessons() {
  if (rooms.current() === "learn") learnRoom.draw(playPerfect);
}

function playPerfect() {
  rooms.open("chat");
  send({ do: "type", line: "/ttt start level:perfect" });
}

function showRoom() {
  drawLessons();
  exploreRoom.open(rooms.current() === "explore");
}

questions.sendBy(hand);
rooms.watch(showRoom);
showRoom();
composer.start(send, toChat);
connect();
