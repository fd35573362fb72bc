// The page: one socket to the server, whose protocol bot/playground/page/protocol.py describes.

const socket = new WebSocket(new URL(`socket?person=alice&place=general`, location.href.replace(/^http/, "ws")));
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.is === "position") document.dispatchEvent(new CustomEvent("position", { detail: frame.board }));
};
