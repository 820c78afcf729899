import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { inTransaction, type Queryable } from '@castellan/platform/core/database';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import type pg from 'pg';
import { z } from 'zod';
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
type Rows = {
  readonly read: () => Promise<Connection | undefined>;
  /** Puts renewed tokens in the place of older ones; `false` where those are gone: the owner disconnected meanwhile. */
  readonly replace: (old: Connection, tokens: Tokens) => Promise<boolean>;
  /** Erases these tokens, and no newer ones. */
  readonly discard: (old: Connection) => Promise<void>;
};

/** Where the tokens are kept. */
export type TokenStore = Rows & {
  readonly connect: (tokens: Tokens) => Promise<void>;
  readonly erase: () => Promise<void>;
  /** Runs work while no other server on this database runs its own; throws where one holds on for longer than a call lasts. */
  readonly alone: <Value>(work: (rows: Rows) => Promise<Value>) => Promise<Value>;
};

/** Any number, the same in every server. */
const advisoryLock = 7_226_010;

const place = 'castellan music: tokens';

const tokensSchema = z.object({ accessToken: z.string(), refreshToken: z.string() });

type Row = { readonly sealed_tokens: string; readonly connected_at: Date; readonly expires_at: Date };

/** `pool` is connected as `postgres`. */
export function createTokenStore(options: {
  readonly pool: pg.Pool;
  readonly keys: () => SealingKeys;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): TokenStore {
  const { pool, keys, clock, randomBytes } = options;
  const seal = ({ accessToken, refreshToken }: Tokens) =>
    sealText(musicKey(keys(), 'tokens'), place, JSON.stringify({ accessToken, refreshToken }), randomBytes);

  const rowsOn = (queryable: Queryable): Rows => ({
    read: async () => {
      const { rows } = await queryable.query<Row>('select sealed_tokens, connected_at, expires_at from private.music_connection');
      const [row] = rows;
      if (row === undefined) return undefined;
      const opened = openText(musicKey(keys(), 'tokens'), place, row.sealed_tokens);
      if (!opened.ok) return undefined;
      const tokens = tokensSchema.parse(JSON.parse(opened.value));
      return {
        ...tokens,
        connectedAtMs: row.connected_at.getTime(),
        expiresAtMs: row.expires_at.getTime(),
        sealed: row.sealed_tokens,
      };
    },
    replace: async (old, tokens) => {
      const { rowCount } = await queryable.query(
        'update private.music_connection set sealed_tokens = $2, expires_at = $3 where sealed_tokens = $1',
        [old.sealed, seal(tokens), new Date(tokens.expiresAtMs)],
      );
      return rowCount === 1;
    },
    discard: async (old) => {
      await queryable.query('delete from private.music_connection where sealed_tokens = $1', [old.sealed]);
    },
  });

  return {
    ...rowsOn(pool),
    connect: async (tokens) => {
      await pool.query(
        `insert into private.music_connection (sealed_tokens, connected_at, expires_at) values ($1, $2, $3)
         on conflict (id) do update
         set sealed_tokens = excluded.sealed_tokens, connected_at = excluded.connected_at, expires_at = excluded.expires_at`,
        [seal(tokens), new Date(clock.nowMs()), new Date(tokens.expiresAtMs)],
      );
    },
    erase: async () => {
      await pool.query('delete from private.music_connection');
      await pool.query('delete from private.music_authorizations');
    },
    alone: (work) =>
      inTransaction(pool, async (client) => {
        await client.query(`set local lock_timeout = '10s'`);
        await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
        return work(rowsOn(client));
      }),
  };
}
