import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { SnakePoster } from '../../../web/app/domains/games/drawing/snake-poster.tsx';
import { GameStage } from '../../../web/app/domains/games/game-stage.tsx';
import type { StageGame } from '../../../web/app/domains/games/stage-game.ts';
import { snakeGame } from '../manifest.ts';

export const meta = toolHead(snakeGame);

const game: StageGame = {
  id: 'snake',
  title: snakeGame.title,
  path: `/${snakeGame.id}`,
  modes: [
    { value: 'walls', name: 'Walls' },
    { value: 'wrap', name: 'Open edges' },
    { value: 'walls-steps', name: 'Walls, turn by turn' },
    { value: 'wrap-steps', name: 'Open edges, turn by turn' },
  ],
  shape: 'wide',
  poster: <SnakePoster />,
  pad: ['up', 'left', 'down', 'right'],
  canSwipe: true,
  rules: (
    <>
      <p>
        Steer with <kbd className="key-cap">↑</kbd> <kbd className="key-cap">←</kbd> <kbd className="key-cap">↓</kbd>{' '}
        <kbd className="key-cap">→</kbd>, W A S D, a swipe or a gamepad. <kbd className="key-cap">P</kbd> pauses.
      </p>
      <p>
        Each rosette scores a point and makes the snake one cell longer. Do not run into the walls or yourself; fill the board to win. Two
        turns can be queued, so a quick U-turn is safe.
      </p>
      <p>
        Turn by turn has no clock: the snake moves once for each press, and a screen reader says where the rosette is and how far the way
        ahead is clear.
      </p>
    </>
  ),
  load: () => import('./open-snake.ts').then(({ openSnake }) => openSnake),
};

export default function SnakeGamePage() {
  return (
    <ToolFrame tool={snakeGame} summary="A line that weaves longer with every rosette it eats.">
      <GameStage game={game} />
    </ToolFrame>
  );
}
