import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Entry, ImportedStatement, MoneyRecord } from '../../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import { lineOfKey } from '../../knowledge/statement.ts';
import { isEditedEntry, type Standing } from './standing.ts';

/** How a statement stands, in a sentence; `amount` writes an amount with its currency. */
export function standingWords(standing: Standing, { from, to }: ImportedStatement, amount: (minor: number) => string): string {
  if (standing.verdict === 'unknown') return `Cannot prove itself: it has no ${standing.missing} balance.`;
  if (standing.verdict === 'proven') {
    const { count, minor } = standing.open;
    return count === 0 ? 'Proven' : `Proven without ${count} open ${count === 1 ? 'entry' : 'entries'} of ${amount(minor)}`;
  }
  const { where, byMinor, wasProven } = standing;
  const verdict = wasProven ? 'No longer proven' : 'Not proven';
  const by = `${amount(Math.abs(byMinor))} ${byMinor > 0 ? 'more' : 'less'}`;
  if (where === 'days') {
    const days = standing.from === from ? '' : `, counted from ${standing.from}`;
    return `${verdict}: opening balance + entries are ${by} than the closing balance${days}.`;
  }
  if (where === 'before') return `${verdict}: before ${from} the account has ${by} than the statement’s opening balance.`;
  return `${verdict}: after ${to} the account has ${by} than the statement’s closing balance.`;
}

const mostNamed = 3;

/**
 * What may have broken a statement, as far as it can be known: entries of its days that were deleted, moved, given another amount or day,
 * or are from elsewhere. `removed`: records in the trash.
 */
export function changesOf(
  { account, batch, from, to }: ImportedStatement,
  { entries, accountById }: MoneyBook,
  removed: readonly MoneyRecord[],
  amount: (minor: number) => string,
): readonly string[] {
  const inDays = (day: string | undefined) => day !== undefined && day >= from && day <= to;
  const changes: string[] = [];
  let more = 0;
  const add = (entry: Entry, what: string) => {
    if (changes.length < mostNamed) changes.push(`“${entry.payee || 'No payee'}”, ${entry.day}, ${amount(entry.minor)}: ${what}`);
    else more += 1;
  };
  for (const entry of removed)
    if (entry.kind === 'entry' && entry.account === account && inDays(lineDay(entry) ?? entry.day)) add(entry, 'in the trash.');
  for (const entry of entries) {
    const line = entry.key === null ? undefined : lineOfKey(entry.key);
    if (entry.account === account) {
      if (line !== undefined && isEditedEntry(entry) && (inDays(line.day) || inDays(entry.day)))
        add(entry, `the statement has it on ${line.day} with ${amount(line.minor)}.`);
      else if (inDays(entry.day) && entry.batch !== batch) add(entry, entry.key === null ? 'entered by hand.' : 'from another import.');
    } else if (line !== undefined && inDays(line.day) && entry.id === derivedRecordId('entry', account, entry.key ?? ''))
      add(entry, `now in ${accountById.get(entry.account)?.name ?? 'another account'}.`);
  }
  return more === 0 ? changes : [...changes, `And ${more.toLocaleString('en-GB')} more.`];
}

function lineDay({ key }: Entry): string | undefined {
  return key === null ? undefined : lineOfKey(key)?.day;
}
