import { CheckSquareIcon } from '@phosphor-icons/react/dist/ssr/CheckSquare';
import { GaugeIcon } from '@phosphor-icons/react/dist/ssr/Gauge';
import { GearSixIcon } from '@phosphor-icons/react/dist/ssr/GearSix';
import { ShieldCheckIcon } from '@phosphor-icons/react/dist/ssr/ShieldCheck';
import { SquaresFourIcon } from '@phosphor-icons/react/dist/ssr/SquaresFour';
import { VaultIcon } from '@phosphor-icons/react/dist/ssr/Vault';
import type { DashboardView } from './dashboard-view.ts';

/** What frame and palette know of a view. */
export type ViewEntry = Omit<DashboardView, 'Body'> & {
  /** The key that leads to it, after `g`. */
  readonly key: string;
  readonly keywords: string;
};

/** The dashboard's views, in the order of the frame (spec §2). */
export const viewEntries = [
  { id: 'overview', title: 'Overview', icon: GaugeIcon, place: 'tab', key: 'o', keywords: 'home dashboard greeting today' },
  { id: 'super-apps', title: 'Super Apps', icon: SquaresFourIcon, place: 'tab', key: 'a', keywords: 'tools cards business' },
  { id: 'productivity', title: 'Productivity', icon: CheckSquareIcon, place: 'tab', key: 'p', keywords: 'tasks focus summary' },
  { id: 'vault', title: 'Vault', icon: VaultIcon, place: 'tab', key: 'v', keywords: 'passwords entries secrets unlock' },
  { id: 'security', title: 'Security', icon: ShieldCheckIcon, place: 'more', key: 's', keywords: 'logs activity sessions devices status' },
  { id: 'settings', title: 'Settings', icon: GearSixIcon, place: 'more', key: ',', keywords: 'preferences options appearance' },
] as const satisfies readonly ViewEntry[];
