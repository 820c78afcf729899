import { createHash, type webcrypto } from 'node:crypto';
import { succeed } from '@castellan/foundation/result';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeTestCall } from '../../../server/functions/test-call.ts';
import type { ServerRows } from '../../../server/rows/server-rows.ts';
import { listServerFunctions } from '../../../tests/support/bad-input/server-functions.ts';
import { createTestOwner } from '../../../tests/support/owner.ts';
import { openOwnerSession } from '../../../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import { copyStartedData } from '../../../tests/support/started-data.ts';
import { asSuperuser, makeEmbeddedData } from '../../../tests/support/test-data.ts';
import { draftCurve, openFromKey } from '../../../web/app/domains/vault/drafts/open-from-key.ts';
import { feedTerms } from '../knowledge/feed-terms.ts';
import { createHealthFeedFunction } from './health-feed-function.ts';

const data = makeEmbeddedData(await copyStartedData());
let server: RunningServer;
let client: SupabaseClient;
let userId: string;
let pair: webcrypto.CryptoKeyPair;
let publicKey: string;

/** A number and a word that stand nowhere but in what the phone sends. */
const secretValue = 83.4217;
const secretMeasure = 'Zweitgewicht';

const newPair = () => crypto.subtle.generateKey(draftCurve, true, ['deriveBits']);
const pointOf = async ({ publicKey: key }: webcrypto.CryptoKeyPair) =>
  Buffer.from(await crypto.subtle.exportKey('raw', key)).toString('base64url');

beforeAll(async () => {
  server = await startTestServer(data.dataFolder, { TRUSTED_PROXIES: '127.0.0.1' });
  const owner = await createTestOwner(data.dataFolder);
  ({ client, userId } = await openOwnerSession(server.url, owner, 0));
  pair = await newPair();
  publicKey = await pointOf(pair);
});

afterAll(async () => {
  await server.stop();
  await data.remove();
});

async function call<Answer>(name: string, given: Readonly<Record<string, unknown>>, shape: z.ZodType<Answer>): Promise<Answer> {
  const { data: answer, error } = await client.rpc(name, given);
  expect(error, name).toBeNull();
  return shape.parse(answer);
}

const madeSchema = z.object({ id: z.uuid(), token: z.string().regex(/^hf_[\w-]{43}$/) });
const makeToken = (name: string) => call('make_health_feed_token', { name }, madeSchema);
const waitingSchema = z.array(z.object({ id: z.uuid(), public_key: z.string(), sealed: z.string(), received_at: z.number() }));
const waiting = () => call('health_feed_values', {}, waitingSchema);

