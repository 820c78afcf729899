import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block, Inline } from './blocks.ts';
import { markdownHtml } from './markdown-html.ts';
import { faultOfMarkdown } from './markdown-limits.ts';
import { readMarkdown } from './read-markdown.ts';

const paragraph = (...content: readonly Inline[]): Block => ({ kind: 'paragraph', content });

test('headings, paragraphs, emphasis, code and links are what CommonMark says', () => {
  expect(readMarkdown('## Result ##\n\nOne *two* **three** `a  b` ~~no~~ [four](https://x.example/y "t")\nnext\\* line  \nafter')).toEqual([
    { kind: 'heading', level: 2, id: 'h-result', content: ['Result'] },
    paragraph(
      'One ',
      { kind: 'emphasis', content: ['two'] },
      ' ',
      { kind: 'strong', content: ['three'] },
      ' ',
      { kind: 'code', text: 'a b' },
      ' ',
      { kind: 'deleted', content: ['no'] },
      ' ',
      { kind: 'link', href: 'https://x.example/y', content: ['four'] },
      ' next* line',
      { kind: 'break' },
      'after',
    ),
  ]);
});

test('lists, quotes, code and tables keep their parts', () => {
  const [list, ordered, quote, code, table] = readMarkdown(
    '- a\n- b\n\n3. c\n\n> d\n> e\n\n```sql\nselect 1;\n  -- two\n```\n\n| A | B |\n| --- | --- |\n| 1 | |\n| **2** | 3 | 4 |\n',
  );
  expect(list).toEqual({ kind: 'list', ordered: false, start: 1, items: [[paragraph('a')], [paragraph('b')]] });
  expect(ordered).toMatchObject({ ordered: true, start: 3, items: [[paragraph('c')]] });
  expect(quote).toEqual({ kind: 'quote', blocks: [paragraph('d e')] });
  expect(code).toEqual({ kind: 'code', text: 'select 1;\n  -- two', language: 'sql' });
  expect(table).toEqual({
    kind: 'table',
    head: [['A'], ['B']],
    rows: [
      [['1'], []],
      [[{ kind: 'strong', content: ['2'] }], ['3']],
    ],
  });
});

test('markup is text, pictures are their descriptions, and dangerous addresses are no links', () => {
  expect(readMarkdown('<script>alert(1)</script>')).toEqual([paragraph('<script>alert(1)</script>')]);
  expect(readMarkdown('a <img src=x onerror=alert(1)> b')).toEqual([paragraph('a <img src=x onerror=alert(1)> b')]);
  expect(readMarkdown('![a chain](https://x.example/p.png)')).toEqual([paragraph('a chain')]);
  for (const address of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'vbscript:x',
  ]) {
    expect(readMarkdown(`[text](${address})`)).toEqual([paragraph('text')]);
  }
  for (const address of ['/contact', '#result', 'mailto:a@b.example']) {
    expect(readMarkdown(`[text](${address})`)).toEqual([paragraph({ kind: 'link', href: address, content: ['text'] })]);
  }
});

test('no text of any kind is refused or made a link that could run', () => {
  const hrefsOf = (value: unknown): readonly string[] =>
    [...JSON.stringify(value).matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('[', ']', '(', ')', '<', '>', 'javascript:', 'https://a.b', '*', '`', '\n', '|', '- ', '> ', '#', 'x', ' ')),
      (parts) => {
        for (const href of hrefsOf(readMarkdown(parts.join('')))) expect(href).toMatch(/^(https?:\/\/|mailto:|#|\/(?![/\\]))/i);
      },
    ),
    { numRuns: 400 },
  );
});

