import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, type Release, writeRelease } from '@castellan/release/release';
import { releaseOf } from '@castellan/release/test-releases';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { keptRules, openKeptReleases } from './kept-releases.ts';
import type { ServedRelease } from './served-release.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-kept-'));
  folders.push(folder);
  return folder;
};

const encode = (text: string) => new TextEncoder().encode(text);
const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2030, 0, 1);

/** The release of a number: a page, a script of its own, and a script that all of them have. */
function numbered(version: number) {
  const contents = { '/dashboard': `page ${version}`, [`/assets/a${version}.js`]: `script ${version}`, '/assets/shared.js': 'shared' };
  const files = Object.fromEntries(Object.entries(contents).map(([path, text]) => [path, hashOf(encode(text))]));
  const release: Release = releaseOf({ version, files });
  const bytes = writeRelease(release);
  const served: ServedRelease = {
    ...{ release, hash: hashOf(bytes), signedBy: undefined, fault: undefined },
    files: new Map([
      ['/release.json', bytes],
      ['/release.json.minisig', encode(`signature ${version}`)],
    ]),
  };
  return { served, bytesOf: async (path: string) => encode(contents[path] ?? '') };
}

/** A start of a server on a release, which runs until it has kept it, or until so many of its files were asked for. */
async function run(
  folder: string,
  version: number,
  atMs: number,
  filesUntilKilled = Number.POSITIVE_INFINITY,
  rules: Parameters<typeof openKeptReleases>[3] = keptRules,
) {
  const { served, bytesOf } = numbered(version);
  const kept = openKeptReleases(folder, served, atMs, rules);
  let asked = 0;
  await kept.keep(
    (path) => {
      asked += 1;
      return bytesOf(path);
    },
    () => asked >= filesUntilKilled,
  );
  const ask = async (path: string) => kept.answer(new Request(`http://castellan.test${path}`));
  return { ask, has: kept.has, hash: served.hash };
}

test('after an upgrade the scripts of the release before are answered under their names, and all of it under its hash', async () => {
  const folder = newFolder();
  const first = await run(folder, 1, start);
  const second = await run(folder, 2, start + day);
  expect(second.has('/assets/a1.js')).toBe(true);
  expect(second.has('/assets/a2.js')).toBe(false);
  const script = await second.ask('/assets/a1.js');
  expect(await script?.text()).toBe('script 1');
  expect(script?.headers.get('content-type')).toContain('text/javascript');
  const under = (path: string) => second.ask(`/releases/${first.hash}${path}`);
  expect(hashOf(new Uint8Array((await (await under('/release.json'))?.arrayBuffer()) ?? []))).toBe(first.hash);
  expect(await (await under('/release.json.minisig'))?.text()).toBe('signature 1');
  const page = await under('/dashboard');
  expect(await page?.text()).toBe('page 1');
  expect(page?.headers.get('content-security-policy')).toContain('sandbox');
  for (const path of ['/assets/a2.js', '/../offered', '/offered', '/constructor']) expect((await under(path))?.status ?? 404).toBe(404);
  expect(await second.ask('/assets/none.js')).toBeUndefined();
});

test('a release stays for thirty days after another took its place, however long it ran and however often the server starts', async () => {
  const folder = newFolder();
  await run(folder, 1, start);
  await run(folder, 1, start + 90 * day);
  await run(folder, 2, start + 100 * day);
  expect((await run(folder, 2, start + 129 * day)).has('/assets/a1.js')).toBe(true);
  expect((await run(folder, 2, start + 131 * day)).has('/assets/a1.js')).toBe(false);
  expect(readdirSync(join(folder, 'files'))).toHaveLength(3);
});

test('no more releases and bytes are kept than the rules allow, the newest first', async () => {
  const folder = newFolder();
  for (let version = 1; version <= 8; version += 1) await run(folder, version, start + version * 1000);
  const last = await run(folder, 9, start + 9000);
  expect([1, 2, 3, 4, 5, 6, 7, 8].filter((version) => last.has(`/assets/a${version}.js`))).toEqual([4, 5, 6, 7, 8]);
  const tight = await run(folder, 10, start + 10_000, undefined, { ...keptRules, bytes: 40 });
  expect([8, 9].filter((version) => tight.has(`/assets/a${version}.js`))).toEqual([8, 9]);
  expect([4, 5, 6, 7].some((version) => tight.has(`/assets/a${version}.js`))).toBe(false);
});

