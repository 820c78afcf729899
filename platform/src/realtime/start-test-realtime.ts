import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Clock } from '@castellan/foundation/clock';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { exportJWK, generateKeyPair } from 'jose';
import pg from 'pg';
import { WebSocket, WebSocketServer } from 'ws';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { connectionConfig, type DatabaseAddress, openDatabase, openPool } from '../core/database.ts';
import { silentLog } from '../core/log.ts';
import { type PlatformContext, tokenIssuer } from '../core/platform-context.ts';
import { type KeyRing, signToken } from '../core/tokens.ts';
import { captureChanges } from './changes/capture-changes.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import { createRealtimeService, type RealtimeService } from './realtime-service.ts';

/** Things that happened, to be waited for one by one. */
export type Inbox<Item> = { readonly put: (item: Item) => void; readonly next: () => Promise<Item>; readonly seen: readonly Item[] };

/** Collects what happens; `next` waits for the next thing that was not taken yet. */
export function createInbox<Item>(): Inbox<Item> {
  const seen: Item[] = [];
  const untaken: Item[] = [];
  const waiting: ((item: Item) => void)[] = [];
  return {
    seen,
    put: (item) => {
      seen.push(item);
      const first = waiting.shift();
      if (first === undefined) untaken.push(item);
      else first(item);
    },
    next: () =>
      new Promise((resolve) => {
        const first = untaken.shift();
        if (first === undefined) waiting.push(resolve);
        else resolve(first);
      }),
  };
}

/** Two people who may sign in: the first is the owner, whom the policies let in. */
export const owner = '11111111-1111-4111-8111-111111111111';
export const stranger = '22222222-2222-4222-8222-222222222222';

/**
 * A table of remarks that belong to people, some of them public; policies
 * of channels, by which anybody may use `open-…`, and `deaf-to-…` and `mute-in-…` withhold one extension; and a switch for each session.
 */
const schema = `
  create table public.remarks (
    id bigint primary key, user_id uuid not null, is_public boolean not null default false, body text, hidden text not null default 'h'
  );
  alter table public.remarks enable row level security;
  create policy "people see their own remarks, everybody the public ones" on public.remarks for select
    using (is_public or user_id = nullif(current_setting('request.jwt.claims')::json ->> 'sub', '')::uuid);
  grant select (id, user_id, is_public, body) on public.remarks to anon, authenticated;
  create table public.unpublished (id int primary key);
  grant select on public.unpublished to anon, authenticated;
  create table public.guarded (id int primary key, user_id uuid);
  grant select on public.guarded to authenticated;
  alter publication supabase_realtime add table public.remarks, public.guarded;
  grant usage on schema private to anon, authenticated;
  create table private.ended_test_sessions (id uuid primary key);
  do $$ declare made record; begin
    for made in select policyname from pg_policies where schemaname = 'realtime' loop
      execute format('drop policy %I on realtime.messages', made.policyname);
    end loop;
  end $$;
  create function private.asked_slowly() returns boolean language sql volatile as $$ select pg_sleep(60) is not null $$;
  grant execute on function private.asked_slowly() to anon;
  create function private.may_use_channel() returns boolean language sql security definer set search_path = '' as $$
    select case when realtime.topic() = 'open-slowly' then private.asked_slowly() else realtime.topic() like 'open-%' end
      or realtime.topic() <> 'forbidden' and current_setting('request.jwt.claims')::json ->> 'sub' = '${owner}' and not exists (
        select from private.ended_test_sessions where id = (current_setting('request.jwt.claims')::json ->> 'session_id')::uuid)
  $$;
  grant execute on function private.may_use_channel() to anon, authenticated;
  create policy "who may use a channel hears it" on realtime.messages for select to anon, authenticated
    using (topic = realtime.topic() and private.may_use_channel() and extension is distinct from substring(topic from '^deaf-to-(.*)$'));
  create policy "who may use a channel sends there" on realtime.messages for insert to anon, authenticated
    with check (topic = realtime.topic() and private.may_use_channel() and extension is distinct from substring(topic from '^mute-in-(.*)$')
      and case when topic like 'broken-%' then topic::integer > 0 else true end)`;

