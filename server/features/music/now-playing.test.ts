import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fault, makeTrack } from '../../../tests/support/music-provider.ts';
import { openTestMusic, type TestMusic } from './test-music.ts';

let music: TestMusic;
beforeEach(async () => {
  music = await openTestMusic();
  await music.connect();
  music.provider.calls.length = 0;
});
afterEach(() => music.close());

const nowPlaying = async (from: Pick<TestMusic, 'ask'> = music) =>
  (await (await from.ask('spotify-now-playing')).json()) as { readonly name: string } | null;
const paths = () => music.provider.calls.map(({ path }) => path);
const current = '/v1/me/player/currently-playing';
const recent = '/v1/me/player/recently-played?limit=1';
/** What the cache keeps is old, and the calls so far count no more. */
const laterOn = () => music.pass(31_000);

describe('what is shown', () => {
  test('the current track, its artists joined by commas, its picture from our own origin', async () => {
    const answer = await music.ask('spotify-now-playing');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toEqual({
      name: 'Night Watch',
      artist: 'Ilse Marr, The Lanterns',
      album: 'Quiet Harbour',
      albumArt: expect.stringMatching(/^\/functions\/v1\/album-art\?id=[\w-]+\.[\w-]{22}$/),
      isPlaying: true,
      spotifyUrl: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      previewUrl: null,
    });
    expect(paths()).toEqual([current]);
  });

  test.each([
    ['nothing plays (204)', null],
    ['an advertisement plays', { is_playing: true, currently_playing_type: 'ad', item: null }],
    ['an unknown thing plays', { is_playing: true, currently_playing_type: 'unknown' }],
    ['an episode plays', { is_playing: true, currently_playing_type: 'episode', item: { type: 'episode', name: 'Pilot', show: {} } }],
  ])('the last track where %s', async (_, playing) => {
    music.provider.playing = playing;
    expect(await nowPlaying()).toMatchObject({ name: 'Slow Tide', isPlaying: false });
    expect(paths()).toEqual([current, recent]);
  });

  test('a paused track as it is, and nothing where nothing was ever played', async () => {
    music.provider.playing = { is_playing: false, currently_playing_type: 'track', item: makeTrack(music.provider.url) };
    expect(await nowPlaying()).toMatchObject({ name: 'Night Watch', isPlaying: false });
    laterOn();
    music.provider.playing = null;
    music.provider.lastPlayed = null;
    expect(await nowPlaying()).toBeNull();
  });

  test('no address that is not what it claims to be, and a local file without addresses', async () => {
    const hostile = {
      external_urls: { spotify: 'javascript:alert(1)' },
      preview_url: 'http://p.scdn.co/mp3-preview/1',
      album: { name: 'Quiet Harbour', images: [{ url: 'https://169.254.169.254/latest', width: 640 }] },
    };
    music.provider.playing = makeTrack(music.provider.url, 'Odd', hostile);
    expect(await nowPlaying()).toMatchObject({ name: 'Odd', albumArt: null, spotifyUrl: null, previewUrl: null });
    laterOn();
    music.provider.playing = makeTrack(music.provider.url, 'Local', {
      is_local: true,
      external_urls: {},
      preview_url: 'https://p.scdn.co/mp3-preview/1',
      album: { name: '', images: [] },
    });
    expect(await nowPlaying()).toMatchObject({ albumArt: null, spotifyUrl: null, previewUrl: 'https://p.scdn.co/mp3-preview/1' });
    laterOn();
    music.provider.playing = makeTrack(music.provider.url, 'x', { external_urls: { spotify: 'https://open.spotify.com.evil.example/' } });
    expect(await nowPlaying()).toMatchObject({ spotifyUrl: null });
  });
});

describe('where the provider fails, a visitor sees nothing wrong and the log says it once', () => {
  const faults: readonly (readonly [string, Fault, RegExp])[] = [
    ['500', { kind: 'status', status: 500 }, /^warn HTTP error \{"call":"me\/player\/currently-playing","status":500\}$/m],
    ['502 in HTML', { kind: 'html', status: 502 }, /^warn HTTP error .*502/m],
    ['403', { kind: 'status', status: 403 }, /^warn HTTP error .*403/m],
    ['200 in HTML', { kind: 'html', status: 200 }, /^warn music answer not understood/m],
    ['malformed JSON', { kind: 'body', body: '{"is_playing":' }, /^warn music answer not understood/m],
    ['an empty body', { kind: 'body', body: '' }, /^warn music answer not understood/m],
    ['another shape', { kind: 'body', body: '{"is_playing":"yes","item":[]}' }, /^warn music answer not understood/m],
    ['a list', { kind: 'body', body: '[]' }, /^warn music answer not understood/m],
    ['deep nesting', { kind: 'body', body: '['.repeat(100_000) }, /^warn music answer not understood/m],
    ['far too much', { kind: 'body', body: `"${'x'.repeat(600_000)}"` }, /^warn music provider not reached .*body_too_long/m],
    ['half an answer', { kind: 'half' }, /^warn music provider not reached .*connection_failed/m],
    ['a reset', { kind: 'reset' }, /^warn music provider not reached .*connection_failed/m],
  ];

  test.each(faults)('%s', async (_, fault, line) => {
    music.provider.playerFault = fault;
    for (let round = 0; round < 3; round += 1) {
      expect(await nowPlaying()).toBeNull();
      music.pass(2_000);
    }
    expect(music.lines.filter((said) => line.test(said))).toHaveLength(1);
    expect(paths()).toEqual([current, current, current]);
    music.provider.playerFault = undefined;
    expect(await nowPlaying()).toMatchObject({ name: 'Night Watch' });
  });

  test('a provider that is away', async () => {
    await music.provider.stop();
    expect(await nowPlaying()).toBeNull();
    expect(music.log()).toMatch(/^warn music provider not reached .*connection_failed/m);
  });

  test('a provider that never answers', async () => {
    await music.close();
    // The provider's time is up at once, so that nobody waits for it.
    music = await openTestMusic((egress) => ({
      send: (request) => egress.send({ ...request, timeoutMs: /player/.test(request.url) ? 100 : 5000 }),
    }));
    await music.connect();
    music.provider.playerFault = { kind: 'slow' };
    expect(await nowPlaying()).toBeNull();
    expect(music.log()).toMatch(/^warn music provider not reached .*timed_out/m);
  });
});

