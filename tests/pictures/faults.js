// What is wrong with a message as it is drawn: words and buttons left alone on a line, names broken.

export function faults(chat) {
  return [
    ...[...chat.querySelectorAll(".text > :not(ul), .text li")].flatMap(lonelyWord),
    ...[...chat.querySelectorAll(".text :is(.mention, .moment, code, a)")].flatMap(brokenName),
    ...[...chat.querySelectorAll(".row")].flatMap(lonelyButton),
  ];
}

function lonelyWord(block) {
  const lines = linesOf(wordsOf(block));
  return lines.length > 1 && lines.at(-1).length === 1 ? [`a lone word: ${lines.at(-1)[0].word}`] : [];
}

function brokenName(name) {
  const lines = new Set([...name.getClientRects()].map((box) => Math.round(box.top)));
  return lines.size > 1 ? [`broken: ${name.textContent}`] : [];
}

function lonelyButton(row) {
  const buttons = [...row.querySelectorAll(".button")].map((button) => ({ word: button.textContent, box: button.getBoundingClientRect() }));
  const lines = linesOf(buttons), isSecond = row.previousElementSibling?.className === "row";
  const alone = lines.filter((line) => line.length === 1 && (lines.length > 1 || isSecond));
  return alone.map(([button]) => `a lone button: ${button.word}`);
}

function wordsOf(block) {
  const words = [], walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.tagName === "IMG") words.push({ word: node.alt, box: node.getBoundingClientRect() });
    for (const found of node.nodeType === Node.TEXT_NODE ? node.data.matchAll(/\S*[^\s.,;:!?)·]\S*/g) : []) {
      const range = new Range();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      words.push({ word: found[0], box: range.getBoundingClientRect() });
    }
  }
  return words;
}

function linesOf(words) {
  const lines = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && word.box.left > line.at(-1).box.left) line.push(word);
    else lines.push([word]);
  }
  return lines;
}
