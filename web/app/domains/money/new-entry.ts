import { newRecordId } from '../records/record.ts';
import type { MoneyBook } from './money-book.ts';
import type { Account, Entry } from './money-records.ts';

/** An entry that the owner types. */
export function newEntry(account: string, values: Partial<Entry> & Pick<Entry, 'day' | 'minor'>): Entry {
  return {
    ...{ kind: 'entry', id: newRecordId(), removed_at: null, batch: null, account, payee: '', memo: '', category: '' },
    ...{ splits: [], transfer: null, status: 'open', key: null },
    ...values,
  };
}

/** The account that most of the latest entries are of; without any, the first. */
export function usualAccount({ entries, accounts, accountById }: MoneyBook): Account | undefined {
  const counts = new Map<string, number>();
  for (const { account } of entries.slice(-50))
    if (accountById.get(account)?.closed === false) counts.set(account, (counts.get(account) ?? 0) + 1);
  const [most] = [...counts].sort((one, other) => other[1] - one[1]);
  return accountById.get(most?.[0] ?? '') ?? accounts.find(({ closed }) => !closed);
}
