import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { indexMarkdown } from './markdown-index.ts';
import { findSubpath, headingKey } from './resolve-link.ts';

const targets = (text: string) => indexMarkdown(text).links.map(({ target, subpath, label }) => [target, subpath, label]);

// https://help.obsidian.md/links and https://help.obsidian.md/embeds
test('links are read in every form that Obsidian’s help names', () => {
  expect(targets('[[Three laws of motion]] [[Three laws of motion.md]]')).toEqual([
    ['Three laws of motion', '', undefined],
    ['Three laws of motion.md', '', undefined],
  ]);
  expect(targets('[Three laws](Three%20laws%20of%20motion.md) [x](<Three laws of motion.md>)')).toEqual([
    ['Three laws of motion.md', '', 'Three laws'],
    ['Three laws of motion.md', '', 'x'],
  ]);
  expect(targets('[[#Preview a linked file]] [[Help#Questions#Report bugs]] [[2023-01-01#^quote-of-the-day]]')).toEqual([
    ['', '#Preview a linked file', undefined],
    ['Help', '#Questions#Report bugs', undefined],
    ['2023-01-01', '#^quote-of-the-day', undefined],
  ]);
  expect(targets('![[Engelbart.jpg|100x145]] | [[Note\\|in a table]] | [[a|b|c]]')).toEqual([
    ['Engelbart.jpg', '', '100x145'],
    ['Note', '', 'in a table'],
    ['a', '', 'b|c'],
  ]);
});

test('what leads elsewhere, and what stands in code, comments and maths, is no link', () => {
  const nothing = [
    '[x](https://example.org/a.md) [x](mailto:a@example.org) [x](//example.org) [x](%ZZ)',
    '`[[a]]` ``[[a]] ` [[b]]`` ',
    '```\n[[a]]\n``\n```\n',
    '~~~~ md\n[[a]]\n~~~\n[[b]]\n~~~~',
    '%% [[a]]\n[[b]] %%',
    '<!-- [[a]] -->',
    '$$[[a]]$$',
    'text\n\n    [[indented]]\n',
    '[[a\nb]] [[]] [ [a]] [[a[b]]',
  ];
  for (const text of nothing) expect([text, targets(text)]).toEqual([text, []]);
  expect(targets('- item\n\n    [[within a list]]')).toEqual([['within a list', '', undefined]]);
  expect(targets('`open [[a]]\n\n[[b]]` [[c]]').map(([target]) => target)).toEqual(['a', 'b', 'c']);
});

test('a link says where its path stands, so that only that is rewritten', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('[[ab#h|x]]', '![[a b]]', '[t](c%20d.md#e)', '![](<f g.png>)', ' ', '\n', 'word', '`c`', 'é')),
      (parts) => {
        const text = parts.join(' ');
        for (const { from, to, targetFrom, targetTo, target } of indexMarkdown(text).links) {
          expect(text.slice(from, to)).toContain(text.slice(targetFrom, targetTo));
          expect(decodeURIComponent(text.slice(targetFrom, targetTo))).toBe(target);
        }
      },
    ),
  );
});

test('properties give tags and aliases, and the links in them', () => {
  const front = (lines: string) => indexMarkdown(`---\n${lines}\n---\nText #inline`);
  expect(front('tags: [one, "two words", \'three\']').tags).toEqual(['one', 'two words', 'three', 'inline']);
  expect(front('tags:\n  - one # why\n  - "#two"\naliases:\n- First\n- "Second, too"')).toMatchObject({
    tags: ['one', 'two', 'inline'],
    aliases: ['First', 'Second, too'],
  });
  expect(front('tag: one, two three').tags).toEqual(['one', 'two', 'three', 'inline']);
  expect(front('up: "[[Parent]]"').links.map(({ target }) => target)).toEqual(['Parent']);
  expect(indexMarkdown('text\n---\ntags: [no]\n---').tags).toEqual([]);
});

