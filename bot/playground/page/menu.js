// The menu of a person or of a message, as Discord opens it: behind a ⋯, or where someone asked for it. A choice,
// Escape and a press elsewhere close it.

import { byId, make } from "../../learn/page/elements.js";
import { icon } from "../../learn/page/pictures.js";

const EDGE = 4; // pixels that the edge of the window stays free

const menu = byId("commands");
let opener = null; // the ⋯ that it was opened from last

// A ⋯ with this name, which opens the menu below itself or closes it again. `fill` returns what can be chosen.
export function more(name, fill) {
  const button = make("button", { type: "button", class: "more", "aria-label": name, "aria-haspopup": "true", popovertarget: menu.id }, icon("more"));
  button.addEventListener("click", (event) => {
    event.preventDefault(); // the browser's own way would close the menu of another ⋯ and open none
    const isOwn = opener === button && menu.matches(":popover-open");
    const { left, bottom } = button.getBoundingClientRect();
    if (isOwn) menu.hidePopover();
    else open(fill(), left, bottom);
    opener = button;
  });
  return button;
}

// Open it at this place of the window, as far as it has room there.
export function open(choices, x, y) {
  menu.hidePopover();
  menu.replaceChildren(...choices);
  menu.showPopover();
  menu.style.left = `${Math.min(x, innerWidth - menu.offsetWidth - EDGE)}px`;
  menu.style.top = `${Math.min(y, innerHeight - menu.offsetHeight - EDGE)}px`;
  menu.firstElementChild.focus();
}

menu.addEventListener("click", ({ target }) => target.closest("button, a") && menu.hidePopover());

export const isOpen = () => menu.matches(":popover-open");
