import type { Replay } from '@castellan/games/replay';
import { formatReplay } from '@castellan/games/replay-text';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownCounterfeit, knownHashes, knownSnake } from '../../../packages/games/tests/known-games.ts';
import { withData } from '../../../server/commands/with-data.ts';
import { embeddedData } from '../../../tests/support/data-settings.ts';
import { createTestOwner } from '../../../tests/support/owner.ts';
import { type OwnerSession, openOwnerSession } from '../../../tests/support/owner-session.ts';
import { type RunningServer, startTestServer } from '../../../tests/support/running-server.ts';
import { copyStartedData } from '../../../tests/support/started-data.ts';

const data = await copyStartedData();
let server: RunningServer;
let owner: OwnerSession;
let token = '';

beforeAll(async () => {
  const account = await createTestOwner(data.path);
  server = await startTestServer(data.path);
  owner = await openOwnerSession(server.url, account, 0);
  token = (await owner.client.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(async () => {
  await server.stop();
  data.remove();
});

function textOf(replay: Replay): string {
  const formatted = formatReplay(replay);
  if (!formatted.ok) throw new Error(formatted.failure.code);
  return formatted.value;
}

function call(name: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const submit = (replay: string) => call('game-score', { replay }, { authorization: `Bearer ${token}` });

test('a game is kept once it was played again, is one row of the log, and stands on the board, where anybody gets its replay', async () => {
  const text = textOf(knownCounterfeit());
  const first = await submit(text);
  expect([first.status, await first.json()]).toEqual([200, { score: 260, steps: 1843, hash: knownHashes.counterfeit, isNew: true }]);
  expect(await (await submit(text)).json()).toMatchObject({ isNew: false });
  const { rows } = await withData(embeddedData(data.path), silentLog, (pool) =>
    pool.query("select activity_description, reported_by from public.activity_logs where activity_type = 'game_activity'"),
  );
  expect(rows).toEqual([{ activity_description: 'Played counterfeit (classic): 260 points', reported_by: 'server' }]);
  const read = (path: string) => fetch(`${server.url}/functions/v1/${path}`);
  const { scores } = (await (await read('game-board')).json()) as { readonly scores: readonly { readonly id: string }[] };
  expect(scores).toMatchObject([{ game: 'counterfeit', mode: 'classic', score: 260, steps: 1843 }]);
  expect(await (await read(`game-replay?id=${scores[0]?.id}`)).json()).toEqual({ replay: text });
});

test.each([
  ['claims more than it came to', () => textOf({ ...knownCounterfeit(), score: 9990 }), 'other_score'],
  ['ends before its game', () => textOf(knownSnake()), 'not_ended'],
  ['was cut', () => textOf(knownCounterfeit()).slice(0, -6), 'damaged'],
  ['is of other rules', () => textOf({ ...knownCounterfeit(), engine: 7 }), 'other_engine'],
  ['is none', () => 'AAAA', 'not_a_replay'],
])('a replay that %s is refused with the reason, and nothing of it is kept', async (_, make, code) => {
  const answer = await submit(make());
  expect([answer.status, await answer.json()]).toMatchObject([422, { code, message: expect.stringMatching(/\.$/) }]);
});

test('what is larger than 64 kB is not looked at, and nobody but the owner is', async () => {
  expect((await submit('A'.repeat(85_337))).status).toBe(400);
  expect((await submit('A'.repeat(200_000))).status).toBe(413);
  expect((await call('game-score', { replay: textOf(knownCounterfeit()) })).status).toBe(401);
});

test('a game that is not on the board is given to nobody, and nobody may write a score past the server', async () => {
  expect((await fetch(`${server.url}/functions/v1/game-replay?id=00000000-0000-4000-8000-000000000000`)).status).toBe(404);
  const row = { game: 'snake', mode: 'walls', engine: 1, seed: 1, score: 999, steps: 1, hash: '00000000', replay: 'AAAA' };
  expect((await owner.client.from('game_scores').insert(row)).error?.code).toBe('42501');
});
