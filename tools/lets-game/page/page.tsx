import { ToolFrame } from '../../domains/apps/tool-frame.tsx';
import { pageHead } from '../../domains/discovery/page-head.ts';
import { GameSettings } from '../../domains/games/game-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { Route } from './+types/page.ts';
import { arcadeGames } from './arcade-games.tsx';
import { BestsPanel } from './bests-panel.tsx';
import { BoardPanel } from './board-panel.tsx';
import { GameCard } from './game-card.tsx';
import { HowToPlay } from './how-to-play.tsx';
import { letsGame } from './manifest.ts';
import { ReplayPanel } from './replay-panel.tsx';
import '../../domains/games/games.css';

export function meta({ matches }: Route.MetaArgs) {
  const facts = matches[0].loaderData;
  const owner = facts?.owner.name ?? '';
  return pageHead(facts, { path: `/${letsGame.id}`, title: `${letsGame.title} · ${owner}`, description: letsGame.summary });
}

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
