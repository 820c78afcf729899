import { GearSixIcon } from '@castellan/icons/things/gear-six';
import type { ToolLive } from '../../tool-live.ts';

/** Settings: its view of the dashboard, each setting as a place that the palette finds, and what it warns of. */
export const settingsLive: ToolLive = {
  warnings: () => import('./live/warnings.ts'),
  links: { group: 'Setting', supply: () => import('./live/links.ts') },
  view: {
    icon: GearSixIcon,
    place: 'more',
    key: ',',
    keywords: 'preferences options appearance',
    lead: 'Appearance, locking and your data.',
    load: () => import('./dashboard-summary.tsx'),
  },
};
