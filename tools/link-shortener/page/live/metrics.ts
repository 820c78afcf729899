import { liveCollection } from '../../../../web/app/domains/records/live-collection.ts';
import { browserTimer } from '../../../../web/app/lib/clock.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { links, type ShortLink } from '../links.ts';

/** The card's two figures: the links there are, and those whose time has passed. */
export default function linkMetrics(): Live<readonly [Metric, Metric]> {
  return liveCollection(links, (rows) => metricsOf(rows, browserTimer.nowMs()));
}

/** Of links at a moment, in milliseconds since 1970. */
export function metricsOf(rows: readonly Pick<ShortLink, 'expires_at'>[], nowMs: number): readonly [Metric, Metric] {
  const expired = rows.filter(({ expires_at }) => expires_at !== null && Date.parse(expires_at) <= nowMs).length;
  return [
    { label: 'Short links', value: rows.length.toLocaleString('en-GB') },
    { label: 'Expired', value: expired.toLocaleString('en-GB') },
  ];
}
