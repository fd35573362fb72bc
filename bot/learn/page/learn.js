// The room Learn: the lessons of minimax, in the language of the page.

import { byId, locale, make, word } from "./elements.js";
import { goTo, lessons } from "./lessons.js";

let told = null, // what the lessons show, which is fetched when someone first comes here
  spoken = ""; // the language in which they stand here

// Draw the lessons in the language of the page. `play` starts a game against the perfect bot.
export async function draw(play) {
  if (spoken === locale() || !word("lessons")) return;
  spoken = locale();
  byId("learn").replaceChildren(make("h2", {}, word("lessons")), make("p", { class: "lead" }, word("lessons_lead")));
  told ??= fetch(new URL("lessons.json", import.meta.url)).then((answer) => answer.json());
  const facts = await told.catch(() => null);
  if (!facts) { // the connection is lost; when it is back, this is called again
    told = null;
    spoken = "";
    return;
  }
  if (byId("learn").children.length > 2) return; // the language has changed meanwhile, and others stand here
  byId("learn").append(...lessons(facts, play, () => true)); // Explore opens every position
  goTo(location.hash);
}
