import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../../tests/support/cpu-time.ts';
import { hasLongLine, longestLine } from './long-line.ts';
import type { NoteBlock, NoteInline } from './note-block.ts';
import { noteParser } from './note-grammar.ts';
import { readBlocks } from './read-blocks.ts';

/** The blocks of a text without their places. */
const blocks = (text: string) =>
  JSON.parse(JSON.stringify(readBlocks(text), (key, value) => (key === 'from' || key === 'to' ? undefined : value)));
const words = (text: string) => blocks(text)[0].content;

/** Marks of everything that the grammar knows, and words. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '# ',
          '> ',
          '- ',
          '1. ',
          '- [ ] ',
          '- [x] ',
          '> [!tip]- ',
          '> > ',
          '| a | b |\n| - | :-: |\n',
          '|',
          '```js\n',
          '```\n',
          '$$',
          '$',
          '%%',
        ],
        ...[
          '[[',
          ']]',
          '![[',
          'a#b',
          '|',
          '[',
          ']',
          '(',
          ')',
          '[^1]',
          '[^1]: ',
          '^[',
          '^id',
          '**',
          '*',
          '_',
          '==',
          '~~',
          '`',
          '<br>',
          '<b>',
        ],
        ...[
          '#tag',
          '---\n',
          'key: 1\n',
          '\n',
          '\n\n',
          '    ',
          'https://example.org',
          '[a](javascript:x)',
          '[a](b.md)',
          '&amp;',
          '\\',
          '\r\n',
          'word',
        ],
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const addressesIn = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'address' ? [String(inner)] : addressesIn(inner)));
};

test('of any text the blocks at the top stand in order, and between them is nothing but empty space; an address is of the web or of mail', () => {
  fc.assert(
    fc.property(text, (given) => {
      let at = 0;
      for (const { from, to, kind } of readBlocks(given)) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(given.slice(at, from).trim()).toBe('');
        if (kind !== 'footnotes') expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(given.slice(at).trim()).toBe('');
      for (const address of addressesIn(readBlocks(given))) expect(address).toMatch(/^(?:https?:\/\/|mailto:)\S+$/i);
    }),
    { numRuns: 1_500 },
  );
});

test('a ticked task and a cell stand where the text has them', () => {
  fc.assert(
    fc.property(text, (given) => {
      const look = (block: NoteBlock): void => {
        if (block.kind === 'quote' || block.kind === 'callout') block.blocks.forEach(look);
        if (block.kind === 'table')
          for (const cell of [block.head, ...block.rows].flat()) {
            expect(cell.from).toBeGreaterThanOrEqual(block.from);
            expect(cell.to).toBeLessThanOrEqual(block.to);
          }
        if (block.kind !== 'list') return;
        for (const { task, blocks: inside } of block.items) {
          if (task !== undefined) expect(given.slice(task.at - 1, task.at + 2)).toMatch(/^\[[ xX]\]$/);
          inside.forEach(look);
        }
      };
      readBlocks(given).forEach(look);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ...['[', '[[', '![', '[](', '*', '*a ', '**a* ', '_', '==a', '~~', '`', '` ``', '<', '<a ', '$', '$a', '$$\n', '%%', '%%\n', '^[', '^a '],
  ...[
    '> ',
    '>',
    '- ',
    '1. ',
    '- [ ] ',
    '|',
    '|a',
    '|-',
    'a|b\n',
    '# ',
    '#a',
    '[^a]',
    '[^a]: ',
    '> [!a]\n',
    '---\n',
    '\n',
    '    ',
    '&',
    '\\',
    'a\n',
  ],
  ...['https://a.b ', 'a@b.c', '[a]: b\n', '![[a]]', '[[a]]', '```\n', '> - '],
])('a note of %j alone is read in proportion to its length, and nests no deeper than its limit', (part) => {
  const given = part.repeat(Math.ceil(150_000 / part.length));
  for (const one of [given, `|a|b|\n|-|-|\n${given}`, `${'- '.repeat(60)}\n${given}`]) {
    const before = cpuNowMs();
    JSON.stringify(readBlocks(one));
    expect([part, cpuNowMs() - before < 4_000]).toEqual([part, true]);
  }
});

// https://help.obsidian.md/callouts
test('a callout has a type, a title and a fold, may be nested, and holds what a note does', () => {
  expect(blocks('> [!Tip]- Try **this**\n> Words\n> > [!warning]\n> > Inner\n>\n> - item')).toEqual([
    {
      kind: 'callout',
      type: 'tip',
      fold: 'folded',
      title: ['Try ', { kind: 'strong', content: ['this'] }],
      blocks: [
        { kind: 'paragraph', content: ['Words'] },
        { kind: 'callout', type: 'warning', title: [], blocks: [{ kind: 'paragraph', content: ['Inner'] }] },
        { kind: 'list', isOrdered: false, start: 1, items: [{ blocks: [{ kind: 'paragraph', content: ['item'] }] }] },
      ],
    },
  ]);
  expect(blocks('> [!info]+\n> ```\n> code\n> ```')[0]).toMatchObject({ fold: 'open', blocks: [{ kind: 'code', text: 'code' }] });
  expect(blocks('> words [!tip]')[0].kind).toBe('quote');
});

test('tables keep their empty cells, their alignment and what stands in a cell', () => {
  const [table] = blocks('| Name | N | |\n|:--|--:|:-:|\n| [[a\\|b]] | `x` | |\n| one |\n');
  expect(table.aligns).toEqual(['left', 'right', 'center']);
  expect(table.head.map((cell: { content: readonly NoteInline[] }) => cell.content)).toEqual([['Name'], ['N'], []]);
  expect(table.rows.map((row: { content: readonly NoteInline[] }[]) => row.map((cell) => cell.content))).toEqual([
    [[{ kind: 'note-link', target: 'a', subpath: '', content: ['b'] }], [{ kind: 'code', text: 'x' }], []],
    [['one'], [], []],
  ]);
});

test('embeds, links, tags, highlights, maths and comments are what Obsidian makes of them', () => {
  expect(words('![[Note#One#Two]] ![[a.png|100]] [[Note#^b|shown]] [[#Here]] [x](My%20note.md)')).toEqual([
    { kind: 'embed', target: 'Note', subpath: '#One#Two' },
    ' ',
    { kind: 'embed', target: 'a.png', subpath: '', label: '100' },
    ' ',
    { kind: 'note-link', target: 'Note', subpath: '#^b', content: ['shown'] },
    ' ',
    { kind: 'note-link', target: '', subpath: '#Here', content: ['Here'] },
    ' ',
    { kind: 'note-link', target: 'My note.md', subpath: '', content: ['x'] },
  ]);
  expect(words('#a/b ==c== $x^2$ costs $5 and $6 %%not shown%%z ^block-1')).toEqual([
    { kind: 'tag', name: 'a/b' },
    ' ',
    { kind: 'highlight', content: ['c'] },
    ' ',
    { kind: 'math', text: 'x^2', isBlock: false },
    ' costs $5 and $6 z',
  ]);
  expect(blocks('$$\na\n\n= b\n$$\n%%\n# hidden\n%%\n%% open')).toEqual([
    { kind: 'math', text: 'a\n\n= b' },
    { kind: 'hidden' },
    { kind: 'source', text: '%% open' },
  ]);
});

test('what leads nowhere safe is words with its target beside them, and markup is text', () => {
  expect(words('[a](javascript:alert(1)) <img src=x> ![p](https://example.org/p.png) [r] [d][l]\n\n[l]: https://example.org')).toEqual([
    'a',
    { kind: 'aside', text: ' (javascript:alert(1))' },
    ' ',
    { kind: 'aside', text: '<img src=x>' },
    ' ',
    { kind: 'link', address: 'https://example.org/p.png', content: ['p'] },
    ' [r] ',
    { kind: 'link', address: 'https://example.org', content: ['d'] },
  ]);
  expect(blocks('<div onclick="x">\n</div>')[0].kind).toBe('source');
});

test('where a link leads stands behind its words, whatever address is in them', () => {
  expect(words('[https://a.example](https://b.example) [www.a.example][l] ![https://c.example]\n\n[l]: https://d.example')).toEqual([
    { kind: 'link', address: 'https://b.example', content: ['https://a.example'] },
    ' ',
    { kind: 'link', address: 'https://d.example', content: ['www.a.example'] },
    ' ![https://c.example]',
  ]);
});

test('footnotes count in the order of their marks, those of a line among them', () => {
  const [paragraph, , notes] = blocks('a[^x] b^[in **line**] c[^x] d[^none]\n\n[^x]: First\n');
  expect(paragraph.content).toEqual([
    'a',
    { kind: 'footnote', number: 1, use: 1 },
    ' b',
    { kind: 'footnote', number: 2, use: 1 },
    ' c',
    { kind: 'footnote', number: 1, use: 2 },
    ' d[^none]',
  ]);
  expect(notes.notes).toEqual([
    { uses: 2, blocks: [{ kind: 'paragraph', content: ['First'] }] },
    { uses: 1, blocks: [{ kind: 'paragraph', content: ['in ', { kind: 'strong', content: ['line'] }] }] },
  ]);
});

test('properties at the top are no Markdown, whatever stands in them', () => {
  expect(blocks('---\ncode: "```"\n- a\n---\n# T\r\n\r\ntext  \r\nnext\r\n')).toEqual([
    { kind: 'properties' },
    { kind: 'heading', level: 1, content: ['T'] },
    { kind: 'paragraph', content: ['text', { kind: 'break' }, 'next'] },
  ]);
});

test('a block id behind an embed is none of its words, also without a space', () => {
  expect(JSON.stringify(blocks('![[Note]]^one'))).not.toContain('^one');
  expect(JSON.stringify(blocks('word^one'))).toContain('^one');
});

test('a line longer than anybody writes is text, and the blocks beside it are read as ever', () => {
  const line = 'word *and* [[link]] '.repeat(3_000);
  const read = readBlocks(`# One\n\n${line}\n\n*Two*\n`);
  const long = 'x'.repeat(longestLine);
  expect([long, `${long}\n${long}`, `${long}x`, `a\n${long}x\nb`, `\n\n${long}x`].map(hasLongLine)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(read.map(({ kind }) => kind)).toEqual(['heading', 'source', 'paragraph']);
});

test('a paragraph of many lines is cut into pieces of some 8,000 characters', () => {
  const text = Array.from({ length: 2_000 }, (_, at) => `Line ${at} names [[Note ${at}]] and a #tag${at % 40}, and goes on`).join('\n');
  const lengths: number[] = [];
  for (let node = noteParser.parse(text).topNode.firstChild; node !== null; node = node.nextSibling) lengths.push(node.to - node.from);
  expect(lengths.length).toBeGreaterThan(text.length / 9_000);
  expect(Math.max(...lengths)).toBeLessThan(9_000);
});
