import type { Clock } from '@castellan/foundation/clock';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { QuietLog } from '../../quiet-log.ts';
import type { AccessFailure, AccessToken } from './access-token.ts';
import type { CallShare } from './call-budget.ts';
import type { MusicProvider } from './music-provider.ts';
import { createSharedTurn } from './shared-turn.ts';
import { type ArtPath, parseCurrent, parseRecent } from './track.ts';

export type Current = NonNullable<ReturnType<typeof parseCurrent>>;
export type Recent = NonNullable<ReturnType<typeof parseRecent>>;

/** What the owner plays, as the provider says it. `null`: nothing (204). Failures are in the log when they are returned. */
export type Player = {
  readonly currentlyPlaying: (share: CallShare) => Promise<Result<Current | null, AccessFailure>>;
  readonly recentlyPlayed: (share: CallShare) => Promise<Result<Recent | null, AccessFailure>>;
  /** Forgets answers: another account, or none, is connected now. */
  readonly forget: () => void;
};

/** How long an answer is everybody's. */
export const freshMs = 2_000;

/** A token is renewed before it ends, and once more with one retry where the provider refuses it all the same (401). */
export function createPlayer(options: {
  readonly provider: MusicProvider;
  readonly accessToken: AccessToken;
  readonly artPath: ArtPath;
  readonly clock: Clock;
  readonly log: QuietLog;
}): Player {
  const { provider, accessToken, artPath, clock, log } = options;

  const ask = async (path: string, share: CallShare): Promise<Result<unknown, AccessFailure>> => {
    const token = await accessToken();
    if (!token.ok) return token;
    const answer = await provider.read(path, token.value, share);
    if (answer.ok || answer.failure.code !== 'unauthorized') return answer;
    const renewed = await accessToken(token.value);
    return renewed.ok ? provider.read(path, renewed.value, share) : renewed;
  };

  const read = async <Value>(
    path: string,
    share: CallShare,
    parse: (value: unknown, artPath: ArtPath) => Value | undefined,
  ): Promise<Result<Value | null, AccessFailure>> => {
    const answer = await ask(path, share);
    if (!answer.ok) {
      report(path, answer.failure, log);
      return answer;
    }
    if (answer.value === null) return succeed(null);
    const value = parse(answer.value, artPath);
    if (value !== undefined) return { ok: true, value };
    report(path, { code: 'not_understood' }, log);
    return fail({ code: 'not_understood' });
  };

  const current = createSharedTurn(clock, freshMs, (share: CallShare) => read('me/player/currently-playing', share, parseCurrent));
  const recent = createSharedTurn(clock, freshMs, (share: CallShare) => read('me/player/recently-played?limit=1', share, parseRecent));
  return {
    currentlyPlaying: current.take,
    recentlyPlayed: recent.take,
    forget: () => {
      current.forget();
      recent.forget();
    },
  };
}

function report(path: string, failure: AccessFailure, log: QuietLog): void {
  switch (failure.code) {
    // Nothing is wrong where nobody connected an account or the calls are spent; the rest is in the log already.
    case 'not_connected':
    case 'must_wait':
    case 'not_renewed':
    case 'invalid_grant':
      return;
    case 'http_error':
      log.warn('HTTP error', { call: path, status: failure.status });
      return;
    case 'unauthorized':
      log.warn('HTTP error', { call: path, status: 401 });
      return;
    case 'not_reached':
      log.warn('music provider not reached', { call: path, reason: failure.reason });
      return;
    case 'not_understood':
      log.warn('music answer not understood', { call: path });
      return;
  }
}
