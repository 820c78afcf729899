import type { Block, Inline } from '@castellan/content/markdown/blocks';
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOfNote } from './blocks-of-note.ts';

const strong = (...content: readonly Inline[]): Inline => ({ kind: 'strong', content });
const paragraph = (...content: readonly Inline[]): Block => ({ kind: 'paragraph', content });

test('headings are strong lines, links their words with the host, properties are left out, and lines stay lines', () => {
  const text = '---\ntags: [a]\n---\n# Plan\n\nSee [[Other note|this]], [[That]],\n[the shop](https://shop.example/a) and [here](#h).';
  expect(blocksOfNote(text)).toEqual([
    paragraph(strong('Plan')),
    paragraph('See this, That,', { kind: 'break' }, 'the shop', ' (shop.example)', ' and ', 'here', '.'),
  ]);
});

test('a list with bold words is a list with bold words', () => {
  expect(blocksOfNote('- **milk**\n- bread')).toEqual([
    { kind: 'list', ordered: false, start: 1, items: [[paragraph(strong('milk'))], [paragraph('bread')]] },
  ]);
});

test('tasks of a list have boxes', () => {
  expect(blocksOfNote('- [x] **milk**\n- [ ] bread')).toMatchObject([
    { items: [[paragraph('☑ ', strong('milk'))], [paragraph('☐ bread')]] },
  ]);
});

test('of a long text the beginning is shown, and that there is more', () => {
  const many = blocksOfNote(Array.from({ length: 30 }, (_, at) => `- ${at}`).join('\n'));
  expect(many[0]).toMatchObject({ kind: 'list', items: { length: 12 } });
  expect(many[1]).toEqual(paragraph('…'));
  expect(JSON.stringify(blocksOfNote('word '.repeat(100_000))).length).toBeLessThan(1100);
});

test('whatever a note says, nothing in it leads anywhere, is fetched, or has an id', () => {
  const marks = ['[', ']', '(', ')', '!', '#', '^', ':', '\n', '`', '*', '|', '-', '>', '<', 'a', 'https://a.example', '[^a]', '[^a]: b'];
  assert(
    property(string({ unit: string({ maxLength: 1 }).map((one) => marks[(one.codePointAt(0) ?? 0) % marks.length] ?? one) }), (text) => {
      expect(JSON.stringify(blocksOfNote(text))).not.toMatch(/"(?:href|id|address)":/);
    }),
  );
});
