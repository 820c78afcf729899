import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openContentFolder, versionsFolder } from './content-folder.ts';

const rooms: string[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) rmSync(room, { recursive: true, force: true });
});

/** A content folder with a profile, and a clock that goes on by a second with each look. */
function open() {
  const room = mkdtempSync(join(tmpdir(), 'castellan-edit-'));
  rooms.push(room);
  const path = join(room, 'content');
  mkdirSync(path);
  writeFileSync(join(path, 'profile.json'), 'first', { mode: 0o640 });
  let nowMs = Date.UTC(2026, 10, 27);
  let draws = 0;
  const clock = {
    nowMs: () => {
      nowMs += 1000;
      return nowMs;
    },
  };
  const randomBytes = (count: number) => {
    draws += 1;
    return new Uint8Array(count).fill(draws);
  };
  const goOn = (ms: number) => {
    nowMs += ms;
  };
  return { room, path, goOn, folder: openContentFolder(path, { clock, randomBytes }) };
}

const bytesOf = (text: string) => Buffer.from(text);
type Opened = ReturnType<typeof open>;
const versionOf = async ({ folder }: Opened, name = 'profile.json') => (await folder.read(name, 100)).version;
const keptTexts = async ({ folder }: Opened, name = 'profile.json') =>
  Promise.all((await folder.versions(name)).map(async ({ id }) => (await folder.readVersion(name, id))?.toString()));

test('a save exchanges the file whole, keeps its mode and what stood there, and leaves nothing else behind', async () => {
  const opened = open();
  const { folder, path } = opened;
  expect((await folder.write('profile.json', bytesOf('second'), await versionOf(opened))).ok).toBe(true);
  expect(readFileSync(join(path, 'profile.json'), 'utf8')).toBe('second');
  expect(statSync(join(path, 'profile.json')).mode & 0o777).toBe(0o640);
  expect(await keptTexts(opened)).toEqual(['first']);
  expect(readdirSync(path).toSorted()).toEqual([versionsFolder, 'profile.json']);
});

test('a file that was saved elsewhere meanwhile is left alone and told, whatever the edit began with', async () => {
  const opened = open();
  const began = await versionOf(opened);
  writeFileSync(join(opened.path, 'profile.json'), 'by an editor');
  expect(await opened.folder.write('profile.json', bytesOf('mine'), began)).toMatchObject({
    ok: false,
    failure: { code: 'changed', now: { bytes: bytesOf('by an editor') } },
  });
  expect(await opened.folder.write('profile.json', bytesOf('mine'), null)).toMatchObject({ ok: false, failure: { code: 'changed' } });
  expect(readFileSync(join(opened.path, 'profile.json'), 'utf8')).toBe('by an editor');
  expect(await keptTexts(opened)).toEqual([]);
});

test('a program that still writes into the exchanged file loses nothing: the kept version is that very file', async () => {
  const opened = open();
  const { folder, path } = opened;
  const before = statSync(join(path, 'profile.json')).ino;
  await folder.write('profile.json', bytesOf('second'), await versionOf(opened));
  const [kept] = await folder.versions('profile.json');
  expect(statSync(join(path, versionsFolder, 'profile.json', kept?.id ?? '')).ino).toBe(before);
});

test('of one day the first of all and the newest twenty are kept', async () => {
  const opened = open();
  for (let at = 0; at < 30; at += 1) await opened.folder.write('profile.json', bytesOf(`text ${at}`), await versionOf(opened));
  const texts = await keptTexts(opened);
  expect([texts.length, texts[0], texts.at(-2), texts.at(-1)]).toEqual([21, 'text 28', 'text 9', 'first']);
});

test('a link, a folder or a device at the place of a file is neither read nor replaced, and no link leads out of the folder', async () => {
  const opened = open();
  const { folder, path, room } = opened;
  writeFileSync(join(room, 'secret.md'), 'secret');
  symlinkSync(join(room, 'secret.md'), join(path, 'linked.md'));
  mkdirSync(join(path, 'folder.md'));
  mkdirSync(join(room, 'outside'));
  symlinkSync(join(room, 'outside'), join(path, 'writing'));
  const socket = createServer().listen(join(path, 'socket.md'));
  await once(socket, 'listening');
  for (const name of ['linked.md', 'folder.md', 'socket.md', 'writing/a.md']) {
    expect([name, await folder.read(name, 100)]).toEqual([name, { bytes: undefined, version: null }]);
    expect([name, await folder.write(name, bytesOf('mine'), null)]).toMatchObject([name, { ok: false, failure: { code: 'not_writable' } }]);
  }
  expect(readFileSync(join(room, 'secret.md'), 'utf8')).toBe('secret');
  socket.close();
  expect(readdirSync(join(room, 'outside'))).toEqual([]);
  symlinkSync(join(room, 'outside'), join(path, versionsFolder));
  expect(await folder.write('profile.json', bytesOf('mine'), await versionOf(opened))).toMatchObject({ ok: false });
  expect([readFileSync(join(path, 'profile.json'), 'utf8'), readdirSync(join(room, 'outside'))]).toEqual(['first', []]);
});

