// Elements of pictures, and the icons of the page. Both look alike whatever fonts a machine has.

const SVG = "http://www.w3.org/2000/svg";

export function draw(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// Make a part of a picture a button with a label for people who listen.
export function makeButton(part, label, press) {
  for (const [name, value] of Object.entries({ role: "button", tabindex: 0, "aria-label": label })) part.setAttribute(name, value);
  part.addEventListener("click", (event) => {
    event.stopPropagation(); // what it is a part of may be pressed, too
    press();
  });
  part.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  });
}

// Outlines in a square of 16.
const ICONS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M12 2v12L4 8z",
  run: "M4 2v12l8-6z",
  pause: "M4 2h3v12H4zM9 2h3v12H9z",
  fast: "M1 3v10l7-5zM8 3v10l7-5z",
  more: "M2 6.5h3v3H2zM6.5 6.5h3v3h-3zM11 6.5h3v3h-3z",
  done: "M6 11.2 13.3 3l1.5 1.4L6.1 14 1.2 9.4 2.6 8z",
};

// An icon as large as the text around it. What it means must be said beside it, or by a label.
export const icon = (name) => draw("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));

// Keep every text of a picture inside of it: fonts differ in how wide they are.
export function keepTextsIn(picture) {
  const move = () => {
    const texts = [...picture.querySelectorAll("text")], frame = picture.getBoundingClientRect();
    for (const text of texts) text.removeAttribute("dx");
    const beyond = texts.map((text) => {
      const { left, right } = text.getBoundingClientRect();
      return Math.max(right - frame.right, 0) || Math.min(left - frame.left, 0);
    });
    const pixels = picture.getScreenCTM()?.a;
    texts.forEach((text, n) => beyond[n] && pixels && text.setAttribute("dx", -beyond[n] / pixels));
  };
  new ResizeObserver(move).observe(picture);
  new MutationObserver(move).observe(picture, { childList: true, subtree: true });
  return picture;
}
