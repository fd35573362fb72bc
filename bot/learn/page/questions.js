// Questions to the engine, answered in parts (bot/learn/explore.py).

let send = () => false, asked = 0, waiting = new Map();

// Send questions this way, which returns whether there is a connection.
export const sendBy = (way) => (send = way);

// Ask something. `take` gets each part of the answer, or the one that refuses it.
export function ask(question, take) {
  asked += 1;
  if (send({ ...question, id: asked })) waiting.set(asked, take);
}

// Forget what was asked so far: whatever still comes is about something that is no longer shown.
export function forget() {
  waiting.clear();
}

// Hand a part to what has asked for it.
export function take(part) {
  const known = waiting.get(part.id);
  if (part.is === "done" || part.is === "refused") waiting.delete(part.id);
  if (part.is !== "done") known?.(part);
}
