import type { OpenHalf, ServerPorts } from '../../../server/features/server-half.ts';
import { createGameBoardFunctions } from './game-board-function.ts';
import { createGameScoreFunction } from './game-score-function.ts';

/** The arcade: the owner's scores, kept once the server played them again, and the board of the highest for everybody. */
export function letsGameHalf({ rows, clock }: Pick<ServerPorts, 'rows' | 'clock'>): OpenHalf {
  return {
    functions: {
      'game-score': createGameScoreFunction({ rows, clock }),
      ...createGameBoardFunctions({ rows, clock }),
    },
  };
}
