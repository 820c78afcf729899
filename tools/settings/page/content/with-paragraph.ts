/** A text with a paragraph of its own where the caret is; at the end where that is unknown or in the head of an article. */
export function withParagraph(text: string, caret: number | undefined, paragraph: string): string {
  const head = text.startsWith('---\n') ? text.indexOf('\n---\n', 3) + '\n---\n'.length : 0;
  const at = caret === undefined || caret < head || caret > text.length ? text.length : caret;
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(at).trimStart();
  return `${before === '' ? '' : `${before}\n\n`}${paragraph}\n${after === '' ? '' : `\n${after}`}`;
}
