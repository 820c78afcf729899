import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Queryable } from '@castellan/platform/core/database';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import { musicKey, type SealingKeys } from './music-keys.ts';

/** Sign-ins at the provider that the owner has started. */
export type Authorizations = {
  /** Starts one for a session: what the provider's page must be told. */
  readonly begin: (sessionId: string) => Promise<{ readonly state: string; readonly challenge: string }>;
  /** Ends the one that this session started with this state, once: its PKCE verifier. `undefined`: there is none, or not any more. */
  readonly finish: (sessionId: string, state: string) => Promise<string | undefined>;
};

const lifeMs = 10 * 60_000;

const place = 'castellan music: authorization';

/** The verifier never leaves the server (RFC 7636); the state is kept as a hash. `queryable` is connected as `postgres`. */
export function createAuthorizations(options: {
  readonly queryable: Queryable;
  readonly keys: () => SealingKeys;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): Authorizations {
  const { queryable, keys, clock, randomBytes } = options;
  const secret = () => Buffer.from(randomBytes(32)).toString('base64url');
  return {
    begin: async (sessionId) => {
      const state = secret();
      const verifier = secret();
      await queryable.query('delete from private.music_authorizations where expires_at <= $1', [new Date(clock.nowMs())]);
      await queryable.query(
        'insert into private.music_authorizations (state_hash, session_id, sealed_verifier, expires_at) values ($1, $2, $3, $4)',
        [sha256(state), sessionId, sealText(musicKey(keys(), 'tokens'), place, verifier, randomBytes), new Date(clock.nowMs() + lifeMs)],
      );
      return { state, challenge: sha256(verifier).toString('base64url') };
    },
    finish: async (sessionId, state) => {
      const { rows } = await queryable.query<{ sealed_verifier: string }>(
        `delete from private.music_authorizations where state_hash = $1 and session_id = $2 and expires_at > $3
         returning sealed_verifier`,
        [sha256(state), sessionId, new Date(clock.nowMs())],
      );
      const [row] = rows;
      const opened = row === undefined ? undefined : openText(musicKey(keys(), 'tokens'), place, row.sealed_verifier);
      return opened?.ok === true ? opened.value : undefined;
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
