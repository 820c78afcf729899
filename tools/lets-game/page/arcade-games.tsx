import type { GameId } from '@castellan/games/game';
import type { ReactNode } from 'react';
import { CounterfeitPoster } from '../../../web/app/domains/games/drawing/counterfeit-poster.tsx';
import { SnakePoster } from '../../../web/app/domains/games/drawing/snake-poster.tsx';

/** A game as the arcade shows it. */
export type ArcadeGame = {
  readonly id: GameId;
  readonly title: string;
  readonly path: string;
  readonly lead: string;
  readonly poster: ReactNode;
  readonly modes: Readonly<Record<string, string>>;
};

/** The games of the arcade, in display order. */
export const arcadeGames: readonly ArcadeGame[] = [
  {
    id: 'snake',
    title: 'Snake',
    path: '/snake-game',
    lead: 'A guilloche line that weaves longer with every rosette. A full board wins.',
    poster: <SnakePoster className="aspect-[19/15] w-full" />,
    modes: {
      walls: 'Walls',
      wrap: 'Open edges',
      'walls-steps': 'Walls, turn by turn',
      'wrap-steps': 'Open edges, turn by turn',
    },
  },
  {
    id: 'counterfeit',
    title: 'Counterfeit',
    path: '/space-invaders',
    lead: 'Forged seals march down in five rows, by the rules of 1978. Strike them before they land.',
    poster: <CounterfeitPoster className="aspect-[19/15] w-full" />,
    modes: { classic: 'The rules of 1978' },
  },
];
