import { defineStoredValue } from '../../../../web/app/lib/stored-values.ts';

/** Whether this device keeps the values of the feed without being asked, once the vault is open. */
export const feedKeeping = defineStoredValue<'by itself'>({
  key: 'health_feed_keeping',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'by itself' ? text : undefined),
  format: (text) => text,
});
