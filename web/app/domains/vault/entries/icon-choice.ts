import { defineStoredValue } from '../../../lib/stored-values.ts';

/** Whether sites' icons are asked for and shown on this device; not before the owner was asked and said so. */
export const storedSiteIcons = defineStoredValue<boolean>({
  key: 'vault_site_icons',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  format: (isOn) => (isOn ? 'on' : 'off'),
});
