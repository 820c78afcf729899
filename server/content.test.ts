import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@castellan/platform/core/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataFolder, type RunningServer, startTestServer } from '../tests/support/running-server.ts';
import { copyStartedData } from '../tests/support/started-data.ts';
import { copyContent } from './commands/copy-content.ts';
import { openContent } from './content.ts';

const data = await copyStartedData();
const room = mkdtempSync(join(tmpdir(), 'castellan-content-'));
const folder = join(room, 'mine');
let server: RunningServer;
beforeAll(async () => {
  expect(copyContent(folder).ok).toBe(true);
  server = await startTestServer(data.path, { CASTELLAN_CONTENT_DIR: folder });
});
afterAll(async () => {
  await server?.stop();
  data.remove();
  rmSync(room, { recursive: true });
});

function profileWith(change: Readonly<Record<string, unknown>>, from = folder): string {
  const profile: object = JSON.parse(readFileSync(join(from, 'profile.json'), 'utf8'));
  return JSON.stringify({ ...profile, ...change });
}

const heading = async () => /<h1[^>]*><span[^>]*>([^<]*)</.exec(await (await fetch(server.url)).text())?.[1];

async function headingBecomes(name: string): Promise<void> {
  while ((await heading()) !== name);
}

async function serverSays(words: string): Promise<void> {
  while (!server.output().includes(words)) await new Promise((resolve) => server.process.stderr?.once('data', resolve));
}

test('a saved file changes the page, and the resume with it', async () => {
  const locationBefore = (await fetch(`${server.url}/resume`, { redirect: 'manual' })).headers.get('location') ?? '';
  writeFileSync(join(folder, 'profile.json'), profileWith({ name: 'Grace Hopper' }));
  await headingBecomes('Grace Hopper');
  expect((await fetch(server.url + locationBefore)).status).toBe(410);
});

test('a file that an editor exchanges for a new one counts as saved', async () => {
  writeFileSync(join(folder, '.profile.json.swp'), profileWith({ name: 'Hedy Lamarr' }));
  renameSync(join(folder, '.profile.json.swp'), join(folder, 'profile.json'));
  await headingBecomes('Hedy Lamarr');
});

test('a mistake is named by file, field and problem, and the last good content stays', async () => {
  const good = readFileSync(join(folder, 'profile.json'), 'utf8');
  writeFileSync(join(folder, 'profile.json'), profileWith({ name: 'Nobody', blogUrl: 'blog' }));
  await serverSays(`the field \\"blogUrl\\" must be a web address`);
  expect(server.output()).toContain(join(folder, 'profile.json'));
  expect(await heading()).toBe('Hedy Lamarr');
  writeFileSync(join(folder, 'profile.json'), good);
});

test('a name that cannot be shown everywhere is told of by name', async () => {
  const good = readFileSync(join(folder, 'profile.json'), 'utf8');
  writeFileSync(join(folder, 'profile.json'), profileWith({ name: '山田太郎', givenNames: 'Tarō', familyName: 'Yamada' }));
  await serverSays('cannot draw 山田太郎');
  expect(server.output()).toContain('say \\"Tarō Yamada\\"');
  writeFileSync(join(folder, 'profile.json'), good);
});

test('a folder exchanged for another is followed, and so is what is saved in it afterwards', async () => {
  const next = join(room, 'next');
  cpSync(folder, next, { recursive: true });
  writeFileSync(join(next, 'profile.json'), profileWith({ name: 'Katherine Johnson' }));
  renameSync(folder, join(room, 'old'));
  renameSync(next, folder);
  await headingBecomes('Katherine Johnson');
  writeFileSync(join(folder, 'profile.json'), profileWith({ name: 'Mary Jackson' }));
  await headingBecomes('Mary Jackson');
});

test('a folder exchanged for a link to another is followed too', async () => {
  const next = join(room, 'release');
  cpSync(folder, next, { recursive: true });
  writeFileSync(join(next, 'profile.json'), profileWith({ name: 'Dorothy Vaughan' }));
  rmSync(folder, { recursive: true });
  symlinkSync(next, folder);
  await headingBecomes('Dorothy Vaughan');
});

test('a mistake at the start stops it, naming file, field and problem', async () => {
  const broken = join(room, 'broken');
  expect(copyContent(broken).ok).toBe(true);
  writeFileSync(join(broken, 'resume.json'), readFileSync(join(broken, 'resume.json'), 'utf8').replace('"2022-03"', '"March"'));
  const other = makeDataFolder();
  await expect(startTestServer(other.path, { CASTELLAN_CONTENT_DIR: broken })).rejects.toThrow(
    `${join(broken, 'resume.json')}: the field "work.0.startDate" must be a date such as`,
  );
  other.remove();
});

test('all faults of all files are told at the start, and by the reading again of a saved file', async () => {
  const broken = join(room, 'faulty');
  expect(copyContent(broken).ok).toBe(true);
  writeFileSync(join(broken, 'profile.json'), profileWith({ blogUrl: 'blog', email: 'nobody', photo: undefined }, broken));
  writeFileSync(join(broken, 'resume.json'), readFileSync(join(broken, 'resume.json'), 'utf8').replace('"2022-03"', '"March"'));
  rmSync(join(broken, 'private.json'));
  const told = [
    /profile\.json: the field "blogUrl" .* Line 1\./,
    /the field "email" .* Line 1\./,
    /"work\.0\.startDate" .* Line \d+\./,
    /private\.json/,
  ];
  const lines: string[] = [];
  const log = { ...console, warn: (message: string, facts?: object) => lines.push(`${message} ${Object.values(facts ?? {}).join(' ')}`) };
  const start = () => openContent(broken, log as unknown as Log);
  for (const words of told) expect(start).toThrow(words);
  const whole = join(room, 'whole');
  expect(copyContent(whole).ok).toBe(true);
  const stop = openContent(whole, log as unknown as Log).watch(() => undefined);
  writeFileSync(join(whole, 'profile.json'), profileWith({ blogUrl: 'blog', email: 'nobody' }, whole));
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  stop();
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^content not taken over .*the field "blogUrl"/),
    expect.stringMatching(/^content not taken over .*the field "email"/),
  ]);
});
