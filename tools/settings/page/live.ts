import { GearSixIcon } from '@castellan/icons/things/gear-six';
import type { ToolLive } from '../../tool-live.ts';

/** Settings: its view of the dashboard, and each setting as a place that the palette finds. */
export const settingsLive: ToolLive = {
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
