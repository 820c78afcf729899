import type { ImportedRecord, ImportPlan, RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import type { BundlesView } from '../../../../web/app/domains/sealed-bundles/read-bundles.ts';
import { cellsByDay } from '../day-values.ts';
import { type HealthRecord, healthBundles } from '../health-records.ts';

/** What taking a file would do: the plan as it is shown, and the records that are written. */
export type HealthImport = { readonly plan: ImportPlan; readonly records: readonly HealthRecord[] };

/** Shown on the way to the numbers, by the words that the plan's groups have. */
const said = (record: HealthRecord, line: number): ImportedRecord => ({
  line,
  externalId: record.id,
  fields: { name: healthBundles.nameOf(record) },
});

/**
 * Compares what a file brings with what is there: what is there in the same words, by hand or from another file too, is there already.
 * What lies in the trash stays there. Reading the same file again adds nothing. Our `own` JSON says of each value where it comes from,
 * so that a record of it is there only as itself.
 */
export function planHealthImport(
  brought: readonly HealthRecord[],
  view: BundlesView<HealthRecord>,
  rejected: readonly RejectedLine[],
  file: 'own' | 'other' = 'other',
): HealthImport {
  const days = cellsByDay(view.records);
  const trashed = new Set(view.removed.map(({ id }) => id));
  const fresh: ImportedRecord[] = [];
  const changed: ImportPlan['changed'][number][] = [];
  const duplicate: ImportedRecord[] = [];
  const records: HealthRecord[] = [];
  for (const [index, record] of brought.entries()) {
    const line = index + 1;
    const before = view.byId.get(record.id);
    if (trashed.has(record.id) || isThere(record, before, file === 'own' ? undefined : days)) duplicate.push(said(record, line));
    else {
      records.push(record);
      if (before === undefined) fresh.push(said(record, line));
      else changed.push({ id: record.id, record: said(record, line), fields: differing(record, before) });
    }
  }
  const edits = records.map(({ id }) => ({ kind: 'change' as const, id, values: {} }));
  return { plan: { batchId: newRecordId(), fresh, changed, duplicate, rejected, partial: [], edits }, records };
}

function isThere(record: HealthRecord, before: HealthRecord | undefined, days: ReturnType<typeof cellsByDay> | undefined): boolean {
  if (before !== undefined) return differing(record, before).length === 0;
  // A table that was written here names values of other sources, too.
  if (days === undefined || record.kind !== 'day' || record.source !== 'csv') return false;
  const cells = days.get(record.day);
  return Object.entries(record.values).every(([metric, value]) => cells?.get(metric)?.value === value);
}

function differing(record: HealthRecord, before: HealthRecord): readonly string[] {
  const fields = (one: HealthRecord): Readonly<Record<string, unknown>> =>
    one.kind === 'day' ? one.values : { ...one, batch: null, removed_at: null };
  const [mine, known] = [fields(record), fields(before)];
  return [...new Set([...Object.keys(mine), ...Object.keys(known)])].filter((name) => mine[name] !== known[name]);
}
