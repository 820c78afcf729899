import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasKeys, type Purpose, prepareDatabase } from '@castellan/platform/cluster/prepare-database';
import { connectionConfig, type DatabaseAddress } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type { MigrationSource } from '@castellan/platform/core/migration-source';
import pg from 'pg';
import type { DatabaseLocation } from './database-url.ts';
import { migrationSources } from './migration-sources.ts';
import type { UpgradeSnapshot } from './upgrade-snapshot.ts';

/** Where the database is: as its address says, and past a pooler if there is another way to it. */
export type SharedDatabaseSettings = { readonly address: DatabaseLocation; readonly direct: DatabaseLocation | undefined };

/** A database of somebody else's cluster that is reached, checked and up to date. */
export type SharedDatabase = {
  readonly address: DatabaseAddress;
  /** The same past a pooler, if there is such a way: for what the login does itself. */
  readonly direct: DatabaseAddress;
  /** Where news can be listened for; `undefined`: through a pooler alone, so that it must be looked for. */
  readonly listensAt: DatabaseAddress | undefined;
};

/** How long a database may take to come up before the start gives up. */
const usualPatienceMs = 20_000;

const retryMs = 500;

/** Reaches the database, checks the login, applies what is missing. Throws one sentence for people, without the password. */
export async function openSharedDatabase(
  { address, direct }: SharedDatabaseSettings,
  log: Log,
  purpose: Purpose = 'use',
  {
    patienceMs = usualPatienceMs,
    sources = migrationSources,
    takeSnapshot,
  }: {
    readonly patienceMs?: number;
    readonly sources?: readonly MigrationSource[];
    readonly takeSnapshot?: UpgradeSnapshot['take'] | undefined;
  } = {},
): Promise<SharedDatabase> {
  const front = await reachDatabase(address, 'DATABASE_URL', patienceMs);
  const back = direct === undefined ? front : await reachSharedDatabase({ address, direct }, patienceMs);
  if (direct !== undefined && isPooled(back)) {
    throw new Error('DATABASE_DIRECT_URL leads to a pooler. It must lead to the database itself, or be left out.');
  }
  const { roles, applied } = await prepareDatabase(back, sources, purpose, takeSnapshot && (() => takeIfUsed(back, takeSnapshot)));
  if (applied.length > 0) log.info('migrations applied', { names: applied.join(', ') });
  if (isPooled(back))
    log.info('no news from the database', {
      hint: 'Behind a pooler changes are looked for every second; set DATABASE_DIRECT_URL to be told of them.',
    });
  const ready = withRoles(back, roles);
  return { address: withRoles(front, roles), direct: ready, listensAt: isPooled(back) ? undefined : ready };
}

/** One that nobody used yet holds nothing to keep: another server may be making it right now. */
async function takeIfUsed(address: DatabaseAddress, takeSnapshot: UpgradeSnapshot['take']): Promise<void> {
  if (await hasKeys(address)) await takeSnapshot(address);
}

/** Where the database is, past a pooler if there is a way: as far as it is known before its roles are. Throws one sentence for people. */
export async function reachSharedDatabase(
  { address, direct }: SharedDatabaseSettings,
  patienceMs = usualPatienceMs,
): Promise<DatabaseAddress> {
  return direct === undefined
    ? reachDatabase(address, 'DATABASE_URL', patienceMs)
    : reachDatabase(direct, 'DATABASE_DIRECT_URL', patienceMs);
}

function isPooled(address: DatabaseAddress): boolean {
  return address.shared?.isPooled === true;
}

function withRoles(address: DatabaseAddress, roles: NonNullable<DatabaseAddress['shared']>['roles']): DatabaseAddress {
  return address.shared === undefined ? address : { ...address, shared: { ...address.shared, roles } };
}

/**
 * Signs in once, trying again while nobody answers, and finds out whether a pooler does. No role of the platform can be taken yet.
 * Throws one sentence for people, which names the variable and never the password.
 */
export async function reachDatabase(location: DatabaseLocation, variable: string, patienceMs = usualPatienceMs): Promise<DatabaseAddress> {
  const deadlineMs = performance.now() + patienceMs;
  const { host, port, database, user, password } = location;
  const shared = { user, tls: tlsOptions(location), isPooled: false, roles: new Map() };
  const address: DatabaseAddress = { host, port, database, password, shared };
  for (;;) {
    const client = new pg.Client(connectionConfig(address, 'supabase_admin'));
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
      // A pooler gives out numbers of its own.
      return { ...address, shared: { ...shared, isPooled: !('processID' in client) || client.processID !== rows[0]?.id } };
    } catch (error) {
      if (!mayCome(error)) throw new Error(`The database of ${variable} refused: ${reasonOf(error)}.`);
      if (performance.now() + retryMs >= deadlineMs) {
        throw new Error(
          `The database of ${variable} did not answer within ${patienceMs / 1000} s (${reasonOf(error)}). Start it, or correct the address.`,
        );
      }
      await pause(retryMs);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Whether waiting may help: nobody listens yet, the name is not known yet, the database is starting or has no room. */
function mayCome(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(57P0|53|08)/.test(error.code ?? '');
  const code = codeOf(error);
  return code === undefined
    ? error instanceof Error && /^(Connection terminated|timeout expired)/.test(error.message)
    : ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'].includes(
        code,
      );
}

function codeOf(error: unknown): string | undefined {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : undefined;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').trim() : '';
  return message === '' ? (codeOf(error) ?? 'no reason given') : message.replace(/\.$/, '');
}

/** The driver compares the name, or the IP address, in the certificate with the host by itself, unless it is told not to. */
function tlsOptions({ tls, rootCertificates }: DatabaseLocation): pg.ClientConfig['ssl'] | undefined {
  if (tls === 'disable') return undefined;
  if (tls === 'require') return { rejectUnauthorized: false };
  return {
    rejectUnauthorized: true,
    ...(rootCertificates === undefined ? {} : { ca: readAuthorities(rootCertificates) }),
    ...(tls === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

function readAuthorities(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(`The file ${path} that sslrootcert names cannot be read.`);
  }
}
