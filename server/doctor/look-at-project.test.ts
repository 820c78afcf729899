import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../../tests/support/owner.ts';
import { startStrictProject } from '../../tests/support/project/strict-project.ts';
import { makeDataFolder } from '../../tests/support/running-server.ts';
import type { Finding } from './finding.ts';
import { judgeProjectSettings } from './look-at-project.ts';

const project = await startStrictProject();
const data = makeDataFolder();
afterAll(async () => {
  await project.stop();
  data.remove();
});

const { host, port, database, password } = project.address;
const place = host.startsWith('/') ? `:${port}/${database}?host=${host}` : `${host}:${port}/${database}`;
const databaseUrl = `postgres://postgres:${encodeURIComponent(password)}@${place}`;

async function doctor(environment: Readonly<Record<string, string>> = {}) {
  const given = { ...project.environment, PORT: '0', ...environment };
  const { lines, complaint } = await runCommand('server/commands/doctor.ts', data.path, ['--json'], '', given);
  expect(complaint).toBe('');
  const { findings } = JSON.parse(lines.join('\n')) as { readonly findings: readonly Finding[] };
  return { text: lines.join('\n'), of: Object.fromEntries(findings.map((finding) => [finding.name, finding])) };
}

test('the project, its keys, its settings, its clock and its database are found in order, and no secret is said', async () => {
  const { text, of } = await doctor({ BACKEND_DATABASE_URL: databaseUrl });
  for (const name of ['project', 'project keys', 'project settings', 'clock', 'database', 'migrations']) {
    expect([name, of[name]?.state]).toEqual([name, 'ok']);
  }
  // What only an installation with a database of its own has.
  expect([of['mail'], of['backups']]).toEqual([undefined, undefined]);
  for (const secret of [password, project.environment.BACKEND_SERVICE_KEY]) expect(text).not.toContain(secret);
});

test('a key that is not the project’s, a project that is away and a database that was not named are each said', async () => {
  expect((await doctor({ BACKEND_SERVICE_KEY: 'sb_secret_of_somebody_else' })).of).toMatchObject({
    project: { state: 'ok' },
    'project keys': { state: 'failure', found: expect.stringContaining('BACKEND_SERVICE_KEY') },
    database: { state: 'not looked at' },
  });
  const { of } = await doctor({ BACKEND_URL: 'http://127.0.0.1:1', BACKEND_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres' });
  expect(of).toMatchObject({ project: { state: 'failure' }, database: { state: 'failure' } });
});

test('sign-up that is open is a failure, and whatever the project answers is judged', () => {
  const settings = (isClosed: boolean, anonymous: boolean) => ({ disable_signup: isClosed, external: { anonymous_users: anonymous } });
  for (const anonymous of [true, false]) {
    expect(judgeProjectSettings(settings(true, anonymous)).state).toBe('ok');
    expect(judgeProjectSettings(settings(false, anonymous)).state).toBe('failure');
  }
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      expect(['ok', 'warning', 'failure']).toContain(judgeProjectSettings(answer).state);
    }),
  );
});
