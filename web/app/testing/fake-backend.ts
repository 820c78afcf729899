import { onTestFinished, vi } from 'vitest';
import type { Answer, Call } from './call.ts';
import { type FakeTable, makeFakeTable, type TableOptions } from './fake-table.ts';

type Handler = (call: Call) => Answer | undefined | Promise<Answer | undefined>;

/** The backend's addresses, answered in memory. A request that nobody answers is lost, and is in `calls` like every other. */
export type FakeBackend = {
  readonly calls: readonly Call[];
  /** Calls whose method and path begin with this, such as `POST /functions/v1/phone`. */
  readonly callsOf: (start: string) => readonly Call[];
  /** Answers calls whose method and path begin with this; the last that was said counts. `undefined` leaves a call to what was said before. */
  readonly on: (start: string, answer: Answer | Handler) => void;
  /** A table that is read and written as the data interface does it. */
  readonly table: (name: string, rows?: readonly Readonly<Record<string, unknown>>[], options?: TableOptions) => FakeTable;
  /** Loses every call whose path begins with this, until the function that comes back is called. */
  readonly cutOff: (start?: string) => () => void;
};

/** Before any backend is made: whatever is asked is lost, nothing was listened to, and no socket opens. */
export function silenceNetwork(): void {
  document.querySelector('meta[name="backend-key"]')?.remove();
  const meta = document.createElement('meta');
  meta.name = 'backend-key';
  meta.content = 'sb_publishable_test';
  document.head.append(meta);
  const native = window.fetch.bind(window);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === nowPlayingPath) return Promise.resolve(Response.json(null));
    return isOfBackend(pathname) ? Promise.reject(new TypeError('Failed to fetch')) : native(input, init);
  });
  vi.stubGlobal('WebSocket', SilentSocket);
}

/** Starts a backend for this test alone. */
export function startFakeBackend(): FakeBackend {
  const calls: Call[] = [];
  const handlers: { readonly start: string; readonly handle: Handler }[] = [
    // Pages that are open long enough ask for the music, whatever a test is about.
    { start: `GET ${nowPlayingPath}`, handle: () => ({ json: null }) },
  ];
  const before = window.fetch;
  const answer = async (call: Call): Promise<Response> => {
    calls.push(call);
    for (const { start, handle } of handlers.toReversed()) {
      if (!`${call.method} ${call.path}`.startsWith(start) && !call.path.startsWith(start)) continue;
      const given = await handle(call);
      if (given === 'lost') break;
      if (given !== undefined) return respond(given);
    }
    throw new TypeError('Failed to fetch');
  };
  const ask = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, search, searchParams } = new URL(request.url);
    if (!isOfBackend(pathname)) return before(input, init);
    const text = await request.text();
    const call = { method: request.method, path: pathname + search, query: searchParams, headers: request.headers, body: parse(text) };
    return unlessAborted(answer(call), request.signal);
  };
  vi.stubGlobal('fetch', ask);
  onTestFinished(() => void vi.stubGlobal('fetch', before));
  const on: FakeBackend['on'] = (start, given) => {
    handlers.push({ start, handle: typeof given === 'function' ? given : () => given });
  };
  const tables = new Map<string, FakeTable>();
  on('POST /rest/v1/rpc/write_records', (call) => writeTogether(tables, call));
  return {
    calls,
    callsOf: (start) => calls.filter((call) => `${call.method} ${call.path}`.startsWith(start) || call.path.startsWith(start)),
    on,
    table: (name, rows = [], options = {}) => {
      const table = makeFakeTable(rows, options);
      tables.set(name, table);
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
        on(`${method} /rest/v1/${name}`, (call) => (pathOf(call) === `/rest/v1/${name}` ? table.answer(call) : undefined));
      }
      return table;
    },
    cutOff: (start = '/') => {
      let isCut = true;
      on(start, () => (isCut ? 'lost' : undefined));
      return () => {
        isCut = false;
      };
    },
  };
}

/** A promise that a test keeps open, so that it can look at what is shown meanwhile. */
export function held<Value>(): { readonly promise: Promise<Value>; readonly release: (value: Value) => void } {
  const { promise, resolve } = Promise.withResolvers<Value>();
  return { promise, release: resolve };
}

type TogetherWrite = { readonly collection: string; readonly id: string; readonly values: object; readonly expected_version?: number };

/** Writes records of several tables, in order. A fake takes nothing back: what the database does then, its own tests know. */
function writeTogether(tables: ReadonlyMap<string, FakeTable>, call: Call): Answer {
  const rows: unknown[] = [];
  for (const { collection, id, values, expected_version: version } of (call.body as { readonly writes: readonly TogetherWrite[] }).writes) {
    const table = tables.get(collection);
    if (table === undefined) return { status: 404, json: { code: 'PT404', message: 'There is no such collection' } };
    const query = new URLSearchParams(version === undefined ? {} : { id: `eq.${id}`, version: `eq.${version}` });
    const [method, body] = version === undefined ? ['POST', { ...values, id }] : ['PATCH', values];
    const written = table.answer({ method, body, query, path: call.path, headers: new Headers() });
    if (written === 'lost' || (written.status ?? 200) >= 400) return written;
    rows.push(table.rows().find((row) => row['id'] === id));
  }
  return { json: rows };
}

const pathOf = ({ path }: Call) => path.split('?')[0];

/** Where music is asked for: an address of its own. */
const nowPlayingPath = '/.netlify/functions/spotify-now-playing';

function isOfBackend(pathname: string): boolean {
  return /^\/(rest|auth|functions|realtime)\/v1\/|^\/\.netlify\/functions\//.test(pathname);
}

function respond({ status = 200, json, lines, headers = {} }: Exclude<Answer, 'lost'>): Response {
  if (lines !== undefined) {
    const said = [...lines.map((line) => ({ line })), { end: true }];
    return new Response(said.map((line) => `${JSON.stringify(line)}\n`).join(''), { status, headers });
  }
  if (json === undefined) return new Response(null, { status: status === 200 ? 204 : status, headers });
  return Response.json(json, { status, headers });
}

/** A request that is called off is not waited for, as in the browser. */
function unlessAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return Promise.race([response, new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))]);
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** A socket that is never connected: what changes elsewhere is told by nobody. */
class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readonly readyState = SilentSocket.CONNECTING;
  readonly send = (): void => undefined;
  readonly close = (): void => undefined;
}
