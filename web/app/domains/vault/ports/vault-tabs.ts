import * as z from 'zod/mini';
import { type DeviceChannel, joinDevices } from '../../../lib/backend-parts/watch.ts';

/** What tabs and devices tell each other. Never anything of the vault but its epoch. */
export type TabMessage = { readonly kind: 'locked' } | { readonly kind: 'changed'; readonly epoch: number };

/** The way to the vault's other tabs. */
export type VaultTabs = {
  readonly tell: (message: TabMessage) => void;
  /** Returns the way to stop. */
  readonly listen: (listener: (message: TabMessage) => void) => () => void;
};

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('locked') }),
  z.object({ kind: z.literal('changed'), epoch: z.number().check(z.int()) }),
]);

/** The ways to the other tabs and, while the vault is open, to the other devices. */
export type BrowserTabs = VaultTabs & { readonly reachDevices: (reach: boolean) => void };

/** The browser's own channel between tabs of one origin, and the backend's private one between devices. */
export function browserTabs(): BrowserTabs {
  const channel = new BroadcastChannel('castellan-vault');
  const listeners = new Set<(message: TabMessage) => void>();
  const hear = (said: unknown, kinds: readonly TabMessage['kind'][]) => {
    const message = messageSchema.safeParse(said);
    if (message.success && kinds.includes(message.data.kind)) for (const listener of listeners) listener(message.data);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data, ['locked', 'changed']));
  let devices: DeviceChannel | undefined;
  return {
    tell: (message) => {
      channel.postMessage(message);
      if (message.kind === 'changed') devices?.say(message);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reachDevices: (reach) => {
      if (reach === (devices !== undefined)) return;
      devices?.leave();
      devices = reach ? joinDevices('vault', (said) => hear(said, ['changed'])) : undefined;
    },
  };
}
