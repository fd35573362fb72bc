// The simulated time: what it is, and buttons that let some of it pass.

import { byId, locale, make, word } from "../../learn/page/elements.js";
import { icon } from "../../learn/page/pictures.js";

const WAITS = [[1, "minute", 60], [5, "minute", 300], [1, "hour", 3600], [1, "day", 86400]];
const DAY = 86400;

let now = 0, goal = 0; // seconds since 1970; goal: when time goes at its usual pace again, or 0

// `wait` lets so many seconds pass; it returns whether it could ask for that.
export function draw(wait) {
  byId("times").replaceChildren(...WAITS.map(([count, unit, seconds]) =>
    make("button", { type: "button", onclick: () => wait(seconds) && pass(seconds) }, amount(count, unit))));
  show();
}

export function tell(time) {
  now = time;
  if (goal && now >= goal - 1) goal = 0;
  show();
}

// The connection is lost, and with it the rest of a wait.
export function forget() {
  goal = 0;
}

function pass(seconds) {
  goal = Math.max(goal, now) + seconds;
  show();
}

function show() {
  const said = goal ? `${form(now)} → ${form(goal, goal - now < DAY)}` : form(now);
  byId("clock").replaceChildren(...(goal ? [icon("fast"), " "] : []), said);
  byId("simulated").textContent = word("simulated", { time: said });
}

const amount = (count, unit) => new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(count);

// A moment as short as it can be said, or only the time of its day.
function form(time, isToday = false) {
  const day = isToday ? {} : { month: "short", day: "numeric" };
  return new Intl.DateTimeFormat(locale(), { ...day, hour: "numeric", minute: "2-digit" }).format(time * 1000);
}
