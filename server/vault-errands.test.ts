import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ForeignServices, makeIcon, startForeignServices } from '../tests/support/foreign-services.ts';
import { authenticatorCode, createTestOwner, type Owner, runCommand } from '../tests/support/owner.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';

const data = await copyStartedData();
let services: ForeignServices;
let server: RunningServer;
let owner: Owner;
let publishableKey: string;
let secretKey: string;
beforeAll(async () => {
  services = await startForeignServices();
  services.icons.set('bank.example.org', makeIcon(1, 2, 3));
  server = await startTestServer(data.path, services.environment);
  owner = await createTestOwner(data.path);
  publishableKey = (await runCommand('server/commands/keys.ts', data.path, [])).lines.at(-1) ?? '';
  secretKey = (await runCommand('server/commands/keys.ts', data.path, ['--service'])).lines.at(-1) ?? '';
}, 90_000);
afterAll(async () => {
  await server.stop();
  await services.stop();
  data.remove();
});

const session = z.object({ access_token: z.string() });
const user = z.object({ user: z.object({ factors: z.array(z.object({ id: z.string() })) }) });

async function post(path: string, body: object, token?: string): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

const questions = [
  ['breach-range', { prefix: 'ABCDE' }, 'range'],
  ['site-icon', { host: 'bank.example.org' }, 'icon'],
] as const;

test('only the owner in a full session has the server ask others: no visitor, no key, no password alone, no session that has ended', async () => {
  const signedIn: unknown = await (
    await post('/auth/v1/token?grant_type=password', { email: owner.email, password: owner.password })
  ).json();
  const halfway = session.parse(signedIn).access_token;
  const factorId = user.parse(signedIn).user.factors[0]?.id ?? '';
  const statuses = async (token?: string) =>
    Promise.all(questions.map(async ([name, body]) => (await post(`/functions/v1/${name}`, body, token)).status));
  expect(await statuses()).toEqual([401, 401]);
  expect(await statuses(secretKey)).toEqual([401, 401]);
  expect(await statuses(halfway)).toEqual([401, 401]);
  expect(await statuses(`${halfway.slice(0, -4)}AAAA`)).toEqual([401, 401]);
  expect(services.calls).toEqual([]);

  const challenge = z.object({ id: z.string() }).parse(await (await post(`/auth/v1/factors/${factorId}/challenge`, {}, halfway)).json());
  const code = await authenticatorCode(owner.authenticatorSecret);
  const verified = await post(`/auth/v1/factors/${factorId}/verify`, { challenge_id: challenge.id, code }, halfway);
  const full = session.parse(await verified.json()).access_token;
  for (const [name, body, outcome] of questions) {
    const answer = await post(`/functions/v1/${name}`, body, full);
    expect([answer.status, await answer.json()]).toMatchObject([200, { outcome }]);
    // A foreign host's bytes: no browser may take them for a page, and nobody on the way may keep them.
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  }
  expect(services.calls).toHaveLength(2);

  expect((await post('/functions/v1/breach-range', { prefix: 'ABCDE', padding: 'x'.repeat(100) }, full)).status).toBe(413);
  await post('/auth/v1/logout?scope=global', {}, full);
  expect(await statuses(full)).toEqual([401, 401]);
  expect(services.calls).toHaveLength(2);
  expect(server.output()).not.toMatch(/ABCDE|bank\.example/);
});
