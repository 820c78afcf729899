import { liveStored } from '../../../../web/app/domains/apps/live-stored.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { type PastReport, reportHistory } from '../report-history.ts';

/** The card's two figures: how much of this browser the last report found to be its own, and how many reports there are. */
export default function privacyMetrics(): Live<readonly [Metric, Metric]> {
  return liveStored(reportHistory, (reports) => metricsOf(reports ?? []));
}

/** Of reports, the newest first. */
export function metricsOf(reports: readonly PastReport[]): readonly [Metric, Metric] {
  const [latest] = reports;
  const missing = 'no report yet';
  if (latest === undefined)
    return [
      { label: 'Identifying bits', missing },
      { label: 'Reports kept', missing },
    ];
  return [
    latest.bits === undefined
      ? { label: 'Identifying bits', missing: 'not in the last report' }
      : { label: 'Identifying bits', value: latest.bits.toFixed(1) },
    { label: 'Reports kept', value: reports.length.toLocaleString('en-GB') },
  ];
}
