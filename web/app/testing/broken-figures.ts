/**
 * Figures of the page that a line break cuts in two, each as it stands: digits with their signs, separators and decimals. A figure in a
 * running text may stand on the next line, but only whole.
 */
export function brokenFigures(root: Element = document.body): readonly string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    for (const { 0: figure, index } of text.matchAll(/[−+-]?\d[\d.,:]*\d/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + figure.length);
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(figure);
    }
  }
  return broken;
}
