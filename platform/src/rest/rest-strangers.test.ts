import { afterAll, expect, test } from 'vitest';
import { silentLog } from '../core/log.ts';
import { startTestRest } from './start-test-rest.ts';
import { answerOf } from './test-answer.ts';
import { testSchema } from './test-schema.ts';

const rest = await startTestRest(testSchema, silentLog, { burst: 200 });
afterAll(rest.stop);
const user = await rest.makeUser();

test.each([
  'label=match.(x{1,90}){1,30}y',
  'label=imatch.x',
  'label=not.match.x',
  'label=match(any).{(x%2B)%2By,z}',
  'or=(label.match.a,label.match.b)',
  'and=(value.gt.1,not.or(value.eq.2,label.imatch(all).{a}))',
  'label=fts.word',
  'label=plfts(english).word',
  'label=phfts.word',
  'label=wfts.word',
])('a stranger’s %s is refused on tables and on functions alike, before the database hears of it', async (filter) => {
  for (const path of [`/numbers?${filter}`, `/rpc/numbers_up_to?top=5&${filter}`]) {
    expect(await answerOf(await rest.send(path)), path).toMatchObject({ status: 401, body: { code: '42501' } });
    expect((await rest.send(path, {}, user)).status, path).toBe(200);
  }
  const body = { method: 'POST', body: '{"top":5}', headers: { 'content-type': 'application/json' } };
  expect((await rest.send(`/rpc/numbers_up_to?${filter}`, body)).status).toBe(401);
});

test('a stranger may still compare and use like', async () => {
  expect(await answerOf(await rest.send('/numbers?label=like.*number 7&select=value'))).toMatchObject({
    status: 200,
    body: [{ value: 7 }],
  });
  expect((await rest.send('/numbers?label=ilike.NUMBER*&limit=1')).status).toBe(200);
});

test('strangers whose statements never end hold none of the connections that sessions have', async () => {
  const stalled = Array.from({ length: 10 }, () => rest.send('/rpc/sleepy', { method: 'POST' }));
  // All that strangers have is taken, and more wait.
  await expect.poll(() => rest.strangers.waitingCount).toBeGreaterThan(0);
  expect(await answerOf(await rest.send('/settings?select=name', {}, user))).toMatchObject({ status: 200, body: [] });
  expect(rest.requests.waitingCount).toBe(0);
  // Each statement ends by its own short limit, well before that of a session.
  for (const answer of await Promise.all(stalled)) expect(await answerOf(answer)).toMatchObject({ body: { code: '57014' } });
});

test('a flood of strangers is told to come back, and a session from the same address is not', async () => {
  const answers = [];
  for (let count = 0; count < 220; count += 1) answers.push((await rest.send('/numbers?limit=1')).status);
  expect(answers.at(-1)).toBe(429);
  const refused = await rest.send('/numbers?limit=1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await rest.send('/settings', {}, user)).status).toBe(200);
});

test('somebody signed in who is not the owner has a stranger’s share: no costly filters, no body of a session’s size, and a rate', async () => {
  const guests = await startTestRest(testSchema, silentLog, { burst: 5, perSecond: 0 }, { isGuest: async (id) => id !== user.id });
  const guest = await guests.makeUser();
  const owner = await guests.makeUser(900, user.id);
  expect(await answerOf(await guests.send('/numbers?label=match.x', {}, guest))).toMatchObject({ status: 403, body: { code: '42501' } });
  const large = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ top: 5, more: 'x'.repeat(300_000) }),
  };
  expect((await guests.send('/rpc/numbers_up_to', large, guest)).status).toBe(413);
  for (let count = 2; count < 5; count += 1) expect((await guests.send('/numbers?limit=1', {}, guest)).status).toBe(200);
  expect((await guests.send('/numbers?limit=1', {}, guest)).status).toBe(429);
  for (let count = 0; count < 8; count += 1) expect((await guests.send('/numbers?label=match.x&limit=1', {}, owner)).status).toBe(200);
  await guests.stop();
});
