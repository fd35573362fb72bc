// The page of one file: a board that plays, the lessons, and the essay. All it knows stands in the file itself.

import { byId, kept, learn, make, word } from "./elements.js";
import { goTo, lessons } from "./lessons.js";
import { boardOf } from "./lookup.js";
import { living, playRoom } from "./play.js";
import { inAddress } from "./position.js";
import { tile } from "./tiles.js";

const read = (name) => JSON.parse(byId(name).textContent);
const { tables, ...told } = read("told"), languages = read("languages");
let played;

// Say everything in a language.
function speak(locale) {
  learn({ ...read("words-en-US"), ...read(`words-${locale}`) }, locale); // English where it has no words of its own
  played = playRoom(tables);
  byId("play-room").replaceChildren(played.board, played.choices);
  byId("from").replaceChildren();
  byId("lessons").replaceChildren(...lessons(told, (event) => begin(event, "you", "perfect"), opens));
  for (const place of document.querySelectorAll("[data-living]")) place.replaceChildren(living(tables["3x3"], place.dataset.living));
}

const opens = ({ game, position }) => game in tables && boardOf(position) !== null;

// The language that was chosen here before, else the first of this browser's that we have, or one near it: in the same
// letters, and best of the same region.
function preferred() {
  if (kept().language in languages) return kept().language;
  const full = (code) => new Intl.Locale(code.replace(/^n[bn]\b/, "no")).maximize();
  for (const asked of navigator.languages.map(full)) {
    const near = Object.keys(languages).filter((code) => full(code).language === asked.language && full(code).script === asked.script);
    const found = near.find((code) => full(code).region === asked.region) ?? near.at(-1);
    if (found) return found;
  }
  return "en-US";
}

byId("name").append(tile("X"), tile("O"));
byId("language").append(...Object.entries(languages).map(([code, name]) => make("option", { value: code, lang: code }, name)));
byId("language").value = preferred();
byId("language").addEventListener("change", ({ target }) => {
  kept().language = target.value;
  speak(target.value);
});
speak(preferred());

byId("start-watch").addEventListener("click", (event) => begin(event, "easy", "perfect"));

// Start a game between these two, and go there; the link by itself would take the focus along.
function begin(event, x, o) {
  event.preventDefault();
  byId("from").replaceChildren();
  byId("play").scrollIntoView();
  played.seat(x, o);
}

const root = document.documentElement;
if (kept().theme) root.dataset.theme = kept().theme;
byId("theme").addEventListener("click", () => {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept().theme = (root.dataset.theme ?? (isDark ? "dark" : "light")) === "dark" ? "light" : "dark";
});

// Go where the address says, once everything is there.
byId(location.hash.match(/^#(\w+)/)?.[1])?.scrollIntoView({ behavior: "instant" });
goTo(location.hash);

// Show the position of the address, which has it as Explore does: `#explore&game=3x3&position=XO./.OX/OX.+X`. Above the
// board, link back to the lesson it comes from, or say why there is no position.
function showAsked() {
  const asked = inAddress(location.hash);
  if (!asked) return false;
  const isShown = played.show(asked);
  const why = asked.game in tables ? "no_position" : "no_game";
  byId("from").replaceChildren(isShown ? wayBack() : word(why, asked));
  byId("play").scrollIntoView({ behavior: "instant" });
  return isShown;
}

// A link to the lesson that the address names, if it names one.
function wayBack() {
  const lesson = byId(`lesson-${new URLSearchParams(location.hash).get("lesson")}`);
  if (!lesson) return "";
  const count = lesson.querySelector(".kicker").textContent;
  const title = lesson.querySelector("h3").textContent;
  return make("a", { href: `#${lesson.id}` }, `← ${count} · ${title}`);
}

// After a link the board has the focus.
function goToAsked() {
  if (showAsked()) byId("play").querySelector("button").focus({ preventScroll: true });
}

addEventListener("hashchange", () => {
  goTo(location.hash);
  goToAsked();
});
byId("lessons").addEventListener("click", ({ target }) => {
  if (target.closest("a")?.hash === location.hash) goToAsked(); // the address doesn't change
});
showAsked();
