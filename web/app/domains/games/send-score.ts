import { callFunction } from '../../lib/backend.ts';
import type { Shape } from '../../lib/shape.ts';

/** What the server says of a game of the owner's that it played again. */
export type KeptScore = { readonly score: number; readonly isNew: boolean };

const keptShape: Shape<KeptScore> = {
  safeParse: (input) =>
    typeof input === 'object' &&
    input !== null &&
    'score' in input &&
    typeof input.score === 'number' &&
    'isNew' in input &&
    typeof input.isNew === 'boolean'
      ? { success: true, data: { score: input.score, isNew: input.isNew } }
      : { success: false },
};

/** Has the server play a game of the owner's again and keep its score. Fails with the codes of every call, and with the replay's own. */
export function sendScore(replay: string) {
  return callFunction('game-score', { replay }, keptShape);
}
