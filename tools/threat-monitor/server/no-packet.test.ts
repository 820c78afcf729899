import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import { copyStartedData } from '../../../tests/support/started-data.ts';

const data = await copyStartedData();
let running: RunningServer;
let connections = 0;
let port = 0;
const canary = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const address = canary.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  const names = ['KEV_FEED_URL', 'EPSS_FEED_URL', 'FEODO_FEED_URL', 'URLHAUS_FEED_URL', 'OSV_API_URL', 'VULNRICHMENT_URL'];
  const sources = Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${port}`]));
  running = await startTestServer(data.path, { TOOLS_ALLOW_CIDRS: '127.0.0.0/8', ...sources });
});
afterAll(async () => {
  canary.close();
  running.process.kill('SIGTERM');
  await new Promise((resolve) => running.process.once('exit', resolve));
  data.remove();
});

const bodies = {
  'threat-refresh': { asked: true },
  'threat-assess': { cves: ['CVE-2024-3094'] },
  'threat-search': { text: 'CVE-2024-3094' },
  'threat-look': { list: 'mine', from: 0, most: 10 },
};

test('without the owner’s full session every call is 401, and not one packet leaves', async () => {
  const page = await (await fetch(`${running.url}/auth-terminal`)).text();
  const apikey = /<meta name="backend-key" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const callers = [{}, { apikey }, { apikey, authorization: `Bearer ${apikey}` }, { authorization: 'Bearer x.y.z' }];
  for (const [name, body] of Object.entries(bodies)) {
    for (const headers of callers) {
      const answer = await fetch(`${running.url}/functions/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status).toBe(401);
    }
  }
  // A packet sent by then would have arrived: a connection of our own does.
  const own = connect(port, '127.0.0.1');
  await new Promise((resolve) => own.once('close', resolve));
  expect(connections).toBe(1);
});
