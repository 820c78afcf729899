import { offsetMs } from '../../../domains/owner/zone-clock.ts';

const minuteMs = 60_000;

export type OwnerTime = {
  /** `17:08` */
  readonly time: string;
  /** `23 NOV 26`, the day there. */
  readonly day: string;
  /** How that clock stands to the reader's: `same as yours`, `2 h ahead of yours`. */
  readonly difference: string;
};

/** What the clock of a time zone shows at a moment, beside one that is `readerOffset` minutes east of UTC. */
export function ownerTimeAt(nowMs: number, timeZone: string, readerOffset: number): OwnerTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  const offset = Math.round(offsetMs(nowMs, timeZone) / minuteMs);
  return {
    time: `${hour}:${minute}`,
    day: `${day} ${month.slice(0, 3).toUpperCase()} ${year.slice(-2)}`,
    difference: differenceOf(offset - readerOffset),
  };
}

function differenceOf(minutes: number): string {
  if (minutes === 0) return 'same as yours';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const length = [...(hours === 0 ? [] : [`${hours} h`]), ...(rest === 0 ? [] : [`${rest} min`])].join(' ');
  return `${length} ${minutes > 0 ? 'ahead of' : 'behind'} yours`;
}
