import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonPlaces } from './json-places.ts';

/** A JSON text with a space, a tab or lines between its parts, as chosen, and the line on which each part was written. */
function write(value: unknown, spaces: readonly string[]) {
  let text = '';
  let at = 0;
  const lines: (readonly [readonly (string | number)[], number])[] = [];
  const put = (part: string) => {
    text += (spaces[at++ % spaces.length] ?? '') + part;
    return text.split('\n').length;
  };
  const writeValue = (part: unknown, path: readonly (string | number)[], line?: number): void => {
    const note = (own: number) => lines.push([path, line ?? own]);
    if (Array.isArray(part)) {
      note(put('['));
      for (const [index, entry] of part.entries()) {
        if (index > 0) put(',');
        writeValue(entry, [...path, index]);
      }
      put(']');
    } else if (typeof part === 'object' && part !== null) {
      note(put('{'));
      for (const [index, [key, entry]] of Object.entries(part).entries()) {
        if (index > 0) put(',');
        const keyLine = put(JSON.stringify(key));
        put(':');
        writeValue(entry, [...path, key], keyLine);
      }
      put('}');
    } else note(put(JSON.stringify(part)));
  };
  writeValue(value, []);
  return { text: `${text}\n`, lines };
}

const spaces = fc.array(fc.constantFrom('', ' ', '\n', '\t', '\r\n', '\n\n  '), { minLength: 1, maxLength: 9 });

test('every field and entry is found on the line on which it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), spaces, (value, between) => {
      const { text, lines } = write(value, between);
      const places = findJsonPlaces(text);
      if (!places.isJson) throw new Error(`not read: ${text}`);
      for (const [path, line] of lines) expect([path, places.lineOf(path)]).toEqual([path, line]);
    }),
  );
});

test('a text is JSON to it exactly where it is JSON to the platform', () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', '01', '-', 'x', '\\', '\u0001', '{', ' '), fc.nat(2))
    .map(([text, at, put, cut]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + cut);
    });
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(damaged, (text) => {
      expect(findJsonPlaces(text).isJson).toBe(isJson(text));
    }),
    { numRuns: 400 },
  );
});

test('the line where a text stops being JSON is told', () => {
  const faultIn = (text: string) => {
    const places = findJsonPlaces(text);
    return places.isJson ? undefined : places.line;
  };
  expect(faultIn('{\n  "a": 1,\n}')).toBe(3);
  expect(faultIn('{\n  "a": N\n}')).toBe(2);
  expect(faultIn('{\n  "a": 1\n  "b": 2\n}')).toBe(3);
  expect(faultIn('{\n  "a": 1\n\n')).toBe(4);
  expect(faultIn('{}\n\nx')).toBe(3);
});
