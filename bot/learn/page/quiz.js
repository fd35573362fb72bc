// A question to people, before they are shown the answer.

import { make, word } from "./elements.js";
import { icon } from "./pictures.js";
import { shown } from "./tiles.js";

// A question with two or three answers; it says whether yours is right, and why. `say` gives its texts: ask, a, b, c and
// because. Once it has an answer, it is of the class `answered`. `during` calls the function it is given, which shows the
// reply.
export function question(say, right, during = (change) => change()) {
  const reply = make("p", { class: "reply", "aria-live": "polite" });
  const names = ["a", "b", "c"].filter((name) => say(name));
  const answers = names.map((name) => {
    const attributes = { type: "button", "aria-pressed": "false", onclick: () => press(name) };
    return make("button", attributes, ...shown(say(name)));
  });
  const asking = make("div", { class: "question" },
    make("h4", {}, word("question")),
    make("p", {}, ...shown(say("ask"))),
    make("div", { class: "answers" }, ...answers),
    reply);

  function press(name) {
    during(() => answer(name));
    reply.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  function answer(name) {
    answers.forEach((button, n) => button.setAttribute("aria-pressed", String(names[n] === name)));
    asking.classList.add("answered");
    const [verdict, sign] = name === right ? ["right", "done"] : ["wrong", "run"];
    reply.className = `reply ${verdict}`;
    const why = word("together", { first: word(verdict), then: say("because") });
    reply.replaceChildren(make("b", {}, icon(sign), " "), ...shown(why));
  }
  return asking;
}
