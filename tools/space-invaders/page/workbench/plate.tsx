import type { GamePlate } from '../../../tool-plate.ts';
import { spaceInvaders } from '../../manifest.ts';

/** The game on the workbench: forged seals in their rows, and the press below. */
export const counterfeitPlate: GamePlate = {
  kind: 'game',
  tool: spaceInvaders,
  sentence: 'Forged seals march down. Strike them first.',
  Picture: () => (
    <>
      <i className="bench-fleet" />
      <svg viewBox="0 0 278 196" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <path d="M139 120v22" stroke="var(--ink)" strokeWidth="1.5" />
        <path d="M126 182v-7h10v-9h6v9h10v7z" fill="var(--verdigris)" />
        <path d="M24 190h230" stroke="var(--edge)" strokeDasharray="1 4" strokeWidth="6" />
      </svg>
    </>
  ),
};
