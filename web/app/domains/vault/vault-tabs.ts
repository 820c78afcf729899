import { z } from 'zod';

/** What tabs of one browser tell each other. Never anything of the vault but its epoch. */
export type TabMessage = { readonly kind: 'locked' } | { readonly kind: 'changed'; readonly epoch: number };

/** The way to the vault's other tabs. */
export type VaultTabs = {
  readonly tell: (message: TabMessage) => void;
  /** Returns the way to stop. */
  readonly listen: (listener: (message: TabMessage) => void) => () => void;
};

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('locked') }),
  z.object({ kind: z.literal('changed'), epoch: z.number().int() }),
]);

/** The browser's own channel between tabs of one origin. */
export function browserTabs(): VaultTabs {
  const channel = new BroadcastChannel('castellan-vault');
  return {
    tell: (message) => channel.postMessage(message),
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        const message = messageSchema.safeParse(data);
        if (message.success) listener(message.data);
      };
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}
