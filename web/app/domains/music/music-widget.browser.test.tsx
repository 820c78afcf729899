import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { signInAsOwner } from '../../testing/fake-auth.ts';
import { type FakeBackend, startFakeBackend } from '../../testing/fake-backend.ts';
import { openSitePage } from '../../testing/open-site-page.tsx';
import { bySelector, click, eventually, focused, focusOn, gone, press, says, seen } from '../../testing/steps.ts';
import { wantOfSystem } from '../../testing/visitor-wishes.ts';

const track = {
  name: 'Fratres',
  artist: 'Arvo Pärt, Tasmin Little',
  album: 'Tabula Rasa',
  // What the server of these tests has under this address.
  albumArt: '/web/public/favicon.svg',
  isPlaying: true,
  spotifyUrl: 'https://open.spotify.com/track/1',
  previewUrl: null,
};
const asking = '/.netlify/functions/spotify-now-playing';
/** How long the widget leaves a loaded page alone. */
const patienceMs = 3500;

const widget = () => page.getByRole('complementary', { name: 'Music' });
const tab = () => widget().getByRole('button', { name: /^Music/ });
const heading = (name: string) => widget().getByRole('heading', { name });
const isExpanded = () => tab().element().getAttribute('aria-expanded') === 'true';

/** A backend that names this track, or breaks the connection where there is none to name. */
function playing(now: object | null | 'lost' = track): FakeBackend {
  const backend = startFakeBackend();
  // A test's page counts as loaded only when its tests are over.
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  backend.on(`GET ${asking}`, now === 'lost' ? 'lost' : { json: now });
  return backend;
}

