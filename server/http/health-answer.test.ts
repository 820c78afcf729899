import { expect, test } from 'vitest';
import type { Readiness } from '../database/database-readiness.ts';
import { byFramework, type DirectResponse } from './direct-answer.ts';
import { createHealthAnswer } from './health-answer.ts';

const context = { address: '192.0.2.1', secure: false, requestId: 'test' };
const ask = (path: string, readiness: () => Readiness | Promise<Readiness> = () => 'ready') =>
  createHealthAnswer(readiness)({ method: 'GET', path, search: '', headers: {}, context });
const told = (given: DirectResponse | undefined) => [given?.status, JSON.parse(String(given?.body))];

test.each([
  ['ready', 200, 'ready'],
  ['away', 503, 'database away'],
  ['full', 503, 'nothing can be written'],
] as const)('a database that is %s is %i to whoever watches, known or asked for', async (state, status, text) => {
  const known = ask('/readyz', () => state);
  expect(known).not.toBeInstanceOf(Promise);
  expect(told(await known)).toEqual([status, { status: text }]);
  expect(told(await ask('/readyz', async () => state))).toEqual([status, { status: text }]);
});

test('/healthz asks the database nothing; other addresses are somebody else’s', async () => {
  const fail = () => {
    throw new Error('asked');
  };
  expect(told(await ask('/healthz', fail))).toEqual([200, { status: 'alive' }]);
  for (const path of ['/', '/readyz/', '/Readyz', '/healthz2', '/%72eadyz']) expect(ask(path, fail)).toBeUndefined();
});

test('what names the whole address, as some programs do, is answered alike; what posts is not', async () => {
  const answer = byFramework(createHealthAnswer(() => 'full'));
  const given = await answer(new Request('http://castellan.test/readyz'), context);
  expect([given?.status, await given?.json()]).toEqual([503, { status: 'nothing can be written' }]);
  const head = await answer(new Request('http://castellan.test/readyz', { method: 'HEAD' }), context);
  expect([head?.status, await head?.text()]).toEqual([503, '']);
  expect(await answer(new Request('http://castellan.test/readyz', { method: 'POST' }), context)).toBeUndefined();
});
