// The three rooms, Chat, Learn and Explore. The address says which one is open:
//
//   #alice/general                                  Chat: who one is, and where
//   #learn, #lesson-3-12                            Learn, perhaps at a step of a lesson (steps.js)
//   #explore                                        Explore, with the position of the chat
//   #explore&game=3x3&position=XO./.OX/OX.+X        Explore, with this one
//
// In a wide window Explore stands beside the chat (page.css).

import { byId } from "../../learn/page/elements.js";
import * as position from "../../learn/page/position.js";

const KEPT = "here"; // who and where one is, in this window, while the address says something else
const links = { chat: byId("to-chat"), learn: byId("to-learn"), explore: byId("to-explore") };
const watchers = [];

// The room that is open.
export const current = () => document.body.dataset.room;

// Call `take` whenever another room has been opened.
export const watch = (take) => watchers.push(take);

// An address that somebody has typed may be none.
function decoded(typed) {
  try {
    return decodeURIComponent(typed);
  } catch {
    return "";
  }
}

// Who and where one is: {person, place}; both empty at first.
export function here() {
  const named = roomOf(location.hash) === "chat" ? decoded(location.hash.slice(1)) : "";
  const [person, place = ""] = (named || sessionStorage.getItem(KEPT) || "").split("/");
  return { person, place };
}

// Someone is this person in this place.
export function stay(person, place) {
  const where = `${person}/${place}`;
  sessionStorage.setItem(KEPT, where);
  links.chat.hash = where;
  if (current() === "chat") history.replaceState(null, "", `#${where}`);
}

export function open(room) {
  if (current() === room) return;
  history.pushState(null, "", links[room].hash);
  enter();
}

const roomOf = (hash) => (/^#(learn|lesson-)/.test(hash) ? "learn" : /^#explore(&|$)/.test(hash) ? "explore" : "chat");

// Show the room of the address.
function enter() {
  const room = roomOf(location.hash), before = current();
  document.body.dataset.room = room;
  for (const [name, link] of Object.entries(links)) link.ariaCurrent = name === room ? "page" : null;
  if (room === "explore") {
    const asked = position.inAddress(location.hash);
    if (asked) position.show(asked);
    else position.follow();
  }
  if (room === before) return;
  for (const take of watchers) take();
  const { activeElement } = document; // may be hidden with its room, and is the body after that
  if (before && (activeElement === document.body || !activeElement.checkVisibility())) byId(room).focus();
}

// Keep the address of Explore at the position.
function name() {
  const address = position.follows() ? "#explore" : position.address(position.current());
  links.explore.setAttribute("href", address);
  if (current() === "explore" && location.hash !== address) history.replaceState(null, "", address);
}

position.watch(name);
addEventListener("hashchange", enter);
enter();
