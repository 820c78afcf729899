import { counterfeit } from '@castellan/games/counterfeit';
import { fleetSize } from '@castellan/games/counterfeit-facts';
import type { CounterfeitState } from '@castellan/games/counterfeit-state';
import { shownHeight } from '../../../web/app/domains/games/drawing/counterfeit-poster.tsx';
import type { GameScreen, OpenGame } from '../../../web/app/domains/games/game-screen.ts';
import { runGame } from '../../../web/app/domains/games/run-game.ts';
import { openCounterfeitDrawing } from './draw-counterfeit.ts';
import { counterfeitSounds, counterfeitVerdict, tellCounterfeit } from './tell-counterfeit.ts';

/** Counterfeit as it is shown. */
const screen: GameScreen<CounterfeitState> = {
  game: counterfeit,
  input: 'held',
  hasClock: () => true,
  size: { width: 224, height: shownHeight },
  openDrawing: openCounterfeitDrawing,
  facts: ({ ships, wave }) => [
    { label: 'Presses left', value: String(ships) },
    { label: 'Wave', value: String(wave + 1) },
  ],
  measure: ({ fleet }) => ({ label: 'Seals struck', done: fleetSize - fleet.count, total: fleetSize }),
  tell: tellCounterfeit,
  sounds: counterfeitSounds,
  verdict: counterfeitVerdict,
};

/** Plays or watches Counterfeit on a canvas. */
export const openCounterfeit: OpenGame = (request) => runGame(screen, request);
