import { createSearchIndex, type SearchAnswer, type SearchItem, searchEntries } from '../../packages/vault-core/src/search/search-index.ts';

/** What key strokes cost, in milliseconds. */
export type Strokes = { readonly mean: number; readonly worst: number };

const queries = ['bank', 'user77', 'site4 example', 'forum tag:home', 'no such thing', 'emoji is:favorite', 'mail 99', 'https'];

/**
 * Types some queries and takes them back, letter by letter, in the page, as the product does: the list that is there before is the
 * answer to an empty query, and each stroke is a task of its own, between which the browser may clear up.
 */
export async function typeQueries(items: readonly SearchItem[]): Promise<Strokes> {
  const nothing: ReadonlySet<string> = new Set();
  const context = { category: undefined, nowMs: Date.now(), weak: nothing, reused: nothing, breached: nothing };
  const index = createSearchIndex(items);
  let answer: SearchAnswer = searchEntries(index, '', context);
  const times: number[] = [];
  for (const query of queries) {
    const strokes = Array.from(query, (_, at) => query.slice(0, at + 1));
    for (const text of [...strokes, ...strokes.toReversed().slice(1), '']) {
      const begin = performance.now();
      answer = searchEntries(index, text, context, answer);
      times.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  return { mean: times.reduce((sum, time) => sum + time, 0) / times.length, worst: Math.max(...times) };
}
