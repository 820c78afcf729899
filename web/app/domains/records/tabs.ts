import { z } from 'zod';
import { rawRecordSchema } from './record.ts';

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changes') }),
  z.object({ kind: z.literal('rows'), collection: z.string(), rows: z.array(rawRecordSchema).readonly() }),
  z.object({ kind: z.literal('forgotten') }),
  z.object({ kind: z.literal('gone'), collection: z.string(), ids: z.array(z.string()).readonly() }),
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
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, listen: () => undefined };
  const channel = new BroadcastChannel('castellan-records');
  return {
    tell: (message) => channel.postMessage(message),
    listen: (listener) =>
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const parsed = messageSchema.safeParse(data);
        if (parsed.success) listener(parsed.data);
      }),
  };
}
