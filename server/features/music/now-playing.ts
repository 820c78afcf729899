import type { Clock } from '@castellan/foundation/clock';
import { type Current, freshMs, type Player } from './player.ts';
import { createSharedTurn } from './shared-turn.ts';
import { type Track, trackOf } from './track.ts';

/** What every visitor is shown. */
export type NowPlaying = {
  /** The current track, or the last one, or null where there is nothing to show. Never rejects for the provider's sake. */
  readonly take: () => Promise<Track | null>;
  readonly forget: () => void;
};

/** Nothing plays for longer than this without our asking: the last known track is then the last played one. */
const longestPlayMs = 10 * 60_000;

type Known = { readonly track: Track | null; readonly atMs: number };

/**
 * The current track; where nothing plays, or no track (an advertisement, an episode), the last played one. While the
 * provider must not be asked, the last known track; after any other failure nothing.
 */
export function createNowPlaying({ player, clock }: { readonly player: Player; readonly clock: Clock }): NowPlaying {
  let known: Known = { track: null, atMs: 0 };

  /** `undefined`: not to be known now. */
  const ask = async (): Promise<Track | null | undefined> => {
    const current = await player.currentlyPlaying('visitors');
    if (!current.ok) return current.failure.code === 'must_wait' ? undefined : null;
    const playing = playingTrack(current.value);
    if (playing !== undefined) return playing;
    const recent = await player.recentlyPlayed('visitors');
    if (!recent.ok) return recent.failure.code === 'must_wait' ? stopped(known.track) : null;
    const [last] = recent.value?.items ?? [];
    return last === undefined ? null : trackOf(last.track, false);
  };

  const turn = createSharedTurn(clock, freshMs, async () => {
    const before = known;
    const track = await ask();
    if (track !== undefined) {
      // Unless everything was forgotten meanwhile.
      if (known === before) known = { track, atMs: clock.nowMs() };
      return track;
    }
    return clock.nowMs() - known.atMs < longestPlayMs ? known.track : stopped(known.track);
  });

  return {
    take: turn.take,
    forget: () => {
      known = { track: null, atMs: 0 };
      turn.forget();
    },
  };
}

function playingTrack(current: Current | null): Track | undefined {
  return current === null || current.item === null ? undefined : trackOf(current.item, current.is_playing);
}

function stopped(track: Track | null): Track | null {
  return track === null ? null : { ...track, isPlaying: false };
}
