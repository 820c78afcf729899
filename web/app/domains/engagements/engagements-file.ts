import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { issueWords } from '../exchange/issue-words.ts';
import { type ImportedRecord, type ImportPlan, planImport, type RejectedLine } from '../exchange/plan-import.ts';
import { type Engagement, engagementFields } from './engagement-record.ts';

const format = 'castellan-engagements';
const most = 200;

/** Why a file was not read. */
type FileFault = 'not_json' | 'not_ours' | 'too_many';

const fileSchema = z.object({ format: z.literal(format), version: z.literal(1), engagements: z.array(z.unknown()) });
const oneSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)), ...engagementFields });

/** Every engagement as JSON, to be imported here again. Runs and reports are not in it. */
export function writeEngagements(rows: readonly Engagement[]): string {
  return `${JSON.stringify({ format, version: 1, engagements: rows.map((row) => oneSchema.parse(row)) }, undefined, 2)}\n`;
}

/** What taking a file would do. What of it is no engagement is rejected with the reason; a broken file is refused whole. */
export function readEngagements(text: string, existing: readonly Engagement[], now: Date): ImportPlan | FileFault {
  const content = parseJson(text);
  if (content === undefined) return 'not_json';
  const file = fileSchema.safeParse(content);
  if (!file.success) return 'not_ours';
  if (file.data.engagements.length > most) return 'too_many';
  const records: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, item] of file.data.engagements.entries()) {
    const one = oneSchema.safeParse(item, issueWords);
    if (one.success) {
      const { id, ...fields } = one.data;
      records.push({ line: index + 1, externalId: id, fields });
    } else rejected.push({ line: index + 1, text: '', reason: reasonOf(one.error) });
  }
  return planImport({ records, rejected }, existing, 'engagements', now);
}

function reasonOf({ issues: [issue] }: z.core.$ZodError): string {
  return issue === undefined ? 'It is not an engagement.' : `${issue.path.join('.') || 'It'}: ${issue.message}.`.slice(0, 200);
}
