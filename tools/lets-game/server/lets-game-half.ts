import type { Queryable } from '@castellan/platform/core/database';
import type { OpenHalf, ServerPorts } from '../../../server/features/server-half.ts';
import { createGameBoardFunctions } from './game-board-function.ts';
import { createGameScoreFunction } from './game-score-function.ts';

/** The arcade: the owner's scores, kept once the server played them again, and the board of the highest for everybody. */
export function letsGameHalf({ database: queryable, clock }: Pick<ServerPorts, 'clock'> & { readonly database: Queryable }): OpenHalf {
  return {
    functions: {
      'game-score': createGameScoreFunction({ queryable, clock }),
      ...createGameBoardFunctions({ queryable, clock }),
    },
  };
}
