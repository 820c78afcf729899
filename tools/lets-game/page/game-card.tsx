import { dailySeed } from '@castellan/games/daily-seed';
import { Link } from 'react-router';
import { GuillocheBand } from '../../../web/app/domains/games/drawing/guilloche-band.tsx';
import { buttonClass } from '../../../web/app/ui/button-class.ts';
import { mrzCheckedLine } from '../../../web/app/ui/mrz/mrz.ts';
import { MrzLine } from '../../../web/app/ui/mrz/mrz-line.tsx';
import { Card } from '../../../web/app/ui/panel.tsx';
import type { ArcadeGame } from './arcade-games.tsx';
import { useToday } from './use-today.ts';

/** One game: its picture, and the two ways into it. Its foot is the seed of the day, as a document would print it. */
export function GameCard({ game }: { readonly game: ArcadeGame }) {
  const today = useToday();
  const seed = today === undefined ? '' : dailySeed(game.id, today).toString(16).padStart(8, '0');
  return (
    <Card aria-label={game.title} className="flex h-full flex-col overflow-hidden">
      <Link to={game.path} tabIndex={-1} aria-hidden="true" className="block border-b border-hairline">
        {game.poster}
      </Link>
      <div className="flex flex-1 flex-col p-6 pb-0">
        <h2 className="lettering text-xl">{game.title}</h2>
        <p className="mt-2 flex-1 text-muted">{game.lead}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Link to={game.path} className={buttonClass('primary')} aria-label={`Play ${game.title}`}>
            Play
          </Link>
          <Link to={`${game.path}#daily`} className={buttonClass('ghost')} aria-label={`Play today’s seed of ${game.title}`}>
            Today’s seed
          </Link>
        </div>
        <div className="mt-5">
          <MrzLine text={mrzCheckedLine([`G ${game.title}`, (today ?? '').slice(2).replaceAll('-', ''), seed])} />
          <GuillocheBand />
        </div>
      </div>
    </Card>
  );
}
