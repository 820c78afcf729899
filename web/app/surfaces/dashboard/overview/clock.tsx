import { useNow } from '../../../ui/use-now.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dateFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The time, to the second; each tick draws this one element again. */
export function Clock() {
  const now = new Date(useNow(secondMs));
  return (
    <time dateTime={now.toISOString()} className="font-mono text-sm text-ink tabular-nums">
      {timeFormat.format(now)}
    </time>
  );
}

/** The present day, in words. */
export function Today() {
  return <>{dateFormat.format(new Date(useNow(minuteMs)))}</>;
}
