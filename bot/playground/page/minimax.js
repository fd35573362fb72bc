// The page of one file: a board that plays, the lessons, and the essay. All it knows stands in the file itself.

import { byId, learn, make, word } from "./elements.js";
import { lessons } from "./lessons.js";
import { living, playground } from "./play.js";
import { tile } from "./tiles.js";

const { words, locale, ...told } = JSON.parse(byId("told").textContent);
learn(words, locale);
byId("name").append(tile("X"), tile("O"));

const played = playground(told.tables);
byId("play-room").append(played.board, played.choices);
byId("start-watch").addEventListener("click", (event) => begin(event, "easy", "perfect"));
byId("start-play").addEventListener("click", (event) => begin(event, "you", "normal"));

const all = lessons(told);
byId("lessons").append(...all.slice(0, 5), ending(), ...all.slice(5));

// Start a game between these two, and go there; the link by itself would take the focus along.
function begin(event, x, o) {
  event.preventDefault();
  byId("play").scrollIntoView();
  played.seat(x, o);
}

function ending() {
  const again = make("a", { href: "#play", class: "as-button", onclick: (event) => begin(event, "you", "perfect") }, word("end_link"));
  return make("p", { class: "ending" }, word("end"), " ", again);
}

for (const place of document.querySelectorAll("[data-living]")) place.append(living(told.tables["3x3"], place.dataset.living));

byId("theme").title = word("theme");
byId("theme").addEventListener("click", () => {
  const root = document.documentElement, isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme ?? (isDark ? "dark" : "light")) === "dark" ? "light" : "dark";
});

// Go where the address says, once everything is there; `#lesson-3-12` is step 12 of that lesson.
const asked = location.hash.match(/^#(lesson-\d|\w+)/);
if (asked) byId(asked[1])?.scrollIntoView({ behavior: "instant" });
