import { hash, verify } from '@node-rs/bcrypt';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPasswords, type Place } from './passwords.ts';

// The hash itself is not looked at here, but the order in which passwords get to it: each stays until it is dropped.
vi.mock(import('@node-rs/bcrypt'));

const started: { readonly password: string; readonly end: () => void }[] = [];

beforeEach(() => {
  started.length = 0;
  vi.mocked(hash).mockResolvedValue('$2b$04$');
  vi.mocked(verify).mockImplementation(
    (password) => new Promise((resolve) => started.push({ password: String(password), end: () => resolve(true) })),
  );
});

function beginWith(strangers: number) {
  const passwords = createPasswords(4);
  const send = (name: string, place: Place) => passwords.matches(name, '$2b$04$', place);
  return { send, answers: Array.from({ length: strangers }, (_, index) => send(`stranger ${index}`, 'in the queue')) };
}

/** Lets one hash end; resolves when its successor has begun. */
async function endOne(index: number): Promise<void> {
  const before = started.length;
  started[index]?.end();
  while (started.length === before) await new Promise((resolve) => setImmediate(resolve));
}

test('two are hashed at once, sixty-four wait, and one more is told to come back', async () => {
  const { send } = beginWith(66);
  expect(await send('one more', 'in the queue')).toEqual({ ok: false, failure: { code: 'busy' } });
  expect(started.map(({ password }) => password)).toEqual(['stranger 0', 'stranger 1']);
});

test('a known device goes before all strangers, however many wait', async () => {
  const { send } = beginWith(66);
  const known = send('owner', 'at its head');
  await endOne(0);
  expect(started[2]?.password).toBe('owner');
  started[2]?.end();
  expect(await known).toEqual({ ok: true, value: true });
});

test('known devices keep their order, eight of them wait at most, and strangers come after them', async () => {
  const { send } = beginWith(3);
  const known = Array.from({ length: 8 }, (_, index) => send(`device ${index}`, 'at its head'));
  expect(await send('a ninth', 'at its head')).toEqual({ ok: false, failure: { code: 'busy' } });
  for (let index = 0; index < 9; index += 1) await endOne(index);
  expect(started.slice(2).map(({ password }) => password)).toEqual([...known.map((_, index) => `device ${index}`), 'stranger 2']);
});
