import type { GoTrueClient } from '@supabase/auth-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { parseRequestId, parseRetryAfter } from '../backend-failure.ts';
import { hasStoredSession, sessionStorageKey } from '../stored-session.ts';
import { clientStorage } from '../stored-values.ts';
import { createTurns } from '../turns.ts';
import { holdRefresh } from './held-refresh.ts';
import { reach } from './reach.ts';

/** The public client's part that signs in, refreshes and keeps the session. */
export type BackendAuth = GoTrueClient;

/** The part of the public client that asks for rows. */
export type BackendRows = Pick<PostgrestClient, 'from' | 'rpc'>;

/** The public client, from its own parts: the parts for files and functions are not among them, since nothing here asks for them. */
export type Client = { readonly auth: BackendAuth; readonly rows: PostgrestClient; readonly fetch: typeof fetch };

/** What makes the public client. */
export type ClientParts = { readonly GoTrueClient: typeof GoTrueClient; readonly PostgrestClient: typeof PostgrestClient };

/** Longest time one request may take before the backend counts as out of reach. */
export const requestTimeoutMs = 20_000;

/** What the last failed answers said in headers: the client's errors do not carry them. To be emptied before a call whose own are wanted. */
export const lastAnswer: { retryAfterSeconds?: number | undefined; requestId?: string | undefined } = {};

let opening: Promise<Client> | undefined;
let brought: ClientParts | undefined;

/** To begin a request takes a slow processor a dozen milliseconds, and a page that opens begins many at once. */
export const takeTurn = createTurns();

/** Requests for a new token, held while nobody answers them. */
export const refresh = holdRefresh((input, init) => fetchInTime(input, init), hasStoredSession);

/** Takes the session out of this browser, also where the client waits for a server that is away. */
export function forgetStoredSession(): void {
  clientStorage.removeItem(sessionStorageKey);
  refresh.letGo();
}

/** For a page that always asks: it brings what makes the client with its own code, so that no request waits for another file. */
export function bringClientParts(parts: ClientParts): void {
  brought = parts;
}

/** The public client, made when it is first wanted. Rejects where its code does not load. */
export function openBackend(): Promise<Client> {
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

/** The session's access token, renewed where it has to be; `undefined` without a session. */
export async function tokenOf(auth: BackendAuth): Promise<string | undefined> {
  const { data } = await refresh.inReach(() => auth.getSession());
  return data.session?.access_token;
}

/** What a request of ours carries that the client does not send. */
export async function headersOf(client: Client): Promise<Readonly<Record<string, string>>> {
  const key = backendKey();
  return {
    apikey: key,
    authorization: `Bearer ${(await tokenOf(client.auth)) ?? key}`,
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
  };
}

/** The public key of this site's backend, as its pages name it. */
export function backendKey(): string {
  const key = document.querySelector('meta[name="backend-key"]')?.getAttribute('content') ?? '';
  if (key === '') throw new Error('the page names no backend key');
  return key;
}

/** Fetches what the backend answers within its time; rejects at once where the same was asked of a silent server a moment ago. */
export async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
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
  if (response.status === 429) lastAnswer.retryAfterSeconds = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  if (response.status >= 500) lastAnswer.requestId = parseRequestId(response.headers.get('x-request-id'));
  return response;
}
