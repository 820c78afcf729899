import { apiLab } from './api-lab/manifest.ts';
import { dnsPostmaster } from './dns-postmaster/manifest.ts';
import { habitForge } from './habit-forge/manifest.ts';
import { healthMatrix } from './health-matrix/manifest.ts';
import { httpAuditor } from './http-auditor/manifest.ts';
import { jwtLab } from './jwt-lab/manifest.ts';
import { letsGame } from './lets-game/manifest.ts';
import { library } from './library/manifest.ts';
import { linkShortener } from './link-shortener/manifest.ts';
import { mindVault } from './mind-vault/manifest.ts';
import { networkScanner } from './network-scanner/manifest.ts';
import { paydayFun } from './payday-fun/manifest.ts';
import { privacyReport } from './privacy-report/manifest.ts';
import { productivity } from './productivity/manifest.ts';
import { settings } from './settings/manifest.ts';
import { snakeGame } from './snake-game/manifest.ts';
import { spaceInvaders } from './space-invaders/manifest.ts';
import { subdomainRadar } from './subdomain-radar/manifest.ts';
import { threatMonitor } from './threat-monitor/manifest.ts';
import { tlsInspector } from './tls-inspector/manifest.ts';
import type { ToolManifest } from './tool.ts';
import { watchlist } from './watchlist/manifest.ts';
import { wealthAi } from './wealth-ai/manifest.ts';
import { wordCounter } from './word-counter/manifest.ts';

/** Every tool, in display order. The only list: routes, cards, icons and commands read it. */
export const tools = [
  productivity,
  mindVault,
  settings,
  habitForge,
  healthMatrix,
  watchlist,
  library,
  wealthAi,
  paydayFun,
  linkShortener,
  tlsInspector,
  httpAuditor,
  networkScanner,
  dnsPostmaster,
  subdomainRadar,
  jwtLab,
  apiLab,
  privacyReport,
  wordCounter,
  letsGame,
  snakeGame,
  spaceInvaders,
  threatMonitor,
] as const satisfies readonly ToolManifest[];
