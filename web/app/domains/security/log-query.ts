import { activityKind } from '../activity/activity-kind.ts';
import type { LogEntry } from './log-entry.ts';

/** What a search asks for: qualifiers, each of which must hold, and a text that must be found as it stands (spec §5). */
export type LogQuery = {
  /** All plain words as one, in small letters; what stands in quotation marks is plain too, whatever it looks like. Empty for none. */
  readonly text: string;
  readonly conditions: readonly Condition[];
  /** Rows at or after, and rows before these times. */
  readonly afterMs: number | undefined;
  readonly beforeMs: number | undefined;
  /** What could not be understood, in sentences. */
  readonly problems: readonly string[];
};

/** One `field:value`; `excluded` where a minus stands before it. */
export type Condition = { readonly field: QueryField; readonly value: string; readonly excluded: boolean };

/** What a qualifier can ask of a row, besides the times `after:` and `before:`. */
export const queryFields = ['type', 'ip', 'status', 'session', 'agent', 'page', 'source'] as const;

/** One of the fields. */
export type QueryField = (typeof queryFields)[number];

const statuses: Readonly<Record<string, 'failed' | 'success'>> = {
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  success: 'success',
  ok: 'success',
};

// A token is field:value, a word, or either in quotation marks, which may stand open while it is being typed.
const token = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu;

/** Reads a search: `type: ip: status: session: agent: page: source: after: before:`, each excludable by a minus, and plain words. */
export function parseLogQuery(text: string): LogQuery {
  const words: string[] = [];
  const conditions: Condition[] = [];
  const problems: string[] = [];
  let afterMs: number | undefined;
  let beforeMs: number | undefined;
  for (const [whole, minus = '', name = '', quoted, plain = ''] of text.matchAll(token)) {
    const value = quoted ?? plain;
    const field = name.toLowerCase();
    if (field === 'after' || field === 'before') {
      const atMs = parseTime(value);
      if (atMs === undefined) problems.push(`${field}: needs a date such as 2026-11-21 or a time such as 2026-11-21T14:30Z`);
      else if (field === 'after') afterMs = Math.max(atMs, afterMs ?? atMs);
      else beforeMs = Math.min(atMs, beforeMs ?? atMs);
    } else if (isField(field)) {
      const wanted = field === 'status' ? statuses[value.toLowerCase()] : value.toLowerCase();
      if (wanted === undefined) problems.push('status: is failed or success');
      else if (wanted !== '') conditions.push({ field, value: wanted, excluded: minus === '-' });
    } else {
      words.push((quoted !== undefined && name === '' && minus === '' ? quoted : whole).toLowerCase());
    }
  }
  return { text: words.filter((word) => word !== '').join(' '), conditions, afterMs, beforeMs, problems };
}

/** Whether a row is what the search asks for. Its text is looked for in description and type (spec §5) and in the type's word, whatever its case. */
export function matchesQuery(entry: LogEntry, query: LogQuery): boolean {
  if (query.afterMs !== undefined && entry.atMs < query.afterMs) return false;
  if (query.beforeMs !== undefined && entry.atMs >= query.beforeMs) return false;
  if (!query.conditions.every((condition) => holds(entry, condition) !== condition.excluded)) return false;
  return [entry.description, entry.type, activityKind(entry.type)].some((text) => text.toLowerCase().includes(query.text));
}

/** The search with a qualifier added, or, where it stands there already, taken out; its opposite goes in any case. */
export function toggleCondition(text: string, condition: Condition): string {
  const plain = `${condition.field}:${quote(condition.value)}`;
  const wanted = condition.excluded ? `-${plain}` : plain;
  const tokens = [...text.matchAll(token)].map(([whole]) => whole);
  const others = tokens.filter((one) => one !== plain && one !== `-${plain}`);
  return [...others, ...(tokens.includes(wanted) ? [] : [wanted])].join(' ');
}

/** The search with its times replaced; `undefined` takes them out. */
export function withSpan(text: string, span: { readonly fromMs: number; readonly toMs: number } | undefined): string {
  const others = [...text.matchAll(token)].filter(([, , name]) => !/^(after|before)$/i.test(name ?? '')).map(([whole]) => whole);
  return [...others, ...(span === undefined ? [] : [`after:${spell(span.fromMs)}`, `before:${spell(span.toMs)}`])].join(' ');
}

function holds(entry: LogEntry, { field, value }: Condition): boolean {
  switch (field) {
    case 'type':
      return entry.type.toLowerCase() === value || activityKind(entry.type).toLowerCase() === value;
    case 'ip':
      return (entry.address ?? '').toLowerCase().startsWith(value);
    case 'status':
      return entry.success === (value === 'success');
    case 'session':
      return (entry.sessionId ?? '').toLowerCase().startsWith(value);
    case 'agent':
      return (entry.userAgent ?? '').toLowerCase().includes(value);
    case 'page':
      return (entry.pageUrl ?? '').toLowerCase().includes(value);
    case 'source':
      return (entry.reportedBy ?? entry.kind).toLowerCase() === value;
  }
}

function isField(name: string): name is QueryField {
  return queryFields.some((field) => field === name);
}

/** A date is its beginning in UTC, as the times in the log are. */
function parseTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/i.test(text)) return undefined;
  const withZone = /T/i.test(text) && !/(Z|[+-]\d{2}:\d{2})$/i.test(text) ? `${text}Z` : text;
  const atMs = Date.parse(withZone.toUpperCase());
  return Number.isFinite(atMs) ? atMs : undefined;
}

function quote(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}

function spell(atMs: number): string {
  return new Date(atMs).toISOString().replace(/:00\.000Z$/, 'Z');
}
