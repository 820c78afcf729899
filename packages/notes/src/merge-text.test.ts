import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MergedPart, mergeText, textOfParts } from './merge-text.ts';

const merged = (base: string, mine: string, theirs: string) => textOfParts(mergeText(base, mine, theirs));
const contested = (parts: readonly MergedPart[]) => parts.flatMap((part) => (part.kind === 'contested' ? [part] : []));

/** Texts of few words and lines, so that the same ones meet often. */
const text = fc
  .array(fc.array(fc.constantFrom('key', 'door', 'Ida', '', 'é', '漢', '👩‍🚒', '  ', '-', '\r'), { maxLength: 5 }), { maxLength: 7 })
  .map((lines) => lines.map((words) => words.join(' ')).join('\n'));

/** Anything at all, broken surrogates among it. */
const anything = fc.oneof(text, fc.string({ unit: 'binary' }), fc.string());

describe('the merge of a text', () => {
  test('of which one side is unchanged is the other side', () => {
    fc.assert(
      fc.property(anything, anything, (base, other) => {
        expect(merged(base, base, other)).toBe(other);
        expect(merged(base, other, base)).toBe(other);
        expect(merged(base, other, other)).toBe(other);
      }),
    );
  });

  test('is the same from either side, with the sides of what is contested exchanged', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const exchanged = mergeText(base, theirs, mine).map((part) =>
          part.kind === 'settled' ? part : { ...part, mine: part.theirs, theirs: part.mine },
        );
        expect(exchanged).toEqual(mergeText(base, mine, theirs));
      }),
      { numRuns: 400 },
    );
  });

  test('loses no word that either side put in, whichever side is kept where it is contested: then only that place differs', () => {
    const wordsOf = (of: string) => of.split(/\s+/);
    fc.assert(
      fc.property(text, text, text, (base, own, other) => {
        // Words that nobody else has.
        const [mine, theirs] = [own, other].map((one, side) => one.replaceAll('key', () => `${side === 0 ? 'my' : 'their'}word`));
        const parts = mergeText(base, mine ?? '', theirs ?? '');
        const both = wordsOf(textOfParts(parts, 'both') ?? '');
        for (const word of ['myword', 'theirword']) {
          const put = wordsOf(word === 'myword' ? (mine ?? '') : (theirs ?? '')).filter((one) => one === word).length;
          expect(both.filter((one) => one === word).length).toBeGreaterThanOrEqual(put);
        }
        expect(wordsOf(textOfParts(parts, 'mine') ?? '').filter((one) => one === 'myword').length).toBeGreaterThanOrEqual(
          wordsOf(mine ?? '').filter((one) => one === 'myword').length,
        );
        if (contested(parts).length === 0) expect(textOfParts(parts, 'mine')).toBe(textOfParts(parts, 'theirs'));
      }),
      { numRuns: 1000, examples: [['\n', 'key', '\nkey']] },
    );
  });

  test('takes changes in different lines, and in different words of one line', () => {
    expect(merged('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n')).toBe('A\nb\nC\n');
    expect(merged('a\nb\n', 'a\nB\n', 'A\nb\n')).toBe('A\nB\n');
    expect(merged('The spare key is with Ida.', 'The spare key is with Bob.', 'The old key is with Ida.')).toBe('The old key is with Bob.');
    expect(merged('a\r\nb\r\n', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\n')).toBe('A\r\nb\r\nc\r\n');
  });

  test('asks about a word that both changed and two insertions at one place, and about no more', () => {
    const place = mergeText('Top\nWith Ida, upstairs.\n\nEnd', 'Top\nWith Bob, upstairs!\n\nEnd', 'Top\nWith Eve, upstairs.\n\nThe end');
    expect(place).toEqual([
      { kind: 'settled', text: 'Top\n' },
      { kind: 'contested', base: 'With Ida, upstairs.\n', mine: 'With Bob, upstairs!\n', theirs: 'With Eve, upstairs!\n' },
      { kind: 'settled', text: '\nThe end' },
    ]);
    expect(textOfParts(place, 'both')).toBe('Top\nWith Bob, upstairs!\nWith Eve, upstairs!\n\nThe end');
    expect(contested(mergeText('Note', 'Note AAAA', 'Note BBBB'))).toEqual([
      { kind: 'contested', base: 'Note', mine: 'Note AAAA', theirs: 'Note BBBB' },
    ]);
    expect(contested(mergeText('a\nb\n', 'a\n', 'a\nbee\n'))).toHaveLength(1);
  });

  test('of texts of 150,000 characters that have nothing in common is one question, and little work', () => {
    const filled = (word: string) => `${word} ${'\n'}`.repeat(Math.floor(150_000 / (word.length + 2)));
    const [base, mine, theirs] = ['key', 'door', 'lamp'].map((word, at) =>
      Array.from({ length: 3 }, (_, n) => filled(`${word}${n}${at}`)).join(''),
    );
    const cut = (of = '') => of.slice(0, 150_000);
    const used = process.cpuUsage();
    expect(contested(mergeText(cut(base), cut(mine), cut(theirs)))).toHaveLength(1);
    const { user } = process.cpuUsage(used);
    expect(user / 1000).toBeLessThan(3_000);
    // Where they have much in common, that it is long asks nothing.
    const long = Array.from({ length: 5_000 }, (_, line) => `line ${line % 7}\n\n`).join('');
    expect(merged(long, `First\n${long}`, `${long}Last\n`)).toBe(`First\n${long}Last\n`);
  });
});
