import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createTestOwner, runCommand } from '../../tests/support/owner.ts';
import { makeDataFolder, startTestServer } from '../../tests/support/running-server.ts';
import { backupName } from '../backups/backup-names.ts';
import { describeSettings, settingNames } from '../settings.ts';
import { type Finding, runChecks } from './finding.ts';
import {
  judgeBackups,
  judgeClock,
  judgeDisk,
  judgeMemory,
  judgeMigrations,
  judgeProxySettings,
  judgePublicAnswer,
} from './judge-machine.ts';

const data = makeDataFolder();
afterAll(data.remove);

const off = Object.fromEntries(
  describeSettings({}).flatMap(({ variable, value }) =>
    /^https?:/.test(value) && !variable.startsWith('SPOTIFY') ? [[variable, 'off']] : [],
  ),
);
// These two cannot be switched off: they lead to a port where nothing listens.
const closed = { SPOTIFY_ACCOUNTS_URL: 'http://127.0.0.1:9', SPOTIFY_API_URL: 'http://127.0.0.1:9' };

async function doctor(environment: Readonly<Record<string, string>> = {}, given: readonly string[] = []) {
  const { lines, exitCode, complaint } = await runCommand('server/commands/doctor.ts', data.path, ['--json', ...given], '', {
    ...off,
    ...closed,
    ...environment,
  });
  const { findings } = JSON.parse(lines.join('\n')) as { readonly findings: readonly Finding[] };
  return { findings, exitCode, complaint, states: Object.fromEntries(findings.map(({ name, state }) => [name, state])) };
}

test('a machine without an installation is told what there is to look at, and nothing is made', async () => {
  const { states, exitCode } = await doctor({ PORT: '0' });
  expect(states).toMatchObject({
    environment: 'ok',
    keys: 'not looked at',
    database: 'not looked at',
    proxy: 'ok',
    backups: 'not looked at',
  });
  expect(exitCode).toBe(0);
});

test('a running server, its database and its public address are found in order; a wrong setting of the proxy is a failure with what to do', async () => {
  await createTestOwner(data.path);
  const server = await startTestServer(data.path);
  onTestFinished(async () => void (await server.stop()));
  const { port } = new URL(server.url);
  const there = await doctor({ PORT: port, PUBLIC_URL: server.url });
  expect(there.states).toMatchObject({
    keys: 'ok',
    database: 'ok',
    migrations: 'ok',
    server: 'ok',
    'public address': 'ok',
    clock: 'ok',
    feeds: 'warning',
  });
  expect(there.exitCode).toBe(0);
  const behind = await doctor({ PORT: port, PUBLIC_URL: 'https://127.0.0.1:9' });
  expect(behind.states).toMatchObject({ proxy: 'failure', 'public address': 'failure' });
  expect(behind.exitCode).toBe(1);
  const elsewhere = await doctor({ PORT: '0', CASTELLAN_KEYS_FILE: join(data.path, 'other.json') });
  expect(elsewhere.states).toMatchObject({ database: 'failure' });
});

