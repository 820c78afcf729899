import { defineStoredValue } from '../../../lib/stored-values.ts';

/** Whether the vault opens on this device without its server; not before the owner was asked and said so. */
export const storedCopyChoice = defineStoredValue<boolean>({
  key: 'vault_without_server',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  format: (isOn) => (isOn ? 'on' : 'off'),
});
