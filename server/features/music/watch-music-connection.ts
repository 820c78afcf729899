import type { Clock } from '@castellan/foundation/clock';
import type { Queryable } from '@castellan/platform/core/database';

/** How long an answer of the database is taken for true. Another server may have connected the account meanwhile. */
const trustMs = 10_000;

type Options = {
  /** Whether the server knows an app at the provider: without one a connection is of no use. */
  readonly isConfigured: boolean;
  /** Connected as `postgres`. */
  readonly queryable: Queryable;
  readonly clock: Clock;
  /** Hears of each change. */
  readonly onChange: () => void;
};

/**
 * Whether an account at the music provider is connected, as the database last said. Asking looks again in the background
 * where the last look is over ten seconds old. While the database is away the last answer stays.
 */
export async function watchMusicConnection({ isConfigured, queryable, clock, onChange }: Options): Promise<() => boolean> {
  if (!isConfigured) return () => false;
  const look = async () => (await queryable.query('select 1 from private.music_connection')).rows.length > 0;
  let isConnected = await look();
  let lookedAtMs = clock.nowMs();
  const lookAgain = async () => {
    const found = await look();
    if (found === isConnected) return;
    isConnected = found;
    onChange();
  };
  return () => {
    if (clock.nowMs() - lookedAtMs > trustMs) {
      lookedAtMs = clock.nowMs();
      lookAgain().catch(() => {});
    }
    return isConnected;
  };
}
