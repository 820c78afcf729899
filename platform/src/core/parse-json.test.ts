import { expect, test } from 'vitest';
import { nestingLimit, parseJson } from './parse-json.ts';

const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('levels of %s are counted up to the limit', (open, close) => {
  expect(parseJson(nested(open, close, nestingLimit)).ok).toBe(true);
  expect(parseJson(nested(open, close, nestingLimit + 1)).ok).toBe(false);
});

test('what is in a text is no level, nor do lists beside each other add up', () => {
  const text = JSON.stringify([`"\\${'['.repeat(200)}`, ...Array.from({ length: 200 }, () => [{}])]);
  expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
});

test('brackets that are never closed are refused without being parsed', () => {
  const { parse } = JSON;
  JSON.parse = () => expect.fail('the text was parsed');
  try {
    expect(parseJson('['.repeat(1024 * 1024)).ok).toBe(false);
  } finally {
    JSON.parse = parse;
  }
});

test('text that is no JSON is refused', () => {
  for (const text of ['', '{', 'nope', '"\\"']) expect(parseJson(text)).toMatchObject({ ok: false, failure: { code: 'json_malformed' } });
});
