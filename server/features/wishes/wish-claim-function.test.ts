import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@castellan/platform/core/log';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { embeddedData } from '../../../tests/support/data-settings.ts';
import { authenticatorCode, createTestOwner, type Owner } from '../../../tests/support/owner.ts';
import { type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import { copyStartedData } from '../../../tests/support/started-data.ts';
import { withData } from '../../commands/with-data.ts';
import { claimLimit } from './wish-claim-function.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const data = await copyStartedData();
const content = mkdtempSync(join(tmpdir(), 'castellan-content-'));
let server: RunningServer;
let owner: Owner;
let visitors = 0;

beforeAll(async () => {
  cpSync(join(root, 'content'), content, { recursive: true });
  owner = await createTestOwner(data.path);
  server = await startTestServer(data.path, { TRUSTED_PROXIES: '127.0.0.1', CASTELLAN_CONTENT_DIR: content });
});
afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(content, { recursive: true });
});
// Each test comes from an address of its own.
beforeEach(() => {
  visitors += 1;
});

function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${server.url}/functions/v1/wish-claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${visitors}`, ...headers },
    body: JSON.stringify(body),
  });
}

async function outcomeOf(answer: Response): Promise<string> {
  return z.object({ outcome: z.string() }).parse(await answer.json()).outcome;
}

const makeToken = () => randomBytes(32).toString('base64url');

async function clientOf() {
  const key = /name="backend-key" content="([^"]+)"/.exec(await (await fetch(server.url)).text())?.[1] ?? '';
  return createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function wishCalled(title: string): Promise<string> {
  const { data: rows } = await (await clientOf()).rpc('listed_wishes');
  return rows.find((row: { title: string }) => row.title.startsWith(title)).id;
}

async function freeOf(wishId: string): Promise<number> {
  const { data: rows } = await (await clientOf()).rpc('wish_availability');
  return rows.find((row: { id: string }) => row.id === wishId).free;
}

test('a wish is promised once, refused politely to the next, and free again for whoever holds the token', async () => {
  const wishId = await wishCalled('A pair of hardware');
  const token = makeToken();
  const claim = { action: 'claim', wishId, token, name: '  Grace   Hopper ', quantity: 1 };
  const answer = await post(claim);
  expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([200, 'no-store', { outcome: 'claimed' }]);
  const second = await post({ ...claim, token: makeToken() });
  expect([second.status, await second.json()]).toEqual([200, { outcome: 'taken' }]);
  expect(await freeOf(wishId)).toBe(0);
  const names = await withData(embeddedData(data.path), silentLog, (pool) => pool.query('select display_name from public.wish_claims'));
  expect(names.rows).toEqual([{ display_name: 'Grace Hopper' }]);
  expect(await (await post({ action: 'withdraw', wishId, token: makeToken() })).json()).toEqual({ outcome: 'unknown' });
  expect(await (await post({ action: 'withdraw', wishId, token })).json()).toEqual({ outcome: 'withdrawn' });
  expect(await freeOf(wishId)).toBe(1);
});

test('of many at once for one of a kind exactly one is told that it has it', async () => {
  const wishId = await wishCalled('A night train');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => post({ action: 'claim', wishId, token: makeToken(), name: `Guest ${index}`, quantity: 1 })),
  );
  const outcomes = await Promise.all(answers.map(outcomeOf));
  expect(outcomes.toSorted()).toEqual(['claimed', ...Array.from({ length: 7 }, () => 'taken')]);
});

test.each([
  ['no name', { name: '' }],
  ['a name without a letter or digit', { name: '--' }],
  ['a name with a line end inside', { name: 'Ada\nVarga' }],
  ['a name that turns the text around', { name: 'Ada\u202EVarga' }],
  ['a name of 61 letters', { name: 'a'.repeat(61) }],
  ['a short token', { token: 'abc' }],
  ['no wish', { wishId: 'all' }],
  ['half a wish', { quantity: 0.5 }],
  ['more fields than wanted', { status: 'promised' }],
])('a claim with %s is refused', async (_, change) => {
  const wishId = await wishCalled('Document ink');
  expect((await post({ action: 'claim', wishId, token: makeToken(), name: 'Grace', quantity: 1, ...change })).status).toBe(400);
});

test('an address that promises too much has to wait; another does not', async () => {
  const body = { action: 'withdraw', wishId: await wishCalled('Document ink'), token: makeToken() };
  for (let attempt = 0; attempt < claimLimit.limit; attempt += 1) expect((await post(body)).status).toBe(200);
  const refused = await post(body);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  visitors += 1;
  expect((await post(body)).status).toBe(200);
});

test('the owner’s session is told nothing: no claim, no count, no page, no log, and learns it after the day', async () => {
  const wishId = await wishCalled('Engraver');
  const client = await clientOf();
  await client.auth.signInWithPassword({ email: owner.email, password: owner.password });
  const { data: factors } = await client.auth.mfa.listFactors();
  const factorId = factors?.totp[0]?.id ?? '';
  await client.auth.mfa.challengeAndVerify({ factorId, code: await authenticatorCode(owner.authenticatorSecret) });
  const ask = async () => {
    const answers = await Promise.all([
      client.from('wishes').select('*', { count: 'exact' }).eq('id', wishId),
      client.from('wishes').select('*', { count: 'planned', head: true }),
      client.from('wish_claims').select('*', { count: 'exact', head: true }),
      client.from('wish_claims').select('*', { count: 'planned' }),
      client.from('wishes').select('*,wish_claims(count)'),
      client.rpc('wish_availability'),
      client.rpc('listed_wishes'),
      client.rpc('wish_thanks'),
      client.from('activity_logs').select('*').ilike('activity_description', '%wish%'),
      client.from('notifications').select('*'),
    ]);
    return JSON.stringify(answers.map(({ data, error, count, status }) => ({ data, error, count, status })));
  };
  const before = await ask();
  const pageBefore = await pageText();
  const token = makeToken();
  expect(await (await post({ action: 'claim', wishId, token, name: 'Zoltán', quantity: 1 })).json()).toEqual({ outcome: 'claimed' });
  expect(await ask()).toBe(before);
  expect(await pageText()).toBe(pageBefore);
  const { data: session } = await client.auth.getSession();
  const authorization = `Bearer ${session.session?.access_token ?? ''}`;
  const key = /name="backend-key" content="([^"]+)"/.exec(await (await fetch(server.url)).text())?.[1] ?? '';
  const asOwner = await post({ action: 'claim', wishId, token: makeToken(), name: 'Me', quantity: 1 }, { apikey: key, authorization });
  expect(asOwner.status).toBe(403);
  expect(await asOwner.json()).toMatchObject({ code: 'visitors_only' });
  expect(server.output()).not.toContain('Zolt');
  await withData(embeddedData(data.path), silentLog, (pool) =>
    pool.query(`update public.wish_claims set created_at = created_at - interval '1 year'`),
  );
  const { data: thanks } = await client.rpc('wish_thanks');
  expect(thanks).toContainEqual(expect.objectContaining({ display_name: 'Zoltán', wish_title: 'Engraver’s loupe, tenfold' }));
});

/** The page as sent. */
async function pageText(): Promise<string> {
  return (await fetch(`${server.url}/wishlist`)).text();
}

test('a wish that is added to the content appears on the page while the server runs, and one that was removed stays away', async () => {
  const file = join(content, 'wishes.json');
  const wishes = JSON.parse(readFileSync(file, 'utf8')).wishes;
  await withData(embeddedData(data.path), silentLog, (pool) =>
    pool.query(`update public.wishes set deleted_at = now() where title like 'Cutaway%'`),
  );
  writeFileSync(file, JSON.stringify({ wishes: [...wishes, { key: 'new', title: 'A newly wished thing', category: 'Other' }] }));
  await expect.poll(pageText).toContain('A newly wished thing');
  expect(await pageText()).not.toContain('Cutaway');
});
