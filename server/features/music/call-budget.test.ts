import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTrack } from '../../../tests/support/music-provider.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { createCallBudget } from './call-budget.ts';
import { openTestMusic, type TestMusic } from './test-music.ts';

let music: TestMusic;
beforeEach(async () => {
  music = await openTestMusic();
  await music.connect();
});
afterEach(() => music.close());

const nowPlaying = async (from: Pick<TestMusic, 'ask'> = music) => (await from.ask('spotify-now-playing')).json();

/** The most calls that the provider heard in any 30 seconds. */
function busiestWindow(): number {
  const times = music.provider.calls.map(({ atMs }) => atMs);
  return Math.max(...times.map((from) => times.filter((atMs) => atMs >= from && atMs - from < 30_000).length));
}

/** So many visitors in every step, for so many seconds, at several servers. */
async function crowd(options: { visitors: number; seconds: number; stepMs: number; servers?: readonly Pick<TestMusic, 'ask'>[] }) {
  const { visitors, seconds, stepMs, servers = [music] } = options;
  const tracks: unknown[] = [];
  for (let passedMs = 0; passedMs < seconds * 1000; passedMs += stepMs) {
    const asked = Array.from({ length: visitors }, (_, visitor) => nowPlaying(servers[visitor % servers.length]));
    tracks.push(...(await Promise.all(asked)));
    music.pass(stepMs);
  }
  return tracks;
}

test('500 visitors over 30 seconds cause at most 15 calls, the renewal of a token included, and all see the track', async () => {
  music.pass(3600_000);
  music.provider.calls.length = 0;
  const tracks = await crowd({ visitors: 25, seconds: 30, stepMs: 1500 });
  expect(tracks).toHaveLength(500);
  expect(tracks.filter((track) => track === null)).toEqual([]);
  expect(music.provider.calls.map(({ path }) => path)).toContain('/api/token');
  expect(music.provider.calls.length).toBeGreaterThan(5);
  expect(music.provider.calls.length).toBeLessThanOrEqual(15);
});

test('500 visitors at one moment cause one call', async () => {
  music.provider.calls.length = 0;
  await Promise.all(Array.from({ length: 500 }, () => nowPlaying()));
  expect(music.provider.calls).toHaveLength(1);
});

test.each([
  ['a track plays', () => {}],
  ['nothing plays', () => Object.assign(music.provider, { playing: null })],
  ['the token is refused again and again', () => Object.assign(music.provider, { playerFault: { kind: 'status', status: 401 } })],
  ['tokens end at once', () => Object.assign(music.provider, { tokenLifeSeconds: 1 })],
  ['everything fails', () => Object.assign(music.provider, { playerFault: { kind: 'status', status: 500 } })],
])('no half minute holds more than 15 calls where %s, for two minutes and three servers', async (_, arrange) => {
  arrange();
  await crowd({ visitors: 3, seconds: 120, stepMs: 700, servers: [music, music.another(), music.another()] });
  expect(busiestWindow()).toBeLessThanOrEqual(15);
  expect(music.provider.calls.length).toBeGreaterThan(30);
});

test('the budget outlives the server: a new one on the same database does not start over', async () => {
  await crowd({ visitors: 1, seconds: 28, stepMs: 2000 });
  const spent = music.provider.calls.length;
  const fresh = music.another();
  for (let round = 0; round < 5; round += 1) await nowPlaying(fresh);
  expect(music.provider.calls).toHaveLength(spent);
});

test('visitors leave calls to the owner, who is told to wait once those are spent too', async () => {
  await crowd({ visitors: 1, seconds: 14, stepMs: 1000 });
  music.provider.playing = null;
  await crowd({ visitors: 1, seconds: 8, stepMs: 1000 });
  const spent = music.provider.calls.length;
  expect(spent).toBe(13);
  const asOwner = (call: string) => music.ask('spotify-player', { query: `?call=${call}` });
  const answers = [await asOwner('recently-played'), await asOwner('currently-playing')];
  expect(answers.map(({ status }) => status)).toEqual([200, 204]);
  music.pass(2000);
  const waiting = await asOwner('currently-playing');
  expect(waiting.status).toBe(429);
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(music.provider.calls).toHaveLength(15);
});

