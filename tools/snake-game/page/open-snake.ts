import { paceAt, type SnakeState, snake } from '@castellan/games/snake';
import { cellCount, columns, rows } from '@castellan/games/snake-cells';
import { snakeMargin } from '../../../web/app/domains/games/drawing/snake-poster.tsx';
import type { GameScreen, OpenGame } from '../../../web/app/domains/games/game-screen.ts';
import { runGame } from '../../../web/app/domains/games/run-game.ts';
import { openSnakeDrawing } from './draw-snake.ts';
import { snakeVerdict, tellSnake } from './tell-snake.ts';

/** Snake as it is shown. */
const screen: GameScreen<SnakeState> = {
  game: snake,
  input: 'turns',
  hasClock: (mode) => !mode.endsWith('-steps'),
  size: { width: columns + 2 * snakeMargin, height: rows + 2 * snakeMargin },
  openDrawing: openSnakeDrawing,
  facts: ({ score, moves, isStepped }) => [
    { label: 'Moves', value: String(moves) },
    { label: 'Speed', value: isStepped ? '–' : `${(60 / paceAt(score)).toFixed(1)}/s` },
  ],
  measure: ({ body }) => ({ label: 'Board filled', done: body.length, total: cellCount }),
  tell: tellSnake,
  sounds: (before, after) => {
    if (after.status === 'filled') return ['filled'];
    if (after.status === 'crashed') return ['crash'];
    return after.score > before.score ? ['eat'] : [];
  },
  verdict: snakeVerdict,
};

/** Plays or watches Snake on a canvas. */
export const openSnake: OpenGame = (request) => runGame(screen, request);