/** A realtime service behind a real HTTP server on loopback, with a database of its own. For tests. */
export async function startTestRealtime(limits: Partial<RealtimeLimits> = {}, clock: Clock = { nowMs: () => Date.now() }) {
  const database = await createTestDatabase();
  const sql = openPool(database.address, 'postgres', { max: 3 });
  await makePrivateSchema(database.address);
  await sql.query(schema);
  await captureChanges(database.address);
  const keys = await createKeys();
  const warnings: string[] = [];
  const { server, port } = await listen();
  const context: PlatformContext = {
    database: openDatabase(database.address, () => undefined),
    keys: () => keys,
    clock,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log: { ...silentLog, warn: (event) => warnings.push(event), error: (event) => warnings.push(event) },
    publicUrl: `http://127.0.0.1:${port}`,
    authEvents: { signInFailed: () => undefined, sessionsEnded: () => undefined },
    passwordCost: 4,
  };
  const service = createRealtimeService(context, { pollIntervalMs: 60_000, ...limits });
  takeSockets(server, service, context.publicUrl);
  await service.start();
  const clients: SupabaseClient[] = [];
  const answer = (request: Request) => service.handle(request, { address: '127.0.0.1', secure: false, requestId: 'test' });
  const address = (version: string, apiKey = keys.publishableKey) =>
    `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${apiKey}&vsn=${version}`;

  return {
    context,
    service,
    sql,
    /** Answers a request as a server that was sent it would. */
    answer,
    /** The names of what was logged as a warning or an error. */
    warnings,
    address: database.address,
    signToken: (claims: Readonly<Record<string, unknown>>) =>
      signToken(keys, {
        iss: tokenIssuer(context),
        aud: 'authenticated',
        role: 'authenticated',
        exp: Math.floor(clock.nowMs() / 1000) + 900,
        ...claims,
      }),
    /** The unmodified client library, its token known: a channel that is joined before stays anonymous. */
    connect: async (token?: string, options: { readonly vsn?: string; readonly apiKey?: string; readonly url?: string } = {}) => {
      const client = createClient(options.url ?? context.publicUrl, options.apiKey ?? keys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: (input, init) => answer(new Request(input, init)) },
        ...(token === undefined ? {} : { accessToken: async () => token }),
        realtime: { ...(options.vsn === undefined ? {} : { vsn: options.vsn }), heartbeatIntervalMs: 5_000 },
      });
      clients.push(client);
      await client.realtime.setAuth();
      return client;
    },
    secretKey: keys.secretKey,
    /** A bare socket, and every frame it gets. */
    openSocket: (version: string, apiKey?: string, from = '127.0.0.1') => openSocket(`${address(version, apiKey)}&from=${from}`),
    close: async () => {
      for (const client of clients) await client.realtime.disconnect();
      await service.stop();
      await new Promise((resolve) => server.close(resolve));
      await sql.end();
      await context.database.close();
      await database.drop();
    },
  };
}

/** A further server on the stage's database, which is shared then, as far as realtime goes. */
export async function startAnotherRealtime(
  stage: { readonly context: PlatformContext; readonly address: DatabaseAddress },
  shared: NonNullable<DatabaseAddress['shared']>,
  changed: { readonly limits?: Partial<RealtimeLimits>; readonly clock?: Clock } = {},
) {
  const { server, port } = await listen();
  const database = openDatabase({ ...stage.address, shared }, () => undefined);
  const context = { ...stage.context, database, clock: changed.clock ?? stage.context.clock };
  const service = createRealtimeService(context, { pollIntervalMs: 60_000, ...changed.limits });
  const url = `http://127.0.0.1:${port}`;
  takeSockets(server, service, url);
  await service.start();
  return {
    url,
    service,
    database,
    stop: async () => {
      await service.stop();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

/** A server on loopback, and its port. */
async function listen(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Hands every WebSocket to the service, as of the address that its own one names. */
function takeSockets(server: Server, service: RealtimeService, publicUrl: string): void {
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (incoming, stream, head) => {
    sockets.handleUpgrade(incoming, stream, head, (socket) => {
      const url = new URL(incoming.url ?? '/', publicUrl);
      service.accept(socket, new Request(url), {
        address: url.searchParams.get('from') ?? '127.0.0.1',
        secure: false,
        requestId: randomUUID(),
      });
    });
  });
}

async function openSocket(address: string) {
  const socket = new WebSocket(address);
  const frames = createInbox<string>();
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on('message', (data) => frames.put(String(data)));
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('open', resolve));
  return { socket, frames, closed };
}

/** Subscribes, and resolves with the first word on it: `SUBSCRIBED`, `CHANNEL_ERROR`, … Later ones come to `statuses`. */
export async function subscribe(channel: RealtimeChannel) {
  const statuses = createInbox<string>();
  channel.subscribe((status) => statuses.put(status));
  return { first: await statuses.next(), statuses };
}

/** A copy of a database lacks the grants on the database itself, so that its owner cannot make a schema there. */
async function makePrivateSchema(address: DatabaseAddress): Promise<void> {
  const admin = new pg.Client(connectionConfig(address, 'supabase_admin'));
  await admin.connect();
  await admin.query('create schema if not exists private authorization postgres');
  await admin.end();
}

async function createKeys(): Promise<KeyRing> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return {
    signingKeys: [{ keyId: 'test', privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) }],
    publishableKey: 'sb_publishable_test',
    secretKey: 'sb_secret_test',
    sessionKey: new Uint8Array(randomBytes(32)),
    authenticatorKey: new Uint8Array(randomBytes(32)),
  };
}
