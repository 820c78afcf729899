import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '@castellan/platform/auth/administration';
import { migrateProject } from '@castellan/platform/cluster/migrate-project';
import { createAttemptWindow } from '@castellan/platform/core/attempt-window';
import { connectAs, type Database, type DatabaseAddress, openDatabase } from '@castellan/platform/core/database';
import { silentLog } from '@castellan/platform/core/log';
import { migrate } from '@castellan/platform/core/migrate';
import type { KeyRing } from '@castellan/platform/core/tokens';
import { createPlatform, type Platform } from '@castellan/platform/platform';
import { captureChanges } from '@castellan/platform/realtime/changes/capture-changes';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { exportJWK, generateKeyPair } from 'jose';
import type pg from 'pg';
import { migrationSources, productMigrations } from '../../../server/database/migration-sources.ts';
import { createListener } from '../../../server/http/listener.ts';
import { acceptSockets } from '../../../server/http/sockets.ts';
import { parseSettings } from '../../../server/settings.ts';
import { createEmptyDatabase } from './empty-database.ts';

/**
 * Makes of an empty database what the service makes of a new project: the bootstrap, a schema `storage` of another role's, and the rights that older
 * projects give to every table and function that comes to schema `public`. Returns a connection as the superuser, to be ended.
 */
export async function makeProject(address: DatabaseAddress): Promise<pg.Client> {
  await migrate(
    address,
    migrationSources.filter((source) => source !== productMigrations),
  );
  const admin = await connectAs(address, 'supabase_admin');
  await admin.query(`
    drop schema castellan cascade;
    create role supabase_storage_admin login noinherit;
    alter schema storage owner to supabase_storage_admin;
    alter table storage.buckets owner to supabase_storage_admin;
    alter table storage.objects owner to supabase_storage_admin;
    -- Stands for the service's extension that lets this role make policies there.
    grant supabase_storage_admin to postgres;
    alter default privileges for role postgres grant execute on functions to public;
    alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
    alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role`);
  return admin;
}

/** A database by one login, as a project's migrations use it. */
export function asProjectLogin(address: DatabaseAddress, user: string, password = address.password): DatabaseAddress {
  return { ...address, password, shared: { user, tls: undefined, isPooled: false, roles: new Map() } };
}

/** A project: a backend with an origin, keys and a database of its own, and none of the calls that the service does not know. */
export type StrictProject = {
  readonly url: string;
  /** What a server in front of it is told: its address and its two keys. */
  readonly environment: Readonly<Record<'BACKEND_URL' | 'BACKEND_ANON_KEY' | 'BACKEND_SERVICE_KEY', string>>;
  /** Its database, for what a test arranges. */
  readonly address: DatabaseAddress;
  readonly owner: { readonly email: string; readonly password: string };
  /** The unmodified client, with no session, no stored value and no cookie; with `token` its requests carry that one. */
  readonly connect: (key?: 'anon' | 'service', token?: string) => SupabaseClient;
  /** Asks for a path with the key that visitors hold. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  readonly stop: () => Promise<void>;
};

/** What the embedded backend's sign-in answers beyond the service's. Functions and the rest are not there anyway. */
const ourOwn = /^\/auth\/v1\/(recovery-codes|device-grant|factors\/enrolment-grant)(\/|$)/;

/** The service's own limits for one address: 150 tokens in five minutes, and fifteen codes in one. */
function createServiceLimits(): (path: string) => boolean {
  const clock = { nowMs: () => Date.now() };
  const tokens = createAttemptWindow(clock, { limit: 150, windowMs: 5 * 60_000, capacity: 1 });
  const codes = createAttemptWindow(clock, { limit: 15, windowMs: 60_000, capacity: 1 });
  return (path) => {
    if (path === '/auth/v1/token') return tokens.reserve('all').ok;
    return !path.endsWith('/verify') || codes.reserve('all').ok;
  };
}

/** What the platform answers, as the service would: without our own calls, and with the service's limits in the place of ours. */
function answerAsService(platform: Platform, database: Database): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  const facts = { address: '127.0.0.1', secure: false, requestId: 'project' };
  const limits = createServiceLimits();
  return async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (ourOwn.test(pathname)) return Response.json({ code: 404, error_code: 'not_found', msg: 'Not found' }, { status: 404 });
    if (!limits(pathname)) {
      const code = 'over_request_rate_limit';
      return Response.json(
        { code, message: 'Request rate limit reached' },
        { status: 429, headers: { 'x-supabase-api-version': '2024-01-01' } },
      );
    }
    // The service counts no failures of an account: what ours counts is forgotten before it is asked.
    await database.auth.query('delete from auth.attempt_limits');
    return platform.handle(request, facts);
  };
}

