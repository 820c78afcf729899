import { formatEvents } from '@castellan/foundation/icalendar';
import type { KevEntry } from './kev.ts';
import type { ThreatItem } from './rank.ts';

type DueItem = Pick<ThreatItem, 'id' | 'affects' | 'fixedIn'> & { readonly kev?: KevEntry | undefined };

/** What is to be fixed by when, a whole day each, with a reminder three days before. `undefined` where nothing has a due date. */
export function dueCalendar(items: readonly DueItem[], now: Date): string | undefined {
  const events = items.flatMap(({ id, affects, fixedIn, kev }) => {
    if (kev === undefined) return [];
    const whose = affects.length === 0 ? [] : [`Affected: ${affects.slice(0, 5).join(', ')}.`];
    const fixed = fixedIn.length === 0 ? [] : [`Fixed in ${fixedIn.slice(0, 5).join(', ')}.`];
    return {
      uid: `${id}@threat-monitor`,
      on: kev.dueOn,
      summary: `Fix ${id}: ${kev.name}`,
      description: [...whose, ...fixed, kev.action].join('\n'),
      url: `https://nvd.nist.gov/vuln/detail/${id}`,
      alarm: { daysBefore: 3, text: `${id} is to be fixed in three days` },
    };
  });
  return events.length === 0 ? undefined : formatEvents('Threat Monitor', now, events);
}