test('a stranger’s program on the port, and one at the public address, are not taken for the server', async () => {
  const stranger = createServer((_, response) => response.end('Hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => stranger.once('listening', resolve));
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const { states } = await doctor({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  expect(states).toMatchObject({ server: 'failure', 'public address': 'failure' });
});

test('a mail server that is not reached is a failure, one that is reached is told nothing, and its password is in no answer', async () => {
  const heard: string[] = [];
  const mailServer = createTcpServer((socket) => socket.on('data', (bytes) => heard.push(String(bytes)))).listen(0, '127.0.0.1');
  await new Promise((resolve) => mailServer.once('listening', resolve));
  onTestFinished(() => void mailServer.close());
  const { port } = mailServer.address() as AddressInfo;
  const at = (given: number) => ({
    PORT: '0',
    MAIL_FROM: 'castellan@castellan.example',
    SMTP_URL: `smtp://ada:hunter2hunter2@127.0.0.1:${given}`,
  });
  const there = await doctor({ ...at(port), TOOLS_ALLOW_CIDRS: '127.0.0.0/8' });
  expect(there.states).toMatchObject({ mail: 'ok' });
  const away = await doctor(at(port));
  expect(away.states).toMatchObject({ mail: 'failure' });
  expect(JSON.stringify([there.findings, away.findings])).not.toContain('hunter2');
  expect(heard).toEqual([]);
});

test('the age of backups is judged by their names, and nothing else counts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-backups-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'empty'));
  expect((await doctor({ PORT: '0' }, ['--backups', join(folder, 'empty')])).states).toMatchObject({ backups: 'failure' });
  writeFileSync(join(folder, backupName(new Date())), 'x');
  writeFileSync(join(folder, 'castellan-9999-01-01T00-00-00Z.tar.age.part'), 'x');
  expect((await doctor({ PORT: '0' }, ['--backups', folder])).states).toMatchObject({ backups: 'ok' });
});

test('no value of a setting that is secret is in the answer', async () => {
  const secret = 'hunter2hunter2';
  const { findings, complaint } = await doctor({
    PORT: '0',
    DATABASE_URL: `postgres://site:${secret}@127.0.0.1:9/site`,
    CASTELLAN_TYPO: secret,
  });
  expect(JSON.stringify([findings, complaint])).not.toContain(secret);
  expect(findings.find(({ name }) => name === 'database')).toMatchObject({ state: 'failure' });
  expect(settingNames).not.toContain('CASTELLAN_TYPO');
  expect(findings.find(({ name }) => name === 'environment')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('CASTELLAN_TYPO'),
  });
}, 60_000);

test('one check that throws is a failure of its own, and the others are made', async () => {
  const findings = await runChecks([
    { name: 'first', look: () => Promise.reject(new Error('No such thing.')) },
    { name: 'second', look: () => [{ name: 'second', state: 'ok', found: 'Fine.', advice: undefined }] },
  ]);
  expect(findings).toMatchObject([
    { name: 'first', state: 'failure', found: 'No such thing.' },
    { name: 'second', state: 'ok' },
  ]);
});

test('less room, less memory, an older backup and a clock further off are never judged better, and what is not in order says what to do', () => {
  const rank = ({ state }: Finding) => ['ok', 'warning', 'failure'].indexOf(state);
  const now = Date.UTC(2026, 10, 27);
  const judges: readonly ((badness: number) => Finding)[] = [
    (badness) => judgeDisk(1e13 / (1 + badness), '/data'),
    (badness) => judgeMemory(1e13 / (1 + badness)),
    (badness) => judgeClock(badness, 'the database'),
    (badness) => judgeClock(-badness, 'the database'),
    (badness) => judgeBackups('/backups', new Date(now - badness * 1000), now),
    (badness) => judgeMigrations({ missing: Math.floor(badness), strange: [] }, 'Apply them.'),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...judges), fc.integer({ min: 0, max: 1e7 }), fc.integer({ min: 0, max: 1e7 }), (judge, one, other) => {
      const [better, worse] = [judge(Math.min(one, other)), judge(Math.max(one, other))];
      expect(rank(better)).toBeLessThanOrEqual(rank(worse));
      expect(worse.advice === undefined).toBe(worse.state === 'ok');
    }),
  );
});

test.each([
  [{ host: '127.0.0.1', publicUrl: undefined, trustsProxies: false }, 'ok'],
  [{ host: '0.0.0.0', publicUrl: undefined, trustsProxies: false }, 'warning'],
  [{ host: '127.0.0.1', publicUrl: 'https://castellan.example', trustsProxies: true }, 'ok'],
  [{ host: '127.0.0.1', publicUrl: 'https://castellan.example', trustsProxies: false }, 'failure'],
  [{ host: '0.0.0.0', publicUrl: 'http://castellan.example', trustsProxies: true }, 'failure'],
] as const)('%j is judged %s', (reached, state) => {
  expect(judgeProxySettings(reached).state).toBe(state);
});

test.each([
  [{ status: 200, isOurs: true, hasTransportSecurity: true }, 'ok'],
  [{ status: 200, isOurs: true, hasTransportSecurity: false }, 'failure'],
  [{ status: 502, isOurs: false, hasTransportSecurity: true }, 'failure'],
] as const)('an answer at the public address %j is judged %s', (answer, state) => {
  expect(judgePublicAnswer('https://castellan.example', answer).state).toBe(state);
});

test('a migration that this program does not know outweighs those that are missing', () => {
  expect(judgeMigrations({ missing: 3, strange: ['product/2030.sql'] }, 'Apply them.')).toMatchObject({
    state: 'failure',
    found: expect.stringContaining('2030'),
  });
});
