// Discord's Markdown, as much of it as the bot uses.

import { make, locale } from "../../learn/page/elements.js";

// `world` says what a text only refers to: people (names by id), places (names by the id of a channel), now (seconds
// since 1970), tile (the address of a tile by its name).
export function text(source, world) {
  return make("div", { class: "text" }, ...blocks(source.replace(/\n$/, "").split("\n"), world));
}

const BLOCKS = [[/^# /, "h1"], [/^## /, "h2"], [/^### /, "h3"], [/^-# /, "small"]];

// A heading is no <h1>: each row of a board is one, and nobody wants to step through those.
function blocks(lines, world) {
  const drawn = [];
  for (const line of lines) {
    if (line.startsWith("- ")) {
      if (drawn.at(-1)?.tagName !== "UL") drawn.push(make("ul"));
      drawn.at(-1).append(make("li", {}, ...inline(line.slice(2), world)));
    } else {
      const [sign, name] = BLOCKS.find(([sign]) => sign.test(line)) ?? [/^/, "line"];
      drawn.push(make("p", { class: name }, ...inline(line.replace(sign, ""), world)));
    }
  }
  return drawn;
}

// Each rule draws what it matches; what none matches is plain text.
const RULES = [
  [/<a?:(\w+):\d+>/, ([, name], world) => tile(name, world)],
  [/<@!?(\d+)>/, ([, id], world) => make("span", { class: "mention" }, `@${world.people[id] ?? id}`)],
  [/<#(\d+)>/, ([, id], world) => make("span", { class: "mention" }, `#${world.places?.[id] ?? id}`)],
  [/<\/([^:>]+):\d+>/, ([, name]) => make("button", { class: "mention", type: "button", "data-command": `/${name} ` }, `/${name}`)],
  [/<t:(\d+):(\w)>/, ([, at, style], world) => moment(+at, style, world.now)],
  [/\[([^\]]+)\]\(<?(https:[^)>]+)>?\)/, ([, label, address], world) => make("a", { href: address, target: "_blank", rel: "noreferrer" }, ...inline(label, world))],
  [/<?(https:\/\/[^\s<>)]+)>?/, ([, address]) => make("a", { href: address, target: "_blank", rel: "noreferrer" }, address)],
  [/`([^`]+)`/, ([, code]) => make("code", {}, code)],
  [/\*\*(.+?)\*\*/, ([, inner], world) => make("strong", {}, ...inline(inner, world))],
  [/(?<!\w)[*_](.+?)[*_](?!\w)/, ([, inner], world) => make("em", {}, ...inline(inner, world))],
  [/\p{RGI_Emoji}/v, ([sign]) => make("span", { class: "emoji" }, make("span", {}, sign))],
];

function* inline(source, world) {
  while (source) {
    const found = RULES.map(([sign, drawn]) => [source.match(sign), drawn]).filter(([match]) => match);
    if (!found.length) return yield source;
    const [match, drawn] = found.reduce((one, other) => (other[0].index < one[0].index ? other : one));
    if (match.index) yield source.slice(0, match.index);
    yield drawn(match, world);
    source = source.slice(match.index + match[0].length);
  }
}

function tile(name, world) {
  const spoken = name.replace(/^cell_/, "").replace("_", " ");
  return make("img", { class: "tile", src: world.tile(name), alt: spoken, decoding: "sync", draggable: "false" });
}

const FORMS = { t: { timeStyle: "short" }, d: { dateStyle: "short" }, f: { dateStyle: "long", timeStyle: "short" } };
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function moment(at, style, now) {
  return make("time", { class: "moment", "data-at": at, "data-style": style }, said(at, style, now));
}

// Write every moment in `root` as it is now.
export function bringUpToDate(root, now) {
  for (const drawn of root.querySelectorAll(".moment")) {
    const text = said(+drawn.dataset.at, drawn.dataset.style, now);
    if (drawn.textContent !== text) drawn.textContent = text;
  }
}

// A time in words; the styles are Discord's: https://docs.discord.com/developers/reference#message-formatting
function said(at, style, now) {
  if (style !== "R") return form(FORMS[style]).format(at * 1000);
  const [unit, seconds] = UNITS.find(([, seconds]) => Math.abs(at - now) >= seconds) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.round((at - now) / seconds), unit);
}

const forms = new Map();

function form(options) {
  const key = locale() + JSON.stringify(options);
  if (!forms.has(key)) forms.set(key, new Intl.DateTimeFormat(locale(), options));
  return forms.get(key);
}
