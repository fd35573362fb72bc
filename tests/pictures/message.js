// Draws a message as Discord shows it, from the JSON that Discord is sent.
// https://docs.discord.com/developers/components/reference

const ROW = 1, BUTTON = 2, SELECT = 3, TEXT = 10, SEPARATOR = 14, CONTAINER = 17;
const EPHEMERAL = 1 << 6;
const STYLES = { 1: "blue", 2: "neutral", 3: "green", 4: "red" };

// `world` says what a message only refers to:
//   people  names by id        emoji  addresses of pictures by id        now  seconds since 1970
export function draw(message, world) {
  const drawn = element("article", "message");
  const body = element("div", "body");
  body.append(header(world));
  if (message.content) body.append(text(message.content, world));
  body.append(...(message.components ?? []).map((part) => component(part, world)));
  if (message.flags & EPHEMERAL) body.append(element("p", "private", "👁 Only you can see this • Dismiss message"));
  drawn.append(element("div", "avatar", "#"), body);
  return drawn;
}

function header(world) {
  const drawn = element("header");
  drawn.append(element("b", "", "Tic-tac-toe"), element("span", "app", "APP"), element("time", "", clock(world.now)));
  return drawn;
}

function component(part, world) {
  const inside = () => part.components.map((inner) => component(inner, world));
  switch (part.type) {
    case CONTAINER: {
      const card = element("section", "card");
      card.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
      card.append(...inside());
      return card;
    }
    case ROW: {
      const row = element("div", "row");
      row.append(...inside());
      return row;
    }
    case TEXT: return text(part.content, world);
    case SEPARATOR: return element("hr");
    case BUTTON: {
      const button = element("button", STYLES[part.style], part.label);
      button.disabled = part.disabled;
      return button;
    }
    case SELECT: {
      const chosen = part.options.find((option) => option.default);
      return element("div", "select", `${chosen?.label ?? part.placeholder} ▾`);
    }
    default: throw new Error(`a component of type ${part.type}`);
  }
}

// Markdown, as much of it as Discord knows and the bot uses.
export function text(source, world) {
  const drawn = element("div", "text");
  for (const [, code, lines] of source.matchAll(/```\n?([^]*?)\n?```\n?|((?:(?!```)[^])+)/g)) {
    if (code !== undefined) drawn.append(element("pre", "", code));
    else drawn.append(...lines.replace(/\n$/, "").split("\n").map((line) => block(line, world)));
  }
  return drawn;
}

const BLOCKS = [[/^# /, "h1"], [/^## /, "h2"], [/^### /, "h3"], [/^-# /, "small"], [/^- /, "li"], [/^> /, "blockquote"]];

function block(line, world) {
  const [sign, tag] = BLOCKS.find(([sign]) => sign.test(line)) ?? [/^/, "p"];
  const drawn = element(tag);
  drawn.append(...inline(line.replace(sign, ""), world));
  return drawn;
}

// Each rule draws what it matches; what none matches is plain text.
const RULES = [
  [/<a?:(\w+):(\d+)>/, ([, name, id], world) => picture(name, world.emoji[id])],
  [/<@!?(\d+)>/, ([, id], world) => element("span", "mention", `@${world.people[id] ?? id}`)],
  [/<\/([^:>]+):\d+>/, ([, name]) => element("span", "mention", `/${name}`)],
  [/<t:(\d+)(?::(\w))?>/, ([, at, style], world) => element("span", "moment", moment(+at, style, world.now))],
  [/\[([^\]]+)\]\((?:<)?(https?:[^)>]+)>?\)/, ([, label], world) => nested("a", label, world)],
  [/`([^`]+)`/, ([, code]) => element("code", "", code)],
  [/\*\*(.+?)\*\*/, ([, inner], world) => nested("b", inner, world)],
  [/__(.+?)__/, ([, inner], world) => nested("u", inner, world)],
  [/~~(.+?)~~/, ([, inner], world) => nested("s", inner, world)],
  [/(?<!\w)[*_](.+?)[*_](?!\w)/, ([, inner], world) => nested("i", inner, world)],
  [/\p{RGI_Emoji}/v, ([sign]) => emoji(sign)],
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

function nested(tag, inner, world) {
  const drawn = element(tag);
  drawn.append(...inline(inner, world));
  return drawn;
}

function emoji(sign) {
  const drawn = element("span", "emoji");
  drawn.append(element("span", "", sign));
  return drawn;
}

function picture(name, address) {
  if (!address) return `:${name}:`;
  const drawn = element("img", "emoji");
  drawn.src = address;
  drawn.alt = `:${name}:`;
  return drawn;
}

const FORMS = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function moment(at, style = "f", now) {
  if (style !== "R") return new Intl.DateTimeFormat("en", { ...FORMS[style], timeZone: "UTC" }).format(at * 1000);
  const [unit, seconds] = UNITS.find(([, seconds]) => Math.abs(at - now) >= seconds) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round((at - now) / seconds), unit);
}

const clock = (now) => `Today at ${moment(now, "t", now)}`;

function element(tag, classes = "", content = "") {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  made.textContent = content;
  return made;
}
