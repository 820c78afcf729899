import { expect, test } from 'vitest';
import type { LookUpAnswer } from '../look-up.ts';
import { mediaItemSchema } from '../media-row.ts';
import { type CoverPorts, type CoverSearch, coverQuestions, findCovers } from './find-covers.ts';

const columns = { version: 0, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', deleted_at: null };
const item = (id: string, values: Readonly<Record<string, unknown>>) =>
  mediaItemSchema.parse({ ...columns, id, title: id, kind: 'book', ...values });

const withCover = (cover: string | null): LookUpAnswer => ({
  outcome: 'found',
  found: [{ kind: 'book', title: 'A', creators: [], year: null, runtimeMin: null, pages: null, isbn: null, seasons: [], refs: [], cover }],
});

const questions = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id, isbn: '9780395363416' }));

async function search(answers: readonly LookUpAnswer[], kept: Partial<CoverPorts> = {}, signal = new AbortController().signal) {
  const told: CoverSearch[] = [];
  const asked: string[] = [];
  const ports: CoverPorts = {
    ask: async ({ id }) => {
      asked.push(id);
      return answers[asked.length - 1] ?? withCover('x');
    },
    keep: async () => true,
    wait: async () => undefined,
    ...kept,
  };
  return { end: await findCovers(questions, ports, (one) => told.push(one), signal), told, asked };
}

test('a cover is asked for by an ISBN or a number of TMDB alone, and never where there is one', () => {
  const items = [
    item('there', { isbn: '9780395363416' }),
    item('book', { isbn: '9780395363416' }),
    item('guess', {}),
    item('film', { kind: 'film', refs: ['imdb:tt0041959', 'tmdb:movie-1092'] }),
    item('other', { kind: 'show', refs: ['imdb:tt5753856'] }),
  ];
  expect(coverQuestions(items, new Set(['there'])).map(({ id }) => id)).toEqual(['book', 'film']);
});

test('what has no cover, and what the server does not keep, is counted as asked and not as found', async () => {
  const { end, told } = await search([withCover('x'), withCover(null), withCover('y')], { keep: async (_, cover) => cover !== 'y' });
  expect(end).toEqual({ done: 5, found: 3 });
  expect(told.at(2)).toEqual({ done: 3, found: 1 });
});

test('without a key nothing further is asked; three answers in a row that cannot be used end it too, fewer do not', async () => {
  expect(await search([withCover('x'), { outcome: 'no_key' }])).toMatchObject({
    end: { done: 1, found: 1, stopped: 'no_key' },
    asked: ['a', 'b'],
  });
  const away: LookUpAnswer = { outcome: 'unreachable' };
  expect((await search([away, away, withCover('x'), away, away])).end).toEqual({ done: 5, found: 1 });
  expect((await search([away, away, away])).end).toEqual({ done: 2, found: 0, stopped: 'unreachable' });
});

test('once it is called off nothing further is asked', async () => {
  const ended = new AbortController();
  const { asked } = await search([], { wait: async () => ended.abort() }, ended.signal);
  expect(asked).toEqual(['a']);
});
