import type { Item, Look, Source } from './threat-answers.ts';

/** What a source is called, and what it is asked for. */
export const sourceNames: Readonly<Record<Source['id'], { readonly name: string; readonly holds: string; readonly unit: string }>> = {
  kev: {
    name: 'CISA KEV',
    holds: 'Vulnerabilities that are being exploited, and the day they are to be fixed by',
    unit: 'vulnerabilities',
  },
  epss: { name: 'EPSS', holds: 'How likely each CVE is to be exploited within 30 days', unit: 'scores' },
  osv: { name: 'OSV', holds: 'Advisories for the packages of your inventory', unit: 'vulnerable packages' },
  ssvc: { name: 'CISA SSVC', holds: 'CISA’s assessments, fetched for the vulnerabilities you ask about', unit: 'assessments' },
  feodo: { name: 'Feodo Tracker', holds: 'Command and control servers of botnets', unit: 'servers' },
  urlhaus: { name: 'URLhaus', holds: 'Addresses that hand out malware', unit: 'addresses' },
};

/** Why the newest try brought nothing. */
export const troubleWords: Readonly<Record<NonNullable<Source['trouble']>, string>> = {
  must_wait: 'It asks us to wait',
  source_failed: 'It answers with an error',
  feed_malformed: 'Its answer has another form than expected',
  feed_truncated: 'Its answer was cut off',
  unreachable: 'It cannot be reached',
};

/** `3 hours`, for an age in milliseconds. */
export function ageWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'less than a minute';
  const [count, unit] =
    minutes < 60 ? [minutes, 'minute'] : minutes < 48 * 60 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1440), 'day'];
  return counted(count, unit);
}

/** `1 day`, `2 days`. */
export function counted(count: number, unit: string, plural = `${unit}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? unit : plural}`;
}

/** Whole days from one day to another; less than 0 where it has passed. */
export function daysUntil(day: string, today: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000);
}

/** `in 3 days`, `today`, `12 days overdue`. */
export function dueWords(day: string, today: string): string {
  const days = daysUntil(day, today);
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} overdue`;
}

/** The page's verdict in one sentence. */
export function verdictOf({ totals, exploitedOfMine, sources }: Look, hasInventory: boolean): string {
  const known = (id: Source['id']) => sources.find((source) => source.id === id)?.confirmedAt !== null;
  if (!hasInventory) return 'Add what you run, and it is compared with what is being exploited.';
  if (!known('kev') && !known('osv')) return 'Nothing is known yet: no source has answered so far.';
  if (exploitedOfMine > 0)
    return `${counted(exploitedOfMine, 'vulnerability', 'vulnerabilities')} on your inventory ${exploitedOfMine === 1 ? 'is' : 'are'} being exploited. Fix ${exploitedOfMine === 1 ? 'it' : 'these'} first.`;
  if (totals.mine > 0)
    return `${counted(totals.mine, 'vulnerability', 'vulnerabilities')} on your inventory, and none of them is known to be exploited.`;
  return 'Nothing on your inventory is known to be vulnerable.';
}

/** Whether the item's day has passed. */
export function isOverdue({ kev }: Item, today: string): boolean {
  return kev !== undefined && kev.dueOn < today;
}
