// The one position of the page. The chat, the board, the curve, the tree and the address read it and move it.
//
// A position is {game, position, moves, first, later, players, live}: what is played, the board in the engine's notation,
// the cells played up to it and who played the first of them, those that were played afterwards, who plays X and O, and
// `live`, whether the game is on. Only the first two are always there.

const EXAMPLE = { game: "3x3", position: "XO./.OX/OX. X" }; // of every tutorial; its tree has 14 nodes

let ofChat = null, // what the chat shows, if it shows a board
  other = null, // what someone looks at instead
  awaits = false; // whether the next board of the chat is what someone has just asked for there

const watchers = [];

export const current = () => other ?? ofChat ?? EXAMPLE;

// Whether there is a board in the chat to follow, and whether the position is that one.
export const canFollow = () => ofChat !== null;
export const follows = () => other === null;

// Whether someone is playing a game in the chat that what we know of the position could spoil.
export const isPlayed = () => Boolean(ofChat?.live) && ofChat.game === current().game;

// Call `take` whenever the position has changed.
export const watch = (take) => watchers.push(take);

// Look at this position, until someone follows the chat again.
export const show = (position) => look(isSame(position, ofChat) ? null : position);

export const follow = () => look(null);

function look(position) {
  if (isSame(position, other)) return;
  other = position;
  changed();
}

// Someone does something in the chat: if its board changes, they want to see that.
export function expectFromChat() {
  awaits = true;
}

// The chat shows another board, or null.
export function showFromChat(position) {
  ofChat = position;
  if (position && (awaits || isSame(position, other))) other = null;
  if (position) awaits = false;
  changed();
}

const isSame = (one, two) => one?.game === two?.game && one?.position === two?.position;

function changed() {
  for (const take of watchers) take();
}

// The address at which a position is shown.
export function address({ game, position }) {
  return `#explore&${new URLSearchParams({ game, position })}`.replaceAll("%2F", "/").replaceAll("%2C", ",");
}

// The position in an address, or null.
export function inAddress(hash) {
  const asked = new URLSearchParams(hash.replace(/^#explore&?/, ""));
  return asked.has("position") ? { game: asked.get("game") ?? "3x3", position: asked.get("position") } : null;
}
