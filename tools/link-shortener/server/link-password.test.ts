import { expect, test } from 'vitest';
import { makeTestCall } from '../../../server/functions/test-call.ts';
import { createOneAtATime, hashLinkPassword, isLinkPassword } from './link-password.ts';
import { createLinkPasswordFunction } from './link-password-function.ts';

const bytes = (count: number) => new Uint8Array(count).fill(7);

test('a password fits its own hash and no other, however its letters are composed', async () => {
  const stored = await hashLinkPassword('öpen', bytes);
  expect(await isLinkPassword('o\u0308pen', stored)).toBe(true);
  expect(await isLinkPassword('open', stored)).toBe(false);
});

test.each(['', 'scrypt$15$8$1$short$short', 'scrypt$1$8$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
  'nothing fits the text “%s”, which is no hash',
  async (stored) => {
    expect(await isLinkPassword('open', stored)).toBe(false);
  },
);

test('work is done one after another, also after a failure, and what is too much is not taken', async () => {
  const run = createOneAtATime(2);
  const done: string[] = [];
  const { promise, reject } = Promise.withResolvers<void>();
  const first = run(() => promise);
  const second = run(async () => done.push('second'));
  expect(run(async () => done.push('third'))).toBeUndefined();
  expect(done).toEqual([]);
  reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(done).toEqual(['second']);
  expect(run(async () => undefined)).toBeDefined();
});

test('the function hashes for the owner alone', async () => {
  const called = createLinkPasswordFunction({ clock: { nowMs: () => 0 }, randomBytes: bytes });
  expect(called.audience).toBe('owner');
  const post = (body: unknown) =>
    called.handle(
      new Request('http://castellan.test/functions/v1/short-link-password', { method: 'POST', body: JSON.stringify(body) }),
      makeTestCall(),
    );
  expect(await (await post({ password: 'open' })).json()).toEqual({ hash: await hashLinkPassword('open', bytes) });
  expect((await post({ password: '' })).status).toBe(400);
});
