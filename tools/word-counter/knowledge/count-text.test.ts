import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLine, wordsOf } from './count-line.ts';
import { createTextCounter } from './count-text.ts';

const count = (text: string) => createTextCounter().count(text);
const letters = fc.string({ unit: fc.constantFrom(...'aB1_.,;:\'"!?- \té漢字🙂e\u0301\u200b\ud83dя'), maxLength: 60 });
const texts = fc.array(letters, { maxLength: 12 }).chain((lines) => fc.constantFrom('\n', '\r\n').map((end) => lines.join(end)));

test('characters four ways, words two ways, sentences, paragraphs and lines', () => {
  expect(count('')).toMatchObject({ words: 0, graphemes: 0, lines: 0, paragraphs: 0, lineBreaks: 0 });
  expect(count('Café 👩‍👩‍👧 can’t.\r\n\r\nWhy not? "So."')).toEqual({
    words: 5,
    whiteSpaceWords: 6,
    graphemes: 29,
    codePoints: 35,
    utf16: 38,
    bytes: 51,
    sentences: 3,
    lineBreaks: 2,
    lines: 3,
    paragraphs: 2,
  });
});

test('counts of a text equal those of the whole text by the segmenter', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const segments = (granularity: 'word' | 'grapheme') =>
        [...new Intl.Segmenter('en', { granularity }).segment(text)].map(({ segment }) => segment);
      const counted = count(text);
      expect(counted.graphemes).toBe(segments('grapheme').length);
      expect(counted.words).toBe(segments('word').filter((segment) => /[\p{L}\p{N}]/u.test(segment)).length);
      expect(counted.codePoints).toBe([...text].length);
      expect(counted.utf16).toBe(text.length);
      expect(counted.bytes).toBe(new TextEncoder().encode(text).length);
    }),
  );
});

test('after any edits the counts are those of a new counter', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 2, maxLength: 6 }), (versions) => {
      const counter = createTextCounter();
      for (const text of versions) expect(counter.count(text)).toEqual(count(text));
    }),
  );
});

// The C library of wc takes U+2028 for no white space and some emoji for unprintable: neither is among the samples.
test('words by white space, code points, bytes and line breaks equal those of wc', () => {
  const samples = fc.sample(fc.string({ unit: fc.constantFrom(...'ab1 .\t\n\r\v\fé漢ж\u3000'), maxLength: 200 }), {
    numRuns: 25,
    seed: 7,
  });
  for (const text of [...samples, 'one two\nthree\n', '', '\n\n']) {
    const { stdout, status } = spawnSync('wc', ['-l', '-w', '-m', '-c'], {
      input: text,
      encoding: 'utf8',
      env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' },
    });
    expect(status).toBe(0);
    const counted = count(text);
    expect([JSON.stringify(text), counted.lineBreaks, counted.whiteSpaceWords, counted.codePoints, counted.bytes]).toEqual([
      JSON.stringify(text),
      ...stdout.trim().split(/\s+/).map(Number),
    ]);
  }
});

test('a line that is all one word, one of lone surrogates and one of many combining marks are counted', () => {
  expect(countLine('x'.repeat(300_000))).toMatchObject({ words: 1, graphemes: 300_000 });
  expect(countLine('\ud800\udc00\ud800')).toMatchObject({ codePoints: 2, utf16: 3, bytes: 7 });
  expect(countLine(`e${'\u0301'.repeat(5000)}`)).toMatchObject({ graphemes: 1, codePoints: 5001 });
  expect(wordsOf('don’t stop 3.14 a_b _ — x1:y')).toEqual(['don’t', 'stop', '3.14', 'a_b', 'x1', 'y']);
});
