import { createHash, webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Entry } from '../entries/entry.ts';
import { sampleEntry } from '../export/entry-samples.ts';
import { checkHealth, type HealthRequest, type HealthStep } from './health-report.ts';
import { planBreachQueries, readBreachRange } from './hibp-range.ts';

const nowMs = Date.UTC(2026, 0, 2);
const base = sampleEntry(1);
const make = (id: string, details: Partial<Entry['details']>, password = id) => ({
  id,
  entry: {
    details: { ...base.details, kind: 'login' as const, hasTotp: true, passwordChangedAt: '2025-12-01T00:00:00.000Z', url: '', ...details },
    secrets: { ...base.secrets, password },
  },
});

async function report(entries: HealthRequest['entries'], more: Partial<HealthRequest> = {}) {
  const steps: HealthStep[] = [];
  for await (const step of checkHealth({ entries, nowMs, isWeak: (password) => password.startsWith('weak'), ...more })) steps.push(step);
  const last = steps.at(-1);
  if (last?.kind !== 'report') throw new Error('no report');
  return { ...last, steps };
}

test('each problem is found by its own rule and by no other', async () => {
  const { problems, checked } = await report([
    make('weak', {}),
    make('twice-a', {}, 'same'),
    make('twice-b', { username: 'other' }, 'same'),
    make('old', { passwordChangedAt: '2024-12-01T00:00:00.000Z' }),
    make('http', { url: 'http://a.test' }),
    make('home', { url: 'http://localhost:3000' }),
    make('one-factor', { url: 'https://a.test', hasTotp: false }),
    make('note', { url: 'https://a.test', hasTotp: false, kind: 'note' }),
    make('late', { expiresAt: '2026-01-02T00:00:00.000Z' }),
    make('fresh', { expiresAt: '2026-01-03T00:00:00.000Z' }),
    make('copy-a', { url: 'https://www.b.test/x' }, 'copied'),
    make('copy-b', { url: 'b.test', username: base.details.username.toUpperCase() }, 'copied'),
    make('empty', { passwordChangedAt: '2000-01-01T00:00:00.000Z' }, ''),
    make('empty-too', {}, ''),
    make('weak-trash', { trashedAt: '2026-01-01T00:00:00.000Z' }),
  ]);
  expect(problems).toEqual({
    weak: ['weak'],
    reused: ['twice-a', 'twice-b', 'copy-a', 'copy-b'],
    old: ['old'],
    'plain-http': ['http'],
    'no-second-factor': ['one-factor'],
    expired: ['late'],
    duplicate: ['copy-a', 'copy-b'],
  });
  expect(checked).toBe(14);
});

test('a card’s number, a token, a passphrase and recovery codes are no passwords: none is called weak, reused, old or doubled', async () => {
  const asked: string[] = [];
  const kinds = ['card', 'api-token', 'key', 'recovery-codes', 'note'] as const;
  const { problems } = await report(
    kinds.flatMap((kind) => [
      make(`${kind} 1`, { kind, passwordChangedAt: '2020-01-01T00:00:00.000Z' }, 'weak and twice'),
      make(`${kind} 2`, { kind }, 'weak and twice'),
    ]),
    {
      isWeak: (password) => {
        asked.push(password);
        return true;
      },
    },
  );
  expect(problems).toMatchObject({ weak: [], reused: [], old: [], duplicate: [] });
  expect(asked).toEqual([]);
});

test('a password is checked once however often it occurs, and not at all where its strength is known', async () => {
  const asked: string[] = [];
  const isWeak = (password: string) => {
    asked.push(password);
    return false;
  };
  await report([make('a', {}, 'x'), make('b', {}, 'x'), make('c', {}, 'made')], {
    isWeak,
    isKnownStrong: (password) => password === 'made',
  });
  expect(asked).toEqual(['x']);
});

test('progress is told while it goes, and leaving the loop stops the checking', async () => {
  const entries = Array.from({ length: 1000 }, (_, number) => make(`${number}`, {}));
  const { steps } = await report(entries);
  expect(steps[0]).toEqual({ kind: 'progress', done: 100, total: 1000 });
  let results = 0;
  const isWeak = () => {
    results += 1;
    return false;
  };
  for await (const step of checkHealth({ entries, nowMs, isWeak })) if (step.kind === 'progress' && step.done >= 300) break;
  expect(results).toBe(300);
});

test.each(['http://127.0.0.1/', 'http://x.localhost', 'http://[::1]:80', 'ftp://a.test', ''])('"%s" is no plain http', async (url) => {
  expect((await report([make('a', { url })])).problems['plain-http']).toEqual([]);
});

const sha1 = async (data: Uint8Array) => new Uint8Array(await webcrypto.subtle.digest('SHA-1', Uint8Array.from(data)));
const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

test('a breach service is told five characters of a hash and nothing else, each prefix once', async () => {
  const entries = [
    { id: 'a', password: 'password' },
    { id: 'b', password: 'password' },
    { id: 'c', password: 'other' },
    { id: 'd', password: '' },
  ];
  const queries = await planBreachQueries(entries, sha1);
  expect(queries.map(({ path, headers }) => [path, headers])).toEqual(
    [
      [`range/${hashOf('other').slice(0, 5)}`, { 'Add-Padding': 'true' }],
      ['range/5BAA6', { 'Add-Padding': 'true' }],
    ].sort(),
  );
  const query = queries.find(({ prefix }) => prefix === '5BAA6');
  expect([...(query?.suffixes.values() ?? [])]).toEqual([['a', 'b']]);
});

test('an answer is read: hits with their count, padding ignored, anything strange refused', async () => {
  const [query] = await planBreachQueries([{ id: 'a', password: 'password' }], sha1);
  if (query === undefined) throw new Error('no query');
  const suffix = hashOf('password').slice(5);
  const other = '0'.repeat(35);
  expect(readBreachRange(query, `${other}:3\r\n${suffix.toLowerCase()}:42\r\n`)).toEqual({ ok: true, value: new Map([['a', 42]]) });
  expect(readBreachRange(query, `${suffix}:0\n${other}:0`)).toEqual({ ok: true, value: new Map() });
  for (const answer of ['<html>', `${suffix}`, `${suffix}:-1`, `${suffix}:1:2`, 'A'.repeat(1_000_001)]) {
    expect(readBreachRange(query, answer)).toEqual({ ok: false, failure: { code: 'range_not_readable' } });
  }
});
