import { postmasterPlate } from './dns-postmaster/page/workbench/plate.tsx';
import { gradePlate } from './http-auditor/page/workbench/plate.ts';
import { tokenPlate } from './jwt-lab/page/workbench/plate.ts';
import { privacyPlate } from './privacy-report/page/workbench/plate.ts';
import { snakePlate } from './snake-game/page/workbench/plate.tsx';
import { counterfeitPlate } from './space-invaders/page/workbench/plate.tsx';
import { radarPlate } from './subdomain-radar/page/workbench/plate.tsx';
import { tlsPlate } from './tls-inspector/page/workbench/plate.tsx';
import type { ToolPlate } from './tool-plate.ts';

/** What the home page's workbench shows of the tools, in its order. A tool for the owner alone is not shown, whatever stands here. */
export const toolPlates: readonly ToolPlate[] = [
  privacyPlate,
  tokenPlate,
  gradePlate,
  tlsPlate,
  postmasterPlate,
  radarPlate,
  snakePlate,
  counterfeitPlate,
];
