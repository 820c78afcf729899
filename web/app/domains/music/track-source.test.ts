import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import { parseTrack } from './track.ts';
import { createTrackSource, type TrackAnswer } from './track-source.ts';

const sent = { name: 'Fratres', artist: 'Arvo Pärt', album: 'Tabula Rasa', albumArt: null, isPlaying: true, spotifyUrl: null };
const fratres = parseTrack(sent);
const backendUrl = 'https://castellan.example/.netlify/functions/spotify-now-playing';
const nobody = fail({ code: 'no_answer' } as const);

type Reply = () => Response | Promise<Response>;

/** A source whose backend and proxy answer as told, in a world whose clock stands until it is set. */
function source(
  replies: { readonly backend?: Reply; readonly proxy?: Reply; readonly provider?: TrackAnswer },
  options: { readonly proxyUrl?: string; readonly authenticated?: boolean } = {},
) {
  const asked: string[] = [];
  const logged: string[] = [];
  const inits: RequestInit[] = [];
  const world = { nowMs: 1000 };
  const ask = createTrackSource({
    fetch: async (address, init) => {
      asked.push(address);
      inits.push(init);
      const reply = address === backendUrl ? replies.backend : replies.proxy;
      if (reply === undefined) throw new TypeError('Failed to fetch');
      return reply();
    },
    clock: { nowMs: () => world.nowMs },
    siteUrl: 'https://castellan.example',
    proxyUrl: options.proxyUrl,
    isAuthenticated: () => options.authenticated === true,
    askProvider: async () => {
      asked.push('provider');
      return replies.provider ?? nobody;
    },
    log: (message) => logged.push(message),
  });
  return { ask, asked, inits, logged, world };
}

const proxyUrl = 'https://proxy.example/get';
const proxied = (contents: unknown) => () => Response.json({ contents });

test('a track of the backend is the answer, and nobody else is asked', async () => {
  const { ask, asked, inits, logged } = source({ backend: () => Response.json(sent) }, { proxyUrl, authenticated: true });
  expect(await ask()).toEqual(succeed(fratres));
  expect(asked).toEqual([backendUrl]);
  expect(inits[0]).toMatchObject({ cache: 'no-store', headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } });
  expect(logged).toEqual([]);
});

test('where the backend fails, the proxy that is named is asked for the same address with the time', async () => {
  const { ask, asked, inits } = source({ proxy: proxied(JSON.stringify(sent)) }, { proxyUrl });
  expect(await ask()).toEqual(succeed(fratres));
  expect(asked).toEqual([backendUrl, `https://proxy.example/get?url=${encodeURIComponent(`${backendUrl}?t=1000`)}`]);
  // A header of our own would want a preflight, which such proxies refuse.
  expect(inits[1]).toMatchObject({ cache: 'no-store' });
  expect(inits[1]).not.toHaveProperty('headers');
});

test('no proxy is asked where none is named, nor where the backend knows of no track', async () => {
  const silent = source({ backend: () => new Response('', { status: 502 }) });
  expect(await silent.ask()).toEqual(nobody);
  expect(silent.asked).toEqual([backendUrl]);
  expect(silent.logged).toEqual(['HTTP error']);
  const quiet = source({ backend: () => Response.json(null) }, { proxyUrl });
  expect(await quiet.ask()).toEqual(succeed(null));
  expect(quiet.asked).toEqual([backendUrl]);
});

test('that the site has no provider is an answer: no proxy is asked', async () => {
  const { ask, asked, logged } = source({ backend: () => Response.json({ configured: false, track: null }) }, { proxyUrl });
  expect(await ask()).toEqual(fail({ code: 'not_configured' }));
  expect(asked).toEqual([backendUrl]);
  expect(logged).toEqual([]);
});

test.each([
  ['a refusal', () => new Response('no', { status: 500 }), 'CORS proxy failed'],
  [
    'a network that fails',
    () => {
      throw new TypeError('Failed to fetch');
    },
    'CORS proxy failed',
  ],
  ['an envelope that is no JSON', () => new Response('oops'), 'Invalid data from the CORS proxy'],
  ['a page instead of the envelope', () => new Response('<!doctype html>', { status: 200 }), 'HTML instead of JSON'],
  ['an envelope without contents', () => Response.json({ status: 200 }), 'Invalid data from the CORS proxy'],
  ['contents that are no string', proxied(sent), 'Invalid data from the CORS proxy'],
  ['contents that are a page', proxied('<!doctype html><title>504</title>'), 'HTML instead of JSON'],
  ['contents that are no JSON', proxied('{'), 'Invalid data'],
  ['contents that are no track', proxied('{"error":"none"}'), 'Invalid data'],
] satisfies [string, Reply, string][])('%s from the proxy is logged, and nothing is known', async (_name, proxy, message) => {
  const { ask, logged } = source({ backend: () => new Response('', { status: 404 }), proxy }, { proxyUrl });
  expect(await ask()).toEqual(nobody);
  expect(logged).toEqual(['HTTP error', message]);
});

test('a page instead of the backend’s answer is a failure of the backend', async () => {
  const { ask, logged } = source({ backend: () => new Response('\n<html></html>') });
  expect(await ask()).toEqual(nobody);
  expect(logged).toEqual(['HTML instead of JSON']);
});

test('the provider is asked last, and only for an owner who is connected', async () => {
  const provider = succeed(fratres ?? null);
  const owner = source({ provider }, { proxyUrl, authenticated: true });
  expect(await owner.ask()).toEqual(provider);
  expect(owner.asked.map((address) => address.slice(0, 20))).toEqual([backendUrl.slice(0, 20), 'https://proxy.exampl', 'provider']);
  const quiet = source({ backend: () => Response.json(null), provider }, { authenticated: true });
  expect(await quiet.ask()).toEqual(provider);
  const visitor = source({ backend: () => Response.json(null), provider });
  expect(await visitor.ask()).toEqual(succeed(null));
  expect(visitor.asked).toEqual([backendUrl]);
});

test('an answer stands for 2000 ms, to the millisecond; a failure is asked again at once', async () => {
  const { ask, asked, world } = source({ backend: () => Response.json(sent) });
  await ask();
  world.nowMs = 2999;
  await ask();
  expect(asked).toHaveLength(1);
  world.nowMs = 3000;
  await ask();
  expect(asked).toHaveLength(2);
  const silent = source({});
  await silent.ask();
  await silent.ask();
  expect(silent.asked).toHaveLength(2);
});

test('two who ask at once share one question', async () => {
  const { ask, asked } = source({ backend: () => Response.json(sent) });
  expect(await Promise.all([ask(), ask()])).toEqual([succeed(fratres), succeed(fratres)]);
  expect(asked).toHaveLength(1);
});
