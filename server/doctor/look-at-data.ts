import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { connectAs } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import { type MigrationSource, readSqlFiles } from '@castellan/platform/core/migration-source';
import type pg from 'pg';
import { readApplied } from '../backups/take-snapshot.ts';
import { migrationSources } from '../database/migration-sources.ts';
import { reachData } from '../database/reach-data.ts';
import { openKeys } from '../keys/key-store.ts';
import type { Settings } from '../settings.ts';
import { type Finding, fine } from './finding.ts';
import { judgeClock, judgeDisk, judgeMigrations } from './judge-machine.ts';

/** A database that does not answer by then is not there. */
const patienceMs = 3_000;

type DataSettings = Pick<Settings, 'database' | 'dataFolder' | 'keysFile'>;

/** Free space where the data lies, or will. */
export async function lookAtDisk({ dataFolder }: DataSettings): Promise<readonly Finding[]> {
  let place = dataFolder;
  while (!existsSync(place)) place = dirname(place);
  const { bavail, bsize } = await statfs(place);
  return [judgeDisk(bavail * bsize, dataFolder)];
}

/** Whether the data folder is this user's alone to write to, and the keys can be read. */
export async function lookAtKeys({ dataFolder, keysFile }: DataSettings): Promise<readonly Finding[]> {
  if (!existsSync(keysFile))
    return [
      {
        name: 'keys',
        state: 'not looked at',
        found: `There are no keys in ${keysFile} yet: the first start makes them.`,
        advice: undefined,
      },
    ];
  await openKeys(keysFile);
  const folder = existsSync(dataFolder) ? await stat(dataFolder) : undefined;
  if (folder !== undefined && process.platform !== 'win32' && (folder.mode & 0o022) !== 0)
    return [{ name: 'data folder', state: 'failure', found: `Others may write to ${dataFolder}.`, advice: `chmod go-w ${dataFolder}` }];
  return [fine('keys', `The keys in ${keysFile} can be read, by this user alone.`)];
}

/** Version, size, clock and migrations of the database. An embedded one that does not run is started for as long as that takes. */
export async function lookAtDatabase(settings: DataSettings, log: Log): Promise<readonly Finding[]> {
  if (settings.database === undefined && !existsSync(`${settings.dataFolder}/postgres/PG_VERSION`))
    return [
      {
        name: 'database',
        state: 'not looked at',
        found: `There is no database in ${settings.dataFolder} yet: the first start makes it.`,
        advice: undefined,
      },
    ];
  const data = await reachData(settings, log, patienceMs);
  try {
    const client = await connectAs(data.address, 'supabase_admin');
    try {
      return await describeDatabase(client, settings);
    } finally {
      await client.end();
    }
  } finally {
    await data.close();
  }
}

async function describeDatabase(client: pg.Client, { database }: DataSettings): Promise<readonly Finding[]> {
  const isEmbedded = database === undefined;
  const { version, clock, migrations } = await describeServer(client, migrationSources, {
    first: 'The first start applies them.',
    next: 'The next start applies them. Back up before.',
  });
  const described = isEmbedded ? { ...version, found: version.found.replace(',', ', embedded,') } : version;
  // The embedded one has this machine's clock.
  return isEmbedded ? [described, migrations] : [described, migrations, clock];
}

/**
 * Version, clock and migrations of the database that a client is connected to.
 * @param sources - those that are applied there
 * @param applies - what applies them where there are none, and where some are missing: sentences
 */
export async function describeServer(
  client: pg.Client,
  sources: readonly MigrationSource[],
  applies: { readonly first: string; readonly next: string },
) {
  const askedAtMs = Date.now();
  const { rows } = await client.query<{ version: string; number: number; size: string; now: Date; isOurs: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_size_pretty(pg_database_size(current_database())) as size, clock_timestamp() as now,
      to_regclass('castellan.migrations') is not null as "isOurs"`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The database says nothing of itself.');
  const found = `PostgreSQL ${facts.version}, ${facts.size}.`;
  const version: Finding =
    facts.number >= 150_000 && facts.number < 190_000
      ? fine('database', found)
      : { name: 'database', state: 'failure', found, advice: 'Use PostgreSQL 15 to 18.' };
  const migrations: Finding = facts.isOurs
    ? judgeMigrations(compareMigrations(await readApplied(client), sources), applies.next)
    : { name: 'migrations', state: 'warning', found: 'None is applied: the database is empty.', advice: applies.first };
  return { version, migrations, clock: judgeClock(facts.now.getTime() - askedAtMs, 'the database') };
}

function compareMigrations(applied: Awaited<ReturnType<typeof readApplied>>, sources: readonly MigrationSource[]) {
  const here = new Map(
    sources.flatMap((source) => readSqlFiles(source.folder).map(({ name, checksum }) => [`${source.name}/${name}`, checksum])),
  );
  const there = new Map(applied.map(({ source, name, checksum }) => [`${source}/${name}`, checksum]));
  return {
    missing: [...here.keys()].filter((name) => !there.has(name)).length,
    strange: [...there].filter(([name, checksum]) => here.get(name) !== checksum).map(([name]) => name),
  };
}
