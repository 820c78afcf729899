import { documentVisibility, pollWhileVisible } from '../../../../web/app/domains/activity/visible-polling.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live, LiveState } from '../../../../web/app/lib/live.ts';
import { createStore } from '../../../../web/app/lib/store.ts';
import type { Metric } from '../../../tool-live.ts';
import { type Look, readThreats } from '../threat-answers.ts';

type Pair = readonly [Metric, Metric];

/** The sources are asked by the page alone: what the server keeps changes slowly. */
const everyMs = 60_000;

/** The card's two figures: what is on the inventory, and what of it is being exploited. Reading them sends nothing to a source. */
export default function threatMetrics(): Live<Pair> {
  const ask = async () => {
    const answer = await readThreats('mine', 1);
    const before = store.get();
    if (answer.ok) store.set({ status: 'ready', value: metricsOf(answer.value), stale: isOld(answer.value) });
    else store.set(before.status === 'ready' ? { ...before, stale: true } : { status: 'failed' });
  };
  const store = createStore<LiveState<Pair>>({ status: 'loading' }, () =>
    pollWhileVisible({ everyMs, timer: browserTimer, visibility: documentVisibility, run: ask }),
  );
  return { read: store.get, subscribe: store.subscribe, refresh: ask };
}

/** Of what the server keeps; what was never compared has no figure. */
export function metricsOf({ totals, exploitedOfMine, inventoryCount, sources }: Look): Pair {
  const isKnown = (id: 'kev' | 'osv') => sources.some((source) => source.id === id && source.confirmedAt !== null);
  const missing = (why: string) => (inventoryCount === 0 ? 'no inventory yet' : why);
  const [mine, exploited] = [{ label: 'In your inventory' }, { label: 'Known exploited' }];
  return [
    inventoryCount > 0 && (isKnown('kev') || isKnown('osv'))
      ? { ...mine, value: totals.mine.toLocaleString('en-GB') }
      : { ...mine, missing: missing('not compared yet') },
    inventoryCount > 0 && isKnown('kev')
      ? { ...exploited, value: exploitedOfMine.toLocaleString('en-GB') }
      : { ...exploited, missing: missing('no catalogue yet') },
  ];
}

function isOld({ sources }: Look): boolean {
  return sources.some(({ id, isStale }) => (id === 'kev' || id === 'osv') && isStale);
}
