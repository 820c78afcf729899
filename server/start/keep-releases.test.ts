import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogFields } from '@castellan/platform/core/log';
import { hashOf, writeRelease } from '@castellan/release/release';
import { releaseOf } from '@castellan/release/test-releases';
import { expect, onTestFinished, test } from 'vitest';
import { parseSettings } from '../settings.ts';
import { keepReleases } from './keep-releases.ts';
import type { Start } from './start-steps.ts';

const release = releaseOf({ files: { '/dashboard': hashOf(new Uint8Array(1)) } });
const bytes = writeRelease(release);
const offered = { release, hash: hashOf(bytes), files: new Map([['/release.json', bytes]]), signedBy: undefined, fault: undefined };

/** A start with a data folder of its own, and what it wrote into the log. */
function startWith(environment: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const settings = parseSettings({ CASTELLAN_DATA_DIR: folder, ...environment });
  if (!settings.ok) throw new Error(JSON.stringify(settings.failure));
  const said: [string, string, LogFields | undefined][] = [];
  const level = (name: string) => (event: string, fields?: LogFields) => void said.push([name, event, fields]);
  const log = { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
  const start: Start = { settings: settings.value, log, mode: 'production', closers: [] };
  const close = async () => {
    for (const closer of start.closers) await closer();
  };
  return { folder, start, said, close };
}

test('where the folder of releases cannot be written the site starts without them, and the log says so once', async () => {
  const { folder, start, said, close } = startWith();
  writeFileSync(join(folder, 'releases'), '');
  writeFileSync(join(folder, 'castellan.hold'), '');
  expect(keepReleases(start, offered)).toBeUndefined();
  await close();
  expect(said.map(([level, event]) => [level, event])).toEqual([['warn', 'earlier releases are not kept']]);
});

test('where the data folder is none of ours the site starts without earlier releases, and nothing is written there', async () => {
  const { folder, start, said } = startWith();
  writeFileSync(join(folder, 'of-somebody-else'), '');
  expect(keepReleases(start, offered)).toBeUndefined();
  expect(said.map(([level, event]) => [level, event])).toEqual([['warn', 'earlier releases are not kept']]);
});

test('a copy that fails after the start is told of once, and ends with the server', async () => {
  const { folder, start, said, close } = startWith();
  writeFileSync(join(folder, 'castellan.hold'), '');
  // No file of the build has these bytes.
  expect(keepReleases(start, offered)).toBeDefined();
  await expect.poll(() => said.length).toBe(1);
  await close();
  expect(said.map(([level, event]) => [level, event])).toEqual([['warn', 'earlier releases are not kept']]);
});

test('in front of a hosted project nothing is kept or written, and the log says why', async () => {
  const { folder, start, said } = startWith({
    BACKEND_URL: 'https://abcdefghijklmnopqrst.supabase.co',
    BACKEND_ANON_KEY: `sb_publishable_${'a'.repeat(22)}_abcdefgh`,
    BACKEND_SERVICE_KEY: `sb_secret_${'a'.repeat(22)}_abcdefgh`,
  });
  expect(start.settings.project).toBeDefined();
  expect(keepReleases(start, offered)).toBeUndefined();
  expect(said).toEqual([['info', 'earlier releases are not kept', expect.anything()]]);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  expect(keepReleases(start, offered)).toBeUndefined();
});
