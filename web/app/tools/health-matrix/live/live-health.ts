import type { Day } from '../../../domains/tasks/day.ts';
import { vaultOpenness } from '../../../domains/vault/vault-openness.ts';
import type { Live } from '../../../lib/live.ts';
import type { HealthRecord } from '../health-records.ts';

const locked = { status: 'locked' } as const;
const loading = { status: 'loading' } as const;
const failed = { status: 'failed' } as const;

/**
 * What the owner's health comes to, live. While this tab has not opened the vault it is locked, and neither the vault's code nor that
 * of health is fetched for it. `project` gives numbers and words of ours: what it answers outlives a lock for a moment.
 */
export function liveHealth<Value>(project: (records: readonly HealthRecord[], today: Day) => Value): Live<Value> {
  let live: Live<Value> | undefined;
  let asked: Promise<void> | undefined;
  let isBroken = false;
  const load = () => {
    asked ??= import('./open-health.ts').then(
      ({ openHealth }) => {
        live = openHealth(project);
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
    read: () => (!vaultOpenness.read() ? locked : (live?.read() ?? (isBroken ? failed : loading))),
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
