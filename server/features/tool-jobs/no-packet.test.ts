import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import { copyStartedData } from '../../../tests/support/started-data.ts';

const data = await copyStartedData();
let running: RunningServer;
let connections = 0;
const canary = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  running = await startTestServer(data.path, { TOOLS_ALLOW_CIDRS: '127.0.0.0/8' });
});
afterAll(async () => {
  canary.close();
  running.process.kill('SIGTERM');
  await new Promise((resolve) => running.process.once('exit', resolve));
  data.remove();
});

test('without the owner’s full session a call is 401, and not one packet leaves', async () => {
  const address = canary.address();
  const target = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const page = await (await fetch(`${running.url}/auth-terminal`)).text();
  const apikey = /<meta name="backend-key" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const callers = [{}, { apikey }, { apikey, authorization: `Bearer ${apikey}` }, { authorization: 'Bearer x.y.z' }];
  for (const headers of callers) {
    const body = JSON.stringify({ tool: 'tls-inspector', target });
    const answer = await fetch(`${running.url}/functions/v1/tool-job-start`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
  }
  // A packet sent by then would have arrived: a connection of our own does.
  const { connect } = await import('node:net');
  const own = connect(Number(target.split(':')[1]), '127.0.0.1');
  await new Promise((resolve) => own.once('close', resolve));
  expect(connections).toBe(1);
});
