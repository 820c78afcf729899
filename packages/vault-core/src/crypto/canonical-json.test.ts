import { expect, test } from 'vitest';
import { canonicalJson, parseJson } from './canonical-json.ts';

test('canonical JSON sorts its members, has no spaces, and leaves out what is undefined', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true, x: undefined })).toBe('{"a":true,"b":[1,{"c":"é\\"","d":null}]}');
  expect(canonicalJson(undefined)).toBe('null');
  // Names of digits, which the language itself would put in the order of numbers.
  expect(canonicalJson({ 2: 'b', 10: 'a', x: [undefined, { z: 1, a: undefined }] })).toBe('{"10":"a","2":"b","x":[null,{"z":1}]}');
  let deep: unknown = 1;
  for (let level = 0; level < 20; level += 1) deep = [deep];
  expect(() => canonicalJson(deep)).toThrow(RangeError);
  expect(parseJson('{')).toBeUndefined();
});
