// Lines of Python beside a picture.

import { make, word } from "./elements.js";

// The lines, and a way to light the one that runs, counted from 0.
export function listing(code) {
  const lines = code.trimEnd().split("\n").map((line) => make("span", {}, `${line}\n`));
  const element = make("pre", { class: "code", tabindex: "0", role: "group", "aria-label": word("code") }, make("code", {}, ...lines));
  const light = (running) => lines.forEach((line, n) => line.classList.toggle("runs", n === running));
  return { element, light };
}
