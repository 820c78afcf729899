import { parseJson } from '@castellan/foundation/parse-json';
import * as z from 'zod/mini';
import type { RejectedLine } from '../../../knowledge/statement.ts';
import type { FileRule, FoundOf } from '../statement-file.ts';
import { type ActualNames, type ActualTables, type NamedCategory, noCategory, textOf } from './actual-tables.ts';

const conditionSchema = z.object({ op: z.string(), field: z.string(), value: z.unknown() });
const actionSchema = z.object({
  op: z.string(),
  field: z.optional(z.nullable(z.string())),
  value: z.unknown(),
  options: z.optional(z.nullable(z.object({ splitIndex: z.optional(z.number()), method: z.optional(z.string()) }))),
});
const listOf = <Item extends z.core.$ZodType>(item: Item) => z.array(item).check(z.maxLength(200));
const conditionsSchema = listOf(conditionSchema);
const actionsSchema = listOf(actionSchema);

/** A condition of a rule; fields have the names of the database's columns, in older files those of its views. */
export type ActualCondition = z.infer<typeof conditionSchema>;
export type ActualAction = z.infer<typeof actionSchema>;

/** A rule whose categories are not named yet. */
export type ActualRule = Omit<FileRule, 'category' | 'splits'> & {
  readonly category: NamedCategory;
  readonly splits?: readonly { readonly category: NamedCategory; readonly percent: number }[];
};

/** The conditions and actions that a row of `rules` holds as JSON; `undefined` where they are of another form. */
export function readRule(row: ActualTables['rules'][number]) {
  const conditions = conditionsSchema.safeParse(parseJson(textOf(row.conditions)));
  const actions = actionsSchema.safeParse(parseJson(textOf(row.actions)));
  return conditions.success && actions.success ? { conditions: conditions.data, actions: actions.data } : undefined;
}

const isPayee = ({ field }: ActualCondition) => field === 'description' || field === 'payee';
const isWords = ({ field }: ActualCondition) => field === 'imported_description' || field === 'imported_payee';

const reasons = {
  broken: 'It is of a form that is not known.',
  conditions: 'It looks at more than the payee: rules here know the payee alone.',
  actions: 'It does more than give a category or split by percent.',
  gone: 'Its payee or category was deleted.',
} as const;

/**
 * Rules that look at the payee alone and give a category, or split by whole percents. What a schedule uses as its rule is none. A rule for
 * several payees becomes one for each.
 */
export function rulesOfActual(tables: ActualTables, names: ActualNames): FoundOf<ActualRule> {
  const ofSchedules = new Set(tables.schedules.map(({ rule }) => rule));
  const found: ActualRule[] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, row] of tables.rules.entries()) {
    if (ofSchedules.has(row.id)) continue;
    const line = index + 1;
    const rule = readRule(row);
    if (rule?.actions.some(({ op }) => op === 'link-schedule') === true) continue;
    const looks = rule === undefined ? 'broken' : looksOf(rule.conditions, names);
    const gives = rule === undefined ? 'broken' : givesOf(rule.actions, names);
    if (typeof looks === 'string' || typeof gives === 'string') {
      const reason = typeof looks === 'string' ? looks : typeof gives === 'string' ? gives : 'broken';
      rejected.push({ line, text: textsOf(rule?.conditions ?? [], names), reason: reasons[reason] });
    } else for (const look of looks) found.push({ line, ...look, ...gives });
  }
  return { found, rejected };
}

type Look = Pick<ActualRule, 'payee' | 'match'>;

function looksOf(conditions: readonly ActualCondition[], { payeeOf }: ActualNames): readonly Look[] | keyof typeof reasons {
  const [condition] = conditions;
  if (condition === undefined || conditions.length > 1 || !(isPayee(condition) || isWords(condition))) return 'conditions';
  const { op, value } = condition;
  const values = op === 'oneOf' && Array.isArray(value) ? value.slice(0, 200) : [value];
  if (op !== 'is' && op !== 'contains' && op !== 'oneOf') return 'conditions';
  const looks = values.map((one): Look => {
    const named = isPayee(condition) && op !== 'contains' ? payeeOf(one) : one;
    return { payee: typeof named === 'string' ? named.slice(0, 500) : '', match: op === 'contains' ? 'contains' : 'is' };
  });
  return looks.some(({ payee }) => payee === '') ? 'gone' : looks;
}

function givesOf(
  actions: readonly ActualAction[],
  { categoryOf }: ActualNames,
): Pick<ActualRule, 'category' | 'splits'> | keyof typeof reasons {
  const parts = new Map<number, { percent?: number | 'rest'; category?: NamedCategory | undefined }>();
  for (const { op, field, value, options } of actions) {
    const at = options?.splitIndex ?? 0;
    const part = parts.get(at) ?? {};
    parts.set(at, part);
    if (op === 'set' && field === 'category') {
      part.category = categoryOf(value);
      if (part.category === undefined) return 'gone';
    } else if (op === 'set-split-amount' && at > 0 && options?.method === 'fixed-percent' && typeof value === 'number')
      part.percent = value;
    else if (op === 'set-split-amount' && at > 0 && options?.method === 'remainder') part.percent = 'rest';
    else return 'actions';
  }
  const whole = parts.get(0);
  if (parts.size === 1 && whole?.category !== undefined) return { category: whole.category };
  return whole === undefined ? splitsOf([...parts.values()]) : 'actions';
}

function splitsOf(parts: readonly { readonly percent?: number | 'rest'; readonly category?: NamedCategory | undefined }[]) {
  const fixed = parts.reduce((sum, { percent }) => sum + (typeof percent === 'number' ? percent : 0), 0);
  const splits = parts.map(({ percent, category }) => ({
    percent: percent === 'rest' ? 100 - fixed : (percent ?? 0),
    category: category ?? noCategory,
  }));
  const isWhole = splits.every(({ percent }) => Number.isInteger(percent) && percent >= 1);
  const sum = splits.reduce((total, { percent }) => total + percent, 0);
  return isWhole && sum === 100 && splits.length <= 50 ? { category: noCategory, splits } : ('actions' as const);
}

/** What a rule looks at, for its owner to find it. */
function textsOf(conditions: readonly ActualCondition[], { payeeOf }: ActualNames): string {
  return conditions
    .map(({ field, op, value }) => `${columns[field] ?? field} ${op} ${payeeOf(value) ?? (typeof value === 'string' ? value : '')}`.trim())
    .join(', ')
    .slice(0, 80);
}

const columns: Readonly<Record<string, string>> = {
  description: 'payee',
  imported_description: 'imported payee',
  acct: 'account',
};
