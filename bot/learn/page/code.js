// A program in Python beside a picture.

import { make, word } from "./elements.js";
import { icon } from "./pictures.js";

// The program, with a button that copies it, and ways to light the line that runs, and to point at one, counted from 0.
// `name` is for people who listen.
export function listing(code, name = word("code")) {
  const lines = code.trimEnd().split("\n").map((line) => make("span", {}, `${line}\n`));
  const shown = make("pre", { class: "code", tabindex: "0", role: "group", "aria-label": name }, make("code", {}, ...lines));
  const element = make("div", {}, copying(code, shown), shown);
  const light = (running) => lines.forEach((line, n) => line.classList.toggle("runs", n === running));
  const pointAt = (number) => lines[number].classList.add("pointed");
  return { element, light, pointAt };
}

// A browser may keep the clipboard from a page: then the program is selected, ready to be copied by hand.
function copying(code, shown) {
  const says = make("span", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      says.replaceChildren(icon("done"), " ", word("copied"));
    } catch {
      getSelection().selectAllChildren(shown);
      says.replaceChildren(word("copy_by_hand"));
    }
  };
  return make("p", { class: "copying" }, make("button", { type: "button", onclick: copy }, word("copy_code")), " ", says);
}
