import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { connectAs } from '@castellan/platform/core/database';
import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { needs } from '../../tests/support/needs.ts';
import { makeDataFolder, startTestServer } from '../../tests/support/running-server.ts';
import { keysFileOf, openKeys } from '../keys/key-store.ts';
import { findDataLock } from './data-lock.ts';

/** Becomes a program in a mount namespace where the folder is a disk of its own of 200 MB. */
const onSmallDisk = (folder: string): readonly string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size=200m,mode=0711 castellan "$0" && exec "$@"',
  folder,
];

function canMount(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'castellan', '/mnt']).status === 0;
}

/** Writes until the disk takes no more. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let bytes = 1024 * 1024; bytes >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(bytes, 1));
      } catch {
        bytes = Math.floor(bytes / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

test('on a full disk /readyz says that nothing can be written, and is ready again by itself', async (context) => {
  needs(context, canMount(), 'mounting a disk of its own is not allowed here');
  const data = makeDataFolder();
  const server = await startTestServer(data.path, {}, onSmallDisk(data.path));
  // The disk as the server sees it.
  const disk = `/proc/${server.process.pid}/root${data.path}`;
  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return [answer.status, await answer.json()];
  };
  expect(await ready()).toEqual([200, { status: 'ready' }]);
  const client = await connectTo(disk);
  await client.query('create table public.filler (text text)');
  const write = () => client.query('insert into public.filler select repeat(md5(random()::text), 60) from generate_series(1, 100)');
  await write();

  fill(join(disk, 'filler'));
  const writeOn = async () => {
    // What is left of the table's last pages takes a few rows yet.
    for (let turn = 0; turn < 20; turn += 1) await write();
  };
  await expect(writeOn()).rejects.toMatchObject({ code: '53100' });
  await vi.waitFor(async () => expect(await ready()).toEqual([503, { status: 'nothing can be written' }]), { timeout: 30_000 });
  // It goes on serving what needs no writing.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await client.query('select count(*) > 99 as kept from public.filler')).rows).toEqual([{ kept: true }]);

  rmSync(join(disk, 'filler'));
  await vi.waitFor(async () => expect(await ready()).toEqual([200, { status: 'ready' }]), { timeout: 30_000 });
  await write();
  await client.end();
  expect(await server.stop()).toBe(0);
  data.remove();
});

/** Whoever owns the product's tables, at the database of a running server. */
async function connectTo(dataFolder: string): Promise<pg.Client> {
  const listening = findDataLock(dataFolder)?.database;
  if (!listening) throw new Error('The server has no database yet.');
  const { databasePassword } = await openKeys(keysFileOf(dataFolder));
  return connectAs({ ...listening, database: 'postgres', password: databasePassword }, 'postgres');
}
