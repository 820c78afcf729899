import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { readSqlFiles } from '@castellan/platform/core/migration-source';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type AppliedMigration, migrationSources } from '../database/migration-sources.ts';
import type { UpgradeSnapshot } from '../database/upgrade-snapshot.ts';
import { type BackedUp, backUpBeforeUpgrade } from './back-up.ts';
import { madeAtOf } from './backup-names.ts';
import type { WithScratch } from './scratch-database.ts';

/** The newest of them are kept. */
const keptSnapshots = 3;

/** What else must stay free on the disk, in bytes. */
const reserve = 256 * 1024 * 1024;

/**
 * Writes a backup into `before-upgrades` of the data folder before a database of an older version is brought up to date. Its identity
 * lies beside it: this file is to go back with, on this machine, where the data lies in clear anyway. It is no backup against the loss
 * of the machine.
 */
export function snapshotBeforeUpgrade(
  settings: BackedUp & { readonly upgradeSnapshot: boolean },
  log: Log,
  withScratch?: WithScratch,
): UpgradeSnapshot | undefined {
  if (!settings.upgradeSnapshot) return undefined;
  let file: string | undefined;
  const take = async (address: DatabaseAddress) => {
    log.info('upgrading: what is there is kept first', { folder: folderOf(settings) });
    try {
      await requireRoom(address, settings);
      const folder = folderOf(settings);
      const recipients = [await provideRecipient(folder)];
      const made = await backUpBeforeUpgrade(address, settings, log, {
        folder,
        recipients,
        now: new Date(),
        isStillOld,
        withScratch,
      });
      if (made === undefined) return;
      file = made.path;
      forgetOld(folder);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The database is of an older version, and could not be kept before the upgrade: ${reason} Nothing was changed. Make room, or make a backup with the version before and set UPGRADE_SNAPSHOT=off for one start.`,
      );
    }
  };
  return { take, file: () => file };
}

function folderOf({ dataFolder }: Pick<BackedUp, 'dataFolder'>): string {
  return join(dataFolder, 'before-upgrades');
}

/** Another server may have brought the database up to date while this one waited. */
function isStillOld(applied: readonly AppliedMigration[]): boolean {
  const here = migrationSources.flatMap((source) => readSqlFiles(source.folder).map(({ name }) => `${source.name}/${name}`));
  const there = new Set(applied.map(({ source, name }) => `${source}/${name}`));
  return here.some((name) => !there.has(name));
}

/** The recipient of the identity beside the snapshots, which is made where there is none. */
async function provideRecipient(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'identity.txt');
  if (!existsSync(path)) writeFileSync(path, `${await generateX25519Identity()}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return identityToRecipient(readFileSync(path, 'utf8').trim());
}

/** The file and the scratch database take the database's size twice at most, and what objects hold once. Throws where less is free. */
async function requireRoom(address: DatabaseAddress, settings: BackedUp): Promise<void> {
  const client = await connectAs(address, 'supabase_admin');
  let wanted: number;
  try {
    const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
    wanted = (rows[0]?.bytes ?? 0) * 2 + (await bytesIn(settings.storage.folder)) + (await bytesIn(settings.contentFolder)) + reserve;
  } finally {
    await client.end();
  }
  const { bavail, bsize } = await statfs(settings.dataFolder);
  const free = bavail * bsize;
  if (free < wanted) throw new Error(`It wants ${inMegabytes(wanted)} free where the data lies, and ${inMegabytes(free)} are.`);
}

async function bytesIn(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  let sum = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile())
      sum += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return sum;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`;
}

function forgetOld(folder: string): void {
  const made = readdirSync(folder)
    .filter((name) => madeAtOf(name) !== undefined)
    .sort();
  for (const name of made.slice(0, -keptSnapshots)) rmSync(join(folder, name));
}
