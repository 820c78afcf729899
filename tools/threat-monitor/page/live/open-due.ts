import { documentVisibility, pollWhileVisible } from '../../../../web/app/domains/activity/visible-polling.ts';
import { addDays } from '../../../../web/app/domains/tasks/day.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import { createStore } from '../../../../web/app/lib/store.ts';
import type { DueItem } from '../../../tool-live.ts';
import { type Look, readThreats } from '../threat-answers.ts';

const everyMs = 60_000;

/** How far the strip looks ahead, in days. */
const daysAhead = 14;

/** What is ranked first is what is exploited: more of it is the tool's page's to list. */
const most = 200;

/** What of the inventory is to be fixed by a date of CISA's catalogue. Reading it sends nothing to a source. */
export default function openDue(): Live<readonly DueItem[]> {
  const ask = async () => {
    const answer = await readThreats('mine', most);
    const before = store.get();
    if (answer.ok) store.set({ status: 'ready', value: dueOf(answer.value), stale: false });
    else store.set(before.status === 'ready' ? { ...before, stale: true } : { status: 'failed' });
  };
  const store = createStore<LiveState<readonly DueItem[]>>({ status: 'loading' }, () =>
    pollWhileVisible({ everyMs, timer: browserTimer, visibility: documentVisibility, run: ask }),
  );
  return { read: store.get, subscribe: store.subscribe, refresh: ask };
}

/** Each that is due within 14 days, by its day; those whose date has passed are one line, by the last of their days. */
export function dueOf({ items, today }: Pick<Look, 'items' | 'today'>): readonly DueItem[] {
  const last = addDays(today, daysAhead);
  const dated = items.flatMap(({ id, affects, kev }) => (kev === undefined || affects.length === 0 ? [] : [{ id, kev }]));
  const coming = dated
    .filter(({ kev }) => kev.dueOn >= today && kev.dueOn <= last)
    .map(({ id, kev }) => ({ id, title: `Fix ${kev.product}: ${id}`, day: kev.dueOn, to: '/threat-monitor', isUrgent: true }));
  const past = dated.filter(({ kev }) => kev.dueOn < today).toSorted((one, other) => other.kev.dueOn.localeCompare(one.kev.dueOn));
  const [latest] = past;
  if (latest === undefined) return coming;
  const title = past.length === 1 ? `Fix ${latest.kev.product}: ${latest.id}` : `Fix ${past.length} exploited vulnerabilities`;
  return [{ id: 'past', title, day: latest.kev.dueOn, to: '/threat-monitor', isUrgent: true }, ...coming];
}
