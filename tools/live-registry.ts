import { habitForgeLive } from './habit-forge/page/live.ts';
import { healthMatrixLive } from './health-matrix/page/live.ts';
import { httpAuditorLive } from './http-auditor/page/live.ts';
import { libraryLive } from './library/page/live.ts';
import { mindVaultLive } from './mind-vault/page/live.ts';
import { paydayLive } from './payday-fun/page/live.ts';
import { productivityLive } from './productivity/page/live.ts';
import { settingsLive } from './settings/page/live.ts';
import { threatMonitorLive } from './threat-monitor/page/live.ts';
import { tlsInspectorLive } from './tls-inspector/page/live.ts';
import type { ToolLive } from './tool-live.ts';
import { watchlistLive } from './watchlist/page/live.ts';
import { wealthLive } from './wealth-ai/page/live.ts';

/** What tools do live, by their ids. Apart from the manifests, which the server reads too. */
export const liveTools: Readonly<Record<string, ToolLive>> = {
  productivity: productivityLive,
  'mind-vault': mindVaultLive,
  settings: settingsLive,
  'habit-forge': habitForgeLive,
  'health-matrix': healthMatrixLive,
  watchlist: watchlistLive,
  library: libraryLive,
  'wealth-ai': wealthLive,
  'payday-fun': paydayLive,
  'tls-inspector': tlsInspectorLive,
  'http-auditor': httpAuditorLive,
  'threat-monitor': threatMonitorLive,
};

/** What a tool does live; nothing where it does nothing. */
export function liveOf(id: string): ToolLive {
  return Object.hasOwn(liveTools, id) ? (liveTools[id] ?? {}) : {};
}
