// The page of one file: a board that plays, the lessons, and the essay. All it knows stands in the file itself.

import { byId, learn, make } from "./elements.js";
import { lessons } from "./lessons.js";
import { living, playground } from "./play.js";
import { tile } from "./tiles.js";

const read = (name) => JSON.parse(byId(name).textContent);
const { tables, ...told } = read("told"), languages = read("languages");
let played;

// Say everything in a language.
function speak(locale) {
  learn(read(`words-${locale}`), locale);
  played = playground(tables);
  byId("play-room").replaceChildren(played.board, played.choices);
  byId("lessons").replaceChildren(...lessons(told, (event) => begin(event, "you", "perfect")));
  for (const place of document.querySelectorAll("[data-living]")) place.replaceChildren(living(tables["3x3"], place.dataset.living));
}

// The language of this browser, or one that is near it: its codes may be longer or shorter than ours.
function preferred() {
  const ours = Object.keys(languages), asked = navigator.languages.map((code) => code.replace(/^n[bn]\b/, "no"));
  const near = (code, other) => code.split("-")[0] === other.split("-")[0];
  const found = asked.flatMap((code) => [ours.find((one) => one === code), ours.find((one) => near(one, code))]);
  return found.find(Boolean) ?? "en-US";
}

byId("name").append(tile("X"), tile("O"));
byId("language").append(...Object.entries(languages).map(([code, name]) => make("option", { value: code, lang: code }, name)));
byId("language").value = preferred();
byId("language").addEventListener("change", ({ target }) => speak(target.value));
speak(preferred());

byId("start-watch").addEventListener("click", (event) => begin(event, "easy", "perfect"));
byId("start-play").addEventListener("click", (event) => begin(event, "you", "normal"));

// Start a game between these two, and go there; the link by itself would take the focus along.
function begin(event, x, o) {
  event.preventDefault();
  byId("play").scrollIntoView();
  played.seat(x, o);
}

byId("theme").addEventListener("click", () => {
  const root = document.documentElement, isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme ?? (isDark ? "dark" : "light")) === "dark" ? "light" : "dark";
});

// Go where the address says, once everything is there; `#lesson-3-12` is step 12 of that lesson.
const asked = location.hash.match(/^#(lesson-\d|\w+)/);
if (asked) byId(asked[1])?.scrollIntoView({ behavior: "instant" });