test('a server that is killed at any moment leaves a whole copy or none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), async (kills) => {
      const folder = newFolder();
      for (const [at, files] of kills.entries()) await run(folder, at + 1, start + at * 1000, files);
      const after = await run(folder, 9, start + 9000);
      for (const [at, files] of kills.entries()) {
        const { served } = numbered(at + 1);
        expect(after.has(`/assets/a${at + 1}.js`)).toBe(files > 2);
        for (const path of files > 2 ? Object.keys(served.release.files) : [])
          expect((await after.ask(`/releases/${served.hash}${path}`))?.status).toBe(200);
      }
    }),
    { numRuns: 15 },
  );
});

test('bytes that were changed on the disk are not answered', async () => {
  const folder = newFolder();
  await run(folder, 1, start);
  writeFileSync(join(folder, 'files', hashOf(encode('script 1'))), 'script 9');
  const second = await run(folder, 2, start + day);
  expect((await second.ask('/assets/a1.js'))?.status).toBe(404);
});

test('a release of which a file is gone is kept no longer, and one that is offered is made whole again', async () => {
  const folder = newFolder();
  await run(folder, 1, start);
  rmSync(join(folder, 'files', hashOf(encode('script 1'))));
  expect((await run(folder, 2, start + day)).has('/assets/a1.js')).toBe(false);
  rmSync(join(folder, 'files', hashOf(encode('script 2'))));
  await run(folder, 2, start + 2 * day);
  expect((await run(folder, 3, start + 3 * day)).has('/assets/a2.js')).toBe(true);
});

test('two servers on one folder, with one release or two, leave whole copies of both, whichever of their steps come between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2), fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), async (second, turns) => {
      const folder = newFolder();
      const nowMs = Date.now();
      /** A server that copies one file with each turn. */
      const server = (version: number) => {
        const { served, bytesOf } = numbered(version);
        const gates: (() => void)[] = [];
        let isFree = false;
        const gated = async (path: string) => {
          if (!isFree) await new Promise<void>((resolve) => gates.push(resolve));
          return bytesOf(path);
        };
        const step = async () => {
          await new Promise(setImmediate);
          gates.shift()?.();
          await new Promise(setImmediate);
        };
        const finish = async (keeping: Promise<void>) => {
          isFree = true;
          for (const open of gates.splice(0)) open();
          await keeping;
        };
        const open = () => openKeptReleases(folder, served, nowMs).keep(gated, () => false);
        return { open, step, finish };
      };
      const one = server(1);
      const other = server(second);
      const first = one.open();
      await one.step();
      const later = other.open();
      for (const turn of turns) await (turn ? one : other).step();
      await Promise.all([one.finish(first), other.finish(later)]);
      const after = await run(folder, 9, nowMs + 1000);
      for (const version of [1, second]) {
        const { served } = numbered(version);
        for (const path of Object.keys(served.release.files))
          expect((await after.ask(`/releases/${served.hash}${path}`))?.status, `${version} ${path}`).toBe(200);
      }
      expect(readdirSync(join(folder, 'files')).filter((name) => name.endsWith('.new'))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

/** For a process that may write no file longer than 512 bytes: keeps a release with a longer one, and prints what became of it. */
const keepsWithoutRoom = (folder: string) => `
import { openKeptReleases } from ${JSON.stringify(join(import.meta.dirname, 'kept-releases.ts'))};
import { hashOf, writeRelease } from '@castellan/release/release';
import { releaseOf } from '@castellan/release/test-releases';
const bytes = new Uint8Array(4000).fill(97);
const release = releaseOf({ version: 2, files: { '/dashboard': hashOf(bytes) } });
const list = writeRelease(release);
const offered = { release, hash: hashOf(list), files: new Map([['/release.json', list]]), signedBy: undefined, fault: undefined };
const kept = openKeptReleases(${JSON.stringify(folder)}, offered, ${start + day});
const old = await kept.answer(new Request('http://castellan.test/assets/a1.js'));
const failure = await kept.keep(async () => bytes, () => false).then(() => 'kept', (error) => error.code);
console.log(JSON.stringify([await old.text(), failure]));
`;

test('a disk without room ends the copy of a release with an error, leaves nothing half of it, and goes on answering the ones before', async () => {
  const folder = newFolder();
  await run(folder, 1, start);
  const before = readdirSync(join(folder, 'files'));
  // The system refuses what is longer than two blocks, as it does where the disk is full.
  const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', keepsWithoutRoom(folder)];
  const { stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8', cwd: import.meta.dirname });
  expect([stderr, stdout]).toEqual(['', '["script 1","EFBIG"]\n']);
  expect(readdirSync(join(folder, 'files'))).toEqual(before);
  expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toHaveLength(1);
});