test('a version is asked for by its own name alone', async () => {
  const opened = open();
  await opened.folder.write('profile.json', bytesOf('second'), await versionOf(opened));
  for (const id of ['../../profile.json', 'profile.json', '', '.', '20261127T000001000Z-0123456789abcdef/..']) {
    expect(await opened.folder.readVersion('profile.json', id)).toBeUndefined();
  }
});

test('a server killed before the exchange leaves the old file whole, and the next save clears what it left', async () => {
  const opened = open();
  const { path, folder } = opened;
  const program = `
    import { openContentFolder } from ${JSON.stringify(join(import.meta.dirname, 'content-folder.ts'))};
    const clock = { nowMs: () => process.kill(process.pid, 'SIGKILL') };
    const folder = openContentFolder(${JSON.stringify(path)}, { clock, randomBytes: (count) => new Uint8Array(count).fill(200) });
    const { version } = await folder.read('profile.json', 100);
    await folder.write('profile.json', Buffer.from('half'), version);
  `;
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', program]).signal).toBe('SIGKILL');
  const left = () => readdirSync(path).filter((name) => name.endsWith('.tmp'));
  expect([readFileSync(join(path, 'profile.json'), 'utf8'), left()]).toEqual(['first', ['.castellan-c8c8c8c8c8c8c8c8.tmp']]);
  expect((await folder.write('profile.json', bytesOf('second'), await versionOf(opened))).ok).toBe(true);
  expect([left(), await keptTexts(opened)]).toEqual([[], ['first']]);
});

test('a new file is made where none was expected, and a second new one of that name is told of the first', async () => {
  const opened = open();
  expect((await opened.folder.write('writing/new.md', bytesOf('one'), null)).ok).toBe(true);
  expect(await opened.folder.write('writing/new.md', bytesOf('two'), null)).toMatchObject({ ok: false, failure: { code: 'changed' } });
  expect(existsSync(join(opened.path, 'writing', 'new.md'))).toBe(true);
});

test('a removed file is gone from its place, is its newest version, and is brought back from it', async () => {
  const opened = open();
  const { folder, path } = opened;
  await folder.write('writing/new.md', bytesOf('one'), null);
  const version = (await versionOf(opened, 'writing/new.md')) ?? '';
  expect(await folder.remove('writing/new.md', version)).toEqual({ ok: true, value: undefined });
  expect([existsSync(join(path, 'writing', 'new.md')), await keptTexts(opened, 'writing/new.md')]).toEqual([false, ['one']]);
  expect(await folder.keptNames('writing')).toEqual(['new.md']);
  expect((await folder.write('writing/new.md', bytesOf('one'), null)).ok).toBe(true);
  expect(readFileSync(join(path, 'writing', 'new.md'), 'utf8')).toBe('one');
});

test('a file that was saved elsewhere meanwhile is not removed', async () => {
  const opened = open();
  const { folder, path } = opened;
  const seen = (await versionOf(opened)) ?? '';
  writeFileSync(join(path, 'profile.json'), 'by an editor');
  expect(await folder.remove('profile.json', seen)).toMatchObject({ ok: false, failure: { code: 'changed' } });
  expect(await folder.remove('writing/none.md', seen)).toMatchObject({ ok: false, failure: { code: 'changed', now: { version: null } } });
  expect(readFileSync(join(path, 'profile.json'), 'utf8')).toBe('by an editor');
});

test('a file that is saved in the moment of its removal goes back to its place', async () => {
  const opened = open();
  const { path } = opened;
  const seen = (await versionOf(opened)) ?? '';
  const clock = {
    nowMs: () => {
      writeFileSync(join(path, 'profile.json'), 'in that moment');
      return 0;
    },
  };
  const folder = openContentFolder(path, { clock, randomBytes: (count) => new Uint8Array(count) });
  expect(await folder.remove('profile.json', seen)).toMatchObject({ ok: false, failure: { code: 'changed' } });
  expect(readFileSync(join(path, 'profile.json'), 'utf8')).toBe('in that moment');
  expect(await keptTexts(opened)).toEqual([]);
});

test('a hundred saves of a day push out neither what stood the day before nor the first state', async () => {
  const opened = open();
  const { folder } = opened;
  const save = async (text: string) => folder.write('profile.json', bytesOf(text), await versionOf(opened));
  await save('honest');
  opened.goOn(86_400_000);
  for (let at = 0; at < 100; at += 1) await save(`junk ${at}`);
  const texts = await keptTexts(opened);
  expect([texts.length, texts.at(-1), texts.includes('honest')]).toEqual([22, 'first', true]);
});
