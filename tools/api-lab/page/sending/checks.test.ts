import { expect, test } from 'vitest';
import type { Check } from '../model.ts';
import { judgeChecks } from './checks.ts';
import { explainFailure, isForbiddenHeader, preflightReasons } from './explain-failure.ts';

const answer = {
  status: 201,
  headers: [['content-type', 'application/json; charset=utf-8']] as const,
  text: '{"items":[{"name":"lamp","price":3,"gone":null}],"n":{"a":1,"b":[2]}}',
  timeMs: 42,
};
const holds = (of: Check['of'], is: Check['is'], value = '', name = '') => judgeChecks([{ of, name, is, value }], answer)[0]?.passed;

test('status, time, headers and body are judged', () => {
  expect([holds('status', 'equals', '201'), holds('status', 'below', '400'), holds('status', 'equals', '200')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([holds('time', 'below', '43'), holds('time', 'below', '42'), holds('time', 'below', '')]).toEqual([true, false, false]);
  expect([holds('header', 'contains', 'json', 'Content-Type'), holds('header', 'exists', '', 'x')]).toEqual([true, false]);
  expect([holds('body', 'contains', 'lamp'), holds('body', 'equals', 'lamp'), holds('body', 'exists')]).toEqual([true, false, true]);
});

test('a path leads into the JSON; a missing step, a wrong type and an unreadable path fail', () => {
  expect(holds('json', 'equals', '"lamp"', 'items[0].name')).toBe(true);
  expect(holds('json', 'equals', '{"b":[2],"a":1}', 'n')).toBe(true);
  expect(holds('json', 'equals', 'null', 'items[0].gone')).toBe(true);
  expect(holds('json', 'exists', '', 'items[0].gone')).toBe(false);
  expect(holds('json', 'below', '4', 'items[0].price')).toBe(true);
  expect(holds('json', 'contains', 'am', 'items[0]["name"]')).toBe(true);
  for (const path of ['items[9].name', 'items..x', '__proto__.x', 'constructor'])
    expect([path, holds('json', 'exists', '', path)]).toEqual([path, false]);
  expect(judgeChecks([{ of: 'json', name: 'a', is: 'exists', value: '' }], { ...answer, text: 'no' })[0]).toMatchObject({
    passed: false,
    found: 'not JSON',
  });
});

test('headers that browsers set themselves, and what makes them ask first, are known', () => {
  for (const name of ['Cookie', 'HOST', 'Sec-Fetch-Mode', 'proxy-x', 'User-Agent'])
    expect([name, isForbiddenHeader(name)]).toEqual([name, true]);
  expect(isForbiddenHeader('X-Key')).toBe(false);
  expect(
    preflightReasons('POST', [
      ['Content-Type', 'text/plain'],
      ['Accept', '*/*'],
    ]),
  ).toEqual([]);
  expect(
    preflightReasons('PUT', [
      ['Content-Type', 'application/json'],
      ['X-Key', '1'],
    ]),
  ).toEqual(['the method PUT', 'the content type application/json', 'the header X-Key']);
  expect(explainFailure({ reason: 'blocked' }, { method: 'GET', url: 'http://a.example', headers: [] }, true)[0]).toContain('https');
  expect(explainFailure({ reason: 'address_refused' }, { method: 'GET', url: 'http://10.0.0.1', headers: [] }, true)[0]).toContain(
    'TOOLS_ALLOW_CIDRS',
  );
});
