import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { makeCertificate } from '../tests/support/distribution-postgres.ts';
import { findFreePort } from '../tests/support/free-port.ts';
import { needs } from '../tests/support/needs.ts';
import { type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';

const deploy = join(import.meta.dirname, '..', 'deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const isThere = (program: string, ...given: readonly string[]) => spawnSync(program, given, { stdio: 'ignore' }).error === undefined;

const data = await copyStartedData();
const folder = mkdtempSync(join(tmpdir(), 'castellan-proxy-'));
const certificate = makeCertificate(folder, 'localhost');
const key = join(folder, 'key.pem');
const port = await findFreePort();
const serverPort = await findFreePort();
const publicUrl = `https://localhost:${port}`;
let server: RunningServer;

beforeAll(async () => {
  server = await startTestServer(data.path, { PORT: String(serverPort), PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(folder, { recursive: true });
});

/** The part of an example that is told of a place, in the place of the test's. Each must be there: an example that changed is noticed. */
function placed(text: string, places: readonly (readonly [string, string])[]): string {
  return places.reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replaceAll(from, to);
  }, text);
}

const proxies = [
  {
    program: 'nginx',
    version: ['-v'],
    start: () => {
      const own = placed(read('nginx.conf'), [
        ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
        ['    listen [::]:443 ssl;\n', ''],
        ['    listen [::]:80;\n', ''],
        ['listen 80;', `listen unix:${folder}/plain.sock;`],
        ['server_name castellan.example', 'server_name localhost'],
        ['/etc/letsencrypt/live/castellan.example/fullchain.pem', certificate],
        ['/etc/letsencrypt/live/castellan.example/privkey.pem', key],
        ['http://127.0.0.1:4321', `http://127.0.0.1:${serverPort}`],
      ]);
      const file = join(folder, 'nginx.conf');
      const whole = `daemon off; error_log stderr; pid ${folder}/nginx.pid; events {} http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${own} }`;
      writeFileSync(file, whole);
      return spawn('nginx', ['-c', file, '-e', 'stderr', '-p', folder], { stdio: 'ignore' });
    },
  },
  {
    program: 'caddy',
    version: ['version'],
    start: () => {
      const own = placed(read('Caddyfile'), [
        ['castellan.example {', `${publicUrl} {\n\ttls ${certificate} ${key}`],
        ['127.0.0.1:4321', `127.0.0.1:${serverPort}`],
      ]);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${own}`);
      mkdirSync(join(folder, 'home'), { recursive: true });
      const env = { PATH: process.env['PATH'], HOME: join(folder, 'home') };
      return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore', env });
    },
  },
] as const;

test.for(proxies)(
  '$program as the example has it: HTTPS is known, a visitor’s word of others is not, and sockets pass',
  { timeout: 60_000 },
  async ({ program, version, start }, context) => {
    needs(context, isThere(program, ...version), `${program} is not installed (apt-get install ${program})`);
    const child: ChildProcess = start();
    onTestFinished(async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
    });
    const dispatcher = new Agent({ connect: { ca: readFileSync(certificate, 'utf8') } });
    onTestFinished(() => dispatcher.close());
    const ask = (path: string, headers = {}) => request(`${publicUrl}${path}`, { dispatcher, headers });
    await expect.poll(async () => (await ask('/healthz')).statusCode).toBe(200);
    const home = await ask('/');
    expect(home.headers['strict-transport-security']).toContain('max-age');
    const page = await home.body.text();
    const apiKey = /sb_publishable_[\w-]+/.exec(page)?.[0] ?? '';
    // Each guess says that it is for another visitor: all are counted for the one that they come from.
    const guesses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const answer = await request(`${publicUrl}/auth/v1/token?grant_type=password`, {
        dispatcher,
        method: 'POST',
        headers: { apikey: apiKey, 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${guess}` },
        body: JSON.stringify({ email: `nobody${guess}@example.test`, password: 'a fine long pass phrase' }),
      });
      guesses.push(answer.statusCode);
      await answer.body.dump();
    }
    expect(guesses.at(-1)).toBe(429);
    const socket = new WebSocket(`${publicUrl.replace('https', 'wss')}/realtime/v1/websocket?apikey=${apiKey}&vsn=1.0.0`, {
      ca: readFileSync(certificate),
      origin: publicUrl,
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.close();
  },
);

test('systemd takes the unit, and finds it well confined', (context) => {
  needs(context, isThere('systemd-analyze', '--version'), 'systemd-analyze is not installed (apt-get install systemd)');
  const unit = join(folder, 'castellan.service');
  writeFileSync(unit, placed(read('castellan.service'), [['/usr/bin/node', process.execPath]]));
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  expect([verified.status, verified.stderr]).toEqual([0, '']);
  // Of 100, the less the better; units of the distribution have about 95.
  const judged = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', unit], { encoding: 'utf8' });
  expect([judged.status, judged.stdout.split('\n').find((line) => line.includes('exposure'))]).toEqual([0, expect.stringContaining('OK')]);
});

test('unit, image and proxies mean the same places and ports as the server does by itself', () => {
  expect(read('castellan.service')).toContain('scripts/launch.mjs start');
  expect(read('Dockerfile')).toMatch(/^USER castellan$/m);
  for (const name of ['CASTELLAN_DATA_DIR=/data/', 'CASTELLAN_CONTENT_DIR=/data/']) expect(read('Dockerfile')).toContain(name);
  for (const name of ['Caddyfile', 'nginx.conf', 'Dockerfile', 'compose.yaml']) expect(read(name)).toContain('4321');
  const [, network] = /subnet: (\d+\.\d+\.\d+)\./.exec(read('compose.yaml')) ?? [];
  expect(read('compose.yaml')).toContain(`TRUSTED_PROXIES: ${network}.1`);
});
