import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonPlaces, maxJsonDepth } from './json-places.ts';

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

test('groups inside each other are read to a depth, and the line of the first one beyond it is told', () => {
  const nested = (depth: number) => `${'\n['.repeat(depth)}${']'.repeat(depth)}`;
  expect(findJsonPlaces(nested(maxJsonDepth)).isJson).toBe(true);
  expect(findJsonPlaces(nested(maxJsonDepth + 1))).toEqual({ isJson: false, tooDeep: true, line: maxJsonDepth + 2 });
  expect(findJsonPlaces('['.repeat(200_000))).toMatchObject({ tooDeep: true });
});

test('many fields under long names take room for the names once', () => {
  const many = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`f${at}`, 0]));
  const text = JSON.stringify({ ['a'.repeat(100_000)]: { ['b'.repeat(100_000)]: many } });
  const before = process.memoryUsage().heapUsed;
  const places = findJsonPlaces(text);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300_000_000);
  expect(places.isJson && places.lineOf(['a'.repeat(100_000), 'b'.repeat(100_000), 'f7'])).toBe(1);
});
