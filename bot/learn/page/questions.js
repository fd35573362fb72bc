// The socket of Explore: questions to the engine, answered in parts (bot/learn/explore.py).

import { locale } from "./elements.js";

const LONGEST_PAUSE = 5000; // milliseconds between two attempts to connect

let socket, asked = 0, pause = 250, waiting = new Map();

// Connect, and connect again when the connection is lost. `opened` and `lost` are called each time.
export function connect(opened, lost) {
  const address = new URL("explore", location.href);
  address.protocol = "ws";
  address.search = address.hash = "";
  socket = new WebSocket(address);
  socket.onopen = () => {
    pause = 250;
    opened();
  };
  socket.onmessage = ({ data }) => take(JSON.parse(data));
  socket.onclose = () => {
    waiting.clear();
    lost();
    setTimeout(connect, pause, opened, lost);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  };
}

// Ask something. `take` gets each part of the answer, or the one that refuses it.
export function ask(question, take) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  asked += 1;
  waiting.set(asked, take);
  socket.send(JSON.stringify({ ...question, id: asked, locale: locale() }));
}

// Forget what was asked so far: whatever still comes is about something that is no longer shown.
export function forget() {
  waiting.clear();
}

function take(part) {
  const known = waiting.get(part.id);
  if (part.is === "done" || part.is === "refused") waiting.delete(part.id);
  if (part.is !== "done") known?.(part);
}
