import { Link } from 'react-router';
import { storedBests } from '../../../web/app/domains/games/game-bests.ts';
import { pointsText } from '../../../web/app/domains/games/replay/replay-words.ts';
import { useStored } from '../../../web/app/domains/games/use-stored.ts';
import { Panel } from '../../../web/app/ui/panel.tsx';
import { arcadeGames } from './arcade-games.tsx';

const noBests = [] as const;

/** The best scores of whoever plays in this browser, each with the game that proves it. */
export function BestsPanel() {
  const bests = useStored(storedBests, noBests);
  return (
    <Panel title="Your bests">
      {bests.length === 0 ? (
        <p className="text-muted">No scores yet. They stay in this browser; nobody else sees them.</p>
      ) : (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {bests.map(({ game: id, mode, score, day, replay }) => {
            const game = arcadeGames.find((one) => one.id === id);
            if (game === undefined) return null;
            return (
              <li key={`${id} ${mode}`} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                <span>
                  {game.title}
                  <span className="block text-sm text-muted">
                    {game.modes[mode] ?? mode}, {day}
                  </span>
                </span>
                <span className="flex items-center gap-4">
                  {replay === '' ? null : (
                    <Link
                      to={`${game.path}#replay=${replay}`}
                      className="target inline-flex items-center text-sm"
                      aria-label={`Watch ${game.title}, ${pointsText(score)}`}
                    >
                      Watch
                    </Link>
                  )}
                  <span className="lettering text-xl tabular-nums">{score}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
