// One control for one picture: back to the start, back, play, step, and a slider.

import { byId, make, word } from "./elements.js";
import { icon } from "./pictures.js";
import { shown } from "./tiles.js";

const PACE = 1600; // milliseconds between two steps of play

// Bring a sentence into sight, with its picture if there is room; below it, if that stays while one scrolls.
export function keepInSight(says) {
  for (const part of [says.parentElement, says]) part.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// Make a change that leaves a control in sight where it is: what grows or shrinks above it moves up or down.
export function hold(bar, change) {
  const { top } = bar.getBoundingClientRect(), moved = () => bar.getBoundingClientRect().top - top;
  change();
  if (top > innerHeight) return;
  byId("learn").scrollTop += moved(); // the room scrolls by itself, the page of one file as a whole
  scrollBy({ top: moved(), behavior: "instant" });
}

// A control from step 0 to `last`. `show` draws a step and returns its sentence. Play and the button Step wait at step
// `asks` until the `question` there has an answer. With a `name`, each step has an address: the name and its number.
// Returns the bar and the sentence, and what else one can do: go to a step, and stop.
export function control({ name, last, asks, question, show }) {
  const says = make("p", { class: "says", "aria-live": "polite" });
  const range = { type: "range", min: 0, max: last, value: 0, "aria-label": word("step") };
  const slider = make("input", { ...range, oninput: () => byHand(+slider.value) });
  const first = make("button", { type: "button", "aria-label": word("first"), onclick: () => byHand(0) }, icon("first"));
  const back = make("button", { type: "button", "aria-label": word("step_back"), onclick: () => byHand(now - 1) }, icon("back"));
  const run = make("button", { type: "button", class: "main", onclick: () => (timer ? stop() : start()) });
  const goOn = () => (waits() ? ask() : byHand(now + 1));
  const step = make("button", { type: "button", onclick: goOn }, word("step"), " ", icon("run"));
  const count = make("span", { class: "count", "aria-hidden": "true" });
  let now = 0, timer = 0;

  const waits = () => asks && now === asks && !question.matches(".answered");
  const ask = () => question.querySelector("button").focus();
  const showWaiting = () => [run, step].forEach((button) => button.setAttribute("aria-disabled", Boolean(waits())));

  function go(n) {
    now = Math.max(0, Math.min(last, n));
    slider.value = now;
    slider.setAttribute("aria-valuetext", word("where", { now, last }));
    count.replaceChildren(`${now} / ${last}`);
    first.disabled = now === 0;
    back.disabled = now === 0;
    step.disabled = now === last;
    says.replaceChildren(...shown(show(now)));
    showWaiting();
  }
  function byHand(n) {
    stop();
    hold(bar, () => go(n));
    if (name) history.replaceState(null, "", `#${name}${now ? `-${now}` : ""}`);
  }
  function start() {
    if (waits()) return ask();
    if (now === last) go(0);
    timer = setInterval(() => {
      hold(bar, () => go(now + 1));
      if (now === last || waits()) stop();
    }, PACE);
    label();
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    label();
  }
  function showSentence() {
    if (!waits()) keepInSight(says); // else the question is in sight
  }
  const label = () => run.replaceChildren(icon(timer ? "pause" : "run"), " ", word(timer ? "pause" : "run"));

  question?.addEventListener("click", showWaiting);
  label();
  go(+(location.hash.match(`^#${name}-(\\d+)$`)?.[1] ?? 0));
  const group = { class: "control", role: "group", "aria-label": word("picture") };
  const bar = make("div", { ...group, onclick: showSentence }, first, back, run, step, slider, count);
  return { bar, says, go, stop };
}
