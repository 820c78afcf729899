import { writeCsv } from '@castellan/exports/csv';
import type { LogEntry } from './log-entry.ts';

/** A file to be saved. */
export type LogFile = { readonly name: string; readonly type: string; readonly text: string };

const columns = ['Timestamp', 'Type', 'Description', 'Success', 'IP Address', 'User Agent'] as const;

/** The list as CSV (RFC 4180) in the columns of spec §3, named by its date; no cell can be taken for a formula. */
export function exportCsv(entries: readonly LogEntry[], nowMs: number): LogFile {
  const lines = entries.map(({ atMs, type, description, success, address, userAgent }) => [
    new Date(atMs).toISOString(),
    type,
    description,
    String(success),
    address ?? '',
    userAgent ?? '',
  ]);
  const text = writeCsv([columns, ...lines]);
  return { name: `activity-logs-${dayOf(nowMs)}.csv`, type: 'text/csv;charset=utf-8', text };
}

/** The list as JSON Lines: each row as the backend holds it, its hash included. */
export function exportJsonLines(entries: readonly LogEntry[], nowMs: number): LogFile {
  const text = entries.map(({ raw }) => `${JSON.stringify(raw)}\n`).join('');
  return { name: `activity-logs-${dayOf(nowMs)}.jsonl`, type: 'application/jsonl', text };
}

function dayOf(nowMs: number): string {
  const now = new Date(nowMs);
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
