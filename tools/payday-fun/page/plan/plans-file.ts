import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import { issueWords } from '../../../../web/app/domains/exchange/issue-words.ts';
import { type ImportedRecord, type ImportPlan, planImport, type RejectedLine } from '../../../../web/app/domains/exchange/plan-import.ts';
import { type PayPlan, payFields } from './pay-plan.ts';

const format = 'castellan-pay-plans';
const mostPlans = 200;

/** Why a file was not read. */
type FileFault = 'not_json' | 'not_ours' | 'too_many';

const fileSchema = z.object({ format: z.literal(format), version: z.literal(1), plans: z.array(z.unknown()) });
const planSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)), ...payFields });

/** Every pay as JSON, to be imported here again. Holidays are not in it: the server knows them. */
export function writePlans(plans: readonly PayPlan[]): string {
  return `${JSON.stringify({ format, version: 1, plans: plans.map((plan) => planSchema.parse(plan)) }, undefined, 2)}\n`;
}

/** What taking a file would do. What of it is no pay is rejected with the reason; a broken file is refused whole. */
export function readPlans(text: string, existing: readonly PayPlan[], now: Date): ImportPlan | FileFault {
  const content = parseJson(text);
  if (content === undefined) return 'not_json';
  const file = fileSchema.safeParse(content);
  if (!file.success) return 'not_ours';
  if (file.data.plans.length > mostPlans) return 'too_many';
  const records: ImportedRecord[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, item] of file.data.plans.entries()) {
    const plan = planSchema.safeParse(item, issueWords);
    if (plan.success) {
      const { id, ...fields } = plan.data;
      records.push({ line: index + 1, externalId: id, fields });
    } else rejected.push({ line: index + 1, text: '', reason: reasonOf(plan.error) });
  }
  return planImport({ records, rejected }, existing, 'payday-fun', now);
}

function reasonOf({ issues: [issue] }: z.core.$ZodError): string {
  return issue === undefined ? 'It is not a pay plan.' : `${issue.path.join('.') || 'It'}: ${issue.message}.`.slice(0, 200);
}
