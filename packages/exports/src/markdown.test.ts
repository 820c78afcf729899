import { GFM, parser } from '@lezer/markdown';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkdown, markdownCode, markdownText, unescapeMarkdown } from './markdown.ts';
import { oneLine } from './plain-text.ts';

const dialect = parser.configure(GFM);
const pieces = [
  'HTTP://a',
  'xmpp:a@b.c',
  'WWW.a.test',
  ...[
    '<img src=x onerror=alert(1)>',
    '![',
    '](https://evil.test/x)',
    '[a]',
    '[b]: https://evil.test',
    '&lt;',
    '<!--',
    '-->',
    '<https://a.test>',
  ],
  ...[
    'https://evil.test/?a=b_c',
    'www.evil.test',
    'ada@evil.test',
    'mailto:ada@evil.test',
    '`',
    '``',
    '```',
    '~~~',
    '~~',
    '**',
    '__',
    '*',
    '_',
  ],
  ...[
    '# ',
    '> ',
    '- ',
    '+ ',
    '1. ',
    '2) ',
    '|',
    '---',
    '===',
    '    ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\u2028',
    '\\',
    '!',
    '$x$',
    '==',
    '%%',
    '^',
    ' ',
    'a',
    'b.c',
  ],
];
const foreign = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
);

/** What is in the Markdown, and what a reader is shown of it. */
function read(markdown: string): { readonly kinds: readonly string[]; readonly shown: string } {
  const kinds = new Set<string>();
  let [shown, done] = ['', 0];
  const leaveOut = (from: number, to: number) => {
    shown += markdown.slice(done, from);
    done = to;
  };
  dialect.parse(markdown).iterate({
    enter: ({ name, from, to }) => {
      kinds.add(name);
      if (name === 'Escape') leaveOut(from, from + 1);
      if (name === 'CodeMark' || name === 'HeaderMark') leaveOut(from, to);
    },
  });
  return { kinds: [...kinds], shown: shown + markdown.slice(done) };
}

const harmless = ['Document', 'Paragraph', 'Escape', 'InlineCode', 'CodeMark', 'ATXHeading2', 'HeaderMark'];
const bare = (text: string) => text.replaceAll(' ', '');

test.each([
  ['a paragraph', '', ''],
  ['a heading', '## high: ', ''],
  ['words behind ours', 'Seen: ', '.'],
])('foreign text is no markup, image, link or HTML in %s, and is shown as it is', (_, before, behind) => {
  fc.assert(
    fc.property(foreign, (text) => {
      const { kinds, shown } = read(`${before}${markdownText(text)}${behind}`);
      expect(kinds.filter((kind) => !harmless.includes(kind))).toEqual([]);
      expect(bare(shown)).toBe(bare(`${before.replace('## ', '')}${oneLine(text)}${behind}`));
    }),
    { numRuns: 2000 },
  );
});

test('foreign text ends no cell of a table', () => {
  fc.assert(
    fc.property(foreign, (text) => {
      const cells: string[] = [];
      const table = `| one | two |\n| --- | --- |\n| ${markdownText(text)} | x |\n`;
      dialect.parse(table).iterate({
        enter: ({ name, from, to }) => {
          if (name === 'TableCell') cells.push(table.slice(from, to));
        },
      });
      expect(cells.slice(0, 2)).toEqual(['one', 'two']);
      expect(cells.slice(2)).toHaveLength(oneLine(text) === '' ? 1 : 2);
    }),
    { numRuns: 2000 },
  );
});

test('a block of code holds its lines, whatever is in them', () => {
  fc.assert(
    fc.property(foreign, foreign, (one, other) => {
      const { kinds } = read(`Words:\n\n${['x', ...markdownCode(`${one}\n${other}`), '    y'].join('\n').replace('x', '    x')}\n\nMore.`);
      expect(kinds.filter((kind) => !['Document', 'Paragraph', 'CodeBlock', 'CodeText'].includes(kind))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test('a line is given back by what reads its backslashes, and is no markup, image, link or HTML until then', () => {
  fc.assert(
    fc.property(foreign, (text) => {
      const line = text.replace(/[\r\n]/g, ' ').trim();
      expect(unescapeMarkdown(escapeMarkdown(line))).toBe(line);
      const { kinds } = read(escapeMarkdown(line));
      expect(kinds.filter((kind) => !harmless.includes(kind))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
