import type { Live, Supplier } from '../../lib/live.ts';
import { vaultOpenness } from './vault-openness.ts';

const locked = { status: 'locked' } as const;
const loading = { status: 'loading' } as const;
const failed = { status: 'failed' } as const;

/**
 * What is live of sealed records. While this tab has not opened the vault it is locked, and nothing of `supply` is fetched: neither the
 * code that reads the records nor, through it, the vault's. What it answers outlives a lock for a moment, so it holds no secret.
 */
export function whileOpen<Value>(supply: Supplier<Live<Value>>): Supplier<Live<Value>> {
  return async () => ({ default: () => createWhileOpen(supply) });
}

function createWhileOpen<Value>(supply: Supplier<Live<Value>>): Live<Value> {
  let live: Live<Value> | undefined;
  let asked: Promise<void> | undefined;
  let isBroken = false;
  const load = () => {
    asked ??= supply().then(
      ({ default: open }) => {
        live = open();
        isBroken = false;
      },
      () => {
        isBroken = true;
        // The next one who asks tries again.
        asked = undefined;
      },
    );
    return asked;
  };
  return {
    read: () => (vaultOpenness.read() ? (live?.read() ?? (isBroken ? failed : loading)) : locked),
    subscribe: (listener) => {
      let stop: (() => void) | undefined;
      let isOver = false;
      const follow = () => {
        if (!vaultOpenness.read() || stop !== undefined) return;
        void load().then(() => {
          if (isOver) return;
          stop ??= live?.subscribe(listener);
          listener();
        });
      };
      follow();
      const stopListening = vaultOpenness.subscribe(() => {
        follow();
        listener();
      });
      return () => {
        isOver = true;
        stopListening();
        stop?.();
      };
    },
    refresh: async () => {
      if (!vaultOpenness.read()) return;
      await load();
      await live?.refresh();
    },
  };
}