describe('tokens', () => {
  test('are renewed before they end, once for everybody', async () => {
    music.pass(3600_000 - 59_000);
    const tracks = await Promise.all(Array.from({ length: 50 }, () => nowPlaying()));
    expect(new Set(tracks.map((track) => track?.name))).toEqual(new Set(['Night Watch']));
    expect(paths()).toEqual(['/api/token', current]);
  });

  test('are renewed once and the call is made again once where the provider refuses one (401)', async () => {
    music.provider.revoke('access');
    expect(await nowPlaying()).toMatchObject({ name: 'Night Watch' });
    expect(paths()).toEqual([current, '/api/token', current]);
  });

  test('that are refused still after that show nothing: 401, renewal, one retry and no more', async () => {
    music.provider.playerFault = { kind: 'status', status: 401 };
    expect(await nowPlaying()).toBeNull();
    expect(paths()).toEqual([current, '/api/token', current]);
    expect(music.log()).toMatch(/^warn HTTP error .*401/m);
  });

  test.each([false, true])('are kept through many renewals, the refresh token replaced or not (%s)', async (rotates) => {
    music.provider.rotatesRefreshTokens = rotates;
    for (let round = 0; round < 4; round += 1) {
      music.pass(3600_000);
      expect(await nowPlaying()).toMatchObject({ name: 'Night Watch' });
    }
    expect(paths().filter((path) => path === '/api/token')).toHaveLength(4);
  });

  test('that the provider no longer renews are discarded, and the log says to connect again', async () => {
    music.provider.revoke('grants');
    expect(await nowPlaying()).toBeNull();
    expect((await music.pool.query('select from private.music_connection')).rowCount).toBe(0);
    expect(music.log()).toContain('warn Failed to refresh token {"reason":"invalid_grant"}');
    expect(music.log()).toMatch(/^warn music disconnected/m);
    laterOn();
    music.provider.calls.length = 0;
    expect(await nowPlaying()).toBeNull();
    expect(paths()).toEqual([]);
  });

  test('are kept where a renewal fails for any other reason', async () => {
    for (const fault of [
      { kind: 'status', status: 503 },
      { kind: 'html', status: 400 },
      { kind: 'reset' },
      { kind: 'body', body: '{}' },
    ] as const) {
      music.provider.tokenFault = fault;
      music.pass(3600_000);
      expect(await nowPlaying()).toBeNull();
    }
    expect(music.log()).toContain('warn Failed to refresh token {"reason":"http_error","status":503}');
    music.provider.tokenFault = undefined;
    laterOn();
    expect(await nowPlaying()).toMatchObject({ name: 'Night Watch' });
  });

  test('are renewed by one of several servers on one database, and used by all', async () => {
    music.provider.rotatesRefreshTokens = true;
    const servers = [music, music.another(), music.another()];
    music.pass(3600_000);
    const tracks = await Promise.all(servers.map((server) => nowPlaying(server)));
    expect(tracks.map((track) => track?.name)).toEqual(['Night Watch', 'Night Watch', 'Night Watch']);
    expect(paths().filter((path) => path === '/api/token')).toHaveLength(1);
  });

  test('do not come back where the owner disconnects while they are renewed', async () => {
    await music.close();
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let holds = false;
    music = await openTestMusic((egress) => ({
      send: async (request) => {
        if (holds && request.url.endsWith('/api/token')) {
          asked.resolve();
          await held.promise;
        }
        return egress.send(request);
      },
    }));
    await music.connect();
    holds = true;
    music.pass(3600_000);
    const track = nowPlaying();
    await asked.promise;
    expect((await music.ask('spotify-connection', { method: 'DELETE' })).status).toBe(200);
    held.resolve();
    expect(await track).toBeNull();
    expect((await music.pool.query('select from private.music_connection')).rowCount).toBe(0);
  });
});

test('no secret, code or token is in any log line or answer, whatever happens', async () => {
  const answers: string[] = [];
  const keep = async (answer: Response) => answers.push(await answer.text(), JSON.stringify([...answer.headers]));
  const faults: readonly (Fault | undefined)[] = [
    undefined,
    { kind: 'status', status: 401 },
    { kind: 'html', status: 500 },
    { kind: 'reset' },
    { kind: 'body', body: '{}' },
  ];
  for (const fault of faults) {
    music.provider.playerFault = fault;
    music.provider.tokenFault = fault;
    await keep(await music.ask('spotify-now-playing'));
    await keep(await music.ask('spotify-player', { query: '?call=recently-played' }));
    await keep(await music.ask('spotify-connection'));
    laterOn();
  }
  music.provider.tokenFault = undefined;
  music.provider.revoke('grants');
  await keep(await music.ask('spotify-now-playing'));
  await keep(await music.ask('spotify-auth', { method: 'POST', body: JSON.stringify({ code: 'a-code', state: 's', redirect_uri: 'x' }) }));
  const said = [...answers, music.log()].join('\n');
  expect(answers.length).toBeGreaterThan(30);
  expect(music.provider.secrets().length).toBeGreaterThan(4);
  for (const secret of [...music.provider.secrets(), 'a-code']) expect(said).not.toContain(secret);
});
