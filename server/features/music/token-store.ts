import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import { z } from 'zod';
import { instant, instantSchema, nothing, type ServerRows } from '../../rows/server-rows.ts';
import { musicKey, type SealingKeys } from './music-keys.ts';

/** The owner's connection to the provider. `sealed` is the row's own word for these tokens: a change names what it replaces. */
export type Connection = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly connectedAtMs: number;
  readonly expiresAtMs: number;
  readonly sealed: string;
};

type Tokens = Pick<Connection, 'accessToken' | 'refreshToken' | 'expiresAtMs'>;

/** Reads and changes the one row. `undefined` is both no row and one that another installation's key sealed. */
type Tokened = {
  readonly read: () => Promise<Connection | undefined>;
  /** Puts renewed tokens in the place of older ones; `false` where those are gone: the owner disconnected meanwhile. */
  readonly replace: (old: Connection, tokens: Tokens) => Promise<boolean>;
  /** Erases these tokens, and no newer ones. */
  readonly discard: (old: Connection) => Promise<void>;
};

/** Where the tokens are kept. */
export type TokenStore = Tokened & {
  readonly connect: (tokens: Tokens) => Promise<void>;
  readonly erase: () => Promise<void>;
  /** Runs work while no other server on this database runs its own; throws where one holds on for longer than a call lasts. */
  readonly alone: <Value>(work: (kept: Tokened) => Promise<Value>) => Promise<Value>;
};

/** A server that stopped in its turn holds the others up for so long; a renewal is one call, which ends sooner. */
const turnSeconds = 10;

/** How often the database is asked whether the turn is free. */
const turnPollMs = 100;

const place = 'castellan music: tokens';

const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.string() });

const connectionSchema = z.object({ sealed_tokens: z.string(), connected_at: instantSchema, expires_at: instantSchema }).nullable();

/** Keeps them in the database, sealed. */
export function createTokenStore(options: {
  readonly rows: ServerRows;
  readonly keys: () => SealingKeys;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): TokenStore {
  const { rows, keys, clock, randomBytes } = options;
  const seal = ({ accessToken, refreshToken }: Tokens) =>
    sealText(musicKey(keys(), 'tokens'), place, JSON.stringify({ accessToken, refreshToken }), randomBytes);

  const tokened: Tokened = {
    read: async () => {
      const kept = await rows.call('server_music_connection', {}, connectionSchema);
      if (kept === null) return undefined;
      const opened = openText(musicKey(keys(), 'tokens'), place, kept.sealed_tokens);
      if (!opened.ok) return undefined;
      const tokens = tokensSchema.parse(JSON.parse(opened.value));
      return { ...tokens, connectedAtMs: kept.connected_at, expiresAtMs: kept.expires_at, sealed: kept.sealed_tokens };
    },
    replace: (old, tokens) => {
      const args = { replaced: old.sealed, sealed_tokens: seal(tokens), expires_at: instant(tokens.expiresAtMs) };
      return rows.call('server_replace_music_tokens', args, z.boolean());
    },
    discard: async (old) => {
      await rows.call('server_discard_music_tokens', { sealed_tokens: old.sealed }, nothing);
    },
  };

  return {
    ...tokened,
    connect: async (tokens) => {
      const args = {
        sealed_tokens: seal(tokens),
        connected_at: instant(clock.nowMs()),
        expires_at: instant(tokens.expiresAtMs),
      };
      await rows.call('server_keep_music_connection', args, nothing);
    },
    erase: async () => {
      await rows.call('server_erase_music_connection', {}, nothing);
    },
    alone: async (work) => {
      const giveBack = await takeTurn(rows);
      try {
        return await work(tokened);
      } finally {
        await giveBack();
      }
    },
  };
}

/** Takes the turn among all servers; answers what gives it back. Throws where it is not free for longer than a stopped server holds it. */
async function takeTurn(rows: ServerRows): Promise<() => Promise<unknown>> {
  const holder = randomUUID();
  for (let waitedMs = 0; !(await rows.call('server_take_music_turn', { holder, seconds: turnSeconds }, z.boolean())); ) {
    if (waitedMs > turnSeconds * 1000) throw new Error('Another server renews the music account for too long.');
    await wait(turnPollMs);
    waitedMs += turnPollMs;
  }
  // A turn that is not given back ends by itself, and undoes nothing of what was done in it.
  return () => rows.call('server_end_music_turn', { holder }, nothing).catch(() => undefined);
}
