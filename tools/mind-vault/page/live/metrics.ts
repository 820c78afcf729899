import { type Note, notes } from '../../../../web/app/domains/notes/note.ts';
import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { addDays, type Day, dayOf } from '../../../../web/app/domains/tasks/day.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';

type Figures = readonly [Metric, Metric];

/** The card's two figures. */
export default function mindVaultMetrics(): Live<Figures> {
  return liveCollection(notes, metricsOf);
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
