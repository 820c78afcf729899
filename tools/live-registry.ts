import { habitForgeLive } from './habit-forge/live.ts';
import { healthMatrixLive } from './health-matrix/live.ts';
import { httpAuditorLive } from './http-auditor/live.ts';
import { libraryLive } from './library/live.ts';
import { mindVaultLive } from './mind-vault/live.ts';
import { paydayLive } from './payday-fun/live.ts';
import { productivityLive } from './productivity/live.ts';
import { settingsLive } from './settings/live.ts';
import { threatMonitorLive } from './threat-monitor/live.ts';
import { tlsInspectorLive } from './tls-inspector/live.ts';
import type { ToolLive } from './tool-live.ts';
import { watchlistLive } from './watchlist/live.ts';
import { wealthLive } from './wealth-ai/live.ts';

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
