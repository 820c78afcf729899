import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { GoTrueClient } from '@supabase/auth-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import type { RealtimeClient } from '@supabase/realtime-js';
import { afterPaint } from './after-paint.ts';
import type { StreamFailure, StreamOptions } from './answer-stream.ts';
import { type BackendFailure, classifyFailure, parseRequestId, parseRetryAfter, type ServiceError } from './backend-failure.ts';
import { holdRefresh } from './backend-parts/held-refresh.ts';
import { askAgainMs, reach } from './backend-parts/reach.ts';
import type { Shape } from './shape.ts';
import { hasStoredSession, sessionStorageKey, storedAccessToken } from './stored-session.ts';
import { clientStorage } from './stored-values.ts';
import { createTurns } from './turns.ts';

/** The public client's part that signs in, refreshes and keeps the session. */
export type BackendAuth = GoTrueClient;

/** The part of the public client that asks for rows. */
type BackendRows = Pick<PostgrestClient, 'from' | 'rpc'>;

/** The public client, from its own parts: the parts for files and functions are not among them, since nothing here asks for them. */
type Client = { readonly auth: BackendAuth; readonly rows: PostgrestClient; readonly fetch: typeof fetch };

/** What makes the public client. */
export type ClientParts = { readonly GoTrueClient: typeof GoTrueClient; readonly PostgrestClient: typeof PostgrestClient };

/** What a live subscription tells: a new row, or whether it is being listened to at all. */
export type InsertSignal<Row> = { readonly kind: 'row'; readonly row: Row } | { readonly kind: 'listening' } | { readonly kind: 'lost' };

/** Longest time one request may take before the backend counts as out of reach. */
const requestTimeoutMs = 20_000;

/** The socket tries again after so long, and then once a minute. */
const reconnectMs: readonly number[] = [1_000, 2_000, 5_000];

let opening: Promise<Client> | undefined;
let openingLive: Promise<RealtimeClient> | undefined;
let brought: ClientParts | undefined;
let latestRetryAfterSeconds: number | undefined;
let latestRequestId: string | undefined;
let watchers = 0;

/** To begin a request takes a slow processor a dozen milliseconds, and a page that opens begins many at once. */
const takeTurn = createTurns();

const refresh = holdRefresh((input, init) => fetchInTime(input, init), hasStoredSession);

/** Asks the auth service; `data` must have the shape given. */
export function askAuth<Value>(
  call: (auth: BackendAuth) => Promise<{ readonly data: unknown; readonly error: ServiceError | null }>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(({ auth }) => refresh.inReach(() => call(auth)), shape);
}

/** Takes the session out of this browser, also where the client waits for a server that is away. */
export function forgetStoredSession(): void {
  clientStorage.removeItem(sessionStorageKey);
  refresh.letGo();
}

/** Asks for or writes rows under the caller's own policies; `data` must have the shape given. */
export function askTable<Value>(
  call: (client: BackendRows) => PromiseLike<{ readonly data: unknown; readonly error: ServiceError | null; readonly status: number }>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(async ({ rows }) => {
    // The client asks up to three times more for what it had no answer to; a server that is known to be away is asked once.
    rows.retry = !reach.isSilent();
    const { data, error, status } = await call(rows);
    return {
      data,
      error: error === null ? null : { code: error.code, status, reasons: error.message === undefined ? [] : [error.message] },
    };
  }, shape);
}

/**
 * Calls a function of the database. What the function refuses by itself (`PT409` and the like) is `refused` with that code as
 * the reason and what the function says of it as the only detail.
 */
export function callDatabase<Value>(
  name: string,
  input: Readonly<Record<string, unknown>>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(async ({ rows }) => {
    const { data, error, status } = await rows.rpc(name, input);
    if (error === null) return { data, error };
    // The types promise text, the answer of a gateway in between does not.
    return { data: undefined, error: { code: error.code, status, reasons: error.details ? [error.details] : [] } };
  }, shape);
}

/**
 * Calls a function of the database while the page is being left: nobody waits for the answer. Best effort; nothing is sent
 * without a session.
 */
export function tellDatabaseOnLeaving(name: string, input: Readonly<Record<string, unknown>>): void {
  const token = storedAccessToken();
  if (token === undefined) return;
  void fetch(`/rest/v1/rpc/${encodeURIComponent(name)}`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: backendKey(), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => undefined);
}