test.each(['rosette', 'countersign'])('the case study %s that ships has four parts and no mark left over', (name) => {
  const text = readFileSync(new URL(`../../../../content/${name}.md`, import.meta.url), 'utf8');
  const blocks = readMarkdown(text.slice(text.indexOf('\n## ')));
  expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.content[0]] : []))).toEqual([
    'Problem',
    'Threat model',
    'Decision',
    'Result',
  ]);
  expect(JSON.stringify(blocks.filter(({ kind }) => kind !== 'code'))).not.toMatch(/\*\*|\| ---|```/);
});

test('headings of the same words have ids of their own, and footnotes are numbered in the order of their marks', () => {
  const blocks = readMarkdown('# A b!\n\n# A b\n\nx[^two] y[^one] z[^two] n[^none]\n\n[^one]: First\n\n[^two]: Second\n    goes on\n');
  expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))).toEqual(['h-a-b', 'h-a-b--2']);
  expect(blocks.at(-1)).toEqual({
    kind: 'notes',
    notes: [
      { blocks: [paragraph('Second goes on')], uses: 2 },
      { blocks: [paragraph('First')], uses: 1 },
    ],
  });
  expect(JSON.stringify(blocks)).toContain('[^none]');
});

test('a link may name its address elsewhere, and only a picture that is given is one', () => {
  expect(
    readMarkdown('[a][b] ![c](d.png "e") ![f](g.png)\n\n[b]: https://x.example/\n', { pictures: { 'd.png': { address: '/d.png' } } }),
  ).toEqual([
    paragraph(
      { kind: 'link', href: 'https://x.example/', content: ['a'] },
      ' ',
      { kind: 'picture', alt: 'c', address: '/d.png', caption: 'e' },
      ' f',
    ),
  ]);
});

test('any text gives HTML of the allowed elements and attributes, and no address that could run', () => {
  const allowed =
    /^<(?:\/?(?:p|h[234]|pre|code|blockquote|ol|ul|li|table|thead|tbody|tr|th|td|strong|em|del|sup|a)|hr|br|ol start="\d+"|a href="(?:https?:\/\/|mailto:)[^"<>]*"|img src="https:\/\/s\.example\/p\.png" alt="[^"<>]*")>$/i;
  const words = [
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    'javascript:',
    'https://a.b',
    'p.png',
    '!',
    '*',
    '`',
    '~~',
    '\n',
    '\n\n',
    '|',
    '- ',
    '> ',
    '1. ',
    '#',
    '"',
    '&',
    '[^a]',
    '[^a]: ',
    '    ',
    '<img onerror=x>',
    'x',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string())), (parts) => {
      const blocks = readMarkdown(parts.join(''), { pictures: { 'p.png': { address: '/p.png' } } });
      const html = markdownHtml(blocks, { publicUrl: 'https://s.example', path: '/writing/x' });
      for (const [tag] of html.matchAll(/<[^>]*>?/g)) expect(tag).toMatch(allowed);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['links that do not end', '[a]('.repeat(4000), 'brackets and backticks in one paragraph'],
  ['quotations in quotations', `a\n\n${'>'.repeat(9000)}`, 'begins with more than 20 marks'],
  ['lists in lists', '1. '.repeat(9000), 'begins with more than 20 marks'],
  ['a paragraph without an end', 'a '.repeat(20_000), 'a paragraph of more than 20000 characters'],
  ['a file without an end', 'a\n\n'.repeat(40_000), 'longer than 100000 characters'],
])('%s is named, not read', (_, text, problem) => {
  expect(faultOfMarkdown(text)?.problem).toContain(problem);
});

test.each([
  ['marks of lists and quotations', `${'- '.repeat(19)}a\n`.repeat(2400), /more than 6000 marks/],
  ['signs of emphasis in a row', `${'*'.repeat(9990)}a${'*'.repeat(9990)}`, /more than 100 signs of emphasis/],
  ['columns', `|${'a|'.repeat(9000)}\n|${'-|'.repeat(9000)}\n${'|\n'.repeat(4900)}`, /more than 100 columns/],
  ['cells', `|${'a|'.repeat(90)}\n|${'-|'.repeat(90)}\n${'|a|\n'.repeat(4900)}`, /more than 20000 cells/],
])('a text of very many %s is refused before it is read, in time in proportion to the text', (_, text, problem) => {
  expect(faultOfMarkdown(text)?.problem).toMatch(problem);
});

test('footnotes are numbered in the order of their first marks, however many there are', () => {
  const marks = Array.from({ length: 400 }, (_, at) => `[^n${at}] [^n0]`).join(' ');
  const notes = Array.from({ length: 400 }, (_, at) => `[^n${at}]: a`).join('\n\n');
  const [paragraph, last] = readMarkdown(`${marks}\n\n${notes}`);
  const numbers = paragraph?.kind === 'paragraph' ? paragraph.content.flatMap((part) => (typeof part === 'string' ? [] : [part])) : [];
  expect(numbers.slice(0, 6)).toMatchObject([1, 1, 2, 1, 3, 1].map((number) => ({ kind: 'note', number })));
  expect(last?.kind === 'notes' && [last.notes.length, last.notes[0]?.uses]).toEqual([400, 401]);
});