/** Stops the clock: from here on time passes only as the test lets it. */
function stopClock(): void {
  vi.useFakeTimers({
    now: new Date('2026-03-01T10:00:00Z'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Opens a page of the site on a clock that stands, and answers once the widget waits on it: time that passes before that is lost to it. */
async function openStopped(address: string): Promise<void> {
  // No spy: it would put the stopped clock back once the test is over.
  const stopped = window.setTimeout;
  const delaysMs: unknown[] = [];
  Reflect.set(window, 'setTimeout', (...given: Parameters<typeof stopped>) => {
    delaysMs.push(given[1]);
    return stopped(...given);
  });
  await openSitePage(address);
  await eventually(() => expect(delaysMs).toContain(patienceMs));
  Reflect.set(window, 'setTimeout', stopped);
}

/** Lets the page be there for a while, and waits until the collapsed widget says this. */
async function saysLater(text: string): Promise<void> {
  await pass(5000);
  await seen(tab());
  await says(tab(), text);
}

test('collapsed, the widget asks once, long after the page has loaded, and shows the track', async () => {
  stopClock();
  const backend = playing();
  await openStopped('/');
  await pass(1500);
  expect(backend.callsOf(`GET ${asking}`)).toHaveLength(0);
  await pass(3000);
  await says(tab(), 'Fratres');
  await eventually(() => expect(isExpanded()).toBe(false));
  await says(tab(), 'Arvo Pärt, Tasmin Little');
  await pass(60_000);
  expect(backend.callsOf(`GET ${asking}`)).toHaveLength(1);
});

test('collapsed with nothing to show it says so, and nothing that failed is shown', async () => {
  stopClock();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  playing('lost');
  await openStopped('/');
  await saysLater('No recent activity');
  await tab().click();
  await seen(heading('Music Widget'));
  await seen(widget().getByText('No recent listening activity'));
  expect(logged.mock.calls.some(([said]) => String(said).startsWith('Failed to fetch the current track'))).toBe(true);
});

test('nothing is drawn before the first answer', async () => {
  stopClock();
  const backend = playing();
  const answers: (() => void)[] = [];
  backend.on(`GET ${asking}`, () => new Promise((answer) => answers.push(() => answer({ json: track }))));
  await openStopped('/');
  await pass(5000);
  await eventually(() => expect(answers).toHaveLength(1));
  await gone(widget());
  answers[0]?.();
  await says(tab(), 'Fratres');
});

test('where the site has no music provider visitors see no widget, and the answer with a wrapped track is read as well', async () => {
  stopClock();
  const backend = playing({ configured: false, track: null });
  await openStopped('/');
  await pass(5000);
  await eventually(() => expect(backend.callsOf(`GET ${asking}`)).toHaveLength(1));
  await pass(5000);
  await gone(widget());
  backend.on(`GET ${asking}`, { json: { track } });
  await openStopped('/contact');
  await pass(5000);
  await says(tab(), 'Fratres');
});

test('with nothing played the widget says so, and opens as anywhere', async () => {
  stopClock();
  playing(null);
  await openStopped('/');
  await saysLater('No recent activity');
  await tab().click();
  await seen(heading('Music Widget'));
  await seen(widget().getByText('No recent listening activity'));
});

test('expanded, it asks every 5 seconds; collapsed or hidden it stops', async () => {
  stopClock();
  const backend = playing();
  const asked = () => backend.callsOf(`GET ${asking}`).length;
  await openStopped('/');
  await pass(5000);
  await tab().click();
  await seen(heading('Now Playing'));
  await eventually(() => expect(asked()).toBe(1));
  await pass(4000);
  expect(asked()).toBe(1);
  backend.on(`GET ${asking}`, { json: { ...track, isPlaying: false } });
  await pass(1200);
  await seen(heading('Last Played'));
  await eventually(() => expect(asked()).toBe(2));
  const show = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  show('hidden');
  await pass(30_000);
  expect(asked()).toBe(2);
  show('visible');
  await eventually(() => expect(asked()).toBe(3));
  await tab().click();
  await eventually(() => expect(isExpanded()).toBe(false));
  await pass(30_000);
  expect(asked()).toBe(3);
});

test('the expanded widget names the track, leads to the provider in a new tab, and shows none while nobody answers', async () => {
  stopClock();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const backend = playing();
  await openStopped('/');
  await pass(5000);
  await tab().click();
  await seen(widget().getByText('Tabula Rasa'));
  const link = widget().getByRole('link', { name: /^Open in Spotify: Fratres/ });
  await expect.element(link).toHaveAttribute('href', 'https://open.spotify.com/track/1');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await eventually(() => expect(widget().element().querySelector('img')?.getAttribute('alt')).toBe(''));
  backend.on(`GET ${asking}`, 'lost');
  await pass(5100);
  await seen(heading('Music Widget'));
  await gone(widget().getByText('Tabula Rasa'));
});

test('the record turns only while the music plays and motion runs', async () => {
  playing();
  await openSitePage('/');
  await tab().click();
  const turning = () => document.querySelectorAll('.music-record-turning').length;
  await expect.poll(turning).toBe(1);
  await click('Pause motion');
  await expect.poll(turning).toBe(0);
  await click('Play motion');
  await expect.poll(turning).toBe(1);
  await wantOfSystem({ motion: 'reduce' });
  await expect.poll(turning).toBe(0);
});

test('by keys alone it opens and closes, and gives the focus back', async () => {
  playing();
  await page.viewport(390, 700);
  await openSitePage('/');
  await seen(tab());
  focusOn(tab());
  await press('{Enter}');
  await seen(heading('Now Playing'));
  await focused(tab());
  await press('{Tab}');
  await focused(widget().getByRole('link'));
  await press('{Escape}');
  await eventually(() => expect(isExpanded()).toBe(false));
  await focused(tab());
});

test.for([
  ['a track', track],
  ['nothing', null],
] as const)('axe finds nothing on the widget with %s, collapsed and expanded', async ([, now]) => {
  stopClock();
  playing(now);
  await openStopped('/');
  await saysLater(now === null ? 'No recent activity' : 'Fratres');
  vi.useRealTimers();
  const found = [...(await accessibilityFaults('collapsed'))];
  await tab().click();
  await seen(heading(now === null ? 'Music Widget' : 'Now Playing'));
  found.push(...(await accessibilityFaults('expanded')));
  expect(found).toEqual([]);
});

test('it survives forced colours', async () => {
  playing();
  await wantOfSystem({ forcedColours: 'active' });
  await openSitePage('/');
  await tab().click();
  await expect.poll(() => document.querySelector('.music-record')).not.toBeNull();
  await seen(bySelector('.music-record'));
});

const connection = { configured: true, connected: false, connectedAt: null, expiresAt: null, authorizationEndsAt: null };

/** The owner's browser, with the music connection in this state. */
function ownersBackend(status: object): FakeBackend {
  const backend = playing(null);
  signInAsOwner(backend);
  backend.on('GET /functions/v1/spotify-connection', { json: status });
  return backend;
}

test('an owner whose site is not set up is told which two settings are missing', async () => {
  ownersBackend({ ...connection, configured: false });
  await openSitePage('/');
  await tab().click();
  await says(widget(), /SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET/);
});

test('the owner disconnects only after a question, whose safe answer has the focus', async () => {
  const endsAt = new Date(Date.now() + 179.5 * 86_400_000).toISOString();
  const backend = ownersBackend({
    ...connection,
    connected: true,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    authorizationEndsAt: endsAt,
  });
  backend.on('GET /functions/v1/spotify-player', { status: 204 });
  backend.on('DELETE /functions/v1/spotify-connection', { json: connection });
  await openSitePage('/');
  await tab().click();
  await seen(widget().getByText('Connected, 180 days left'));
  await expect.poll(() => localStorage.getItem('music_tokens')).toMatch(/^\{"expiresAtMs":\d+\}$/);
  await click('Disconnect', widget());
  await focused(widget().getByRole('button', { name: 'Keep' }));
  expect(await accessibilityFaults('question')).toEqual([]);
  expect(backend.callsOf('DELETE /functions/v1/spotify-connection')).toHaveLength(0);
  backend.on('GET /functions/v1/spotify-connection', { json: connection });
  await click('Disconnect', widget());
  await seen(widget().getByRole('button', { name: 'Connect Spotify' }));
  expect(backend.callsOf('DELETE /functions/v1/spotify-connection')).toHaveLength(1);
  await expect.poll(() => localStorage.getItem('music_tokens')).toBeNull();
});

test('a connected owner’s browser asks the provider’s service where the backend knows nothing: now, or else last played', async () => {
  const backend = ownersBackend({ ...connection, connected: true });
  localStorage.setItem('music_tokens', '{"expiresAtMs":1}');
  const item = { name: 'Spiegel im Spiegel', artists: [{ name: 'Arvo Pärt' }], album: { name: 'Alina', images: [] } };
  const asked: (string | null)[] = [];
  backend.on('GET /functions/v1/spotify-player', ({ query }) => {
    asked.push(query.get('call'));
    if (query.get('call') === 'currently-playing') return { status: 204 };
    return { json: { items: [{ track: item, played_at: '2026-01-01T00:00:00Z' }] } };
  });
  await openSitePage('/');
  await tab().click();
  await seen(heading('Last Played'));
  await seen(widget().getByText('Spiegel im Spiegel'));
  expect(asked.slice(0, 2)).toEqual(['currently-playing', 'recently-played']);
});

test('at /callback the code leaves the address at once; a refusal and a missing code are said', async () => {
  await openSitePage('/callback');
  await seen(page.getByText('No code detected.'));
  for (const theme of ['dark', 'light']) {
    localStorage.setItem('theme', theme);
    await openSitePage('/callback?error=access_denied&state=a-state');
    await seen(page.getByText('Spotify answered: access_denied.'));
    await expect.poll(() => location.pathname + location.search).toBe('/callback');
  }
  await seen(page.getByRole('button', { name: 'Try again' }));
  expect(await accessibilityFaults('callback')).toEqual([]);
  await gone(page.getByText('No code detected.'));
});
