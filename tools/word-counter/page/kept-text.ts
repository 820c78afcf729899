import { defineStoredValue } from '../../../web/app/lib/stored-values.ts';

/** Longer texts are not kept: browsers have room for about five million characters. */
export const maxKept = 2_000_000;

/** The text that the visitor last had here. It stays in this browser until it is cleared. */
export const keptText = defineStoredValue<string>({
  key: 'word_counter_text',
  medium: 'local',
  parse: (text) => text,
  format: (text) => text,
  clearedBy: 'nothing',
});
