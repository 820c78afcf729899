import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { openDatabase } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import type { SigningKey } from '@castellan/platform/core/tokens';
import type { FunctionCall } from '@castellan/platform/functions/functions-service';
import { createPlatform } from '@castellan/platform/platform';
import { exportJWK, generateKeyPair } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createListener } from '../http/listener.ts';
import { answerJson } from './function-answers.ts';
import { type FunctionStream, streamAnswer } from './stream-answer.ts';

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const signingKey: SigningKey = { keyId: 'test', privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) };

/** A server with two functions whose work the test does itself, by their whole way: listener, platform, function. */
async function open() {
  const streams = Promise.withResolvers<FunctionStream<unknown>>();
  const calls = Promise.withResolvers<FunctionCall>();
  const done = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  // Never asked: what anybody may call needs no session.
  const database = openDatabase({ host: '127.0.0.1', port: 1, database: 'none', password: '' }, () => undefined);
  const platform = createPlatform(
    {
      database,
      keys: () => ({
        signingKeys: [signingKey],
        publishableKey: 'sb_publishable_test',
        secretKey: 'sb_secret_test',
        sessionKey: new Uint8Array(32),
        authenticatorKey: new Uint8Array(32),
      }),
      clock: { nowMs: () => 0 },
      randomBytes: (count) => new Uint8Array(randomBytes(count)),
      log: silentLog,
      publicUrl: 'http://localhost',
      authEvents: { signInFailed: () => undefined, sessionsEnded: () => undefined },
      passwordCost: 4,
    },
    {
      functions: {
        lines: {
          audience: 'public',
          handle: async (_request, call) =>
            streamAnswer(call, (stream) => {
              streams.resolve(stream);
              return done.promise;
            }),
        },
        whole: {
          audience: 'public',
          handle: async (_request, call) => {
            calls.resolve(call);
            await answered.promise;
            return answerJson('done');
          },
        },
      },
    },
  );
  const http = createServer(
    createListener({
      log: silentLog,
      listensOn: '127.0.0.1',
      publicUrl: () => 'http://localhost',
      trustedProxies: new BlockList(),
      directAnswers: () => [],
      answers: () => [platform.handle],
    }),
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/functions/v1`;
  return {
    url,
    stream: streams.promise,
    call: calls.promise,
    finish: done.resolve,
    fail: done.reject,
    answer: answered.resolve,
    stop: platform.stop,
    close: async () => {
      done.resolve();
      answered.resolve();
      http.closeAllConnections();
      http.close();
      await database.close();
    },
  };
}

let server: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  server = await open();
});
afterEach(() => server.close());

const fired = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function readerOf(answer: Response) {
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  return async () => new TextDecoder().decode((await reader.read()).value);
}

test('each line leaves the server as it is said, neither gathered nor compressed', async () => {
  const answer = await fetch(`${server.url}/lines`, { method: 'POST', headers: { 'accept-encoding': 'br, gzip' } });
  const { say } = await server.stream;
  const read = readerOf(answer);
  for (const at of [1, 2, 3]) {
    await say({ at });
    // The work is not over: what is read here was not waited for.
    expect(await read()).toBe(`{"line":{"at":${at}}}\n`);
  }
  server.finish();
  expect(await read()).toBe('{"end":true}\n');
  expect([answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual(['application/x-ndjson', null]);
});

test('a caller who leaves ends the work of a streamed answer', async () => {
  const leaving = new AbortController();
  const answer = await fetch(`${server.url}/lines`, { method: 'POST', signal: leaving.signal });
  const { say, signal } = await server.stream;
  await say('here');
  await readerOf(answer)();
  expect(signal.aborted).toBe(false);
  leaving.abort();
  await fired(signal);
  await expect(say('gone')).rejects.toThrow();
});

test('a caller who leaves before there is an answer is known to the function too', async () => {
  const leaving = new AbortController();
  const asked = fetch(`${server.url}/whole`, { method: 'POST', signal: leaving.signal }).catch(() => 'left');
  const { signal } = await server.call;
  expect(signal.aborted).toBe(false);
  leaving.abort();
  await fired(signal);
  expect(await asked).toBe('left');
});

test('work waits for a caller that does not read, instead of filling the memory', async () => {
  const answer = await fetch(`${server.url}/lines`, { method: 'POST' });
  const { say } = await server.stream;
  const line = 'x'.repeat(1024 * 1024);
  let waiting = false;
  // The buffers of both ends of the connection hold some; then a line is not taken before something was read.
  for (let said = 0; said < 200 && !waiting; said += 1) {
    const turn = say(line);
    waiting = (await Promise.race([turn, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])) === 'waits';
    turn.catch(() => undefined);
  }
  expect(waiting).toBe(true);
  await answer.body?.cancel();
});

test('a server that stops cuts what streams, says so, and lets the rest end', async () => {
  const [streamed, whole] = [fetch(`${server.url}/lines`, { method: 'POST' }), fetch(`${server.url}/whole`, { method: 'POST' })];
  const { signal } = await server.stream;
  await server.call;
  const stopped = fired(signal);
  await server.stop();
  await stopped;
  server.fail(new Error('aborted'));
  expect(await (await streamed).text()).toBe('{"failure":{"code":"server_stopping","message":"The server is stopping."}}\n');
  server.answer();
  expect((await whole).status).toBe(200);
});
