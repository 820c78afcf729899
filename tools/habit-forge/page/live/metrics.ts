import type { Live } from '../../../../web/app/lib/live.ts';
import type { Metric } from '../../../tool-live.ts';
import { isDue, type Standing, scoreOf } from '../standing.ts';
import { liveStandings } from './live-standings.ts';

/** The card's two figures: what today still wants, and the mean score. */
export default function habitMetrics(): Live<readonly [Metric, Metric]> {
  return liveStandings(metricsOf);
}

/** Of habits that are not archived. */
export function metricsOf(standings: readonly Standing[]): readonly [Metric, Metric] {
  const scores = standings.map(scoreOf).filter((score) => score !== undefined);
  const lacking = standings.length - scores.length;
  const due = standings.filter(isDue).length;
  return [
    { label: 'Due today', value: due.toLocaleString('en-GB') },
    scores.length === 0
      ? { label: 'Mean score', missing: standings.length === 0 ? 'no habit yet' : 'its notes are locked' }
      : {
          label: lacking === 0 ? 'Mean score' : `Mean score, ${lacking} not known`,
          value: `${Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 100)}%`,
        },
  ];
}
