import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { QuietLog } from '../../quiet-log.ts';
import { logFieldsOf, type MusicProvider, type ProviderFailure } from './music-provider.ts';
import type { Connection, TokenStore } from './token-store.ts';

/** Why there is no access token: nobody connected an account, or the provider does not renew it now; the log then says why. */
export type AccessFailure = ProviderFailure | { readonly code: 'not_connected' | 'not_renewed' };

/** Gives a living access token. `rejected` is one that the provider has just refused: it is renewed whatever its time. */
export type AccessToken = (rejected?: string) => Promise<Result<string, AccessFailure>>;

/** A token is renewed this long before it ends, so that none ends under way. */
const renewBeforeMs = 60_000;

type Options = {
  readonly store: TokenStore;
  readonly provider: MusicProvider;
  readonly clock: Clock;
  readonly log: QuietLog;
};

/** One renewal at a time: in this process by sharing it, among servers by a lock of the database. */
export function createAccessToken(options: Options): AccessToken {
  const { store, clock } = options;
  let renewing: Promise<Result<string, AccessFailure>> | undefined;
  return async (rejected) => {
    const connection = await store.read();
    if (connection === undefined) return fail({ code: 'not_connected' });
    if (isUsable(connection, rejected, clock)) return succeed(connection.accessToken);
    renewing ??= renew(options, connection.accessToken).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
}

function isUsable({ accessToken, expiresAtMs }: Connection, rejected: string | undefined, clock: Clock): boolean {
  return accessToken !== rejected && expiresAtMs - renewBeforeMs > clock.nowMs();
}

/** Where another server was faster, its token is taken. */
function renew({ store, provider, clock, log }: Options, stale: string): Promise<Result<string, AccessFailure>> {
  return store.alone(async (rows): Promise<Result<string, AccessFailure>> => {
    const connection = await rows.read();
    if (connection === undefined) return fail({ code: 'not_connected' });
    if (isUsable(connection, stale, clock)) return succeed(connection.accessToken);
    const granted = await provider.refresh(connection.refreshToken);
    if (!granted.ok) {
      const { failure } = granted;
      log.warn('Failed to refresh token', logFieldsOf(failure));
      if (failure.code === 'must_wait') return granted;
      if (failure.code !== 'invalid_grant') return fail({ code: 'not_renewed' });
      // The provider ended the authorisation: only the owner can give it again.
      await rows.discard(connection);
      log.warn('music disconnected', { hint: 'The provider no longer accepts the connection. Connect it again in the settings.' });
      return fail({ code: 'not_connected' });
    }
    const { accessToken, refreshToken = connection.refreshToken, expiresInSeconds } = granted.value;
    const expiresAtMs = clock.nowMs() + expiresInSeconds * 1000;
    const isKept = await rows.replace(connection, { accessToken, refreshToken, expiresAtMs });
    return isKept ? succeed(accessToken) : fail({ code: 'not_connected' });
  });
}
