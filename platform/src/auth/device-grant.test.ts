import { afterAll, beforeEach, expect, test } from 'vitest';
import { issueDeviceGrant } from './administration.ts';
import { startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(() => {
  auth.restart();
  auth.failures.length = 0;
});

const userIdOf = async (email: string) => {
  const { rows } = await auth.admin.query<{ id: string }>('select id from auth.users where email = $1', [email]);
  return rows[0]?.id ?? '';
};
const grant = (secret: string, address = '192.0.2.50') => auth.send('POST', '/device-grant', { secret }, { address });
const invalid = { status: 422, body: { code: 'device_secret_invalid' } };

test('strangers who use up the account’s attempts keep no new device out that has a link of the machine’s', async () => {
  const email = await auth.addAccount();
  const secret = await issueDeviceGrant(auth.admin, await userIdOf(email));
  for (let index = 0; index < 6; index += 1) await auth.signIn(email, { address: `198.51.100.${index}` }, 'not the pass phrase');
  expect((await auth.signIn(email)).status).toBe(429);
  const granted = await grant(secret);
  expect(granted.status).toBe(200);
  const [cookie = ''] = (granted.headers.get('set-cookie') ?? '').split(';');
  expect((await auth.signIn(email, { headers: { cookie } }, 'not the pass phrase')).status).toBe(400);
  expect((await auth.signIn(email, { headers: { cookie } })).status).toBe(200);
});

test('a link works once, until it runs out or another is printed, and is for its own account', async () => {
  const email = await auth.addAccount();
  const userId = await userIdOf(email);
  const voided = await issueDeviceGrant(auth.admin, userId);
  const secret = await issueDeviceGrant(auth.admin, userId);
  expect(await grant(voided)).toMatchObject(invalid);
  expect((await grant(secret)).status).toBe(200);
  expect(await grant(secret)).toMatchObject(invalid);
  const late = await issueDeviceGrant(auth.admin, userId);
  auth.time.nowMs += 31 * 60_000;
  expect(await grant(late)).toMatchObject(invalid);
  auth.time.nowMs -= 31 * 60_000;
  expect((await auth.admin.query('select from auth.device_grants where secret_hash = $1', [Buffer.from(late)])).rows).toEqual([]);
});

test('guessing at links is slowed down by address and told of', async () => {
  const statuses = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await grant(`guess-${index}`, '192.0.2.60')).status);
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 422));
  expect(statuses.at(-1)).toBe(429);
  expect(auth.failures.length).toBe(statuses.filter((status) => status === 422).length);
});