/** Calls a function of the server by name. */
export function callFunction<Value>(name: string, body: Readonly<Record<string, unknown>>, shape: Shape<Value>) {
  return post(`/functions/v1/${encodeURIComponent(name)}`, body, shape);
}

/** Posts JSON as the present session (or as anyone) to a call that the public client has no method for. */
export function post<Value>(
  path: `/${'auth' | 'functions'}/v1/${string}`,
  body: Readonly<Record<string, unknown>>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return send('POST', path, body, shape);
}

/** Reads or deletes at a function or the auth service as the present session (or as anyone); an answer without a body is `undefined` to the shape. */
export function askFunction<Value>(
  method: 'GET' | 'DELETE',
  path: `/${'auth' | 'functions'}/v1/${string}`,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return send(method, path, undefined, shape);
}

function send<Value>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: Readonly<Record<string, unknown>> | undefined,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(async (client) => {
    const headers = await headersOf(client);
    const response = await fetchInTime(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!response.ok) return { data: undefined, error: await errorOf(response) };
    return { data: await response.json().catch(() => undefined), error: null };
  }, shape);
}

/**
 * Calls a function of the server whose answer comes line by line, for as long as the work takes: each line must have the shape
 * given. Calling it off ends the work on the server. An answer of which nothing is heard for 20 seconds is out of reach.
 */
export async function streamFunction<Line>(
  name: string,
  body: Readonly<Record<string, unknown>>,
  shape: Shape<Line>,
  { onLine, signal }: StreamOptions<Line>,
): Promise<Result<undefined, StreamFailure>> {
  const quiet = new AbortController();
  const ending = signal === undefined ? quiet.signal : AbortSignal.any([signal, quiet.signal]);
  let patience = setTimeout(() => quiet.abort(), requestTimeoutMs);
  const onChunk = () => {
    clearTimeout(patience);
    patience = setTimeout(() => quiet.abort(), requestTimeoutMs);
  };
  try {
    const opened = await openStream(name, body, ending);
    if (!opened.ok) return signal?.aborted === true ? fail({ code: 'cancelled' }) : opened;
    // Few pages ask for such an answer: the others need not fetch what reads it.
    const { readAnswerStream } = await import('./answer-stream.ts');
    const read = await readAnswerStream(opened.value, shape, { onLine, onChunk });
    return signal?.aborted === true && !read.ok ? fail({ code: 'cancelled' }) : read;
  } finally {
    clearTimeout(patience);
  }
}

async function openStream(
  name: string,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Result<ReadableStream<Uint8Array>, BackendFailure>> {
  try {
    const headers = await headersOf(await openBackend());
    signal.throwIfAborted();
    const path = `/functions/v1/${encodeURIComponent(name)}`;
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
    if (response.ok) return response.body === null ? fail({ code: 'answer_unreadable' }) : succeed(response.body);
    const error = await errorOf(response);
    return fail(classifyFailure(error, error.retryAfterSeconds));
  } catch {
    return fail({ code: 'backend_unreachable' });
  }
}

async function headersOf(client: Client): Promise<Readonly<Record<string, string>>> {
  const key = backendKey();
  return {
    apikey: key,
    authorization: `Bearer ${(await tokenOf(client.auth)) ?? key}`,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  };
}

/** What a refusal says, with the wait of this very answer: several calls may be under way at once. */
async function errorOf(response: Response): Promise<ServiceError> {
  const answer: unknown = await response.json().catch(() => undefined);
  const { headers, status } = response;
  return {
    ...refusalOf(answer, status),
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after'), Date.now()),
    requestId: parseRequestId(headers.get('x-request-id')),
  };
}

/** Asks the storage service as the present session; rejects where nobody answers within 20 seconds. */
export async function fetchStored(path: `/storage/v1/${string}`, init: RequestInit): Promise<Response> {
  const { fetch: fetchAsSession } = await openBackend();
  return fetchAsSession(path, init);
}

/** Tells of rows as they are inserted, as far as the caller's policies let them be seen; returns the way to stop. */
export function watchInserts<Row>(table: string, shape: Shape<Row>, tell: (signal: InsertSignal<Row>) => void): () => void {
  return whileWatched(
    openLive,
    (client, isStopped) => {
      // Two watchers of one table need two topics: the client hands out one channel a topic.
      watchers += 1;
      const channel = client.channel(`inserts:${table}:${watchers}`);
      channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table }, ({ new: record }: { readonly new: unknown }) => {
        const row = shape.safeParse(record);
        if (!isStopped() && row.success) tell({ kind: 'row', row: row.data });
      });
      channel.subscribe((state) => {
        if (!isStopped()) tell({ kind: state === 'SUBSCRIBED' ? 'listening' : 'lost' });
      });
      return () => void client.removeChannel(channel);
    },
    () => tell({ kind: 'lost' }),
  );
}

