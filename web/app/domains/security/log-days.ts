import type { LogEntry } from './log-entry.ts';

/** The rows of one day, by this browser's clock. */
export type LogDay = {
  /** `2026-11-23`. */
  readonly key: string;
  readonly entries: readonly LogEntry[];
};

const thisYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const otherYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** The rows by their days, in the order in which they come. */
export function groupByDay(entries: readonly LogEntry[]): readonly LogDay[] {
  const days = new Map<string, LogEntry[]>();
  for (const entry of entries) {
    const key = dayKey(entry.atMs);
    const day = days.get(key);
    if (day === undefined) days.set(key, [entry]);
    else day.push(entry);
  }
  return [...days].map(([key, ofDay]) => ({ key, entries: ofDay }));
}

/** A day as a heading: 'Today, 23 November', 'Yesterday, 22 November', '21 November', of another year with the year. */
export function dayTitle(key: string, nowMs: number): string {
  const date = new Date(`${key}T12:00:00`);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  const text = (isThisYear ? thisYearFormat : otherYearFormat).format(date);
  const near = nearDay(key, nowMs);
  return near === undefined ? text : `${near}, ${text}`;
}

/** A day within a sentence: 'today', 'yesterday', 'on 21 November'. */
export function dayInSentence(key: string, nowMs: number): string {
  return nearDay(key, nowMs)?.toLowerCase() ?? `on ${dayTitle(key, nowMs)}`;
}

/** The day of a moment, by this browser's clock: `2026-11-23`. */
export function dayKey(atMs: number): string {
  const date = new Date(atMs);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

function nearDay(key: string, nowMs: number): 'Today' | 'Yesterday' | undefined {
  if (key === dayKey(nowMs)) return 'Today';
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  return key === dayKey(yesterday.getTime()) ? 'Yesterday' : undefined;
}
