import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { embeddedData } from '../../../tests/support/data-settings.ts';
import { createTestOwner } from '../../../tests/support/owner.ts';
import { type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import { copyStartedData } from '../../../tests/support/started-data.ts';
import { withData } from '../../commands/with-data.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const phone = '+36 1 555 0142';
const data = await copyStartedData();
const content = mkdtempSync(join(tmpdir(), 'castellan-content-'));
let server: RunningServer;

beforeAll(async () => {
  cpSync(join(root, 'content'), content, { recursive: true });
  await createTestOwner(data.path);
  server = await startTestServer(data.path, { TRUSTED_PROXIES: '127.0.0.1', CASTELLAN_CONTENT_DIR: content });
});
afterAll(async () => {
  await server.stop();
  data.remove();
  rmSync(content, { recursive: true });
});

/** Asks as a visitor at an address does. */
function ask(address: string, body: unknown): Promise<Response> {
  return fetch(`${server.url}/functions/v1/phone`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, 'user-agent': 'a visitor' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

type LoggedRow = {
  readonly activity_description: string;
  readonly success: boolean;
  readonly metadata: object;
  readonly user_agent: string;
};

async function logged(address: string): Promise<readonly LoggedRow[]> {
  return withData(embeddedData(data.path), silentLog, async (pool) => {
    const { rows } = await pool.query<LoggedRow>(
      `select activity_description, success, metadata, user_agent from public.activity_logs
       where activity_type = 'security_event' and ip_address = $1 order by sequence`,
      [address],
    );
    return rows;
  });
}

test('whoever types the full name, in any letter case, is given the number, and the log says so before', async () => {
  const answer = await ask('192.0.2.1', { name: '  ADA varga ' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ phone });
  expect(await logged('192.0.2.1')).toEqual([
    {
      activity_description: 'The phone number was shown to 192.0.2.1',
      success: true,
      metadata: { subject: 'phone_number' },
      user_agent: 'a visitor',
    },
  ]);
});

test('any other name is answered with the same status and nothing, and only that it happened is logged', async () => {
  for (const name of ['Ada', 'Ada Varg', 'Ada Vargas', '', 'Ada\u0000Varga']) {
    const answer = await ask('192.0.2.2', { name });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({});
  }
  await expect.poll(() => logged('192.0.2.2')).toMatchObject([{ success: false, metadata: { subject: 'phone_number', count: 1 } }]);
  expect(JSON.stringify(await logged('192.0.2.2'))).not.toContain('Varg');
});

test('an address that keeps asking has to wait, right name or wrong; another address does not', async () => {
  for (let attempt = 0; attempt < 19; attempt += 1) await ask('192.0.2.3', { name: 'guess' });
  expect((await ask('192.0.2.3', { name: 'Ada Varga' })).status).toBe(200);
  const refused = await ask('192.0.2.3', { name: 'Ada Varga' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).not.toContain('555');
  expect((await ask('192.0.2.4', { name: 'Ada Varga' })).status).toBe(200);
});

test.each([
  ['no JSON', 'name=Ada Varga', 400],
  ['no name', {}, 400],
  ['a name that is no text', { name: { toString: 'Ada Varga' } }, 400],
  ['more than a name', { name: 'Ada Varga', admin: true }, 400],
  ['a name of 201 characters', { name: 'a'.repeat(201) }, 400],
  ['three thousand bytes', { name: 'a'.repeat(3000) }, 413],
])('a body with %s is refused', async (_, body, status) => {
  expect((await ask('192.0.2.5', body)).status).toBe(status);
});

test('only POST is answered', async () => {
  expect((await fetch(`${server.url}/functions/v1/phone?name=Ada%20Varga`)).status).toBe(405);
});

test('the number and the e-mail address stand in no page and in no file of the built site', async () => {
  const pages = ['/', '/contact', '/_.data', '/contact.data'];
  for (const path of pages) {
    const answer = await fetch(`${server.url}${path}`);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text, path).not.toMatch(/555\D?0142/);
    expect(text, path).not.toMatch(/mailto:|ada@varga\.example/);
  }
  for (const folder of ['client', 'server']) {
    const built = join(root, 'web', 'build', folder);
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    const holders = files.filter((file) => /555\D?0142/.test(readFileSync(join(file.parentPath, file.name), 'latin1')));
    expect(holders.map((file) => file.name)).toEqual([]);
  }
});

test('a saved file is taken over; a faulty one is named in the log, and the last good content stays', async () => {
  writeFileSync(join(content, 'private.json'), JSON.stringify({ fullName: 'Ada Varga', phone: '+36 1 555 0199' }));
  let visitors = 0;
  const askAgain = async () => {
    visitors += 1;
    return (await ask(`198.51.100.${visitors}`, { name: 'ada varga' })).json();
  };
  await expect.poll(askAgain).toEqual({ phone: '+36 1 555 0199' });
  const resume = JSON.parse(readFileSync(join(content, 'resume.json'), 'utf8'));
  writeFileSync(join(content, 'resume.json'), JSON.stringify({ ...resume, work: 'none' }));
  await expect.poll(server.output).toMatch(/resume\.json: the field \\"work\\" /);
  expect(await (await fetch(server.url)).text()).toContain(resume.work[0].name);
  writeFileSync(
    join(content, 'resume.json'),
    JSON.stringify({ ...resume, skills: [], work: [{ ...resume.work[0], name: 'Quill Harbour' }] }),
  );
  await expect.poll(async () => (await fetch(server.url)).text()).toContain('Quill Harbour');
});
