import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectionConfig, type DatabaseAddress } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import pg from 'pg';
import { findDataLock } from '../../server/database/data-lock.ts';
import { makeDatabasePassword, startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { keysFileOf, openKeys } from '../../server/keys/key-store.ts';
import { makeDataFolder } from './running-server.ts';

/** What a server or a command of the owner's runs on. */
export type TestData = {
  /** The folder with the keys, and with the database where it is embedded. */
  readonly dataFolder: string;
  /** What a server or a command must be told beside the folder. */
  readonly environment: Readonly<Record<string, string>>;
  /** The database, for its superuser. An embedded one is there while its server runs. */
  readonly address: () => Promise<DatabaseAddress>;
  /** Deletes it; no server may be running on it. */
  readonly remove: () => Promise<void>;
};

/** One PostgreSQL with as many databases as are asked for, all of them under the same keys. */
export type TestCluster = {
  /** A database of its own: empty, or a copy of one that nobody is connected to. */
  readonly create: (template?: TestData) => Promise<TestData>;
  /** Ends it and deletes all that is left. */
  readonly stop: () => Promise<void>;
};

/** Data of the usual kind, embedded in a folder, which is empty if no other is given: the server brings the database with it. */
export function makeEmbeddedData({ path, remove } = makeDataFolder()): TestData {
  return {
    dataFolder: path,
    environment: {},
    address: async () => {
      const { databasePassword: password } = await openKeys(keysFileOf(path));
      const listening = findDataLock(path)?.database;
      if (!listening) throw new Error('The database is not recorded in the lock.');
      return { ...listening, database: 'postgres', password };
    },
    remove: async () => remove(),
  };
}

/** Starts a PostgreSQL with the settings that the product gives its own, but for those that keep data over a power cut. */
export async function startTestCluster(): Promise<TestCluster> {
  const { path, remove } = makeDataFolder();
  const clusterFolder = join(path, 'cluster');
  // The database's own user walks through it.
  mkdirSync(clusterFolder, { mode: 0o711 });
  const server = await startEmbeddedPostgres({
    dataFolder: clusterFolder,
    password: makeDatabasePassword(),
    log: silentLog,
    isScratch: true,
  });
  const dataFolder = join(path, 'data');
  mkdirSync(dataFolder, { mode: 0o711 });
  const names = new Map<TestData, string>();
  return {
    create: async (template) => {
      const name = `journey_${names.size + 1}`;
      const copied = template === undefined ? undefined : names.get(template);
      await ask(server.address, [`create database ${name}${copied === undefined ? '' : ` template ${copied} strategy file_copy`}`]);
      const data: TestData = {
        dataFolder,
        environment: { DATABASE_URL: urlOf({ ...server.address, database: name }) },
        address: async () => ({ ...server.address, database: name }),
        remove: async () => void (await ask(server.address, [`drop database ${name} with (force)`])),
      };
      names.set(data, name);
      return data;
    },
    stop: async () => {
      await server.stop();
      rmSync(path, { recursive: true, force: true });
      remove();
    },
  };
}

/** Runs statements as the database's superuser, whom no policy and no grant stops. Answers with the last one's rows. */
export async function asSuperuser(data: TestData, statements: readonly string[]): Promise<readonly unknown[]> {
  return ask(await data.address(), statements);
}

async function ask(address: DatabaseAddress, statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new pg.Client(connectionConfig(address, 'supabase_admin'));
  await client.connect();
  let rows: readonly unknown[] = [];
  try {
    for (const statement of statements) rows = (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
  return rows;
}

function urlOf({ host, port, database, password }: DatabaseAddress): string {
  const place = host.startsWith('/') ? `:${port}/${database}?host=${encodeURIComponent(host)}` : `${host}:${port}/${database}`;
  return `postgres://supabase_admin:${encodeURIComponent(password)}@${place}`;
}
