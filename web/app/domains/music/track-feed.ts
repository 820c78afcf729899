import type { Timer } from '../../lib/clock.ts';
import { createStore } from '../../lib/store.ts';
import { pollWhileVisible, type Visibility } from '../activity/visible-polling.ts';
import type { Track } from './track.ts';
import type { TrackAnswer } from './track-source.ts';

/** Milliseconds between two questions while the widget is expanded and the page visible (spec §9). */
export const trackPollMs = 5000;

/** What the widget can show at one moment. */
export type TrackFeedState = {
  /** `loading`: before the first answer. `not_configured`: the site has no music provider. */
  readonly status: 'loading' | 'ready' | 'not_configured';
  /** `null` also where every way to the track failed (spec §8): what was heard before would pass for what is heard now. */
  readonly track: Track | null;
};

/** The current track for as long as someone looks. */
export type TrackFeed = {
  readonly read: () => TrackFeedState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks once. */
  readonly refresh: () => Promise<void>;
  /** Asks at once and then every 5000 ms while the page is visible; returns the way to stop. */
  readonly follow: () => () => void;
};

/** Makes a feed that asks nobody until it is told to. */
export function createTrackFeed(ports: {
  readonly ask: () => Promise<TrackAnswer>;
  readonly timer: Timer;
  readonly visibility: Visibility;
}): TrackFeed {
  const { get, set, subscribe } = createStore<TrackFeedState>({ status: 'loading', track: null });
  const refresh = async () => {
    const answer = await ports.ask();
    const isOff = !answer.ok && answer.failure.code === 'not_configured';
    set({ status: isOff ? 'not_configured' : 'ready', track: answer.ok ? answer.value : null });
  };
  return {
    read: get,
    subscribe,
    refresh,
    follow: () => pollWhileVisible({ everyMs: trackPollMs, timer: ports.timer, visibility: ports.visibility, run: refresh }),
  };
}
