import { parseJson } from '@castellan/foundation/parse-json';
import { issueWords } from '../../../../web/app/domains/exchange/issue-words.ts';
import { type MoneyRecord, money } from '../../../../web/app/domains/money/money-records.ts';
import type { BundledRecord } from '../../../../web/app/domains/sealed-bundles/bundle-kind.ts';
import type { RejectedLine } from '../../knowledge/statement.ts';

/** What our own files of the ledger call themselves. */
export const moneyForm = 'castellan-money-1';

/** Records of our own file, each with its number in the file, and those that were not taken. */
export type OwnMoney = {
  readonly records: readonly { readonly line: number; readonly record: MoneyRecord }[];
  readonly rejected: readonly RejectedLine[];
};

/** Reads our own JSON, each record checked; `undefined` where the file is another one. */
export function readOwnMoney(text: string): OwnMoney | undefined {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || !('form' in parsed) || parsed.form !== moneyForm || !('records' in parsed))
    return undefined;
  if (!Array.isArray(parsed.records)) return undefined;
  const records: OwnMoney['records'][number][] = [];
  const rejected: RejectedLine[] = [];
  for (const [index, value] of parsed.records.entries()) {
    const read = money.schema.safeParse({ ...(value as BundledRecord), batch: null }, issueWords);
    const line = index + 1;
    if (read.success) records.push({ line, record: read.data });
    else {
      const [issue] = read.error.issues;
      rejected.push({ line, text: '', reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() });
    }
  }
  return { records, rejected };
}
