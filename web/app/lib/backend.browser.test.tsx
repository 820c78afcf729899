import { expect, test, vi } from 'vitest';
import { signInAsOwner } from '../testing/fake-auth.ts';
import { type FakeBackend, startFakeBackend } from '../testing/fake-backend.ts';
import { eventually } from '../testing/steps.ts';
import { askAuth, askFunction, askTable, callDatabase, callFunction } from './backend.ts';
import { watchChanges } from './backend-parts/watch.ts';
import type { Shape } from './shape.ts';
import { storedAccessToken } from './stored-session.ts';

const anything: Shape<unknown> = { safeParse: (data) => ({ success: true, data }) };
const publicKey = 'sb_publishable_test';

/** A request of each kind. */
async function askAll(backend: FakeBackend) {
  const before = backend.calls.length;
  await askTable((client) => client.from('tasks').select('*'), anything);
  await callDatabase('empty_trash', {}, anything);
  await callFunction('phone', {}, anything);
  await askFunction('GET', '/auth/v1/recovery-codes', anything);
  return backend.calls.slice(before).map(({ path, headers }) => [path.split('?')[0], headers.get('authorization'), headers.get('apikey')]);
}

const paths = ['/rest/v1/tasks', '/rest/v1/rpc/empty_trash', '/functions/v1/phone', '/auth/v1/recovery-codes'];

test("every request carries the site's public key and one authorization: the session's, or the key where there is none", async () => {
  const backend = startFakeBackend();
  signInAsOwner(backend);
  backend.table('tasks');
  const session = `Bearer ${storedAccessToken()}`;
  await askAuth((auth) => auth.getUser(), anything);
  expect(backend.calls.map(({ headers }) => [headers.get('authorization'), headers.get('apikey')])).toEqual([[session, publicKey]]);
  expect(await askAll(backend)).toEqual(paths.map((path) => [path, session, publicKey]));
  await signOut();
  expect(await askAll(backend)).toEqual(paths.map((path) => [path, `Bearer ${publicKey}`, publicKey]));
});

const signOut = () => askAuth(async (auth) => ({ data: undefined, ...(await auth.signOut({ scope: 'local' })) }), anything);

type Message = readonly [string | null, string | null, string, string, Readonly<Record<string, unknown>>];

/** A socket that opens, takes every channel in, and keeps what was said to it. */
class TakingSocket {
  static readonly made: TakingSocket[] = [];
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = TakingSocket.CONNECTING;
  onopen: (() => void) | undefined;
  onmessage: ((event: { readonly data: string }) => void) | undefined;
  readonly said: Message[] = [];
  readonly address: URL;

  constructor(address: string) {
    this.address = new URL(address);
    TakingSocket.made.push(this);
    queueMicrotask(() => {
      this.readyState = TakingSocket.OPEN;
      this.onopen?.();
    });
  }

  send(text: string): void {
    const message = JSON.parse(text) as Message;
    this.said.push(message);
    const [joined, ref, topic, event] = message;
    if (event !== 'phx_join') return;
    const response = { postgres_changes: [{ id: 1, event: '*', schema: 'public', table: 'tasks' }] };
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify([joined, ref, topic, 'phx_reply', { status: 'ok', response }]) }));
  }

  close(): void {
    this.readyState = TakingSocket.CLOSED;
  }
}

test('the first subscription opens the socket and joins as the session; each new token is handed to it, and the key in place of one that ended', async () => {
  vi.stubGlobal('WebSocket', TakingSocket);
  const backend = startFakeBackend();
  signInAsOwner(backend);
  const first = storedAccessToken();
  await askAuth((auth) => auth.getSession(), anything);
  expect(TakingSocket.made).toEqual([]);
  const told: string[] = [];
  const stop = watchChanges('tasks', (signal) => told.push(signal));
  await eventually(() => expect(told).toEqual(['listening']));
  const [socket] = TakingSocket.made;
  expect([socket?.address.pathname, socket?.address.searchParams.get('apikey')]).toEqual(['/realtime/v1/websocket', publicKey]);
  const tokens = () => socket?.said.flatMap(([, , , event, { access_token: token }]) => (token === undefined ? [] : [[event, token]]));
  expect(tokens()).toEqual([['phx_join', first]]);
  const renewed = { ...JSON.parse(localStorage.getItem('castellan-auth-token') ?? '{}'), access_token: `${first}2` };
  backend.on('POST /auth/v1/token', { json: renewed });
  await askAuth((auth) => auth.refreshSession(), anything);
  await eventually(() => expect(tokens()?.at(-1)).toEqual(['access_token', `${first}2`]));
  await signOut();
  await eventually(() => expect(tokens()?.at(-1)).toEqual(['access_token', publicKey]));
  stop();
  expect(TakingSocket.made).toHaveLength(1);
});
