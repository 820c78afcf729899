import { ToolFrame } from '../../../web/app/domains/apps/tool-frame.tsx';
import { toolHead } from '../../../web/app/domains/discovery/page-head.ts';
import { GameSettings } from '../../../web/app/domains/games/game-settings.tsx';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { letsGame } from '../manifest.ts';
import { arcadeGames } from './arcade-games.tsx';
import { BestsPanel } from './bests-panel.tsx';
import { BoardPanel } from './board-panel.tsx';
import { GameCard } from './game-card.tsx';
import { HowToPlay } from './how-to-play.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import '../../../web/app/domains/games/games.css';

export const meta = toolHead(letsGame);

export default function LetsGamePage() {
  return (
    <ToolFrame tool={letsGame} summary="Two engraved games, and scores that prove themselves.">
      <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">
        {arcadeGames.map((game) => (
          <li key={game.id}>
            <GameCard game={game} />
          </li>
        ))}
      </ul>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <BoardPanel />
          <BestsPanel />
          <HowToPlay />
        </div>
        <div className="grid gap-6">
          <ReplayPanel />
          <Panel title="Sound, colours, keys" className="with-script">
            <GameSettings />
          </Panel>
        </div>
      </div>
    </ToolFrame>
  );
}
