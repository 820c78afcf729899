import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { CounterfeitPoster } from '../../../web/app/domains/games/drawing/counterfeit-poster.tsx';
import { GameStage } from '../../../web/app/domains/games/game-stage.tsx';
import type { StageGame } from '../../../web/app/domains/games/stage-game.ts';
import { spaceInvaders } from '../manifest.ts';

export const meta = toolHead(spaceInvaders);

const game: StageGame = {
  id: 'counterfeit',
  title: spaceInvaders.title,
  path: `/${spaceInvaders.id}`,
  modes: [{ value: 'classic', name: 'The rules of 1978' }],
  shape: 'square',
  poster: <CounterfeitPoster />,
  pad: ['left', 'right', 'strike'],
  canSwipe: false,
  rules: (
    <>
      <p>Strike every seal before one reaches the ground. You have three presses; a seal’s shot costs one.</p>
      <p>
        <kbd className="key-cap">←</kbd> <kbd className="key-cap">→</kbd> or A D move the press, <kbd className="key-cap">Space</kbd>{' '}
        strikes, <kbd className="key-cap">P</kbd> pauses. One strike is in the air at a time.
      </p>
      <p>Rows are worth 30, 20, 20, 10 and 10 points, from the top. The fewer seals are left, the faster they march.</p>
      <p>The saucer pays 50 to 300 points, depending on how many strikes you have made. At 1,500 points you get one more press.</p>
    </>
  ),
  load: () => import('./open-counterfeit.ts').then(({ openCounterfeit }) => openCounterfeit),
};

export default function SpaceInvadersPage() {
  return (
    <ToolFrame tool={spaceInvaders} summary="Forged seals march down the plate. Strike them before they land.">
      <GameStage game={game} />
    </ToolFrame>
  );
}
