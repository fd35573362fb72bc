// Small things that every other file uses.

// An element with these attributes and children; a text is a child too.
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export const byId = (id) => document.getElementById(id);

// What the browser keeps for this page. Some browsers keep nothing for a file; then it lasts as long as the page.
const lasting = {};
export function kept() {
  try {
    return localStorage;
  } catch {
    return lasting;
  }
}

// The page's texts in its language, by the names of bot/playground/page_socket.py.
let known = {};

export const locale = () => document.documentElement.lang;

export function word(name, values = {}) {
  const text = known[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, value) => values[value] ?? whole);
}

// Say everything that the page itself holds in this language.
export function learn(words, newLocale) {
  known = words;
  document.documentElement.lang = newLocale;
  document.title = word("title");
  for (const found of document.querySelectorAll("[data-word]")) found.textContent = word(found.dataset.word);
  for (const found of document.querySelectorAll("[data-label]")) found.setAttribute("aria-label", word(found.dataset.label));
  for (const found of document.querySelectorAll("[data-hint]")) found.placeholder = word(found.dataset.hint);
}
