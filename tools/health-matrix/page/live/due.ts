import type { Day } from '../../../../web/app/domains/tasks/day.ts';
import type { Live } from '../../../../web/app/lib/live.ts';
import type { DueItem } from '../../../tool-live.ts';
import type { HealthRecord } from '../health-records.ts';
import { liveHealth } from './live-health.ts';

/** Today's check-in, for whoever checked in before. */
export default function healthDue(): Live<readonly DueItem[]> {
  return liveHealth(dueOf);
}

/** Of records on a day: nothing is asked of whoever never checked in. */
export function dueOf(records: readonly HealthRecord[], today: Day): readonly DueItem[] {
  const checkins = records.filter(({ kind }) => kind === 'checkin');
  if (checkins.length === 0 || checkins.some(({ day }) => day === today)) return [];
  return [{ id: `checkin:${today}`, title: 'Check in', day: today, to: '/health-matrix#checkin' }];
}
