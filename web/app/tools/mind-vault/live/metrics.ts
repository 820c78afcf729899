import { type Note, notes } from '../../../domains/notes/note.ts';
import { liveCollection } from '../../../domains/records/live-collection.ts';
import { addDays, type Day, dayOf } from '../../../domains/tasks/day.ts';
import { vaultOpenness } from '../../../domains/vault/vault-openness.ts';
import type { Live } from '../../../lib/live.ts';
import type { Metric } from '../../tool-live.ts';

type Figures = readonly [Metric, Metric];

/** The card's two figures, once the vault is open in this tab; before that nothing of the vault's code is fetched for them. */
export default function mindVaultMetrics(): Live<Figures> {
  const inner = liveCollection(notes, metricsOf);
  const locked = { status: 'locked' } as const;
  return {
    read: () => (vaultOpenness.read() ? inner.read() : locked),
    subscribe: (listener) => {
      let stopInner = () => {};
      const follow = () => {
        stopInner();
        stopInner = vaultOpenness.read() ? inner.subscribe(listener) : () => {};
        listener();
      };
      const stop = vaultOpenness.subscribe(follow);
      if (vaultOpenness.read()) stopInner = inner.subscribe(listener);
      return () => {
        stop();
        stopInner();
      };
    },
    refresh: async () => {
      if (vaultOpenness.read()) await inner.refresh();
    },
  };
}

/** Of notes: how many there are, and how many were written or edited on this day or the six before. */
export function metricsOf(rows: readonly Note[], today: Day): Figures {
  const first = addDays(today, -6);
  const recent = rows.filter(({ updated_at }) => dayOf(new Date(updated_at)) >= first).length;
  return [
    { label: 'Notes', value: rows.length.toLocaleString('en-GB') },
    { label: 'Edited in 7 days', value: recent.toLocaleString('en-GB') },
  ];
}
