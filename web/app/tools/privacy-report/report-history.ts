import { z } from 'zod';
import { defineStoredValue } from '../../lib/stored-values.ts';
import type { Judgement } from './judge-report.ts';
import { fnv1a } from './model-keys.ts';

/** An earlier report: when, its bits, and each value as a hash. */
export type PastReport = { readonly at: number; readonly bits?: number | undefined; readonly hashes: Readonly<Record<string, string>> };

const maxKept = 30;

const historySchema = z
  .array(z.object({ at: z.number(), bits: z.number().optional(), hashes: z.record(z.string(), z.string()) }))
  .max(maxKept);

/** The reports made in this browser, the newest first. They stay until they are cleared. */
export const reportHistory = defineStoredValue<readonly PastReport[]>({
  key: 'privacy_report_history',
  medium: 'local',
  parse: (text) => {
    try {
      const read = historySchema.safeParse(JSON.parse(text));
      return read.success ? read.data : undefined;
    } catch {
      return undefined;
    }
  },
  format: (reports) => JSON.stringify(reports),
  clearedBy: 'nothing',
});

/** The history with a report put first. */
export function addReport(history: readonly PastReport[], { attributes, bits }: Judgement, at: number): readonly PastReport[] {
  const hashes = Object.fromEntries(attributes.map(({ id, value }) => [id, fnv1a(value)]));
  return [{ at, bits, hashes }, ...history].slice(0, maxKept);
}

/** The attributes whose values differ between two reports. */
export function changesBetween(now: PastReport, before: PastReport): readonly string[] {
  return Object.keys(now.hashes).filter((id) => now.hashes[id] !== before.hashes[id]);
}
