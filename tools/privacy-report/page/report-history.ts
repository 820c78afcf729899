import { parseJson } from '@castellan/foundation/parse-json';
import { defineStoredValue } from '../../../web/app/lib/stored-values.ts';
import type { Judgement } from './judge-report.ts';
import { fnv1a } from './model-keys.ts';

/** An earlier report: when, its bits, and each value as a hash. */
export type PastReport = { readonly at: number; readonly bits?: number | undefined; readonly hashes: Readonly<Record<string, string>> };

const maxKept = 30;

/** The reports made in this browser, the newest first. They stay until they are cleared. */
export const reportHistory = defineStoredValue<readonly PastReport[]>({
  key: 'privacy_report_history',
  medium: 'local',
  parse: (text) => {
    const read = parseJson(text);
    return Array.isArray(read) && read.length <= maxKept && read.every(isPastReport) ? read : undefined;
  },
  format: (reports) => JSON.stringify(reports),
  clearedBy: 'nothing',
});

/** By hand: the schema library would be a quarter of what a first visit fetches. */
function isPastReport(value: unknown): value is PastReport {
  if (typeof value !== 'object' || value === null || !('at' in value) || !('hashes' in value)) return false;
  const { at, hashes } = value;
  const isBits = !('bits' in value) || typeof value.bits === 'number';
  return typeof at === 'number' && Number.isFinite(at) && isBits && isHashes(hashes);
}

function isHashes(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((hash) => typeof hash === 'string');
}

/** The history with a report put first. */
export function addReport(history: readonly PastReport[], { attributes, bits }: Judgement, at: number): readonly PastReport[] {
  const hashes = Object.fromEntries(attributes.map(({ id, value }) => [id, fnv1a(value)]));
  return [{ at, bits, hashes }, ...history].slice(0, maxKept);
}

/** The attributes whose values differ between two reports. */
export function changesBetween(now: PastReport, before: PastReport): readonly string[] {
  return Object.keys(now.hashes).filter((id) => now.hashes[id] !== before.hashes[id]);
}
