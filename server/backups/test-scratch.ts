import { randomBytes } from 'node:crypto';
import { connectAs, type DatabaseAddress } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { readSqlFiles } from '@castellan/platform/core/migration-source';
import { type AppliedMigration, migrationSources, sourcesAt } from '../database/migration-sources.ts';
import { openSharedDatabase, type SharedDatabaseSettings } from '../database/open-shared-database.ts';
import type { WithScratch } from './scratch-database.ts';

/** Every migration of this version, in the ledger's order. */
export const everyMigration: readonly AppliedMigration[] = migrationSources.flatMap(({ name: source, folder }) =>
  readSqlFiles(folder).map(({ name, checksum }) => ({ source, name, checksum })),
);

/** Databases of a cluster for one test file: a tenth of the processor time that an installation's own scratch database takes. */
export type ScratchDatabases = {
  /** A database that has these migrations, or none. */
  readonly create: (migrations: readonly AppliedMigration[]) => Promise<DatabaseAddress>;
  readonly withScratch: WithScratch;
  /** Drops all of them. */
  readonly drop: () => Promise<void>;
};

/** The same migrations are applied once, and copied. */
export function openScratchDatabases(cluster: DatabaseAddress): ScratchDatabases {
  const made: string[] = [];
  const templates = new Map([
    [keyOf([]), 'template1'],
    [keyOf(everyMigration), 'castellan_template'],
  ]);
  const copy = async (template: string) => {
    const database = `scratch_${randomBytes(6).toString('hex')}`;
    await onCluster(cluster, `create database ${database} template ${template}`);
    made.push(database);
    return { ...cluster, database };
  };
  const create: ScratchDatabases['create'] = async (migrations) => {
    let template = templates.get(keyOf(migrations));
    if (template === undefined) {
      const address = await copy('template1');
      // As the database of an address: the cluster has the platform's roles already.
      await openSharedDatabase(asShared(address), silentLog, 'use', { sources: sourcesAt(migrations) });
      template = address.database;
      templates.set(keyOf(migrations), template);
    }
    return copy(template);
  };
  return {
    create,
    withScratch: async (migrations, work) => {
      const client = await connectAs(await create(migrations), 'supabase_admin');
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
    drop: async () => {
      for (const database of made) await onCluster(cluster, `drop database ${database} with (force)`);
    },
  };
}

/** The settings by which a server reaches such a database as one of an address. */
export function asShared({ host, port, database, password }: DatabaseAddress): SharedDatabaseSettings {
  const address = { host, port, database, password, user: 'supabase_admin', tls: 'disable', rootCertificates: undefined } as const;
  return { address, direct: undefined };
}

function keyOf(migrations: readonly AppliedMigration[]): string {
  return JSON.stringify(migrations.map(({ source, name }) => [source, name]));
}

async function onCluster(cluster: DatabaseAddress, statement: string): Promise<void> {
  const admin = await connectAs(cluster, 'supabase_admin');
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
