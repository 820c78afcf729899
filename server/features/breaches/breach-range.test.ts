import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ForeignServices, type ServiceFault, startForeignServices } from '../../../tests/support/foreign-services.ts';
import { createEgress, type Egress } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { createListedLog, makeTestCall } from '../../functions/test-call.ts';
import { createQuietLog } from '../../quiet-log.ts';
import { parseSettings } from '../../settings.ts';
import { createAskRange } from './breach-range.ts';
import { createBreachRangeFunction, maxRangesAtOnce, rangeLimit } from './breach-range-function.ts';

const startMs = Date.parse('2026-11-21T10:00:00Z');
const hash = createHash('sha1').update('password1').digest('hex').toUpperCase();
const prefix = hash.slice(0, 5);

let services: ForeignServices;
let nowMs = startMs;
let lines: string[] = [];
beforeEach(async () => {
  services = await startForeignServices();
  services.breached.set('password1', 52_256);
  nowMs = startMs;
  lines = [];
});
afterEach(() => services.stop());

function open(environment: Readonly<Record<string, string>> = {}, around: (egress: Egress) => Egress = (egress) => egress) {
  const settings = parseSettings({ ...services.environment, ...environment });
  if (!settings.ok) throw new Error(settings.failure.message);
  const { breachRangeUrl: baseUrl, allowedNetworks } = settings.value;
  const clock = { nowMs: () => nowMs };
  const log = createListedLog(lines);
  const egress = around(createEgress({ allowedNetworks }));
  const askRange =
    baseUrl === undefined ? undefined : createAskRange({ reads: createReadsHere(egress), baseUrl, clock, log: createQuietLog(log, clock) });
  const { handle } = createBreachRangeFunction({ ask: askRange, clock, log });
  return (body: unknown, method = 'POST') =>
    handle(
      new Request(
        'https://castellan.test/functions/v1/breach-range',
        method === 'GET' ? { method } : { method, body: JSON.stringify(body) },
      ),
      makeTestCall(),
    );
}

async function outcomeOf(answer: Promise<Response>): Promise<unknown> {
  const response = await answer;
  const body: unknown = await response.json();
  return response.status === 200 ? body : [response.status, response.headers.get('retry-after')];
}

test('the service is asked for five characters with padding, and its rows come back whole, padding too', async () => {
  const answer = await open()({ prefix });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { outcome, range } = (await answer.json()) as { outcome: string; range: string };
  expect(outcome).toBe('range');
  expect(range).toContain(`${hash.slice(5)}:52256`);
  expect(range.split('\r\n')).toHaveLength(800);
  expect(range.split('\r\n').filter((row) => row.endsWith(':0')).length).toBeGreaterThan(700);
  expect(services.calls.map(({ path }) => path)).toEqual([`/range/${prefix}`]);
  const headers = services.calls[0]?.headers ?? {};
  expect([headers['add-padding'], headers['user-agent']]).toEqual(['true', 'Castellan']);
  // Nothing of the owner goes along.
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'add-padding', 'connection', 'host', 'user-agent']);
});

test('nothing is kept: the same question is asked again', async () => {
  const ask = open();
  await ask({ prefix });
  await ask({ prefix });
  expect(services.calls).toHaveLength(2);
});

test('no log line names a prefix or a row', async () => {
  const ask = open();
  await ask({ prefix });
  services.fault = { kind: 'body', body: `${hash}\n` };
  await ask({ prefix });
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.join('\n')).not.toMatch(new RegExp(`${prefix}|${hash.slice(5, 12)}|127\\.0\\.0\\.1`));
});

test.each([
  ['a whole hash', { prefix: hash }],
  ['four characters', { prefix: 'ABCD' }],
  ['lower case', { prefix: 'abcde' }],
  ['a path', { prefix: '../../..' }],
  ['a line break', { prefix: 'ABC\r\n' }],
  ['five characters and a line break', { prefix: 'ABCDE\n' }],
  ['no text', { prefix: 12_345 }],
  ['more than the prefix', { prefix: 'ABCDE', password: 'x' }],
  ['no object', 'ABCDE'],
])('%s is refused before anybody is asked', async (_what, body) => {
  expect((await open()(body)).status).toBe(400);
  expect(services.calls).toEqual([]);
});

test('it is posted, never an address with the prefix in it', async () => {
  const answer = await open()(undefined, 'GET');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});