// https://help.obsidian.md/tags
test('tags are what Obsidian takes for tags', () => {
  expect(indexMarkdown('#y1984 #1984 #inbox/to-read #Camel #camel a#b (#no) #ünï #🎉 # #-\n[[x #not]]').tags).toEqual([
    'y1984',
    'inbox/to-read',
    'Camel',
    'ünï',
    '🎉',
    '-',
  ]);
});

test('a block id behind an embed or a link needs no space', () => {
  const { blocks, links } = indexMarkdown('![[a.png]]^one\n[[b]]^two\nword^no\n![[c.png]] ^three\n');
  expect(blocks.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
  expect(links.map(({ target }) => target)).toEqual(['a.png', 'b', 'c.png']);
});

test('code in a heading is a part of its name', () => {
  const index = indexMarkdown('### `hasTag()`\n\nOf `code`\n---\n```\n# none\n```\n');
  expect(index.headings.map(({ text }) => text)).toEqual(['`hasTag()`', 'Of `code`']);
  expect(findSubpath(index, '#hasTag')).toBe(0);
  expect(findSubpath(index, '#Of `code`')).toBe(16);
});

test('headings and blocks are found as links name them', () => {
  const text = '# One ##\ntext ^first\n## Two: [[x]]!\n### Deep\n# Three\n## Two x\nSet\n===\n`#` x ^Last-1\n#### #\n';
  const index = indexMarkdown(text);
  expect(index.headings.map((heading) => [heading.level, heading.text])).toEqual([
    [1, 'One'],
    [2, 'Two: [[x]]!'],
    [3, 'Deep'],
    [1, 'Three'],
    [2, 'Two x'],
    [1, 'Set'],
    [4, ''],
  ]);
  const at = (subpath: string) => {
    const found = findSubpath(index, subpath);
    return found === undefined ? undefined : text.slice(found).split('\n')[0];
  };
  expect(at('#two x')).toBe('## Two: [[x]]!');
  expect(at('#Three#Two x')).toBe('## Two x');
  expect(at('#One#Deep')).toBe('### Deep');
  expect(at('#Three#Deep')).toBeUndefined();
  expect(at('#^LAST-1')).toBe('`#` x ^Last-1');
  expect(at('#^first')).toBe('text ^first');
  expect(at('#nowhere')).toBeUndefined();
  expect(headingKey('  What: “A” & [[B]]?  ')).toBe('what “a” b');
});

test('hostile texts are read in a moment', () => {
  const length = 150_000;
  const of = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length);
  const texts = [
    '[',
    '[[',
    '![',
    '[](',
    '[a](b ',
    '`',
    '` ``',
    '<!--',
    '%%',
    '$$',
    '#',
    '# ',
    '\n#',
    '#a/',
    '^a ',
    '---\n',
    '(',
    '[x](((',
    '    \n',
    '\\|[[',
    '"',
  ];
  for (const part of texts)
    for (const text of [of(part), `---\ntags: [${of(part)}`, `---\n${of(part)}\n---\n`]) {
      const before = cpuNowMs();
      indexMarkdown(text);
      expect([part, cpuNowMs() - before < 1000]).toEqual([part, true]);
    }
});

test('a note of two million characters with a link and a tag in every line is read in a moment', () => {
  const lines = Array.from(
    { length: 25_000 },
    (_, at) => `Line ${at} of a long note with [[Link ${at % 50}]] and #tag${at % 9}, [one](more.md).`,
  );
  const text = lines.join('\n').slice(0, 2_000_000);
  const before = cpuNowMs();
  const { links, tags } = indexMarkdown(text);
  expect(cpuNowMs() - before).toBeLessThan(1500);
  expect(links.length).toBeGreaterThan(45_000);
  expect(tags).toHaveLength(9);
});

test('what looks like a tag within a link is none, wherever links and tags stand', () => {
  const piece = fc.constantFrom('#tag ', '[[a #in b]] ', '[l #in](x.md) ', '[[x]] ', 'word ', '\n', '#two ', '![p #in](y.png "#in") ');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const wanted = new Set(pieces.flatMap((one) => (one.startsWith('#') ? [one.trim().slice(1)] : [])));
      expect(new Set(indexMarkdown(pieces.join('')).tags)).toEqual(wanted);
    }),
  );
});
