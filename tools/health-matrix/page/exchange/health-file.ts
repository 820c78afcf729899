import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { issueWords } from '../../../../web/app/domains/exchange/issue-words.ts';
import type { RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { type HealthRecord, healthBundles } from '../health-records.ts';
import { checkinRecord, dayRecord, workoutRecord } from '../make-records.ts';
import { isPlausible } from '../metrics.ts';

const format = 'castellan-health';

/** Bytes of a file that are read: ten years of days with a route to each workout stay below. */
export const largestHealthFile = 50_000_000;

/** Records of a file: of thirty years with four a day. */
const mostRecords = 50_000;

/** Why a file was not read. */
export type HealthFileFault = 'not_json' | 'not_ours' | 'too_many';

const fileSchema = z.object({ format: z.literal(format), version: z.literal(1), records: z.array(z.unknown()) });

/** Everything as our own JSON, a record to a line, to be imported here again. The trash is not in it. */
export function writeHealthFile(records: readonly HealthRecord[]): string {
  const lines = records.map(({ batch: _batch, removed_at: _removed, ...record }) => JSON.stringify(record));
  return `{"format":"${format}","version":1,"records":[\n${lines.join(',\n')}\n]}\n`;
}

/** Reads a file that was written here. What of it is no record is rejected with the reason; a broken file is refused whole. */
export function readHealthFile(
  text: string,
): { readonly records: readonly HealthRecord[]; readonly rejected: readonly RejectedLine[] } | HealthFileFault {
  const content = parseJson(text);
  if (content === undefined) return 'not_json';
  const file = fileSchema.safeParse(content);
  if (!file.success) return 'not_ours';
  if (file.data.records.length > mostRecords) return 'too_many';
  const records = new Map<string, HealthRecord>();
  const rejected: RejectedLine[] = [];
  for (const [index, item] of file.data.records.entries()) {
    // The first record stands on the second line.
    const refuse = (reason: string) => rejected.push({ line: index + 2, text: JSON.stringify(item).slice(0, 80), reason });
    const read = healthBundles.schema.safeParse(item, issueWords);
    if (!read.success) {
      refuse(reasonOf(read.error));
      continue;
    }
    const record = rebuilt(read.data);
    const odd = record.kind === 'day' ? Object.entries(record.values).find(([metric, value]) => !isPlausible(metric, value)) : undefined;
    if (odd !== undefined) refuse(`${odd[0].slice(0, 40)}: ${odd[1]} is not a valid value.`);
    else if (records.has(record.id)) refuse('The record is there twice.');
    else records.set(record.id, record);
  }
  return { records: [...records.values()], rejected };
}

/** The record as it would be made here: its id says what it is of, whatever the file calls it. */
function rebuilt(record: HealthRecord): HealthRecord {
  if (record.kind === 'day') return dayRecord(record.day, record.source, record.values);
  if (record.kind === 'checkin') {
    const { day, mood, energy, pain, note } = record;
    return checkinRecord(day, { mood, energy, pain, note });
  }
  const { day, time, activity, minutes, kilometres, kilocalories, source, route } = record;
  return workoutRecord({ day, time, activity, minutes, kilometres, kilocalories, source, route });
}

function reasonOf({ issues: [issue] }: z.core.$ZodError): string {
  return issue === undefined ? 'It is not a record.' : `${issue.path.join('.') || 'It'}: ${issue.message}.`.slice(0, 200);
}
