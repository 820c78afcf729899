import { createHash } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import { openText, sealText } from '@castellan/platform/core/sealed-text';
import { z } from 'zod';
import { bytes, instant, nothing, type ServerRows } from '../../rows/server-rows.ts';
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

/** The verifier never leaves the server (RFC 7636); the state is kept as a hash. */
export function createAuthorizations(options: {
  readonly rows: ServerRows;
  readonly keys: () => SealingKeys;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}): Authorizations {
  const { rows, keys, clock, randomBytes } = options;
  const secret = () => Buffer.from(randomBytes(32)).toString('base64url');
  return {
    begin: async (sessionId) => {
      const state = secret();
      const verifier = secret();
      const args = {
        state_hash: bytes(sha256(state)),
        session_id: sessionId,
        sealed_verifier: sealText(musicKey(keys(), 'tokens'), place, verifier, randomBytes),
        at: instant(clock.nowMs()),
        expires_at: instant(clock.nowMs() + lifeMs),
      };
      await rows.call('server_begin_music_authorization', args, nothing);
      return { state, challenge: sha256(verifier).toString('base64url') };
    },
    finish: async (sessionId, state) => {
      const args = { state_hash: bytes(sha256(state)), session_id: sessionId, at: instant(clock.nowMs()) };
      const sealed = await rows.call('server_finish_music_authorization', args, z.string().nullable());
      const opened = sealed === null ? undefined : openText(musicKey(keys(), 'tokens'), place, sealed);
      return opened?.ok === true ? opened.value : undefined;
    },
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
