import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHar } from './parse-har.ts';

const entry = (url: string, status: number, headers: Readonly<Record<string, string>>, content: object = {}) => ({
  request: { method: 'GET', url },
  response: { status, headers: Object.entries(headers).map(([name, value]) => ({ name, value })), content },
});

test('a page comes with the redirects that led to it and its body, and what it loaded is no page', () => {
  const har = {
    log: {
      entries: [
        entry('http://example.org/', 301, { Location: 'https://example.org/' }),
        entry(
          'https://example.org/',
          200,
          { ':status': '200', 'set-cookie': 'a=1\nb=2' },
          { mimeType: 'text/html; charset=utf-8', text: 'PHA+w6k8L3A+', encoding: 'base64' },
        ),
        entry('https://example.org/a.js', 200, { server: 'x' }, { mimeType: 'text/javascript' }),
        { request: null, response: 7 },
      ],
    },
  };
  expect(parseHar(`\uFEFF${JSON.stringify(har)}`)).toEqual({
    ok: true,
    value: [
      {
        answers: [
          { url: 'http://example.org/', status: 301, headers: [{ name: 'Location', value: 'https://example.org/' }] },
          {
            url: 'https://example.org/',
            status: 200,
            headers: [
              { name: 'set-cookie', value: 'a=1' },
              { name: 'set-cookie', value: 'b=2' },
            ],
          },
        ],
        body: '<p>é</p>',
      },
    ],
  });
});

test('what is no HAR says why', () => {
  expect(parseHar('{"log":')).toMatchObject({ failure: { code: 'not_json' } });
  expect(parseHar('{"log":{"entries":{}}}')).toMatchObject({ failure: { code: 'not_har' } });
  expect(parseHar('{"log":{"entries":[1,{}]}}')).toMatchObject({ failure: { code: 'no_page' } });
  // Two pages that lead to each other end.
  const loop = [entry('https://a.test/', 302, { Location: '/' }), entry('https://a.test/', 200, { a: 'b' }, { mimeType: 'text/html' })];
  expect(parseHar(JSON.stringify({ log: { entries: [...loop, ...loop] } }))).toMatchObject({ ok: true });
});

test('no JSON makes the reader fail otherwise than with a reason', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (entries) => {
      expect(typeof parseHar(JSON.stringify({ log: { entries } })).ok).toBe('boolean');
    }),
  );
});
