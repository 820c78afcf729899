import { bundleOfWaves } from '../../../../web/app/ui/engraving/engrave-waves.ts';
import type { GamePlate } from '../../../tool-plate.ts';
import { snakeGame } from '../../manifest.ts';

/** The game on the workbench: a line that weaves its way to the next rosette. */
export const snakePlate: GamePlate = {
  kind: 'game',
  tool: snakeGame,
  sentence: 'A line that weaves longer with every rosette.',
  Picture: () => (
    <>
      <svg viewBox="0 0 278 196" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path d={bundleOfWaves({ lines: 6, end: 232, height: 62, waist: 10 })} className="bench-rope" />
        <circle cx="232" cy="160" r="12" className="bench-head" />
        <circle cx="232" cy="160" r="5" fill="var(--verdigris)" />
      </svg>
      <i className="bench-food" />
    </>
  ),
};
