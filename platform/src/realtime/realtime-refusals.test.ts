import { afterAll, expect, test } from 'vitest';
import { owner, startTestRealtime } from './start-test-realtime.ts';

const stage = await startTestRealtime();
afterAll(stage.close);
const token = await stage.signToken({ sub: owner });

function post(path: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}): Promise<Response> {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { apikey: 'sb_publishable_test', 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  };
  const requestContext = { address: '127.0.0.1', secure: false, requestId: 'test' };
  return stage.service.handle(new Request(`${stage.context.publicUrl}/realtime/v1/api/broadcast${path}`, init), requestContext);
}

const signedIn = { authorization: `Bearer ${token}` };

test.each(['/%00/events/e', '/a%00b/events/e', '/t/events/%00'])('a broadcast to %s is not found', async (path) => {
  expect((await post(path, '{}')).status).toBe(404);
  expect((await post(path, '{}', signedIn)).status).toBe(404);
});

test.each(['\\u0000', 'a\\u0000', '\\ud800', '\\udc00a'])('a topic or an event with %s in it is refused', async (name) => {
  for (const [topic, event] of [
    [name, 'e'],
    ['t', name],
  ]) {
    const body = `{"messages":[{"topic":"${topic}","event":"${event}","payload":{}}]}`;
    expect((await post('', body, signedIn)).status).toBe(422);
    const { socket, closed } = await stage.openSocket('2.0.0');
    socket.send(`["1","1","realtime:${topic}","${event}",{}]`);
    expect(await closed).toEqual({ code: 1007, reason: 'malformed message' });
  }
  const { socket, frames } = await stage.openSocket('2.0.0');
  const change = `{"event":"INSERT","schema":"public","table":"${name}"}`;
  socket.send(`["1","1","realtime:x","phx_join",{"config":{"postgres_changes":[${change}]}}]`);
  expect(await frames.next()).toContain('config.postgres_changes.0.table');
  socket.close();
  expect(stage.warnings).toEqual([]);
});

test('a NUL in a binary frame’s topic or event closes its socket', async () => {
  for (const [topic, event] of [
    ['\0', 'e'],
    ['t', '\0'],
  ]) {
    const { socket, closed } = await stage.openSocket('2.0.0');
    socket.send(Buffer.concat([Buffer.from([3, 0, 0, 1, 1, 0, 1]), Buffer.from(`${topic}${event}{}`)]));
    expect((await closed).code).toBe(1007);
  }
});

test('an upload that breaks off is its sender’s fault', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  expect((await post('', broken, signedIn)).status).toBe(400);
  expect(stage.warnings).toEqual([]);
});

test('who is not signed in may send 64 KiB', async () => {
  expect((await post('', ' '.repeat(64 * 1024))).status).toBe(422);
  expect((await post('', ' '.repeat(64 * 1024 + 1))).status).toBe(413);
  expect((await post('', ' '.repeat(64 * 1024 + 1), signedIn)).status).toBe(422);
});

test('a socket takes the secret key in its address, the one place its client has for it, and refuses a wrong one', async () => {
  const { socket, frames } = await stage.openSocket('2.0.0', stage.secretKey);
  socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]));
  expect(await frames.next()).toContain('"status":"ok"');
  socket.close();
  expect(await (await stage.openSocket('2.0.0', 'sb_secret_wrong')).closed).toEqual({ code: 1008, reason: 'invalid API key' });
});
