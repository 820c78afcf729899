import { addDays, type Day, weekdayOf } from '../../../web/app/domains/tasks/day.ts';
import type { HealthRecord } from './health-records.ts';
import { checkinRecord, dayRecord, workoutRecord } from './make-records.ts';
import { writeRoute } from './route.ts';

/** Made-up health of the 120 days until a day: the same every time. */
export function sampleHealth(today: Day): readonly HealthRecord[] {
  const days = Array.from({ length: 120 }, (_, back) => addDays(today, -back));
  return days.flatMap((day, back): readonly HealthRecord[] => {
    const wave = (period: number, shift = 0) => Math.sin(((back + shift) * 2 * Math.PI) / period);
    const noise = (((back * 7919 + 13) % 101) - 50) / 50;
    const isWeekend = weekdayOf(day) % 6 === 0;
    const isIll = back >= 6 && back <= 9;
    const values = {
      steps: Math.round(isIll ? 1900 + 300 * noise : 8400 + 1500 * wave(9) + 1700 * noise + (isWeekend ? 2200 : 0)),
      active_energy: Math.round(isIll ? 180 : 520 + 90 * wave(9) + 110 * noise),
      sleep: round(7.2 + 0.4 * wave(11) + 0.6 * noise + (isIll ? 1.6 : 0)),
      sleep_deep: round(1.1 + 0.25 * noise),
      resting_heart_rate: Math.round(56 + 1.5 * wave(17) + 1.4 * noise + (isIll ? 9 : 0)),
      heart_rate_variability: Math.round(58 + 5 * wave(13, 4) + 6 * noise - (isIll ? 21 : 0)),
      weight: round(74.2 + 0.7 * wave(60) + 0.2 * noise),
      ...(isIll ? { temperature: round(37.9 + 0.4 * noise) } : {}),
    };
    return [
      dayRecord(day, 'apple', values),
      ...(back % 5 === 4
        ? []
        : [
            checkinRecord(day, {
              mood: isIll ? 2 : 3 + (Math.round(1 + noise) % 3),
              energy: isIll ? 1 : 3 + (back % 2),
              pain: isIll ? 3 : 0,
              note: isIll ? 'A cold.' : '',
            }),
          ]),
      ...(back % 6 === 2 && !isIll
        ? [
            workoutRecord({
              day,
              time: '07:10',
              activity: 'Running',
              minutes: 32 + (back % 9),
              kilometres: round(5.2 + noise),
              kilocalories: 390,
              source: 'Sample',
              route: writeRoute(loop(back)),
            }),
          ]
        : []),
    ];
  });
}

/** A walk around nowhere in particular. */
function loop(turn: number) {
  return Array.from({ length: 160 }, (_, step) => {
    const angle = (step / 159) * 2 * Math.PI;
    const reach = 0.008 + 0.002 * Math.sin(3 * angle + turn);
    return { latitude: 47.5 + reach * Math.sin(angle), longitude: 19.05 + 1.5 * reach * Math.cos(angle) };
  });
}

const round = (value: number) => Math.round(value * 10) / 10;
