// Draws a message as Discord shows it, from the components that the bot sent.
// https://docs.discord.com/developers/components/reference

import { make, word } from "../../learn/page/elements.js";
import { moment, text } from "./markdown.js";

const ROW = 1, BUTTON = 2, CHOICE = 3, PEOPLE = 5, SECTION = 9, TEXT = 10, PICTURE = 11, SEPARATOR = 14, CONTAINER = 17;
const STYLES = { 1: "blue", 2: "neutral", 3: "green", 4: "red", 5: "neutral" };
const LINK = 5;

// `world` is what markdown.js needs.
export function draw(message, world) {
  const head = make("header", {},
    make("b", {}, word("bot")), make("span", { class: "app" }, word("app")), moment(message.at, "t", world.now));
  const body = make("div", { class: "body" }, head);
  if (message.text) body.append(text(message.text, world));
  body.append(...message.components.map((part) => component(part, world)));
  body.append(...(message.files ?? []).map(file));
  if (message.private) body.append(privacy());
  const firstLine = body.querySelector(".text > *")?.textContent.trim();
  const drawn = make("article", { class: "message", "data-id": message.id, tabindex: -1, "aria-label": firstLine || word("bot") });
  if (message.by) drawn.append(asked(message));
  drawn.append(make("img", { class: "avatar", src: "playground/page/avatar.png", alt: "" }), body);
  return drawn;
}

const file = ({ name, text }) =>
  make("p", {}, make("a", { class: "button neutral", href: URL.createObjectURL(new Blob([text])), download: name }, `📎 ${name}`));

const asked = ({ by, command }) =>
  make("p", { class: "asked" }, make("b", {}, by), " ", make("span", {}, word("used", { command })));

const privacy = () =>
  make("p", { class: "private" }, `${word("private")} · `, make("button", { type: "button", class: "dismiss" }, word("dismiss")));

// `columns` is how many parts stand side by side.
function component(part, world, columns = 1) {
  const inside = () => part.components.map((inner) => component(inner, world, part.components.length));
  switch (part.type) {
    case CONTAINER: return container(part, inside());
    case ROW: return make("div", { class: "row" }, ...inside());
    case SECTION: return make("div", { class: "section" }, make("div", {}, ...inside()), component(part.accessory, world));
    case TEXT: return text(part.content, world);
    case SEPARATOR: return make("hr", { class: part.divider === false ? "space" : false });
    case BUTTON: return button(part, world, columns);
    case CHOICE: return select(part, part.options, world);
    case PEOPLE: return select(part, Object.entries(world.people).map(([value, label]) => ({ value, label })), world);
    case PICTURE: return make("span", {}, part.description ?? "");
    default: throw new Error(`a component of type ${part.type}`);
  }
}

function container(part, inside) {
  const card = make("div", { class: "card" }, ...inside);
  if (part.accent_color) card.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
  return card;
}

// A disabled button keeps the focus, so that someone who plays by keyboard stays where they are.
function button(part, world, columns) {
  const sign = part.emoji ? [part.emoji.id ? make("img", { class: "tile", src: world.tile(part.emoji.name), alt: "" }) : part.emoji.name, " "] : [];
  if (part.style === LINK) return make("a", { class: "button neutral", href: part.url, target: "_blank", rel: "noreferrer" }, ...sign, part.label ?? "");
  return make("button", {
    type: "button", class: `button ${STYLES[part.style]}`, "data-press": part.custom_id, "aria-disabled": part.disabled ? "true" : false, "aria-label": inItsCell(part, columns),
  }, ...sign, part.label ?? "");
}

// The name of a button that shows a mark, with the number of its cell; false for every other button.
function inItsCell({ custom_id, label }, columns) {
  const [, found] = custom_id.match(/^ttt:cell:\d+:\d+:(\d+)/) ?? [];
  if (!found || /\d/.test(label)) return false;
  const cell = Number(found), row = Math.ceil(cell / columns), column = cell - (row - 1) * columns;
  const number = columns > 3 ? `${row}${column}` : cell;
  return `${number}: ${label}`;
}

function select(part, options, world) {
  const many = (part.max_values ?? 1) > 1;
  const chosen = options.some((option) => option.default);
  const hint = chosen || many ? [] : [make("option", { value: "", selected: true, disabled: true }, part.placeholder ?? "")];
  const offered = options.map((option) => make("option", { value: option.value, selected: Boolean(option.default) }, named(option)));
  return make("select", {
    "data-choose": part.custom_id, "aria-label": part.placeholder ?? "", multiple: many, disabled: Boolean(part.disabled),
  }, ...hint, ...offered);
}

const named = ({ label, description }) => (description ? `${label} · ${description}` : label);
