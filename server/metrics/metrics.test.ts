import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startTestServer } from '../../tests/support/running-server.ts';
import { copyStartedData } from '../../tests/support/started-data.ts';

const token = 'a-token-that-only-tests-know';
const data = await copyStartedData();
let server: RunningServer;

beforeAll(async () => {
  server = await startTestServer(data.path, { METRICS_TOKEN: token });
}, 60_000);
afterAll(async () => {
  await server.stop();
  data.remove();
});

const read = (authorization?: string) => fetch(`${server.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

test.each([undefined, '', token, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${btoa(token)}`])(
  'without the token nothing is told (%s)',
  async (authorization) => {
    const answer = await read(authorization);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(await answer.text()).not.toContain('castellan_');
  },
);

test('requests are counted by route, method and status, whatever strangers ask for, and nobody is named', async () => {
  await fetch(`${server.url}/`);
  await fetch(`${server.url}/dashboard`);
  for (const secret of ['one-secret', 'other-secret']) await fetch(`${server.url}/${secret}?token=${secret}`, { method: 'DELETE' });
  const answer = await read(`Bearer ${token}`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toContain('castellan_http_requests_total{route="/",method="GET",status="200"} 1');
  expect(text).toContain('castellan_http_requests_total{route="/dashboard",method="GET",status="200"} 1');
  expect(text).toContain('castellan_http_requests_total{route="other",method="DELETE",status="405"} 2');
  expect(text).not.toContain('secret');
  expect(text).not.toContain('127.0.0.1');
});

test('process, database, jobs, mails, sockets and connections are measured', async () => {
  const text = await (await read(`Bearer ${token}`)).text();
  expect(text).toContain('castellan_database_up 1');
  expect(Number(/^castellan_database_size_bytes (\d+)/m.exec(text)?.[1])).toBeGreaterThan(1_000_000);
  expect(text).toContain('castellan_tool_jobs{state="running"} 0');
  expect(text).toContain('castellan_realtime_sockets 0');
  for (const pool of ['requests', 'strangers', 'auth', 'realtime', 'server', 'features'])
    expect(text).toMatch(new RegExp(`castellan_database_connections\\{pool="${pool}",state="busy"\\} \\d`));
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  expect(text).toContain('castellan_http_request_duration_seconds_bucket{le="0.001",route="/"}');
});
