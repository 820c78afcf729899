import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { byMethod } from './by-method.ts';
import { answerJson } from './function-answers.ts';
import { ownerFunction, ownerRead, ownerStream } from './owner-function.ts';
import { makeTestCall } from './test-call.ts';
import { visitorFunction, visitorRead } from './visitor-function.ts';

const clock = { nowMs: () => 0 };
const body = z.strictObject({ target: z.string().min(1) });
const expects = 'The field "target" must be a text.';

function post(given: unknown): Request {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return new Request('http://castellan.test/functions/v1/probe', { method: 'POST', body: text });
}

const from = (address: string) => makeTestCall({ requestContext: { address, secure: true, requestId: 'test' } });

/** A function that allows three calls, and what it was run with. */
function openProbe() {
  const ran: string[] = [];
  const limit = createAttemptWindow(clock, { limit: 3, windowMs: 1000, capacity: 10 });
  const run = async ({ target }: { readonly target: string }) => {
    ran.push(target);
    return answerJson({ target });
  };
  return { ran, rules: { body, expects, limit, run } };
}

test('a function of the owner’s is the owner’s, reads only as much as it says, and runs on what it parsed', async () => {
  const { ran, rules } = openProbe();
  const probe = ownerFunction({ ...rules, maxBodyBytes: 64 });
  expect([probe.audience, probe.maximumBodyBytes]).toEqual(['owner', 64]);
  const answer = await probe.handle(post({ target: 'a' }), makeTestCall());
  expect([await answer.json(), ran, answer.headers.get('cache-control')]).toEqual([{ target: 'a' }, ['a'], 'no-store']);
});

test.each([['no JSON'], [{}], [{ target: '' }], [{ target: 'a', more: 1 }]])(
  'the body %j is 400 in the form of all refusals',
  async (given) => {
    const { ran, rules } = openProbe();
    const answer = await ownerFunction(rules).handle(post(given), makeTestCall());
    expect([answer.status, await answer.json(), ran]).toEqual([400, { code: 'validation_failed', message: expects }, []]);
  },
);

test('another method is 405 and names the one that is answered', async () => {
  const { rules } = openProbe();
  const answer = await ownerFunction(rules).handle(new Request('http://castellan.test/functions/v1/probe'), makeTestCall());
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a call beyond the limit is 429 with the seconds to wait, and its body is not looked at: wrong ones count too', async () => {
  const { ran, rules } = openProbe();
  const probe = ownerFunction(rules);
  for (let call = 0; call < 3; call += 1) expect((await probe.handle(post({}), makeTestCall())).status).toBe(400);
  const late = post({ target: 'a' });
  const answer = await probe.handle(late, makeTestCall());
  expect([answer.status, answer.headers.get('retry-after'), late.bodyUsed, ran]).toEqual([429, '1', false, []]);
});

test('the owner is counted as one, wherever the calls come from; visitors by their address block', async () => {
  const [owners, visitors] = [openProbe(), openProbe()];
  const probe = ownerFunction(owners.rules);
  const open = visitorFunction(visitors.rules);
  expect(open.audience).toBe('public');
  const statuses: number[][] = [[], []];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8::4', '203.0.113.9']) {
    statuses[0]?.push((await probe.handle(post({ target: 'a' }), from(address))).status);
    statuses[1]?.push((await open.handle(post({ target: 'a' }), from(address))).status);
  }
  expect(statuses).toEqual([
    [200, 200, 200, 429, 429],
    [200, 200, 200, 429, 200],
  ]);
});

test('only so many run at once, and a place is free again when one has ended, also by a fault', async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const limit = createAttemptWindow(clock, { limit: 100, windowMs: 1000, capacity: 1 });
  const run = async () => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return answerJson({});
  };
  const probe = ownerFunction({ body, expects, limit, maxAtOnce: 2, run });
  const call = () => probe.handle(post({ target: 'a' }), makeTestCall());
  const [first, second] = [call(), call()];
  expect((await call()).status).toBe(429);
  await expect.poll(() => gates.length).toBe(2);
  gates[0]?.reject(new Error('a fault'));
  await expect(first).rejects.toThrow('a fault');
  const third = call();
  await expect.poll(() => gates.length).toBe(3);
  for (const gate of gates) gate.resolve();
  expect((await second).status).toBe(200);
  expect((await third).status).toBe(200);
});

test('a streamed call keeps its place until the work has ended, although its answer has begun and its caller has left', async () => {
  const ending = Promise.withResolvers<void>();
  const limit = createAttemptWindow(clock, { limit: 100, windowMs: 1000, capacity: 1 });
  const probe = ownerStream({ body, expects, limit, maxAtOnce: 1, run: () => ending.promise });
  const call = () => probe.handle(post({ target: 'a' }), makeTestCall());
  const first = await call();
  expect(first.status).toBe(200);
  await first.body?.cancel();
  expect((await call()).status).toBe(429);
  ending.resolve();
  await expect.poll(async () => (await call()).status).toBe(200);
});

test('one name does several things by method, and is open to visitors only where all of them are', async () => {
  const { rules } = openProbe();
  const read = visitorRead(async ({ url }) => answerJson(url.searchParams.get('id')));
  const mixed = byMethod({ GET: read, POST: ownerFunction({ ...rules, maxBodyBytes: 99 }) });
  expect([mixed.audience, mixed.maximumBodyBytes, byMethod({ GET: read }).audience]).toEqual(['owner', 99, 'public']);
  expect(ownerRead(async () => answerJson(1)).audience).toBe('owner');
  const got = await mixed.handle(new Request('http://castellan.test/functions/v1/probe?id=7'), makeTestCall());
  expect([await got.json(), (await mixed.handle(post({ target: 'a' }), makeTestCall())).status]).toEqual(['7', 200]);
  const refused = await mixed.handle(new Request('http://castellan.test/functions/v1/probe', { method: 'DELETE' }), makeTestCall());
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST']);
});