let sent = 0;
/** Each call comes from elsewhere, so that what is counted is the token. */
async function post(body: string, headers: Readonly<Record<string, string>>): Promise<{ status: number; text: string }> {
  sent += 1;
  const answer = await fetch(`${server.url}/functions/v1/health-feed`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `198.18.0.${sent}`, ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const one = { measure: secretMeasure, value: secretValue, unit: 'kg', at: '2026-11-28T07:31:00+01:00' };
const withToken = (token: string) => ({ 'x-health-feed-token': token, 'content-type': 'application/json' });

/** All rows of the product and of the services, as text. */
async function everyRow(): Promise<string> {
  const tables = z.array(z.object({ name: z.string() })).parse(
    await asSuperuser(data, [
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'castellan', 'storage')`,
    ]),
  );
  const each = tables.map(({ name }) => `select string_agg(t::text, E'\\n') as held from ${name} t`);
  const rows = z.array(z.object({ held: z.string().nullable() })).parse(await asSuperuser(data, [each.join(' union all ')]));
  return rows.map(({ held }) => held ?? '').join('\n');
}

test('no token is made while there is no key to seal to, and a key is published only in the place of the one that was seen', async () => {
  expect((await client.rpc('make_health_feed_token', { name: 'Phone' })).error).toMatchObject({ code: 'PT409' });
  const other = await pointOf(await newPair());
  const publish = (given: string, expected: string | null) => call('publish_health_feed_key', { public_key: given, expected }, z.boolean());
  expect(await publish(other, null)).toBe(true);
  expect(await publish(publicKey, null)).toBe(false);
  expect(await publish(publicKey, publicKey)).toBe(false);
  expect(await publish(publicKey, other)).toBe(true);
  expect((await client.rpc('publish_health_feed_key', { public_key: 'B', expected: publicKey })).error).toMatchObject({ code: 'PT400' });
});

test('what a phone sends lies sealed, opens with the vault’s private half alone, and stands in clear in no row, log or answer', async () => {
  const { token } = await makeToken('Phone');
  // As curl sends it, without saying that it is JSON.
  expect(await post(JSON.stringify(one), { 'x-health-feed-token': token })).toEqual({ status: 200, text: '{"kept":1}' });
  expect(await post(JSON.stringify({ values: [one, one] }), withToken(token))).toEqual({ status: 200, text: '{"kept":2}' });
  const values = await waiting();
  expect(values.length).toBe(3);
  for (const { id, sealed, public_key, received_at } of values) {
    expect(public_key).toBe(publicKey);
    const terms = feedTerms({ id, userId, publicKey, receivedAtMs: received_at });
    expect(await openFromKey(terms, pair.privateKey, sealed)).toEqual(one);
    expect(await openFromKey({ ...terms, bound: [userId, id, '0'] }, pair.privateKey, sealed)).toBeUndefined();
  }
  const refused = await post(JSON.stringify([one, { ...one, unit: `${secretMeasure}\n` }]), withToken(token));
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('Value 2: unit must be') });
  const held = await everyRow();
  expect(held).toContain(publicKey);
  for (const secret of [String(secretValue), secretMeasure, token]) {
    for (const place of [held, server.output(), refused.text]) expect(place).not.toContain(secret);
  }
  expect(await call('delete_health_feed_values', { ids: values.map(({ id }) => id) }, z.number())).toBe(3);
  expect(await waiting()).toEqual([]);
});

test('a token that is unknown or revoked is told the same, and a list tells of tokens no more than their names and times', async () => {
  const { id, token } = await makeToken('Watch');
  expect((await post('{}', withToken(token))).status).toBe(400);
  expect(await call('revoke_health_feed_token', { id }, z.boolean())).toBe(true);
  expect(await call('revoke_health_feed_token', { id }, z.boolean())).toBe(false);
  const unknown = await post(JSON.stringify(one), withToken(`hf_${'A'.repeat(43)}`));
  expect(unknown.status).toBe(401);
  expect(await post(JSON.stringify(one), withToken(token))).toEqual(unknown);
  expect(await post(JSON.stringify(one), {})).toEqual(unknown);
  const state = await call('health_feed_state', {}, z.object({ waiting: z.number(), tokens: z.array(z.record(z.string(), z.unknown())) }));
  expect(state.waiting).toBe(0);
  expect(state.tokens.map(({ name, revoked_at }) => [name, revoked_at === null])).toEqual([
    ['Watch', false],
    ['Phone', true],
  ]);
  expect(JSON.stringify(state)).not.toContain(createHash('sha256').update(token).digest('hex'));
});

test('a body that is too large, too long a list, or beyond what may wait is refused, and nothing of it is kept', async () => {
  const { token } = await makeToken('Scale');
  expect((await post(' '.repeat(64 * 1024 + 1), withToken(token))).status).toBe(413);
  const many = JSON.stringify(Array.from({ length: 501 }, () => ({ measure: 'weight', value: 70 })));
  expect(await post(many, withToken(token))).toMatchObject({ status: 400, text: expect.stringContaining('500') });
  await asSuperuser(data, [
    `insert into private.health_feed_values (id, user_id, public_key, sealed, received_at)
     select gen_random_uuid(), '${userId}', '${publicKey}', repeat('s', 300), date_trunc('milliseconds', now()) from generate_series(1, 4999)`,
  ]);
  const two = JSON.stringify([one, one]);
  expect(await post(two, withToken(token))).toMatchObject({ status: 409, text: expect.stringContaining('feed_full') });
  expect((await post(JSON.stringify(one), withToken(token))).status).toBe(200);
  const all: z.infer<typeof waitingSchema> = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? {} : { after_at: last.received_at, after_id: last.id };
    const page = await call('health_feed_values', after, waitingSchema);
    if (page.length === 0) break;
    all.push(...page);
  }
  expect(new Set(all.map(({ id }) => id)).size).toBe(5000);
  expect(all.length).toBe(5000);
  expect(await call('delete_health_feed_values', { ids: all.map(({ id }) => id) }, z.number())).toBe(5000);
});

test('a token is limited by itself, wherever its calls come from', async () => {
  const { token } = await makeToken('Loop');
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await post('[]', withToken(token))).status);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
});

test('a feed’s token opens nothing else: every table, function and service answers as it answers without', async () => {
  const { token } = await makeToken('Thief');
  const key = /name="backend-key" content="([^"]+)"/.exec(await (await fetch(`${server.url}/auth-terminal`)).text())?.[1] ?? '';
  const [{ tables, routines }] = z.tuple([z.object({ tables: z.array(z.string()), routines: z.array(z.string()) })]).parse(
    await asSuperuser(data, [
      `select (select array_agg(c.relname::text order by 1) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r') as tables,
         (select array_agg(distinct p.proname::text) from pg_proc p where p.pronamespace = 'public'::regnamespace) as routines`,
    ]),
  );
  expect(tables.length).toBeGreaterThan(20);
  const calls: readonly (readonly [method: string, path: string])[] = [
    ...tables.flatMap((name) => [['GET', `/rest/v1/${name}`] as const, ['POST', `/rest/v1/${name}`] as const]),
    ...routines.map((name) => ['POST', `/rest/v1/rpc/${name}`] as const),
    ...listServerFunctions()
      .filter(([name]) => name !== 'health-feed')
      .flatMap(([name]) => [['GET', `/functions/v1/${name}`] as const, ['POST', `/functions/v1/${name}`] as const]),
    ['GET', '/functions/v1/health-feed'],
    ['GET', '/auth/v1/user'],
    ['GET', '/storage/v1/bucket'],
    ['POST', '/realtime/v1/api/broadcast'],
  ];
  const before = await asSuperuser(data, ['select count(*) from public.activity_logs']);
  let address = 0;
  const ask = async (method: string, path: string, headers: Readonly<Record<string, string>>) => {
    address += 1;
    const answer = await fetch(server.url + path, {
      method,
      headers: { 'x-forwarded-for': `198.51.${address >> 8}.${address & 255}`, 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    return `${answer.status} ${await answer.text()}`;
  };
  for (const [method, path] of calls) {
    const without = await ask(method, path, { apikey: key });
    expect(await ask(method, path, { apikey: key, 'x-health-feed-token': token }), path).toBe(without);
    for (const headers of [{ apikey: key, authorization: `Bearer ${token}` }, { apikey: token }]) {
      expect(await ask(method, path, headers), path).toMatch(/^(?:40[0-5]|429) /);
    }
  }
  expect(await asSuperuser(data, ['select count(*) from public.activity_logs'])).toEqual(before);
}, 240_000);

/** A function over rows that answer as told, which are remembered as they were given. */
function openFunction(answers: readonly unknown[]) {
  const given: unknown[] = [];
  const left = [...answers];
  const rows: ServerRows = {
    call: async (_name, args, shape) => {
      given.push(args);
      const next = left.shift();
      if (next instanceof Error) throw next;
      return shape.parse(next);
    },
  };
  const open = { reserve: async () => succeed(undefined) };
  const { handle } = createHealthFeedFunction({
    rows,
    clock: { nowMs: () => Date.parse('2026-11-28T08:00:00Z') },
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    limits: { address: open, token: open, all: open },
  });
  const send = () =>
    handle(
      new Request('http://localhost/functions/v1/health-feed', {
        method: 'POST',
        headers: { 'x-health-feed-token': `hf_${'A'.repeat(43)}` },
        body: JSON.stringify(one),
      }),
      makeTestCall(),
    );
  return { send, given };
}

const token = '00000000-0000-4000-8000-000000000001';

test('values that meet a new key are sealed once more, to that one', async () => {
  const other = await newPair();
  const [first, second] = [
    { token, owner: token, public_key: publicKey },
    { token, owner: token, public_key: await pointOf(other) },
  ];
  const { send, given } = openFunction([first, 'other_key', second, 'kept']);
  expect(await (await send()).json()).toEqual({ kept: 1 });
  const { sealed } = z.object({ sealed: z.array(z.object({ id: z.uuid(), sealed: z.string() })) }).parse(given.at(-1));
  const terms = feedTerms({
    id: sealed[0]?.id ?? '',
    userId: token,
    publicKey: second?.public_key ?? '',
    receivedAtMs: Date.parse('2026-11-28T08:00:00Z'),
  });
  expect(await openFromKey(terms, other.privateKey, sealed[0]?.sealed ?? '')).toEqual(one);
});

test('a database that is away between the sealing and the row keeps nothing, and the failure says nothing of a value', async () => {
  const { send, given } = openFunction([{ token, owner: token, public_key: publicKey }, new Error('the connection ended')]);
  await expect(send()).rejects.toThrow(/^the connection ended$/);
  expect(JSON.stringify(given)).not.toContain(String(secretValue));
});
