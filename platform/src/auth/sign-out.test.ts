import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestAuth } from './test-auth-service.ts';

const auth = await startTestAuth();
afterAll(auth.stop);
beforeEach(async () => {
  await auth.forgetLimits();
  auth.ended.length = 0;
});

const tokens = async (email: string) => (await auth.signIn(email)).body.access_token;
const isLive = async (token: string) => (await auth.send('GET', '/user', undefined, { token })).status === 200;
const signOut = (token: string, query: string) => auth.send('POST', `/logout${query}`, undefined, { token });

test.each([
  ['?scope=local', [false, true]],
  ['?scope=others', [true, false]],
  ['?scope=global', [false, false]],
  ['', [false, false]],
])('logout%s', async (query, live) => {
  const email = await auth.addAccount();
  const bystander = await tokens(await auth.addAccount());
  const [own, other] = [await tokens(email), await tokens(email)];
  const answer = await signOut(own, query);
  expect(answer).toMatchObject({ status: 204, body: null });
  expect([await isLive(own), await isLive(other)]).toEqual(live);
  expect(await isLive(bystander)).toBe(true);
  expect(auth.ended).toHaveLength(live.filter((each) => !each).length);
});

test('another scope is 400, and no session is 401', async () => {
  const token = await tokens(await auth.addAccount());
  expect(await signOut(token, '?scope=all')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(await auth.send('POST', '/logout')).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
});

test('whoever has the password but not the authenticator signs nobody out who has both', async () => {
  const { email, session } = await auth.signUpWithFactor();
  const thief = await tokens(email);
  await signOut(thief, '?scope=others');
  await signOut(thief, '?scope=global');
  expect(await isLive(thief)).toBe(false);
  expect(await isLive(session.access_token)).toBe(true);
});
