import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteKey } from '@castellan/foundation/site-key';
import { readRelease } from '@castellan/release/release';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLoopbackEgress } from '../tests/support/foreign-services.ts';
import { makeDataFolder, type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { checkSite } from './site-check/check-site.ts';
import { readSource } from './site-check/read-source.ts';
import { siteVisitors } from './site-check/site-visitors.ts';

const data = makeDataFolder();
let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer(data.path, { MUSIC_CORS_PROXY: 'https://music.example/get?url=' });
});
afterAll(async () => {
  await server.stop();
  data.remove();
});

/** The release of the build, as the site answers it. */
async function askRelease() {
  const bytes = new Uint8Array(await (await fetch(`${server.url}/release.json`)).arrayBuffer());
  const release = readRelease(bytes);
  if (!release.ok) throw new Error(release.failure.code);
  return { bytes, release: release.value };
}

test('the site answers its build’s release, and which one it is must be asked each time', async () => {
  const { bytes } = await askRelease();
  const built = readFileSync(join(import.meta.dirname, '..', 'web', 'build', 'client', 'release.json'));
  expect(Buffer.from(bytes).equals(built)).toBe(true);
  expect((await fetch(`${server.url}/release.json`)).headers.get('cache-control')).toBe('no-cache');
});

test('verify-site finds the site as its build, and no setting changes the owner’s pages or lets them ask elsewhere', async () => {
  const own = readSource(join(import.meta.dirname, '..'));
  if (!own.ok) throw new Error(own.failure.code);
  expect(own.value.release.policies.page).toContain("; connect-src 'self';");
  const checked = await checkSite({ origin: server.url, ways: [{ name: 'IPv4', egress: createLoopbackEgress() }], own: own.value });
  expect(checked).toMatchObject({ ok: true, value: { findings: [], unanswered: [], endedBy: undefined } });
  const { release } = await askRelease();
  if (checked.ok) expect(checked.value.compared).toBeGreaterThan(siteVisitors.length * Object.keys(release.files).length);
});

test('the key’s stand-in in the owner’s pages opens what the publishable key opens, and no more', async () => {
  const html = await (await fetch(`${server.url}/dashboard`)).text();
  expect(html).toContain(`content="${siteKey}"`);
  const ask = (path: string, headers: Record<string, string>) => fetch(server.url + path, { headers });
  const { publishableKey } = (await (await ask('/facts.json', {})).json()) as { readonly publishableKey: string };
  for (const path of ['/auth/v1/settings', '/rest/v1/tasks', '/auth/v1/user', '/auth/v1/admin/users']) {
    const byKey = await ask(path, { apikey: publishableKey, authorization: `Bearer ${publishableKey}` });
    const byStandIn = await ask(path, { apikey: siteKey, authorization: `Bearer ${siteKey}` });
    expect([path, byStandIn.status]).toEqual([path, byKey.status]);
  }
  expect((await ask('/auth/v1/admin/users', { apikey: siteKey, authorization: `Bearer ${siteKey}` })).status).toBeGreaterThanOrEqual(401);
});
