import { expect, test } from 'vitest';
import { withParagraph } from './with-paragraph.ts';

const article = '---\ntitle: Keys\n---\n\nOne.\n\nTwo.\n';

test('a picture stands between the paragraphs where the caret is, and never in the head', () => {
  expect(withParagraph(article, article.indexOf('Two'), '![a](b.png)')).toBe('---\ntitle: Keys\n---\n\nOne.\n\n![a](b.png)\n\nTwo.\n');
  const atTheEnd = '---\ntitle: Keys\n---\n\nOne.\n\nTwo.\n\n![a](b.png)\n';
  for (const caret of [undefined, 0, 8, 999, article.length]) expect(withParagraph(article, caret, '![a](b.png)')).toBe(atTheEnd);
  expect(withParagraph('', 0, '![a](b.png)')).toBe('![a](b.png)\n');
});
