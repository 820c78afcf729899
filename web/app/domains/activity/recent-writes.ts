import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { defineStoredValue } from '../../lib/stored-values.ts';
import type { LogWrite } from './repeated-writes.ts';

const writesSchema = z.readonly(
  z.array(z.object({ type: z.string(), description: z.string(), success: z.boolean(), session: z.string(), atMs: z.number() })),
);

/** What this browser session wrote to the log lately, kept over a reload, so that a reloaded page does not write it again. */
export const recentWrites = defineStoredValue<readonly LogWrite[]>({
  key: 'activity_recent_writes',
  medium: 'session',
  clearedBy: 'sign-out',
  parse: (text) => writesSchema.safeParse(parseJson(text)).data,
  format: (writes) => JSON.stringify(writes),
});
