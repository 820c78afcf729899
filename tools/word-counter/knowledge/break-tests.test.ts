import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boundariesOf, countLine, sentencesOf, wordsOf } from './count-line.ts';

const folder = join(import.meta.dirname, '..', 'tests');

/** A line of a break test: its text, and where it breaks. */
function casesOf(name: string) {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('÷'))
    .map((line) => {
      const written = (line.split('#')[0] ?? '').trim();
      let text = '';
      const breaks: number[] = [];
      for (const sign of written.split(/\s+/)) {
        if (sign === '÷') breaks.push(text.length);
        else if (sign !== '×') text += String.fromCodePoint(Number.parseInt(sign, 16));
      }
      return { written, text, breaks };
    });
}

const differing = (name: string, granularity: 'word' | 'sentence' | 'grapheme') =>
  casesOf(name)
    .filter(({ text, breaks }) => boundariesOf(text, granularity).join() !== breaks.join())
    .map(({ written }) => written);

/** U+2701 is no longer a pictograph (Extended_Pictographic) in the Unicode that ICU 78 has, so nothing is joined to it. */
const scissors = '÷ 2701 × 200D × 2701 ÷';

test('words break as the tests of Unicode 15.0 have it', () => {
  expect(casesOf('WordBreakTest.txt').length).toBeGreaterThan(1800);
  expect(differing('WordBreakTest.txt', 'word')).toEqual([scissors, '÷ 0061 × 200D × 2701 ÷']);
});

test('sentences break as the tests of Unicode 15.0 have it', () => {
  expect(casesOf('SentenceBreakTest.txt').length).toBeGreaterThan(500);
  expect(differing('SentenceBreakTest.txt', 'sentence')).toEqual([]);
});

test('grapheme clusters break as the tests of Unicode 15.0 have it', () => {
  expect(casesOf('GraphemeBreakTest.txt').length).toBeGreaterThan(590);
  expect(differing('GraphemeBreakTest.txt', 'grapheme')).toEqual([scissors]);
});

test('the quick ways of counting agree with the segmenter on every text of the break tests', () => {
  const letter = /[\p{L}\p{N}]/u;
  for (const { text } of ['WordBreakTest.txt', 'SentenceBreakTest.txt', 'GraphemeBreakTest.txt'].flatMap(casesOf)) {
    const segments = (granularity: 'word' | 'sentence' | 'grapheme') =>
      [...new Intl.Segmenter('en', { granularity }).segment(text)].map(({ segment }) => segment);
    const counts = countLine(text);
    expect([text, counts.graphemes, counts.words, counts.sentences]).toEqual([
      text,
      segments('grapheme').length,
      segments('word').filter((segment) => letter.test(segment)).length,
      segments('sentence').filter((segment) => letter.test(segment)).length,
    ]);
    expect(wordsOf(text).length).toBe(counts.words);
    expect(sentencesOf(text).length).toBe(counts.sentences);
  }
});
