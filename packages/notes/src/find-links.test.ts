import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { findLinks } from './find-links.ts';

/** Says the same, and takes the square of the length for some texts. */
const expression =
  /(!?)\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\])*)\]\((<[^<>\n]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?\)/g;

test('links are found where one expression finds them', () => {
  const sign = fc.constantFrom('[', ']', '(', ')', '](', '\\', '!', 'a', ' ', '\n', '<', '>', '"', "'", '[a](b)', '\r');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      const text = signs.join('');
      const expected = [...text.matchAll(expression)].map(({ index, 0: whole, 1: mark, 2: label, 3: address }) => {
        return { from: index, to: index + whole.length, isEmbed: mark === '!', label, address };
      });
      expect([...findLinks(text)]).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

test.each(['[\\', '![\\]', '[a', '[](', '[[a]', '[](a "', '[](a (', '[](<', '[]((', '\\[', '[a]('])(
  'a text of %j is looked through in proportion to its length',
  (part) => {
    const before = cpuNowMs();
    expect([...findLinks(part.repeat(30_000))]).toEqual([]);
    expect(cpuNowMs() - before).toBeLessThan(1_000);
  },
);
