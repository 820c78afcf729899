import { randomBytes, randomUUID } from 'node:crypto';
import type { Caller } from '@castellan/platform/core/caller';
import { openPool } from '@castellan/platform/core/database';
import type pg from 'pg';
import { type MusicProvider, startMusicProvider } from '../../../tests/support/music-provider.ts';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { createEgress, type Egress } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { createListedLog, makeTestCall } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { parseSettings } from '../../settings.ts';
import { type MusicFunctions, musicHalf } from './music-half.ts';

/** The music functions over a real provider and a real database, with a clock that the test moves. */
export type TestMusic = {
  readonly provider: MusicProvider;
  readonly pool: pg.Pool;
  /** Moves the clock of the server and of the provider. */
  readonly pass: (ms: number) => void;
  /** Every log line so far, as one text. */
  readonly log: () => string;
  readonly lines: string[];
  /** Calls a function as the owner. */
  readonly ask: (name: keyof MusicFunctions, init?: RequestInit & { readonly query?: string }) => Promise<Response>;
  /** Connects an account, as the owner does at the provider's page. */
  readonly connect: () => Promise<void>;
  /** A server of its own on the same database and the same keys. */
  readonly another: () => Pick<TestMusic, 'ask'>;
  readonly close: () => Promise<void>;
};

export const publicUrl = 'https://castellan.example';
export const redirectUri = `${publicUrl}/callback`;

/** Opens it; call `close` when the test ends. `wrap` may stand between the server and its way out. */
export async function openTestMusic(wrap: (egress: Egress) => Egress = (egress) => egress): Promise<TestMusic> {
  let nowMs = Date.parse('2026-11-21T10:00:00Z');
  const clock = { nowMs: () => nowMs };
  const provider = await startMusicProvider(clock.nowMs);
  const database = await createTestDatabase();
  const pools: pg.Pool[] = [];
  const open = () => {
    const pool = openPool(database.address, 'postgres', { max: 3 });
    pools.push(pool);
    return pool;
  };
  const settings = parseSettings(provider.environment);
  if (!settings.ok) throw new Error(settings.failure.message);
  const lines: string[] = [];
  const log = createListedLog(lines);
  const authenticatorKey = new Uint8Array(randomBytes(32));
  const sessionId = randomUUID();
  const userId = randomUUID();
  const caller: Caller = {
    role: 'authenticated',
    claims: { sub: userId, role: 'authenticated', session_id: sessionId, exp: 4_102_444_800 },
  };
  const { allowedNetworks } = settings.value;

  const serve = (pool: pg.Pool): TestMusic['ask'] => {
    const { functions } = musicHalf({
      settings: settings.value,
      egress: wrap(createEgress({ allowedNetworks })),
      reads: createReadsHere(createEgress({ allowedNetworks })),
      rows: createSqlRows(pool),
      keys: () => ({ authenticatorKey }),
      publicUrl: () => publicUrl,
      clock,
      randomBytes: (count) => new Uint8Array(randomBytes(count)),
      log,
    });
    return (name, { query = '', ...init } = {}) =>
      functions[name].handle(new Request(`${publicUrl}/functions/v1/${name}${query}`, init), makeTestCall({ caller }));
  };

  const pool = open();
  const ask = serve(pool);
  return {
    provider,
    pool,
    lines,
    pass: (ms) => {
      nowMs += ms;
    },
    log: () => lines.join('\n'),
    ask,
    connect: async () => {
      const answer = await finishConnection(ask);
      if (answer.status !== 200) throw new Error(`Not connected: ${answer.status} ${await answer.text()}`);
    },
    another: () => ({ ask: serve(open()) }),
    close: async () => {
      await Promise.all(pools.map((opened) => opened.end()));
      await provider.stop();
      await database.drop();
    },
  };
}

/** Begins a connection and goes to the provider's page: what it sends the owner back with. */
export async function consent(ask: TestMusic['ask']): Promise<{ readonly code: string; readonly state: string; readonly address: URL }> {
  const begun = await ask('spotify-connection', { method: 'POST', body: JSON.stringify({ redirect_uri: redirectUri }) });
  const { authorizeUrl } = (await begun.json()) as { authorizeUrl: string };
  const sentBack = new URL((await fetch(authorizeUrl, { redirect: 'manual' })).headers.get('location') ?? '');
  const value = (name: string) => sentBack.searchParams.get(name) ?? '';
  return { code: value('code'), state: value('state'), address: new URL(authorizeUrl) };
}

/** Goes through with it. */
export async function finishConnection(ask: TestMusic['ask']): Promise<Response> {
  const { code, state } = await consent(ask);
  return ask('spotify-auth', { method: 'POST', body: JSON.stringify({ code, state, redirect_uri: redirectUri }) });
}
