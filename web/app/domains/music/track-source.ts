import type { Clock } from '@castellan/foundation/clock';
import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { isNotConfigured, isRecord, parseTrack, type Track } from './track.ts';

/**
 * What is known of the music: a track, or `null` where nothing was listened to. `not_configured`: the backend says that the site has
 * no music provider; `no_answer`: nobody could say.
 */
export type TrackAnswer = Result<Track | null, { readonly code: 'no_answer' | 'not_configured' }>;

/** What asking needs from outside. */
export type TrackSourcePorts = {
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  /** The address of this site, where the backend answers too. */
  readonly siteUrl: string;
  /** A proxy to ask where the backend fails; most sites name none. */
  readonly proxyUrl: string | undefined;
  /** Whether the owner's session in this browser is connected with the provider. */
  readonly isAuthenticated: () => boolean;
  readonly askProvider: () => Promise<TrackAnswer>;
  /** Music errors go to the console and nowhere else (spec §8). */
  readonly log: (message: string, detail?: unknown) => void;
};

/** How long an answer stands before anyone is asked again (spec §9). */
export const trackCacheMs = 2000;

const nowPlayingPath = '/.netlify/functions/spotify-now-playing';
const timeoutMs = 15_000;

// Pragma says the same to what is older than Cache-Control.
const uncached: RequestInit = { cache: 'no-store', headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } };

/**
 * Makes the way to the current track (spec §7): the backend first; where that fails, the proxy that the site names, if it
 * names one; then, for an owner connected with the provider, the provider's service. An answer stands for 2000 ms, and
 * whoever asks while one is on its way gets the same.
 */
export function createTrackSource(ports: TrackSourcePorts): () => Promise<TrackAnswer> {
  let answered: { readonly answer: TrackAnswer; readonly atMs: number } | undefined;
  let asking: Promise<TrackAnswer> | undefined;
  const ask = async () => {
    const answer = await askInTurn(ports);
    // A failure is no answer to keep: the next one who asks may be luckier.
    answered = answer.ok ? { answer, atMs: ports.clock.nowMs() } : undefined;
    return answer;
  };
  return () => {
    if (answered !== undefined && ports.clock.nowMs() - answered.atMs < trackCacheMs) return Promise.resolve(answered.answer);
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

async function askInTurn(ports: TrackSourcePorts): Promise<TrackAnswer> {
  const backend = await askBackend(ports);
  const hasAnswered = backend.ok || backend.failure.code === 'not_configured';
  const known = hasAnswered || ports.proxyUrl === undefined ? backend : await askProxy(ports, ports.proxyUrl);
  if ((known.ok && known.value !== null) || !ports.isAuthenticated()) return known;
  const provider = await ports.askProvider();
  return provider.ok ? provider : known;
}

async function askBackend({ fetch, siteUrl, log }: TrackSourcePorts): Promise<TrackAnswer> {
  try {
    const response = await fetch(siteUrl + nowPlayingPath, { ...uncached, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return failed(log, 'HTTP error', response.status);
    return readTrack(await response.text(), log);
  } catch (error) {
    return failed(log, 'Failed to fetch the current track', error);
  }
}

async function askProxy({ fetch, clock, siteUrl, log }: TrackSourcePorts, proxyUrl: string): Promise<TrackAnswer> {
  try {
    const address = new URL(proxyUrl);
    address.searchParams.set('url', `${siteUrl}${nowPlayingPath}?t=${clock.nowMs()}`);
    // No headers of our own: they would want a preflight, and most such proxies allow none of these. The time keeps the answer fresh.
    const response = await fetch(address.href, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return failed(log, 'CORS proxy failed', response.status);
    const text = await response.text();
    if (isPage(text)) return failed(log, htmlInstead);
    const envelope = parseJson(text);
    const contents = isRecord(envelope) ? envelope['contents'] : undefined;
    return typeof contents === 'string' ? readTrack(contents, log) : failed(log, 'Invalid data from the CORS proxy');
  } catch (error) {
    return failed(log, 'CORS proxy failed', error);
  }
}

function readTrack(text: string, log: TrackSourcePorts['log']): TrackAnswer {
  if (isPage(text)) return failed(log, htmlInstead);
  const answer = parseJson(text);
  if (isNotConfigured(answer)) return fail({ code: 'not_configured' });
  const track = parseTrack(answer);
  return track === undefined ? failed(log, 'Invalid data') : succeed(track);
}

const htmlInstead = 'HTML instead of JSON';

/** What stands in the way of a function, a proxy's own error or a page of the site, answers with a page. */
function isPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

function failed(log: TrackSourcePorts['log'], message: string, detail?: unknown): TrackAnswer {
  log(message, detail);
  return fail({ code: 'no_answer' });
}
