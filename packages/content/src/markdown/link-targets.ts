import { trimStartOf } from '@castellan/foundation/line-text';
import type { SyntaxNode } from '@lezer/common';

/** The addresses that links and pictures name by a label, by the label; of two definitions the first counts (CommonMark 4.7). */
export function labelsOf(top: SyntaxNode, text: string): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const node of top.getChildren('LinkReference')) {
    const [label, address] = [node.getChild('LinkLabel'), node.getChild('URL')];
    if (label === null || address === null) continue;
    const name = labelName(sourceOf(label, text));
    if (!labels.has(name)) labels.set(name, bareAddress(sourceOf(address, text)));
  }
  return labels;
}

/** The address that a link or picture names, as it is written; `undefined` where it only has brackets. */
export function targetOf(node: SyntaxNode, text: string, labels: ReadonlyMap<string, string>): string | undefined {
  const address = node.getChild('URL');
  if (address !== null) return bareAddress(sourceOf(address, text));
  const label = node.getChild('LinkLabel');
  const given = label === null ? '[]' : sourceOf(label, text);
  return labels.get(labelName(given === '[]' ? trimStartOf(sourceOf(node, text), '!').replace(/\]\[\]$/, ']') : given));
}

/** A label as it is compared. */
export function labelName(label: string): string {
  return label.slice(1, -1).replace(/\s+/g, ' ').trim().toLowerCase();
}

/** An address without the angle brackets that may stand around it. */
export function bareAddress(source: string): string {
  return source.startsWith('<') && source.endsWith('>') ? source.slice(1, -1) : source;
}

function sourceOf({ from, to }: SyntaxNode, text: string): string {
  return text.slice(from, to);
}