/** A private channel between the owner's devices. */
export type DeviceChannel = {
  /** Says something to the other devices that listen now; lost where there is no connection. */
  readonly say: (payload: Readonly<Record<string, unknown>>) => void;
  readonly leave: () => void;
};

/** Joins a private channel, which the backend lets only the owner into; `hear` gets what other devices say, in any shape. */
export function joinDevices(topic: string, hear: (payload: unknown) => void): DeviceChannel {
  const event = 'said';
  let say: DeviceChannel['say'] = () => undefined;
  const leave = whileWatched(
    openLive,
    (client, isStopped) => {
      const channel = client.channel(topic, { config: { private: true, broadcast: { self: false } } });
      channel.on('broadcast', { event }, ({ payload }: { readonly payload?: unknown }) => {
        if (!isStopped()) hear(payload);
      });
      channel.subscribe((state) => {
        // Before it has joined, the client would send by a request of its own instead.
        say = state === 'SUBSCRIBED' ? (payload) => void channel.send({ type: 'broadcast', event, payload }) : () => undefined;
      });
      return () => void client.removeChannel(channel);
    },
    () => undefined,
  );
  return { say: (payload) => say(payload), leave };
}

/** Tells that rows of a table changed, as far as the caller's policies let them be seen; returns the way to stop. */
export function watchChanges(table: string, tell: (signal: 'changed' | 'listening' | 'lost') => void): () => void {
  return whileWatched(
    openLive,
    (client, isStopped) => {
      watchers += 1;
      const channel = client.channel(`changes:${table}:${watchers}`);
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => {
        if (!isStopped()) tell('changed');
      });
      channel.subscribe((state) => {
        if (!isStopped()) tell(state === 'SUBSCRIBED' ? 'listening' : 'lost');
      });
      return () => void client.removeChannel(channel);
    },
    () => tell('lost'),
  );
}

/** Calls the listener when the session ends in this browser, whoever ended it; returns the way to stop. */
export function watchSessionEnd(listener: () => void): () => void {
  return whileWatched(
    openBackend,
    ({ auth }, isStopped) => {
      const { data } = auth.onAuthStateChange((event) => {
        if (!isStopped() && event === 'SIGNED_OUT') listener();
      });
      return () => data.subscription.unsubscribe();
    },
    () => undefined,
  );
}

/** Begins watching once what is watched by is open, unless it was stopped before; returns the way to stop at any moment. */
function whileWatched<Opened>(
  open: () => Promise<Opened>,
  begin: (opened: Opened, isStopped: () => boolean) => () => void,
  onUnreachable: () => void,
): () => void {
  let stopped = false;
  let leave = () => {};
  const openInTurn = async () => {
    const opened = await open();
    await takeTurn();
    return opened;
  };
  openInTurn().then(
    (opened) => {
      if (!stopped) leave = begin(opened, () => stopped);
    },
    () => {
      if (!stopped) onUnreachable();
    },
  );
  return () => {
    stopped = true;
    leave();
  };
}

async function ask<Value>(
  call: (client: Client) => Promise<{ readonly data: unknown; readonly error: ServiceError | null }>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  latestRetryAfterSeconds = undefined;
  latestRequestId = undefined;
  try {
    const client = await openBackend();
    await takeTurn();
    const { data, error } = await call(client);
    if (error !== null) {
      const seen = { ...error, requestId: error.requestId ?? latestRequestId };
      return fail(classifyFailure(seen, error.retryAfterSeconds ?? latestRetryAfterSeconds));
    }
    const parsed = shape.safeParse(data);
    return parsed.success ? succeed(parsed.data) : fail({ code: 'answer_unreadable' });
  } catch {
    // The client reports its own failures; what is thrown is a network that failed beneath it, or its code that did not load.
    return fail({ code: 'backend_unreachable' });
  }
}

/** For a page that always asks: it brings what makes the client with its own code, so that no request waits for another file. */
export function bringClientParts(parts: ClientParts): void {
  brought = parts;
}

function openBackend(): Promise<Client> {
  opening ??= loadClient().catch((cause: unknown) => {
    opening = undefined;
    throw cause;
  });
  return opening;
}

