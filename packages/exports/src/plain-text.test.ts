import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, oneLine, plainJson, plainLines } from './plain-text.ts';

const any = fc.string({ unit: 'binary' });
const hostile = fc.array(
  fc.constantFrom('\u001b[2J', '\u009b31m', '\u202e', '\u2066', '\u0000', '\u007f', '\r', '\n', '\t', '\u0085', '\u2028', 'a', ' '),
);
const text = fc.oneof(
  any,
  hostile.map((parts) => parts.join('')),
);
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;

test('foreign text is cut and cleaned', () => {
  expect(cleanText('a\u001b[31m\r\nb\u202ec')).toBe('a·[31m··b·c');
  expect(cleanText('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
});

test('no text reaches a terminal or turns the direction of writing as anything but a sign that is seen', () => {
  fc.assert(
    fc.property(text, (given) => {
      for (const shown of [cleanText(given), oneLine(given), ...plainLines(given)]) expect(shown).not.toMatch(unseen);
      expect(oneLine(given)).toBe(oneLine(oneLine(given)));
    }),
    { numRuns: 2000 },
  );
});

test('JSON that is printed obeys no terminal, and means the same', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const json = plainJson(value);
      expect(json.replaceAll('\n', '')).not.toMatch(unseen);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 1000 },
  );
});