/** The service keeps the authenticators that were there when another one is verified. Ours removes them, in one statement. */
async function keepOtherAuthenticators(admin: pg.Client): Promise<void> {
  await admin.query(`
    create function private.keep_other_authenticators() returns trigger language plpgsql as $$
    begin
      return case when current_query() like '%id <> $2 and factor_type = ''totp''%' then null else old end;
    end $$;
    create trigger keep_others before delete on auth.mfa_factors for each row execute function private.keep_other_authenticators()`);
}

/** Starts a project whose product was brought by `migrateProject`, with an owner who has no second factor yet, unless it is `ownerless`. */
export async function startStrictProject({ ownerless = false }: { readonly ownerless?: boolean } = {}): Promise<StrictProject> {
  const empty = await createEmptyDatabase();
  const { address } = empty;
  const admin = await makeProject(address);
  await migrateProject(asProjectLogin(address, 'postgres'), [productMigrations]);
  await captureChanges(address);
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const key = () => new Uint8Array(randomBytes(32));
  const keys: KeyRing = {
    signingKeys: [{ keyId: 'project', privateKey, publicKey, retiredAtMs: null, publicJwk: await exportJWK(publicKey) }],
    publishableKey: 'sb_publishable_of_the_project',
    secretKey: 'sb_secret_of_the_project',
    sessionKey: key(),
    authenticatorKey: key(),
  };
  const database = openDatabase(address, () => undefined);
  const settings = parseSettings({});
  if (!settings.ok) throw new Error(settings.failure.message);
  const files = mkdtempSync(join(tmpdir(), 'castellan-project-files-'));
  const platform = createPlatform(
    {
      database,
      keys: () => keys,
      clock: { nowMs: () => Date.now() },
      randomBytes: (count) => new Uint8Array(randomBytes(count)),
      log: silentLog,
      publicUrl: url,
      authEvents: { signInFailed: () => undefined, sessionsEnded: () => undefined },
      passwordCost: 4,
      storage: { ...settings.value.storage, folder: files },
    },
    { functions: {} },
  );
  const refuseSockets = acceptSockets(http, { backend: platform, settings: settings.value, publicUrl: () => url, log: silentLog });
  http.on(
    'request',
    createListener({
      log: silentLog,
      listensOn: '127.0.0.1',
      publicUrl: () => url,
      trustedProxies: settings.value.trustedProxies,
      directAnswers: () => [],
      answers: () => [(request) => answer(request)],
    }),
  );
  await platform.start();
  const owner = { email: 'owner@project.test', password: 'quiet harbour over brass lantern' };
  if (!ownerless) {
    const ownerId = await createUser(database.auth, { ...owner, passwordCost: 4 });
    await admin.query('select private.claim_ownership($1)', [ownerId]);
  }
  await keepOtherAuthenticators(admin);
  await admin.end();

  const answer = answerAsService(platform, database);
  return {
    url,
    environment: { BACKEND_URL: url, BACKEND_ANON_KEY: keys.publishableKey, BACKEND_SERVICE_KEY: keys.secretKey },
    address,
    owner,
    connect: (kind = 'anon', token = undefined) =>
      createClient(url, kind === 'anon' ? keys.publishableKey : keys.secretKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { fetch: answer, ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }) },
      }),
    ask: (path, init = {}) => answer(new URL(path, url), { ...init, headers: { apikey: keys.publishableKey } }),
    stop: async () => {
      await platform.stop();
      refuseSockets();
      await new Promise((resolve) => http.close(resolve));
      await database.close();
      await empty.drop();
      rmSync(files, { recursive: true, force: true });
    },
  };
}