async function loadClient(): Promise<Client> {
  if (typeof window === 'undefined') throw new Error('the backend is asked from the browser only');
  const parts = brought ?? (await loadParts());
  const key = backendKey();
  const auth = new parts.GoTrueClient({
    url: `${window.location.origin}/auth/v1`,
    // Spelt as the client itself spells it: it replaces this by the session's, and would send both otherwise.
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    storage: clientStorage,
    storageKey: sessionStorageKey,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    fetch: refresh.fetch,
  });
  const fetchAsSession: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', key);
    headers.set('authorization', `Bearer ${(await tokenOf(auth)) ?? key}`);
    return fetchInTime(input, { ...init, headers });
  };
  const rows = new parts.PostgrestClient(`${window.location.origin}/rest/v1`, { schema: 'public', fetch: fetchAsSession });
  return { auth, rows, fetch: fetchAsSession };
}

/** Loaded when first needed, so that no visitor's page carries it. */
async function loadParts(): Promise<ClientParts> {
  const [{ GoTrueClient }, { PostgrestClient }] = await Promise.all([import('@supabase/auth-js'), import('@supabase/postgrest-js')]);
  return { GoTrueClient, PostgrestClient };
}

async function tokenOf(auth: BackendAuth): Promise<string | undefined> {
  const { data } = await refresh.inReach(() => auth.getSession());
  return data.session?.access_token;
}

/** The socket that tells of changes, with the session's present token. What is drawn when somebody begins to listen is painted first. */
async function openLive(): Promise<RealtimeClient> {
  openingLive ??= afterPaint()
    .then(loadLive)
    .catch((cause: unknown) => {
      openingLive = undefined;
      throw cause;
    });
  const live = await openingLive;
  // It is handed a token at sign-in and at refresh, not when a second factor lifts the session.
  await live.setAuth();
  return live;
}

async function loadLive(): Promise<RealtimeClient> {
  const [{ auth, fetch: fetchAsSession }, { RealtimeClient }] = await Promise.all([openBackend(), import('@supabase/realtime-js')]);
  const key = backendKey();
  const live = new RealtimeClient(`${window.location.origin.replace(/^http/, 'ws')}/realtime/v1`, {
    accessToken: async () => (await tokenOf(auth).catch(() => undefined)) ?? key,
    fetch: fetchAsSession,
    params: { apikey: key },
    reconnectAfterMs: (tries) => reconnectMs[tries - 1] ?? askAgainMs,
  });
  followSession(auth, live);
  reach.onHeard(() => live.connect());
  return live;
}

/** Hands the socket each new token of the session, and takes it back when the session ends. */
function followSession(auth: BackendAuth, live: RealtimeClient): void {
  let handed: string | undefined;
  auth.onAuthStateChange((event, session) => {
    const token = session?.access_token;
    if (event === 'SIGNED_OUT') {
      handed = undefined;
      void live.setAuth();
    } else if ((event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN' || event === 'INITIAL_SESSION') && token !== handed) {
      handed = token;
      void live.setAuth(token);
    }
  });
}

function backendKey(): string {
  const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
  if (key === '') throw new Error('the page names no backend key');
  return key;
}

async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
  if (!reach.mayAsk(`${init.method ?? 'GET'} ${pathname}`)) throw new TypeError('nothing answered this less than a minute ago');
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(input, { ...init, signal }).catch((cause: unknown) => {
    // Who called it off has learnt nothing of the server.
    if (init.signal?.aborted !== true) reach.tell(false);
    throw cause;
  });
  reach.tellOf(response);
  // The client's errors do not carry headers.
  if (response.status === 429) latestRetryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  if (response.status >= 500) latestRequestId = parseRequestId(response.headers.get('x-request-id'));
  return response;
}

function refusalOf(answer: unknown, status: number): ServiceError {
  if (typeof answer !== 'object' || answer === null) return { status };
  const code = 'code' in answer && typeof answer.code === 'string' ? answer.code : undefined;
  const legacyCode = 'error_code' in answer && typeof answer.error_code === 'string' ? answer.error_code : undefined;
  return { status, code: code ?? legacyCode, reasons: reasonsOf(answer) };
}

function reasonsOf(answer: object): readonly string[] {
  const holder = 'weak_password' in answer && typeof answer.weak_password === 'object' ? answer.weak_password : answer;
  const reasons = holder !== null && 'reasons' in holder ? holder.reasons : undefined;
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
}
