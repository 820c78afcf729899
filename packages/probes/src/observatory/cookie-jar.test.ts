import { expect, test } from 'vitest';
import { parseCookieDate } from './cookie-date.ts';
import { collectCookies, cookieHeader } from './cookie-jar.ts';

const atMs = Date.UTC(2026, 10, 26, 12);

function jar(...answers: readonly (readonly [url: string, ...lines: readonly string[]])[]) {
  return collectCookies(
    answers.map(([url, ...lines]) => ({ url, status: 200, atMs, headers: lines.map((value) => ({ name: 'Set-Cookie', value })) })),
    'shop.example',
  );
}

test.each([
  ['Max-Age=-5', true],
  ['Max-Age=0', true],
  ['Max-Age=-0', true],
  ['Max-Age=1', false],
  ['Max-Age=+5', false],
  ['Expires=Thu, 01 Jan 1970 00:00:00 GMT', true],
  ['Expires=Thu, 26 Nov 2026 11:59:59 GMT', true],
  ['Expires=Thu, 26 Nov 2026 12:00:01 GMT', false],
  ['Expires=0', false],
  ['Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', false],
  ['Max-Age=0; Expires=Fri, 31 Dec 2399 23:59:59 GMT', true],
  ['Max-Age=soon; Expires=Thu, 01 Jan 1970 00:00:00 GMT', true],
] as const)('a cookie with %s counts as deleted: %s', (attributes, isDeleted) => {
  const cookies = jar(['https://shop.example/', `session=1; ${attributes}`]);
  expect(cookies).toEqual([expect.objectContaining({ name: 'session', isDeleted })]);
  expect(cookieHeader(cookies, 'https://shop.example/')).toBe(isDeleted ? undefined : 'session=1');
});

test('a deleted cookie leaves the jar with the first request that it would have been sent with', () => {
  const gone = (line: string, next: string) => jar(['https://shop.example/', line], [next]).length === 0;
  expect(gone('a=; Max-Age=0', 'https://shop.example/next')).toBe(true);
  expect(gone('a=; Max-Age=0; Path=/old', 'https://shop.example/next')).toBe(false);
  expect(gone('a=; Max-Age=0; Path=/old', 'https://shop.example/old/1')).toBe(true);
  expect(gone('a=; Max-Age=0; Secure', 'http://shop.example/')).toBe(false);
  expect(gone('a=; Max-Age=0', 'https://www.shop.example/')).toBe(false);
  expect(gone('a=; Max-Age=0; Domain=shop.example', 'https://www.shop.example/')).toBe(true);
});

test('a cookie that is deleted on the way and set again is kept', () => {
  const lines = ['a=; Max-Age=0', 'a=1; Secure'] as const;
  expect(jar(['https://shop.example/', lines[0]], ['https://shop.example/next', lines[1]])).toEqual([
    expect.objectContaining({ value: '1', isDeleted: false }),
  ]);
  expect(jar(['https://shop.example/', lines[1], lines[0]])).toEqual([expect.objectContaining({ isDeleted: true })]);
});

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Thu, 01-Jan-70 00:00:01 GMT', 1000],
  ['1 january 69 0:0:0', Date.UTC(2069, 0, 1)],
  ['Thu, 32 Jan 1970 00:00:00 GMT', undefined],
  ['Thu, 01 Jan 1600 00:00:00 GMT', undefined],
  ['Thu, 01 Jan 1970 24:00:00 GMT', undefined],
  ['Thu, 01 Jan 1970', undefined],
  ['0', undefined],
  ['', undefined],
])('the date %s', (text, expected) => {
  expect(parseCookieDate(text)).toBe(expected);
});
