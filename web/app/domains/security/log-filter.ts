import type { LogEntry } from './log-entry.ts';
import { type LogQuery, matchesQuery, parseLogQuery } from './log-query.ts';

/** The tabs, in their order, with what each shows (spec §2). */
export const logTabs = [
  { id: 'all', title: 'All Activity' },
  { id: 'authentication', title: 'Authentication' },
  { id: 'vault', title: 'Vault Access' },
  { id: 'games', title: 'Games' },
  { id: 'apps', title: 'App Usage' },
] as const;

/** The spans of time, in their order (spec §2). */
export const logSpans = [
  { id: 'all', title: 'All Time' },
  { id: 'today', title: 'Today' },
  { id: 'week', title: 'Last Week' },
  { id: 'month', title: 'Last Month' },
] as const;

/** What the page shows beside the list, each by its own address. */
export const logViews = [
  { id: 'chain', title: 'Chain' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'status', title: 'Database Status' },
] as const;

/** One of these. */
export type LogView = (typeof logViews)[number]['id'];

/** One of the tabs. */
export type LogTab = (typeof logTabs)[number]['id'];
/** One of the spans. */
export type LogSpan = (typeof logSpans)[number]['id'];

/** All that narrows the list; the page keeps it in the address. */
export type LogFilter = { readonly tab: LogTab; readonly span: LogSpan; readonly failedOnly: boolean; readonly search: string };

/** Nothing narrowed. */
export const everything: LogFilter = { tab: 'all', span: 'all', failedOnly: false, search: '' };

/** Failed sign-ins alone: where the page's link and the palette's command lead. */
export const failedSignIns: LogFilter = { ...everything, tab: 'authentication', failedOnly: true };

const longestSearch = 500;

/** Reads a filter from the part of the fragment after its question mark; what is not known is left out. */
export function parseLogFilter(text: string): LogFilter {
  const parameters = new URLSearchParams(text);
  return {
    tab: logTabs.find(({ id }) => id === parameters.get('tab'))?.id ?? everything.tab,
    span: logSpans.find(({ id }) => id === parameters.get('time'))?.id ?? everything.span,
    failedOnly: parameters.get('failed') === '1',
    search: (parameters.get('q') ?? '').slice(0, longestSearch),
  };
}

/** The view that the same part of the fragment names. */
export function parseLogView(text: string): LogView | undefined {
  const named = new URLSearchParams(text).get('view');
  return logViews.find(({ id }) => id === named)?.id;
}

/** The fragment of the page with this filter, and with a view beside the list; only what narrows is named. */
export function formatLogFilter({ tab, span, failedOnly, search }: LogFilter, view?: LogView): string {
  const parameters = new URLSearchParams();
  if (tab !== everything.tab) parameters.set('tab', tab);
  if (span !== everything.span) parameters.set('time', span);
  if (failedOnly) parameters.set('failed', '1');
  if (search !== '') parameters.set('q', search.slice(0, longestSearch));
  if (view !== undefined) parameters.set('view', view);
  const text = parameters.toString();
  return text === '' ? '#security' : `#security?${text}`;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When a span began: Today at UTC midnight minus 2 hours, a week 7 and a month 30 days ago (spec §5); `undefined` for all time. */
export function spanStartMs(span: LogSpan, nowMs: number): number | undefined {
  switch (span) {
    case 'all':
      return undefined;
    case 'today':
      return Math.floor(nowMs / dayMs) * dayMs - 2 * hourMs;
    case 'week':
      return nowMs - 7 * dayMs;
    case 'month':
      return nowMs - 30 * dayMs;
  }
}

/** Whether a type is shown by a tab. */
export function isOfTab(type: string, tab: LogTab): boolean {
  switch (tab) {
    case 'all':
      return true;
    case 'authentication':
      return isAuthentication(type);
    case 'vault':
      return type === 'vault_activity';
    case 'games':
      return type === 'game_activity';
    case 'apps':
      return type === 'app_activity';
  }
}

/** The rows that the filter lets through, and what of its search could not be understood. */
export function filterLog(
  entries: readonly LogEntry[],
  filter: LogFilter,
  nowMs: number,
): { readonly shown: readonly LogEntry[]; readonly query: LogQuery } {
  const query = parseLogQuery(filter.search);
  const startMs = spanStartMs(filter.span, nowMs) ?? Number.NEGATIVE_INFINITY;
  const shown = entries.filter(
    (entry) =>
      isOfTab(entry.type, filter.tab) && entry.atMs >= startMs && (!filter.failedOnly || !entry.success) && matchesQuery(entry, query),
  );
  return { shown, query };
}

/** The six figures above the list (spec §2). */
export type LogFigures = {
  readonly total: number;
  readonly failed: number;
  readonly logins: number;
  readonly vault: number;
  readonly games: number;
  /** Percent. */
  readonly score: number;
};

/** Counts a list. Logins are the authentications that succeeded. */
export function countLog(entries: readonly LogEntry[]): LogFigures {
  const count = (matches: (entry: LogEntry) => boolean) => entries.filter(matches).length;
  const failed = count(({ success }) => !success);
  return {
    total: entries.length,
    failed,
    logins: count(({ type, success }) => success && isAuthentication(type)),
    vault: count(({ type }) => type === 'vault_activity'),
    games: count(({ type }) => type === 'game_activity'),
    score: securityScore(entries.length, failed),
  };
}

/** 100 minus five times the percentage of failures, kept within 0 and 100; 95 where there is nothing to check (spec §9). */
export function securityScore(total: number, failed: number): number {
  if (total === 0) return 95;
  return Math.round(Math.min(100, Math.max(0, 100 - 5 * ((100 * failed) / total))));
}

/** Whether a type is one of signing in or out. */
export function isAuthentication(type: string): boolean {
  return type === 'terminal_access' || type === 'failed_login' || type === 'auth' || type.startsWith('auth_');
}
