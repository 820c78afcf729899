import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listServerFunctions } from '../tests/support/bad-input/server-functions.ts';
import { authenticatorCode, createTestOwner } from '../tests/support/owner.ts';
import { openOwnerSession } from '../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';
import { asSuperuser, makeEmbeddedData } from '../tests/support/test-data.ts';

const data = makeEmbeddedData(await copyStartedData());
const password = 'lantern under the loud harbour';
const email = 'guest@example.test';

let server: RunningServer;
let key: string;
/** The tokens of somebody with a password and an authenticator, and of somebody without a name. */
let guests: readonly (readonly [name: string, token: string])[];

beforeAll(async () => {
  server = await startTestServer(data.dataFolder, {
    AUTH_SIGN_UP: 'open',
    AUTH_ANONYMOUS: 'on',
    AUTH_ONE_TIME_CODES: 'on',
    AUTH_PASSKEYS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const owner = await createTestOwner(data.dataFolder);
  const { client, userId } = await openOwnerSession(server.url, owner, 0);
  const html = await (await fetch(`${server.url}/auth-terminal`)).text();
  key = /<meta name="backend-key" content="([^"]+)"/.exec(html)?.[1] ?? '';
  // Something to be read, changed and deleted.
  const task = await client.from('tasks').insert({ user_id: userId, title: 'The owner’s' });
  expect(task.error).toBeNull();
  guests = [
    ['somebody with a password and an authenticator', await signUpWithFactor()],
    ['somebody without a name', await signUpWithoutName()],
  ];
});

afterAll(async () => {
  await server.stop();
  await data.remove();
});

const options = { auth: { persistSession: false, autoRefreshToken: false } };

async function signUpWithFactor(): Promise<string> {
  const { auth } = createClient(server.url, key, options);
  const signedUp = await auth.signUp({ email, password });
  expect(signedUp.error).toBeNull();
  const enrolled = await auth.mfa.enroll({ factorType: 'totp' });
  if (enrolled.data?.type !== 'totp') throw new Error('no authenticator was enrolled');
  const code = await authenticatorCode(enrolled.data.totp.secret);
  expect((await auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code })).error).toBeNull();
  return (await auth.getSession()).data.session?.access_token ?? '';
}

async function signUpWithoutName(): Promise<string> {
  const { auth } = createClient(server.url, key, options);
  return (await auth.signInAnonymously()).data.session?.access_token ?? '';
}

/** Each request comes from elsewhere: what is refused is refused for who asks, not for how often. */
let requests = 0;

type Answer = { readonly status: number; readonly text: string; readonly headers: Headers };

async function send(
  method: string,
  path: string,
  token: string | undefined,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: {
      apikey: key,
      'x-forwarded-for': `198.18.${Math.floor(requests / 250)}.${(requests++ % 250) + 1}`,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status, path).not.toBe(429);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** What the database holds of the owner's, by table: how many rows, and a hash of all that is in them. */
async function ownersRows(): Promise<Readonly<Record<string, string>>> {
  const tables = (await asSuperuser(data, [
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'private') or (schemaname, tablename) in (('auth', 'users'), ('auth', 'identities'))`,
  ])) as readonly { readonly name: string }[];
  const each = tables.map(({ name }) => {
    const owners = name.startsWith('auth.')
      ? `where ${name === 'auth.users' ? 'id' : 'user_id'} = (select user_id from private.owner)`
      : '';
    return `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as held from ${name} t ${owners}`;
  });
  const rows = (await asSuperuser(data, [each.join(' union all ')])) as readonly { readonly name: string; readonly held: string }[];
  return Object.fromEntries(rows.map(({ name, held }) => [name, held]));
}

/** What the server itself writes in the background, and what a refused sign-in is meant to write. */
const writtenByServer = ['private.tool_jobs', 'private.threat_reads', 'private.header_grades', 'private.log_days', 'private.blog_posts'];

async function withoutServersOwn(): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(Object.entries(await ownersRows()).filter(([name]) => !writtenByServer.includes(name)));
}

test('a guest reads, counts, adds, changes and deletes no row of any table or view', async () => {
  const relations = (await asSuperuser(data, [
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') order by 1`,
  ])) as readonly { readonly name: string }[];
  expect(relations.length).toBeGreaterThan(20);
  const before = await withoutServersOwn();
  for (const [who, token] of guests) {
    for (const { name } of relations) {
      const path = `/rest/v1/${name}`;
      for (const method of ['GET', 'DELETE', 'PATCH', 'POST']) {
        const isRead = method === 'GET';
        const answer = await send(method, isRead ? `${path}?select=*` : path, token, isRead ? undefined : {}, {
          prefer: isRead ? 'count=exact' : 'return=representation',
        });
        const isEmpty = answer.text === '[]' && (!isRead || answer.headers.get('content-range') === '*/0');
        expect(answer.status >= 400 || isEmpty, `${who}: ${method} ${name} ${answer.status} ${answer.text.slice(0, 200)}`).toBe(true);
        expect(answer.status).toBeLessThan(500);
      }
    }
  }
  expect(await withoutServersOwn()).toEqual(before);
}, 240_000);