const row = `${'A'.repeat(35)}:3`;
const faults: readonly (readonly [string, ServiceFault])[] = [
  ['503', { kind: 'status', status: 503 }],
  ['403, as to a client without a name', { kind: 'status', status: 403 }],
  ['a redirect to another host', { kind: 'status', status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }],
  ['a page', { kind: 'body', body: '<!doctype html><title>captive</title>', type: 'text/html' }],
  ['a page after good rows', { kind: 'body', body: `${row}\r\n<html>` }],
  ['nothing', { kind: 'body', body: '' }],
  ['rows of another length', { kind: 'body', body: `${'A'.repeat(34)}:3` }],
  ['a count that is none', { kind: 'body', body: `${'A'.repeat(35)}:-3` }],
  ['rows with an empty line between them', { kind: 'body', body: `${row}\r\n\r\n${row}` }],
  ['more than a mebibyte', { kind: 'body', body: `${row}\r\n`.repeat(30_000) }],
  ['half an answer', { kind: 'half' }],
];

test.each(faults)('a service that answers %s has given no range, and the owner hears no more than that', async (_what, fault) => {
  services.fault = fault;
  expect(await outcomeOf(open()({ prefix }))).toEqual({ outcome: 'unavailable' });
  expect(services.calls).toHaveLength(1);
});

test('as many rows as fit are read', async () => {
  services.fault = { kind: 'body', body: `${row}\r\n`.repeat(26_000) };
  expect(await outcomeOf(open()({ prefix }))).toMatchObject({ outcome: 'range' });
});

test('a service that never answers is given up after eight seconds', async () => {
  services.fault = { kind: 'slow' };
  const patience: (number | undefined)[] = [];
  // Of the time that the guard is told, a fortieth: what is left to it must end the wait, and nothing else can.
  const hasten = (egress: Egress): Egress => ({
    send: (request) => {
      patience.push(request.timeoutMs);
      return egress.send({ ...request, timeoutMs: (request.timeoutMs ?? Number.NaN) / 40 });
    },
  });
  expect(await outcomeOf(open({}, hasten)({ prefix }))).toEqual({ outcome: 'unavailable' });
  expect(patience).toEqual([8_000]);
  expect(lines.join()).toContain('timed_out');
});

test('a service in a private network is not reached unless the operator allows it', async () => {
  expect(await outcomeOf(open({ TOOLS_ALLOW_CIDRS: '' })({ prefix }))).toEqual({ outcome: 'unavailable' });
  expect(services.calls).toEqual([]);
});

test.each([
  ['seconds', '7', '7'],
  ['a date', 'Sat, 21 Nov 2026 10:00:30 GMT', '30'],
  ['nothing', undefined, '60'],
  ['nonsense', 'soon', '60'],
  ['a year', '31536000', '3600'],
])('a pause of %s is kept by the server and told', async (_what, retryAfter, told) => {
  const ask = open();
  services.fault = { kind: 'status', status: 429, ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }) };
  expect(await outcomeOf(ask({ prefix }))).toEqual([429, told]);
  services.fault = undefined;
  expect(await outcomeOf(ask({ prefix: 'ABCDE' }))).toEqual([429, told]);
  expect(services.calls).toHaveLength(1);
  nowMs += Number(told) * 1000;
  expect(await outcomeOf(ask({ prefix }))).toMatchObject({ outcome: 'range' });
});

test('only so many are asked for at once, and in ten seconds', async () => {
  const ask = open();
  services.fault = { kind: 'status', status: 503 };
  const atOnce = await Promise.all(Array.from({ length: maxRangesAtOnce + 1 }, () => outcomeOf(ask({ prefix }))));
  expect(atOnce.filter((outcome) => Array.isArray(outcome))).toEqual([[429, '1']]);
  for (let asked = maxRangesAtOnce; asked < rangeLimit.limit; asked += 1) await ask({ prefix });
  expect(services.calls).toHaveLength(rangeLimit.limit);
  expect(await outcomeOf(ask({ prefix }))).toEqual([429, '10']);
  expect(services.calls).toHaveLength(rangeLimit.limit);
});

test('where the operator switched it off, nobody is asked', async () => {
  expect(await outcomeOf(open({ BREACH_RANGE_URL: 'off' })({ prefix }))).toEqual({ outcome: 'off' });
  expect(services.calls).toEqual([]);
});
