import * as z from 'zod/mini';
import { tabChannel } from '../../lib/tab-channel.ts';
import { rawRecordSchema } from './record.ts';

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changes') }),
  z.object({ kind: z.literal('rows'), collection: z.string(), rows: z.readonly(z.array(rawRecordSchema)) }),
  z.object({ kind: z.literal('forgotten') }),
  z.object({ kind: z.literal('gone'), collection: z.string(), ids: z.readonly(z.array(z.string())) }),
]);

/** What the owner's open tabs tell each other: changes were queued or settled; rows came; everything was forgotten; records are gone for good. */
export type TabMessage = z.infer<typeof messageSchema>;

/** The other tabs of this browser. */
export type Tabs = {
  readonly tell: (message: TabMessage) => void;
  readonly listen: (listener: (message: TabMessage) => void) => void;
};

/** The real ones. A browser without the channel has tabs that learn from the server instead. */
export function openTabs(): Tabs {
  return tabChannel('castellan-records', messageSchema);
}
