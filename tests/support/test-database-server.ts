import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionConfig } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { migrate } from '@castellan/platform/core/migrate';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeDatabasePassword, startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';
import { migrationSources } from '../../server/database/migration-sources.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseAddress: { host: string; port: number; database: string; password: string };
  }
}

/**
 * One real PostgreSQL for a whole test run, with a migrated template that each test file copies (about 50 ms), and a place for the data
 * folder that tests of a whole server copy (`copyStartedData`).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-test-'));
  // The database's own user walks through it.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const password = makeDatabasePassword();
  const server = await startEmbeddedPostgres({ dataFolder: folder, password, log: silentLog, isScratch: true });
  const template = { ...server.address, database: 'castellan_template' };
  const admin = new pg.Client(connectionConfig(server.address, 'supabase_admin'));
  await admin.connect();
  await admin.query('create database castellan_template');
  await migrate(template, migrationSources);
  await admin.end();
  project.provide('databaseAddress', server.address);
  project.provide('startedData', join(folder, 'started'));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