test('a guest gets nothing by any function of the database that a stranger does not get', async () => {
  const functions = (await asSuperuser(data, [
    `select distinct proname as name, coalesce((select json_agg(n) from unnest(proargnames[1:pronargs]) n where n <> ''), '[]') as args
      from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`.replace('distinct ', ''),
  ])) as readonly { readonly name: string; readonly args: readonly string[] }[];
  expect(functions.length).toBeGreaterThan(30);
  const before = await withoutServersOwn();
  const given = new Set<string>();
  for (const [who, token] of guests) {
    for (const { name, args } of functions) {
      for (const value of [null, {}]) {
        const answer = await send('POST', `/rest/v1/rpc/${name}`, token, Object.fromEntries(args.map((arg) => [arg, value])));
        expect(answer.status, `${who}: ${name} ${answer.text}`).toBeLessThan(500);
        if (answer.status < 300 && !['', '[]', 'null', 'false', '0'].includes(answer.text)) given.add(name);
      }
    }
  }
  // Every visitor reads the wishlist.
  expect([...given]).toEqual(['listed_wishes']);
  expect(await withoutServersOwn()).toEqual(before);
}, 240_000);

test('a guest runs no function of the owner’s, whatever the method, and is told by the others what a stranger is told', async () => {
  const functions = listServerFunctions();
  expect(functions.length).toBeGreaterThan(50);
  const before = await withoutServersOwn();
  for (const [who, token] of guests) {
    for (const [name, audience] of functions) {
      for (const method of ['GET', 'POST']) {
        const body = method === 'GET' ? undefined : {};
        const answer = await send(method, `/functions/v1/${name}`, token, body);
        if (audience === 'owner') {
          expect(answer, `${who}: ${method} ${name}`).toMatchObject({
            status: 401,
            text: expect.stringContaining('UNAUTHORIZED_NO_OWNER_SESSION'),
          });
        } else {
          expect(answer.status, `${who}: ${method} ${name} ${answer.text.slice(0, 100)}`).toBeLessThan(500);
        }
      }
    }
  }
  expect(await withoutServersOwn()).toEqual(before);
}, 240_000);

test('a guest becomes neither owner nor administrator, and gives itself no role', async () => {
  for (const [who, token] of guests) {
    for (const [method, path] of [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
      ['GET', '/user/identities/authorize?provider=github'],
    ] as const) {
      expect((await send(method, `/auth/v1${path}`, token, method === 'GET' ? undefined : {})).status, `${who} ${path}`).toBeGreaterThan(
        400,
      );
    }
    expect((await send('PUT', '/auth/v1/user', token, { app_metadata: { role: 'service_role' } })).status).toBe(403);
    expect(
      (await send('POST', '/functions/v1/setup', token, { secret: 'x'.repeat(43), email: 'thief@example.test', password })).status,
    ).toBe(409);
  }
  const extra = { role: 'service_role', aud: 'admin', app_metadata: { admin: true }, is_super_admin: true, factor_required: true, id: '1' };
  const signedUp = await send('POST', '/auth/v1/signup', undefined, { email: 'thief@example.test', password, ...extra, data: extra });
  expect(JSON.parse(signedUp.text).user).toMatchObject({
    role: 'authenticated',
    aud: 'authenticated',
    app_metadata: { provider: 'email' },
  });
  const [owner] = (await asSuperuser(data, [
    `select u.email from auth.users u join private.owner o on o.user_id = u.id`,
  ])) as readonly unknown[];
  expect(owner).toEqual({ email: 'ada@castellan.test' });
});

test('a guest joins no private channel, is told of no change, and sends nothing to the owner’s', async () => {
  for (const [who, token] of guests) {
    const client = createClient(server.url, key, options);
    await client.realtime.setAuth(token);
    const topics = ['changes', 'vault', 'drafts', 'tool-jobs', 'anything'];
    for (const topic of topics) {
      const joined = client.channel(topic, { config: { private: true } });
      const isOpen = await new Promise<boolean>((resolve) => {
        joined.subscribe((status) => resolve(status === 'SUBSCRIBED'));
      });
      expect(isOpen, `${who}: ${topic}`).toBe(false);
      await client.removeChannel(joined);
      const sent = await send('POST', `/realtime/v1/api/broadcast/${topic}/events/x?private=true`, token, {});
      expect(sent.status, `${who}: ${topic}`).toBe(403);
    }
    const changes = client.channel('rows').on('postgres_changes', { event: '*', schema: 'public', table: 'tasks' }, () => undefined);
    const isTold = await new Promise<boolean>((resolve) => {
      changes.subscribe((status) => resolve(status === 'SUBSCRIBED'));
    });
    expect(isTold, who).toBe(false);
    await client.realtime.disconnect();
  }
});

test('a guest gets every page as anybody gets it', async () => {
  for (const path of ['/', '/dashboard', '/settings', '/mind-vault', '/productivity', '/proof', '/facts.json', '/resume', '/healthz']) {
    const anybodys = await send('GET', path, undefined);
    for (const [, token] of guests) expect((await send('GET', path, token)).status, path).toBe(anybodys.status);
  }
});

test('nothing that guests do is in the owner’s log or list of notifications', async () => {
  const before = await withoutServersOwn();
  const { auth } = createClient(server.url, key, options);
  await auth.signInAnonymously();
  for (let count = 0; count < 3; count += 1) await auth.signInWithPassword({ email, password });
  await auth.resetPasswordForEmail(email);
  await auth.resend({ type: 'signup', email });
  await auth.signOut();
  expect(await withoutServersOwn()).toEqual(before);
});
