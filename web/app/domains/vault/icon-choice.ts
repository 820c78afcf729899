import { defineStoredValue } from '../../lib/stored-values.ts';

/** Whether sites' icons are asked for and shown on this device; they are unless the owner said otherwise. */
export const storedSiteIcons = defineStoredValue<boolean>({
  key: 'vault_site_icons',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  format: (isOn) => (isOn ? 'on' : 'off'),
});
