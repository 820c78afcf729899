import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMask, maskText, noMask } from './mask.ts';
import type { Answer } from './sender.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const answered = (body: string | Uint8Array, more: Partial<Answer> = {}): Answer => ({
  kind: 'answer',
  status: 200,
  url: 'https://a.example/',
  headers: [],
  body: typeof body === 'string' ? utf8(body) : body,
  totalMs: 1,
  isCut: false,
  ...more,
});
const shown = (values: readonly string[], body: string) => new TextDecoder().decode(createMask(values).answer(answered(body)).body);

test('a value is masked wherever it comes back: address, headers, redirects and body', () => {
  const mask = createMask(['s3cret/ü']);
  const masked = mask.answer(
    answered('it was s3cret/ü.', {
      url: 'https://a.example/?key=s3cret%2F%C3%BC',
      headers: [['x-echo', 's3cret/ü']],
      hops: [{ url: 'https://a.example/?k=s3cret/%C3%BC', status: 302, headers: [['location', '/?k=s3cret%2f%c3%bc']], timeMs: 1 }],
    }),
  );
  expect(JSON.stringify({ ...masked, body: new TextDecoder().decode(masked.body) })).not.toMatch(/s3cret|%C3%BC|%c3%bc/);
  expect(masked.headers).toEqual([['x-echo', maskText]]);
  expect(masked.hops?.[0]?.url).toBe(`https://a.example/?k=${maskText}`);
});

test('whatever the value, no spelling of it that servers use is left', () => {
  const value = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 24 }).filter((text) => text.trim().length >= 6);
  fc.assert(
    fc.property(value, (secret) => {
      const base64 = btoa(String.fromCharCode(...utf8(secret)));
      const json = JSON.stringify({ echo: secret });
      for (const spelled of [secret, json, encodeURIComponent(secret), base64, `<b>${base64}</b>`])
        expect(shown([secret], spelled)).toContain(maskText);
      expect(shown([secret], json)).not.toContain(JSON.stringify(secret).slice(1, -1));
    }),
    { numRuns: 200 },
  );
});

test('JSON that spells a value by the codes of its signs is spelled again and masked', () => {
  const codes = [...'hunter22'].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  expect(shown(['hunter22'], `{"a": "x${codes}y"}`)).toBe(`{"a":"x${maskText}y"}`);
  expect(shown(['hunter22'], '{"a": "\\u0041"}')).toBe('{"a": "\\u0041"}');
});

/** A text in JSON, that JSON as a text in JSON, and so on. */
const nested = (text: string, times: number): string => (times === 0 ? text : JSON.stringify({ data: nested(text, times - 1) }));

/** What is read out of it again. */
const unnested = (text: string, times: number): string =>
  times === 0 ? text : unnested((JSON.parse(text) as { readonly data: string }).data, times - 1);

test('a value with quotes is masked in JSON that is a text in JSON, however often, and what is around it can still be read', () => {
  const quoted = 'pass"word\\one';
  expect(shown([quoted], '{"data":"{\\"auth\\":\\"pass\\\\\\"word\\\\\\\\one\\"}"}')).toBe(`{"data":"{\\"auth\\":\\"${maskText}\\"}"}`);
  const secret = fc
    .string({ unit: fc.constantFrom('"', '\\', '/', 'a', 'é', '\n', '<'), minLength: 6, maxLength: 16 })
    // One of quotes and backslashes alone stands in what JSON is written with, and is masked there too.
    .filter((value) => /[/é\n<]/.test(value));
  fc.assert(
    fc.property(secret, fc.integer({ min: 1, max: 7 }), (value, times) => {
      const masked = shown([value], nested(`key ${value} end`, times));
      expect(unnested(masked, times)).toBe(`key ${maskText} end`);
    }),
    { numRuns: 200, examples: [['"//a\\\\', 5]] },
  );
});

test('JSON in a header, a form, an address or base64 hides no value that it holds', () => {
  const secret = fc.string({ unit: fc.constantFrom('"', '\\', '/', 'a', 'é', '&', ' ', '+'), minLength: 6, maxLength: 16 });
  const carriers: readonly ((text: string) => string)[] = [
    (text) => text,
    encodeURIComponent,
    (text) => new URLSearchParams({ v: text }).toString(),
    (text) => btoa(String.fromCharCode(...utf8(text))),
    (text) =>
      btoa(String.fromCharCode(...utf8(text)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', ''),
    (text) => Buffer.from(text).toString('hex'),
  ];
  fc.assert(
    fc.property(secret, fc.integer({ min: 0, max: 2 }), fc.constantFrom(...carriers), (value, times, carry) => {
      const carried = `x ${carry(`<${nested(value, times)}>`)} y`;
      expect(createMask([value]).text(carried)).toContain(maskText);
    }),
    { numRuns: 300 },
  );
});

test('four layers of JSON around a value are known where no JSON can be parsed', () => {
  const value = 'a"b\\c"d';
  for (let times = 0, text = value; times <= 4; times += 1, text = JSON.stringify(text).slice(1, -1))
    expect(createMask([value]).text(`log: ${text};`)).toBe(`log: ${maskText};`);
});

test('bytes that are no text stay as they are around what is masked', () => {
  const body = Uint8Array.from([0xff, 0x00, ...utf8('hunter22'), 0xfe]);
  expect([...createMask(['hunter22']).answer(answered(body)).body]).toEqual([0xff, 0x00, ...utf8(maskText), 0xfe]);
});

test('without a value nothing is touched', () => {
  expect(createMask([])).toBe(noMask);
  const body = utf8('plain');
  expect(createMask(['else where']).answer(answered(body)).body).toBe(body);
});
