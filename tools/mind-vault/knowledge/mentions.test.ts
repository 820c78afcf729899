import { indexMarkdown } from '@castellan/notes/markdown-index';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { findMentions, linkMention } from './mentions.ts';

const found = (text: string, ...names: readonly string[]) =>
  findMentions(text, names, indexMarkdown(text).links, 10).map(({ from, to }) => text.slice(from, to));

test('a note is mentioned by whole words, in any case, and not where a link names it', () => {
  expect(found('The rose engine, Rose Engine; rose engines and primrose engine. [[Rose engine|the rose engine]]', 'Rose engine')).toEqual([
    'rose engine',
    'Rose Engine',
  ]);
  expect(found('engine turning turns', 'Guilloche', 'Engine turning')).toEqual(['engine turning']);
  expect(found('C++ and c++x', 'C++')).toEqual(['C++', 'c++']);
  expect(found('an ox', 'ox')).toEqual([]);
  expect(found('a'.repeat(10), 'aaa')).toEqual([]);
});

test('a mention that is linked reads as before, leads to its note, and is none any more', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('rose', 'engine', 'Rose Engine', '[[x]]', 'é', '.', '\n')), (words) => {
      const text = words.join(' ');
      const [mention] = findMentions(text, ['Rose Engine'], indexMarkdown(text).links, 10);
      if (mention === undefined) return;
      const linked = linkMention(text, mention, 'Craft/Rose Engine');
      const link = indexMarkdown(linked).links.find(({ target }) => target === 'Craft/Rose Engine');
      expect(link?.label).toBe(text.slice(mention.from, mention.to));
      expect(findMentions(linked, ['Rose Engine'], indexMarkdown(linked).links, 10)).toHaveLength(
        findMentions(text, ['Rose Engine'], indexMarkdown(text).links, 10).length - 1,
      );
      expect(linked.length - text.length).toBe('[[Craft/Rose Engine|]]'.length);
    }),
  );
});

test('a text that names a note in 120,000 links is looked through in time with its length', () => {
  const text = '[[Rose engine]] '.repeat(120_000);
  const { links } = indexMarkdown(text);
  const before = cpuNowMs();
  expect(findMentions(text, ['Rose engine'], links, 5)).toEqual([]);
  expect(cpuNowMs() - before).toBeLessThan(2_000);
});
