import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@castellan/platform/core/log';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findDistributionPostgres, makeCertificate, startDistributionPostgres } from '../../tests/support/distribution-postgres.ts';
import { needs } from '../../tests/support/needs.ts';
import { openRelayedDatabase } from '../../tests/support/relayed-database.ts';
import { startTestServer } from '../../tests/support/running-server.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { openSharedDatabase } from './open-shared-database.ts';

const open = (url: string, patienceMs?: number) => {
  const address = parseDatabaseUrl(url);
  if (address === undefined) throw new Error('The address is malformed.');
  return openSharedDatabase({ address, direct: undefined }, silentLog, 'use', patienceMs === undefined ? {} : { patienceMs });
};

test('a database that nobody answers for is tried for a while, and then named in one line without its password', async () => {
  const { relay, url } = await openRelayedDatabase();
  await relay.cut();
  const error = await open(url(), 700).catch((failure: Error) => failure);
  expect(String(error)).toMatch(
    /^Error: The database of DATABASE_URL did not answer within 0\.7 s \(.*ECONNREFUSED.*\)\. Start it, or correct the address\.$/,
  );
  expect(String(error)).not.toContain(inject('databaseAddress').password);
});

test('a database that comes up meanwhile is used', async () => {
  const { relay, url } = await openRelayedDatabase();
  await relay.cut();
  const opened = open(url(), 20_000);
  await relay.resume();
  expect((await opened).listensAt).toBeDefined();
});

test('a wrong password ends the start at once, in one line', async () => {
  const { url } = await openRelayedDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'castellan-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const environment = { DATABASE_URL: url('wrong-password'), CASTELLAN_KEYS_FILE: join(folder, 'keys.json'), LOG_LEVEL: 'error' };
  const error = await startTestServer(folder, environment).catch((failure: Error) => failure);
  expect(String(error)).toMatch(
    /exit code 1:\nThe database of DATABASE_URL refused: password authentication failed for user "supabase_admin"\.\n$/,
  );
});

test('TLS is as strict as it was asked to be, and never less', async (context) => {
  const programs = findDistributionPostgres();
  needs(context, programs !== undefined, 'PostgreSQL of the distribution is not installed (apt-get install postgresql)');
  const folder = mkdtempSync(join(tmpdir(), 'castellan-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const secured = await startDistributionPostgres(programs ?? '', 'localhost');
  onTestFinished(secured.stop);
  await secured.run(`create role site login createrole password 'pw'`);
  await secured.run('create database site owner site');
  const own = secured.certificateFile ?? '';
  const stranger = makeCertificate(folder, 'stranger');
  const at = (host: string, query: string) => open(`postgres://site:pw@${host}:${secured.port}/site?${query}`, 100);

  // Whoever asks for TLS does not get less.
  const { url } = await openRelayedDatabase();
  await expect(open(`${url()}?sslmode=require`)).rejects.toThrow('does not support SSL');
  for (const query of ['sslmode=require', `sslmode=verify-ca&sslrootcert=${own}`]) {
    await expect(at('127.0.0.1', query)).resolves.toBeDefined();
  }
  await expect(at('localhost', `sslmode=verify-full&sslrootcert=${own}`)).resolves.toBeDefined();
  // The certificate is for the name alone.
  await expect(at('127.0.0.1', `sslmode=verify-full&sslrootcert=${own}`)).rejects.toThrow(/altnames|does not match/);
  for (const mode of ['require', 'verify-ca', 'verify-full']) {
    await expect(at('localhost', `sslmode=${mode}&sslrootcert=${stranger}`)).rejects.toThrow(/certificate/);
  }
  await expect(at('localhost', 'sslmode=verify-full')).rejects.toThrow(/certificate/);
}, 60_000);
