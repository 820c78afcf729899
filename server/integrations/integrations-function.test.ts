import { fail, succeed } from '@castellan/foundation/result';
import { anonymousCaller } from '@castellan/platform/core/caller';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { expect, test } from 'vitest';
import type { EgressAnswer, EgressFailure, EgressRequest } from '../adapters/egress.ts';
import { refuse } from '../http/function-answers.ts';
import { parseSettings } from '../settings.ts';
import { createIntegrationsFunction, testLimit } from './integrations-function.ts';

const answered = (status: number, text = ''): EgressAnswer => ({ status, headers: {}, body: Buffer.from(text) });
const row = `${'A'.repeat(35)}:12`;

/** The function over a web that answers as told; `asked` holds every address that was asked. */
function open(environment: Readonly<Record<string, string>>, reply: (url: string) => EgressAnswer | EgressFailure['code'], player = 204) {
  const settings = parseSettings(environment);
  if (!settings.ok) throw new Error(settings.failure.message);
  const asked: string[] = [];
  const egress = {
    send: async ({ url }: EgressRequest) => {
      asked.push(url);
      const answer = reply(url);
      return typeof answer === 'string' ? fail({ code: answer }) : succeed(answer);
    },
  };
  const music: PlatformFunction = {
    handle: async ({ url }) => {
      asked.push(new URL(url).search);
      return player === 204 ? new Response(null, { status: 204 }) : refuse(player, 'not_connected', 'No music account is connected.');
    },
  };
  const answers = createIntegrationsFunction({ settings: settings.value, egress, player: music, clock: { nowMs: () => 0 } });
  const call = { caller: anonymousCaller, requestContext: { address: '127.0.0.1', secure: false, requestId: 'test' } };
  const ask = async (init?: RequestInit) => {
    const response = await answers.handle(new Request('http://localhost/functions/v1/integrations', init), call);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  return { asked, list: () => ask(), try: (body: unknown) => ask({ method: 'POST', body: JSON.stringify(body) }) };
}

const music = { SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'hidden' };

test('the list tells of each integration its state and host, and nothing that an address may hide', async () => {
  const { list } = open({ ...music, SITE_ICON_URL: 'https://icons.example/{host}?key=hidden', BREACH_RANGE_URL: 'off' }, () =>
    answered(200),
  );
  const { body } = await list();
  expect(body).toEqual([
    { id: 'music', state: 'on', host: 'api.spotify.com' },
    { id: 'breach-ranges', state: 'off', host: null },
    { id: 'site-icons', state: 'on', host: 'icons.example' },
    { id: 'wish-pages', state: 'on', host: null },
  ]);
  expect(JSON.stringify(body)).not.toContain('hidden');
});

test('a test asks the service that the integration asks, and says that it works', async () => {
  const house = open(music, (url) => answered(200, url.includes('/range/') ? row : ''));
  for (const id of ['music', 'breach-ranges', 'site-icons', 'wish-pages']) {
    expect(await house.try({ test: id })).toEqual({ status: 200, body: { outcome: 'works', tookMs: 0 } });
  }
  expect(house.asked).toEqual([
    '?call=currently-playing',
    'https://api.pwnedpasswords.com/range/00000',
    'https://icons.duckduckgo.com/ip3/example.com.ico',
    'https://example.com/',
  ]);
});

test('a failure has its name: the way out’s, the service’s status, an answer that is none, an account that is not connected', async () => {
  expect((await open({}, () => 'name_not_found').try({ test: 'wish-pages' })).body).toEqual({
    outcome: 'failed',
    reason: 'name_not_found',
  });
  expect((await open({}, () => answered(503)).try({ test: 'site-icons' })).body).toEqual({ outcome: 'failed', reason: 'status 503' });
  expect((await open({}, () => answered(429)).try({ test: 'breach-ranges' })).body).toEqual({ outcome: 'failed', reason: 'status 429' });
  expect((await open({}, () => answered(200, '<html>')).try({ test: 'breach-ranges' })).body).toEqual({
    outcome: 'failed',
    reason: 'not_understood',
  });
  expect((await open(music, () => answered(200), 409).try({ test: 'music' })).body).toEqual({ outcome: 'failed', reason: 'not_connected' });
});

test('a site without an icon is an answer of the icon service’s', async () => {
  expect((await open({}, () => answered(404)).try({ test: 'site-icons' })).body).toMatchObject({ outcome: 'works' });
});

test('what is switched off asks nobody', async () => {
  const house = open({ BREACH_RANGE_URL: 'off', SITE_ICON_URL: 'off' }, () => answered(200));
  for (const id of ['music', 'breach-ranges', 'site-icons']) expect((await house.try({ test: id })).body).toEqual({ outcome: 'off' });
  expect(house.asked).toEqual([]);
});

test('another body is refused with the names that there are, and a hose of tests is asked to wait', async () => {
  const house = open({}, () => answered(200));
  expect(await house.try({ test: 'http://10.0.0.1/' })).toMatchObject({ status: 400 });
  expect(house.asked).toEqual([]);
  for (let count = 0; count < testLimit.limit; count += 1) await house.try({ test: 'wish-pages' });
  expect(await house.try({ test: 'wish-pages' })).toMatchObject({ status: 429 });
});