test('a call counts for a window after its end and no longer; one that never ends counts as the longest', async () => {
  let nowMs = Date.parse('2026-11-21T12:00:00Z');
  const budget = createCallBudget(createSqlRows(music.pool), { nowMs: () => nowMs });
  const spend = async (ends: boolean) => {
    for (let count = 0; count < 15; count += 1) {
      const call = await budget.reserve('owner');
      if (call.ok && ends) await call.value.ended();
    }
    return budget.reserve('owner');
  };
  expect(await spend(true)).toEqual({ ok: false, failure: { code: 'must_wait', waitSeconds: 30 } });
  nowMs += 29_999;
  expect(await budget.reserve('owner')).toMatchObject({ failure: { waitSeconds: 1 } });
  nowMs += 1;
  expect(await spend(false)).toMatchObject({ failure: { waitSeconds: 36 } });
});

test('a call that is slow to end counts until a window after its end', async () => {
  await music.close();
  let delayMs = 0;
  music = await openTestMusic((egress) => ({
    send: async (request) => {
      // The call reaches the provider late.
      music.pass(delayMs);
      return egress.send(request);
    },
  }));
  await music.connect();
  for (let round = 0; round < 60; round += 1) {
    delayMs = round % 3 === 0 ? 4000 : 0;
    await nowPlaying();
    music.pass(500);
  }
  expect(busiestWindow()).toBeLessThanOrEqual(15);
});

test('after a 429 nobody asks for as long as the provider wants, on any server; visitors keep the last known track', async () => {
  expect(await nowPlaying()).toMatchObject({ name: 'Night Watch', isPlaying: true });
  music.provider.playerFault = { kind: 'status', status: 429, retryAfterSeconds: 90 };
  music.pass(2000);
  const waited = music.provider.calls.length + 1;
  expect(await nowPlaying()).toMatchObject({ name: 'Night Watch', isPlaying: true });
  expect(music.log()).toContain('warn HTTP error {"call":"/v1/me/player/currently-playing","status":429,"waitSeconds":90}');
  music.provider.playerFault = undefined;
  music.provider.playing = makeTrack(music.provider.url, 'After the Rain');
  const servers = [music, music.another()];
  for (let passedMs = 0; passedMs < 90_000; passedMs += 3000) {
    expect(music.provider.calls).toHaveLength(waited);
    expect(await nowPlaying()).toMatchObject({ name: 'Night Watch' });
    await nowPlaying(servers[1]);
    music.pass(3000);
  }
  expect(await nowPlaying()).toMatchObject({ name: 'After the Rain' });
});

test('a 429 that does not say for how long, or says something else, is obeyed for 30 seconds', async () => {
  music.provider.playerFault = { kind: 'status', status: 429 };
  await nowPlaying();
  music.provider.playerFault = undefined;
  const heard = music.provider.calls.length;
  music.pass(29_000);
  await nowPlaying();
  expect(music.provider.calls).toHaveLength(heard);
  music.pass(2_000);
  expect(await nowPlaying()).toMatchObject({ name: 'Night Watch' });
});

test('a track is not said to be playing for ever while nobody can ask', async () => {
  await nowPlaying();
  music.provider.playerFault = { kind: 'status', status: 429, retryAfterSeconds: 3600 };
  music.pass(2000);
  expect(await nowPlaying()).toMatchObject({ isPlaying: true });
  music.pass(11 * 60_000);
  expect(await nowPlaying()).toMatchObject({ name: 'Night Watch', isPlaying: false });
});

test('a clock that is put back an hour silences nobody for an hour', async () => {
  await crowd({ visitors: 1, seconds: 28, stepMs: 2000 });
  music.pass(-3600_000);
  const heard = music.provider.calls.length;
  music.pass(2000);
  await nowPlaying(music.another());
  expect(music.provider.calls.length).toBeGreaterThan(heard);
});
