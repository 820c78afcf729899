import { connectionConfig } from '@castellan/platform/core/database';
import pg from 'pg';
import { type MadeVault, makeVault } from '../support/made-vault.ts';
import { createTestOwner, type Owner } from '../support/owner.ts';
import { startTestCluster, type TestData } from '../support/test-data.ts';
import { type HostedServer, type ServerHost, startServerHost } from './server-host.ts';

/** Data that no server runs on, to be copied. */
export type Original = { readonly data: TestData; readonly owner: Owner; readonly vault: MadeVault | undefined };

/** What the journeys of one worker share. Each part is made when a journey first asks for it, and once. */
export type WorkerData = {
  /** An owner, and nothing else. */
  readonly owned: () => Promise<Original>;
  /** Somebody else, on an installation of their own; made anew each time. */
  readonly ownedByAnother: () => Promise<Original>;
  /** An owner with an empty vault. */
  readonly withVault: () => Promise<Original>;
  readonly copy: (original: Original) => Promise<TestData>;
  /** A fresh server on data of its own. */
  readonly startServer: ServerHost['start'];
  /** A running server for visitors who leave nothing behind. */
  readonly shared: () => Promise<{ readonly data: TestData; readonly server: HostedServer }>;
  /** Ends and deletes all of it. */
  readonly remove: () => Promise<void>;
};

/** Nothing yet. */
export function openWorkerData(): WorkerData {
  const endings: (() => unknown)[] = [];
  const cluster = once(async () => {
    const started = await startTestCluster();
    endings.push(started.stop);
    return started;
  });
  const host = once(async () => {
    const started = startServerHost();
    endings.push(started.stop);
    return started;
  });
  const startServer: ServerHost['start'] = async (...given) => (await host()).start(...given);
  const copy = async ({ data }: Original) => (await cluster()).create(data);
  const ownedByAnother = async (): Promise<Original> => {
    const data = await (await cluster()).create();
    return { data, owner: await createTestOwner(data.dataFolder, data.environment), vault: undefined };
  };
  const owned = once(ownedByAnother);
  return {
    owned,
    ownedByAnother,
    copy,
    startServer,
    withVault: once(async (): Promise<Original> => {
      const { owner } = await owned();
      const data = await copy(await owned());
      const server = await startServer(data.dataFolder, data.environment);
      try {
        return { data, owner, vault: await makeVault(server.url, owner) };
      } finally {
        await server.stop();
      }
    }),
    shared: once(async () => {
      const data = await copy(await owned());
      await connectMusic(data);
      const server = await startServer(data.dataFolder, { ...data.environment, ...musicApp });
      endings.push(() => server.stop());
      return { data, server };
    }),
    remove: async () => {
      // A server before the database that it runs on.
      for (const end of endings.reverse()) await end();
    },
  };
}

/** Visitors meet a site whose music is connected. Its tokens are unreadable, so that the provider is never asked. */
const musicApp = { SPOTIFY_CLIENT_ID: 'nobody', SPOTIFY_CLIENT_SECRET: 'nothing' };

async function connectMusic({ address }: TestData): Promise<void> {
  const client = new pg.Client(connectionConfig(await address(), 'supabase_admin'));
  await client.connect();
  await client.query(`insert into private.music_connection (sealed_tokens, connected_at, expires_at) values ('unreadable', now(), now())`);
  await client.end();
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
