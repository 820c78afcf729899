import type { Button } from '@castellan/games/buttons';
import type { GameId } from '@castellan/games/game';
import type { ReactNode } from 'react';
import type { OpenGame } from './game-screen.ts';

/** A kind of a game whose scores are compared with each other. */
export type StageMode = { readonly value: string; readonly name: string };

/** All that a page says of its game. */
export type StageGame = {
  readonly id: GameId;
  readonly title: string;
  /** The address of its page, where links to replays lead. */
  readonly path: string;
  readonly modes: readonly [StageMode, ...(readonly StageMode[])];
  /** The shape of its board: 19 to 15, or as wide as high. */
  readonly shape: 'wide' | 'square';
  /** The board while nothing is played. */
  readonly poster: ReactNode;
  /** What a thumb needs, besides swiping. */
  readonly pad: readonly Button[];
  readonly canSwipe: boolean;
  /** How it is played, in short. */
  readonly rules: ReactNode;
  /** Brings the code that plays it, on the first press of Play. */
  readonly load: () => Promise<OpenGame>;
};
