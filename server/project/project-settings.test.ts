import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../tests/support/owner.ts';
import { startTestServer } from '../../tests/support/running-server.ts';
import { parseSettings } from '../settings.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const olderKey = (claims: object) => `${encode({ alg: 'HS256' })}.${encode(claims)}.c2lnbmF0dXJl`;

const project = {
  BACKEND_URL: 'https://project.example',
  BACKEND_ANON_KEY: 'sb_publishable_0123456789',
  BACKEND_SERVICE_KEY: 'sb_secret_0123456789',
};

const refusalOf = (environment: Record<string, string>) => {
  const settings = parseSettings({ ...project, ...environment });
  return settings.ok ? undefined : settings.failure;
};

test('a project is its origin and two keys, of either generation', () => {
  const settings = parseSettings({ ...project, BACKEND_URL: 'https://project.example/' });
  expect(settings.ok && settings.value.project).toEqual({
    url: 'https://project.example',
    anonKey: project.BACKEND_ANON_KEY,
    serviceKey: project.BACKEND_SERVICE_KEY,
  });
  expect(
    refusalOf({ BACKEND_ANON_KEY: olderKey({ role: 'anon' }), BACKEND_SERVICE_KEY: olderKey({ role: 'service_role' }) }),
  ).toBeUndefined();
  expect(parseSettings({})).toMatchObject({ ok: true, value: { project: undefined, projectDatabase: undefined } });
});

test.each([
  ['BACKEND_URL', 'http://project.example'],
  ['BACKEND_URL', 'https://project.example/rest/v1'],
  ['BACKEND_URL', 'https://owner:pw@project.example'],
  ['BACKEND_URL', 'project.example'],
  ['BACKEND_ANON_KEY', 'anything'],
  ['BACKEND_SERVICE_KEY', 'sb_secret_'],
  ['BACKEND_DATABASE_URL', 'project.example'],
])('%s=%s is refused by its name', (variable, value) => {
  expect(refusalOf({ [variable]: value })).toMatchObject({ variable });
});

test('keys that were mixed up are refused, and so are those of public example files', () => {
  const mixedUp = [
    { BACKEND_ANON_KEY: project.BACKEND_SERVICE_KEY },
    { BACKEND_ANON_KEY: olderKey({ role: 'service_role' }) },
    { BACKEND_ANON_KEY: olderKey({ role: 'anon', iss: 'supabase-demo' }) },
  ];
  for (const environment of mixedUp) expect(refusalOf(environment)).toMatchObject({ variable: 'BACKEND_ANON_KEY' });
  expect(refusalOf({ BACKEND_SERVICE_KEY: project.BACKEND_ANON_KEY })).toMatchObject({ variable: 'BACKEND_SERVICE_KEY' });
  expect(refusalOf({ BACKEND_SERVICE_KEY: olderKey({ role: 'anon' }) })).toMatchObject({ variable: 'BACKEND_SERVICE_KEY' });
});

test.each([
  ['BACKEND_URL', ''],
  ['BACKEND_ANON_KEY', ''],
  ['BACKEND_SERVICE_KEY', ''],
  ['DATABASE_URL', 'postgres://site:pw@127.0.0.1/site'],
])('half a project, or one beside another database, is refused: %s=%s', (variable, value) => {
  expect(refusalOf({ [variable]: value })).toMatchObject({ variable });
});

test('whatever is given for a key or the database’s address, a refusal does not repeat it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('BACKEND_ANON_KEY', 'BACKEND_SERVICE_KEY', 'BACKEND_DATABASE_URL'),
      fc.string({ minLength: 24, maxLength: 60 }).map((text) => `S${text.trim()}!`),
      (variable, value) => {
        const refusal = refusalOf({ [variable]: value });
        expect(refusal?.variable).toBe(variable);
        expect(refusal?.message).not.toContain(value);
      },
    ),
  );
});

test('where a project does not answer the server does not start, and no command uses another database: one sentence says why, and nothing is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data = join(folder, 'data');
  const away = { ...project, BACKEND_URL: 'http://127.0.0.1:1' };
  const error = await startTestServer(data, away).catch((failure: Error) => failure);
  expect(String(error)).toMatch(/exit code 1:/);
  expect(error instanceof Error && error.message).toMatch(/The project at BACKEND_URL does not answer\. [^\n]+\n$/);
  for (const [program, options] of [
    ['server/commands/keys.ts', []],
    ['server/commands/owner.ts', ['sessions']],
    ['server/commands/backup.ts', ['--to', folder, '--recipient', 'age1']],
    ['server/commands/restore.ts', [join(folder, 'none.age'), '--identity', '-']],
    ['server/commands/move.ts', ['--to', 'postgres://a.example/b']],
    ['server/commands/prepare-data.ts', []],
  ] as const) {
    const ended = await runCommand(program, data, options, '', away);
    expect([ended.exitCode, ended.lines]).toEqual([1, ['']]);
    expect(ended.complaint).toMatch(/^BACKEND_URL names a hosted project\. [^\n]+\n$/);
  }
  expect(existsSync(data)).toBe(false);
});
