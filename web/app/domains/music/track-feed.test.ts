import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { Timer } from '../../lib/clock.ts';
import type { Visibility } from '../activity/visible-polling.ts';
import type { Track } from './track.ts';
import { createTrackFeed } from './track-feed.ts';
import type { TrackAnswer } from './track-source.ts';

const fratres: Track = {
  name: 'Fratres',
  artist: 'Arvo Pärt',
  album: 'Tabula Rasa',
  image: null,
  isPlaying: true,
  spotifyUrl: null,
  previewUrl: null,
};

/** A feed in a world whose clock is turned by hand; `asked` holds the moments at which the source was asked. */
function open(answers: TrackAnswer[] = []) {
  let nowMs = 0;
  let alarms: { readonly atMs: number; readonly run: () => void }[] = [];
  let visible = true;
  const watchers = new Set<() => void>();
  const asked: number[] = [];
  const timer: Timer = {
    nowMs: () => nowMs,
    after: (delayMs, run) => {
      const alarm = { atMs: nowMs + delayMs, run };
      alarms.push(alarm);
      return () => {
        alarms = alarms.filter((other) => other !== alarm);
      };
    },
  };
  const visibility: Visibility = {
    isVisible: () => visible,
    subscribe: (listener) => {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
  };
  const feed = createTrackFeed({
    timer,
    visibility,
    ask: async () => {
      asked.push(nowMs);
      return answers.shift() ?? succeed(fratres);
    },
  });
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  };
  const passTo = async (atMs: number) => {
    await settle();
    for (nowMs += 1; nowMs <= atMs; nowMs += 1) {
      for (const alarm of alarms.filter((due) => due.atMs <= nowMs)) {
        alarms = alarms.filter((other) => other !== alarm);
        alarm.run();
      }
      await settle();
    }
    nowMs = atMs;
  };
  const show = (next: boolean) => {
    visible = next;
    for (const watcher of watchers) watcher();
  };
  return { feed, asked, passTo, show };
}

test('collapsed, it asks once when told to, and never again', async () => {
  const { feed, asked, passTo } = open();
  await passTo(4000);
  expect(asked).toEqual([]);
  await feed.refresh();
  await passTo(60_000);
  expect(asked).toEqual([4000]);
});

test('expanded, it asks at once and every 5000 ms, to the millisecond', async () => {
  const { feed, asked, passTo } = open();
  feed.follow();
  await passTo(4999);
  expect(asked).toEqual([0]);
  await passTo(5000);
  expect(asked).toEqual([0, 5000]);
  await passTo(14_999);
  expect(asked).toEqual([0, 5000, 10_000]);
});

test('it stops when collapsed and starts again when expanded', async () => {
  const { feed, asked, passTo } = open();
  const collapse = feed.follow();
  await passTo(4999);
  collapse();
  await passTo(30_000);
  expect(asked).toEqual([0]);
  feed.follow();
  await passTo(35_000);
  expect(asked).toEqual([0, 30_000, 35_000]);
});

test('it stops while the page is hidden and goes on when it is seen', async () => {
  const { feed, asked, passTo, show } = open();
  feed.follow();
  await passTo(1000);
  show(false);
  await passTo(30_000);
  expect(asked).toEqual([0]);
  show(true);
  await passTo(35_000);
  expect(asked).toEqual([0, 30_000, 35_000]);
});

test('when every way to the track fails the track is null, and comes back with the next answer', async () => {
  const { feed } = open([succeed(fratres), fail({ code: 'no_answer' }), succeed(fratres)]);
  expect(feed.read()).toEqual({ status: 'loading', track: null });
  await feed.refresh();
  expect(feed.read()).toEqual({ status: 'ready', track: fratres });
  await feed.refresh();
  expect(feed.read()).toEqual({ status: 'ready', track: null });
  await feed.refresh();
  expect(feed.read()).toEqual({ status: 'ready', track: fratres });
});
