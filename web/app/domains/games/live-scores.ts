import type { GameId } from '@castellan/games/game';
import * as z from 'zod/mini';
import { askTable } from '../../lib/backend.ts';
import type { Live } from '../../lib/live.ts';
import type { Figure } from '../apps/figure.ts';
import { liveAnswer } from '../tool-reports/live-answer.ts';

type Pair = readonly [Figure, Figure];

/** A score on the owner's board; `day` is `YYYY-MM-DD`. */
export type BoardRow = { readonly game: string; readonly score: number; readonly day: string };

const rowsSchema = z.array(
  z.pipe(
    z.object({ game: z.string(), score: z.number(), played_on: z.string() }),
    z.transform(({ game, score, played_on }): BoardRow => ({ game, score, day: played_on })),
  ),
);

const everyMs = 60_000;

/** Scores that are counted; whoever has more sees that it is more. */
const most = 500;

/** A card's two figures from the scores on the board: of one game, or of all where none is named. */
export function scoreMetrics(game?: GameId): Live<Pair> {
  return liveAnswer(async () => {
    const asked = await askTable((client) => {
      const rows = client.from('game_scores').select('game, score, played_on').order('score', { ascending: false }).limit(most);
      return game === undefined ? rows : rows.eq('game', game);
    }, rowsSchema);
    return asked.ok ? { ok: true, value: scoresOf(asked.value, game) } : asked;
  }, everyMs);
}

/** Of the highest scores, in any order. */
export function scoresOf(rows: readonly BoardRow[], game?: GameId): Pair {
  const count = rows.length === most ? `${most}+` : rows.length.toLocaleString('en-GB');
  const latest = rows.map(({ day }) => day).reduce((one, other) => (one > other ? one : other), '');
  const kept = rows.length === 0 ? { label: 'Scores kept', missing: 'no score yet' } : { label: 'Scores kept', value: count };
  if (game === undefined)
    return [kept, latest === '' ? { label: 'Last score', missing: 'no score yet' } : { label: 'Last score', value: latest }];
  if (rows.length === 0) return [{ label: 'Best score', missing: 'no score yet' }, kept];
  return [{ label: 'Best score', value: Math.max(...rows.map(({ score }) => score)).toLocaleString('en-GB') }, kept];
}
