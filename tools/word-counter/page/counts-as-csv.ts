import { writeCsv } from '@castellan/exports/csv';
import type { TextDetails } from '../knowledge/describe-text.ts';
import type { QuickCounts } from './word-counter-jobs.ts';

/** Rows of kind, name and value (RFC 4180). No cell is a formula to a spreadsheet. */
export function countsAsCsv({ counts, limits }: QuickCounts, details: TextDetails | undefined): string {
  const rows: readonly (readonly [string, string, string | number])[] = [
    ['kind', 'name', 'value'],
    ...Object.entries(counts).map(([name, value]) => ['count', name, value] as const),
    ...(limits === undefined ? [] : [['limit', 'x', limits.x.used] as const, ['limit', 'sms parts', limits.sms.parts] as const]),
    ...(details?.readability ?? []).map(({ name, value }) => ['readability', name, value ?? ''] as const),
    ...(details?.density ?? []).flatMap((phrases) => phrases.map(({ text, count }) => ['phrase', text, count] as const)),
  ];
  return writeCsv(rows.map((row) => row.map(String)));
}
