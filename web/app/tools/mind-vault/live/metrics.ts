import { type Note, notes } from '../../../domains/notes/note.ts';
import { linkGraph } from '../../../domains/notes/vault-notes.ts';
import { liveCollection } from '../../../domains/records/live-collection.ts';
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

/** Of notes: how many there are, and how many stand alone. */
export function metricsOf(rows: readonly Note[]): Figures {
  return [
    { label: 'Notes', value: rows.length.toLocaleString('en-GB') },
    { label: 'Without links', value: linkGraph(rows).orphans.toLocaleString('en-GB') },
  ];
}
