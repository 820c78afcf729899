import { defineStoredValue } from '../../lib/stored-values.ts';

/** `done`: everything is set up. `hidden`: the owner wants the list no more, on this device. Nothing is asked in either case. */
export const storedSetUp = defineStoredValue<'done' | 'hidden'>({
  key: 'dashboard_set_up',
  medium: 'local',
  clearedBy: 'nothing',
  parse: (text) => (text === 'done' || text === 'hidden' ? text : undefined),
  format: (value) => value,
});
