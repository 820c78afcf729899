import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { lockFileName, underFolderLock } from './folder-lock.ts';

const rooms: string[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) rmSync(room, { recursive: true, force: true });
});

function makeFolder(): string {
  const room = mkdtempSync(join(tmpdir(), 'castellan-lock-'));
  rooms.push(room);
  return room;
}

/** Another server's process, which says when it holds the lock of this folder and never lets go by itself. */
async function startHolder(folder: string) {
  const program = `
    import { underFolderLock } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))};
    await underFolderLock(${JSON.stringify(folder)}, () => new Promise(() => { process.stdout.write('holds'); setInterval(() => {}, 1e6); }));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('of two writers of one folder the second begins when the first has ended', async () => {
  const folder = makeFolder();
  const order: string[] = [];
  const write = (name: string) =>
    underFolderLock(folder, async () => {
      order.push(`${name} begins`);
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      return name;
    });
  const answers = await Promise.all([write('one'), write('other')]);
  expect(answers).toEqual([
    { ok: true, value: 'one' },
    { ok: true, value: 'other' },
  ]);
  const [first] = order;
  expect(order[1]).toBe(first?.replace('begins', 'ends'));
  expect(new Set(order).size).toBe(4);
});

test('a writer that is killed while it holds the lock frees it for who waits', async () => {
  const folder = makeFolder();
  const holder = await startHolder(folder);
  let isDone = false;
  const waiting = underFolderLock(folder, async () => {
    isDone = true;
  });
  expect(isDone).toBe(false);
  holder.kill('SIGKILL');
  expect(await waiting).toEqual({ ok: true, value: undefined });
  expect(isDone).toBe(true);
});

test('where there can be no lock nothing runs, and a lock that is a link elsewhere is none', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'elsewhere'), '');
  symlinkSync(join(folder, 'elsewhere'), join(folder, lockFileName));
  expect(await underFolderLock(folder, async () => 1)).toEqual({ ok: false, failure: { code: 'not_writable', reason: 'ELOOP' } });
  expect(await underFolderLock(join(folder, 'none'), async () => 1)).toMatchObject({ ok: false, failure: { reason: 'ENOENT' } });
});
