import { counted } from '../knowledge/counted.ts';
import type { Item, Source } from './threat-answers.ts';

/** What a source is called, what it holds, and what its entries are: one of them, several. */
export const sourceNames: Readonly<
  Record<Source['id'], { readonly name: string; readonly holds: string; readonly unit: string; readonly units: string }>
> = {
  kev: {
    name: 'CISA KEV',
    holds: 'Known Exploited Vulnerabilities Catalog, with due dates',
    unit: 'vulnerability',
    units: 'vulnerabilities',
  },
  epss: { name: 'EPSS', holds: 'Probability of exploitation within 30 days, for each CVE', unit: 'score', units: 'scores' },
  osv: {
    name: 'OSV',
    holds: 'Security advisories for the packages of your inventory',
    unit: 'package with advisories',
    units: 'packages with advisories',
  },
  ssvc: { name: 'CISA SSVC', holds: 'CISA’s assessments, fetched on request', unit: 'assessment', units: 'assessments' },
  feodo: { name: 'Feodo Tracker', holds: 'Botnet command and control servers', unit: 'server', units: 'servers' },
  urlhaus: { name: 'URLhaus', holds: 'Malware distribution URLs', unit: 'URL', units: 'URLs' },
};

/** Why the newest try brought nothing. */
export const troubleWords: Readonly<Record<NonNullable<Source['trouble']>, string>> = {
  must_wait: 'Rate limited',
  source_failed: 'It answered with an error',
  feed_malformed: 'Its answer was not in the expected format',
  feed_truncated: 'Its answer was cut off',
  unreachable: 'It could not be reached',
};

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

/** Whether the item's day has passed. */
export function isOverdue({ kev }: Item, today: string): boolean {
  return kev !== undefined && kev.dueOn < today;
}
