import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { CommandFailure } from './command.ts';
import { compareValues, holdsText, numberOf, sameText } from './compare-values.ts';
import { type Value, valueText } from './table.ts';

/** The comparisons of `where`; `~` is “holds the text”. */
export const operators = ['=', '!=', '~', '>', '<', '>=', '<='] as const;
export type Operator = (typeof operators)[number];

/** What `where` asks of each record. */
export type Condition = { readonly field: string; readonly operator: Operator; readonly wanted: string };

/** Reads `FIELD OP VALUE`, spaced or not; the words of a value need no quotes. */
export function parseCondition(words: readonly string[]): Result<Condition, CommandFailure> {
  const match = /^\s*([\w-]+)\s*(!=|>=|<=|==?|~|>|<)\s*(.*)$/s.exec(words.join(' '));
  const operator = operators.find((known) => known === (match?.[2] === '==' ? '=' : match?.[2]));
  if (match === null || operator === undefined) {
    return fail({
      code: 'bad_argument',
      message: `where needs FIELD OP VALUE; OP is one of ${operators.join(' ')}. For example: where year >= 2021`,
    });
  }
  const [, field = '', , wanted = ''] = match;
  return succeed({ field, operator, wanted: wanted.trim() });
}

/** Whether a value meets a condition. Of a list one item is enough, and `!=` wants none; what is missing meets only `!=`. */
export function meets(value: Value, { operator, wanted }: Condition): boolean {
  if (operator === '!=') return !meets(value, { field: '', operator: '=', wanted });
  if (value === undefined) return operator === '=' && wanted === '';
  if (typeof value === 'object')
    return value.length === 0 ? operator === '=' && wanted === '' : value.some((item) => meets(item, { field: '', operator, wanted }));
  const text = valueText(value);
  if (operator === '~') return holdsText(text, wanted);
  const [size, wantedSize] = [numberOf(text), numberOf(wanted)];
  const areNumbers = size !== undefined && wantedSize !== undefined;
  if (operator === '=') return sameText(text, wanted) || (areNumbers && size === wantedSize);
  // A number is not more or less than a word.
  if (typeof value === 'number' && !areNumbers) return false;
  const order = areNumbers ? size - wantedSize : compareValues(text, wanted);
  if (operator === '>') return order > 0;
  if (operator === '<') return order < 0;
  return operator === '>=' ? order >= 0 : order <= 0;
}
