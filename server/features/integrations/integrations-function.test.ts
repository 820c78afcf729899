import { fail, succeed } from '@castellan/foundation/result';
import type { PlatformFunction } from '@castellan/platform/functions/functions-service';
import { expect, test } from 'vitest';
import type { Egress, EgressAnswer, EgressFailure, EgressRequest } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { refuse } from '../../functions/function-answers.ts';
import { makeTestCall, readTestLines } from '../../functions/test-call.ts';
import { parseSettings } from '../../settings.ts';
import { createIntegrationsFunction, testLimit } from './integrations-function.ts';

const answered = (status: number, text = ''): EgressAnswer => ({ status, headers: {}, body: Buffer.from(text) });
const row = `${'A'.repeat(35)}:12`;

/** The function over a web that answers as told; `asked` holds every address that was asked. */
function open(environment: Readonly<Record<string, string>>, reply: (url: string) => EgressAnswer | EgressFailure['code'], playing = 204) {
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
  const player: PlatformFunction['handle'] = async ({ url }) => {
    asked.push(new URL(url).search);
    return playing === 204 ? new Response(null, { status: 204 }) : refuse(playing, 'not_connected', 'No music account is connected.');
  };
  const answers = createIntegrationsFunction({
    settings: settings.value,
    reads: createReadsHere(egress),
    player,
    clock: { nowMs: () => 0 },
  });
  const ask = (init?: RequestInit) => answers.handle(new Request('http://localhost/functions/v1/integrations', init), makeTestCall());
  return {
    asked,
    list: async () => (await ask()).json() as Promise<unknown>,
    test: (...tests: readonly string[]) => ask({ method: 'POST', body: JSON.stringify({ tests }) }),
    /** What the one test of an answer says. */
    one: async (id: string) => {
      const answer = await ask({ method: 'POST', body: JSON.stringify({ tests: [id] }) });
      return (await readTestLines(answer)).at(0);
    },
  };
}

const music = { SPOTIFY_CLIENT_ID: 'id', SPOTIFY_CLIENT_SECRET: 'hidden' };

test('the list tells of each integration its state and host, and nothing that an address may hide', async () => {
  const { list } = open({ ...music, SITE_ICON_URL: 'https://icons.example/{host}?key=hidden', BREACH_RANGE_URL: 'off' }, () =>
    answered(200),
  );
  const body = await list();
  expect(body).toEqual([
    { id: 'music', state: 'on', host: 'api.spotify.com' },
    { id: 'breach-ranges', state: 'off', host: null },
    { id: 'site-icons', state: 'on', host: 'icons.example' },
    { id: 'wish-pages', state: 'on', host: null },
  ]);
  expect(JSON.stringify(body)).not.toContain('hidden');
});

test('a test asks the service that the integration asks, and a line says of each that it works', async () => {
  const server = open(music, (url) => answered(200, url.includes('/range/') ? row : ''));
  const lines = await readTestLines(await server.test('music', 'breach-ranges', 'site-icons', 'wish-pages'));
  const works = (id: string) => ({ line: { id, outcome: 'works', tookMs: 0 } });
  expect(lines.slice(0, -1)).toEqual(expect.arrayContaining(['music', 'breach-ranges', 'site-icons', 'wish-pages'].map(works)));
  expect([lines.length, lines.at(-1)]).toEqual([5, { end: true }]);
  expect(server.asked.toSorted()).toEqual([
    '?call=currently-playing',
    'https://api.pwnedpasswords.com/range/00000',
    'https://example.com/',
    'https://icons.duckduckgo.com/ip3/example.com.ico',
  ]);
});

test('a failure has its name: the way out’s, the service’s status, an answer that is none, an account that is not connected', async () => {
  const failed = (id: string, reason: string) => ({ line: { id, outcome: 'failed', reason } });
  expect(await open({}, () => 'name_not_found').one('wish-pages')).toEqual(failed('wish-pages', 'name_not_found'));
  expect(await open({}, () => answered(503)).one('site-icons')).toEqual(failed('site-icons', 'status 503'));
  expect(await open({}, () => answered(429)).one('breach-ranges')).toEqual(failed('breach-ranges', 'status 429'));
  expect(await open({}, () => answered(200, '<html>')).one('breach-ranges')).toEqual(failed('breach-ranges', 'not_understood'));
  expect(await open(music, () => answered(200), 409).one('music')).toEqual(failed('music', 'not_connected'));
});

test('a site without an icon is an answer of the icon service’s', async () => {
  expect(await open({}, () => answered(404)).one('site-icons')).toMatchObject({ line: { outcome: 'works' } });
});

test('what is switched off asks nobody', async () => {
  const server = open({ BREACH_RANGE_URL: 'off', SITE_ICON_URL: 'off' }, () => answered(200));
  for (const id of ['music', 'breach-ranges', 'site-icons']) expect(await server.one(id)).toEqual({ line: { id, outcome: 'off' } });
  expect(server.asked).toEqual([]);
});

test('whoever leaves ends the questions that are still open', async () => {
  const settings = parseSettings({});
  if (!settings.ok) throw new Error(settings.failure.message);
  const open = Promise.withResolvers<AbortSignal | undefined>();
  const egress: Egress = {
    send: async ({ signal }) => {
      open.resolve(signal);
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return fail({ code: 'aborted' });
    },
  };
  const player = async () => new Response(null, { status: 204 });
  const answers = createIntegrationsFunction({
    settings: settings.value,
    reads: createReadsHere(egress),
    player,
    clock: { nowMs: () => 0 },
  });
  const body = JSON.stringify({ tests: ['wish-pages'] });
  const answer = await answers.handle(new Request('http://localhost/functions/v1/integrations', { method: 'POST', body }), makeTestCall());
  const signal = await open.promise;
  expect(signal?.aborted).toBe(false);
  await answer.body?.cancel();
  expect(signal?.aborted).toBe(true);
});

test('another body is refused with the names that there are, and a hose of tests is asked to wait', async () => {
  const server = open({}, () => answered(200));
  for (const wrong of [['http://10.0.0.1/'], [], ['wish-pages', 'else']]) expect((await server.test(...wrong)).status).toBe(400);
  expect(server.asked).toEqual([]);
  for (let count = 3; count < testLimit.limit; count += 1) await (await server.test('wish-pages')).text();
  expect((await server.test('wish-pages')).status).toBe(429);
});
