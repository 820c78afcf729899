import { writeCsv } from '@castellan/exports/csv';
import { exponentOf, formatMinor } from '@castellan/money/amount';
import { type MoneyBook, sharesOf } from '../../../web/app/domains/money/money-book.ts';
import { isLiability, type MoneyRecord } from '../../../web/app/domains/money/money-records.ts';
import { formatJournal } from '../knowledge/journal.ts';
import { ledgerColumns, openingStatus } from '../knowledge/ledger-table.ts';
import { moneyForm } from './statements/read-own-money.ts';

/**
 * The ledger as CSV, a row for each share of an entry, with plain amounts and each account's balance. An opening balance is a row on its
 * own day, so that the amounts of an account come to its balance.
 */
export function ledgerCsv(book: MoneyBook): string {
  const names = namesOf(book);
  const openings = book.accounts
    .filter(({ opening_minor }) => opening_minor !== 0)
    .map((account) => {
      const { id, currency, opening_minor: minor, opened_on: day } = account;
      const [amount, balance] = [minor, book.balanceFrom.get(id) ?? minor].map((one) => formatMinor(one, exponentOf(currency)));
      const cells = [day, names.get(id) ?? '', currency, amount ?? '', 'Opening balance', '', '', openingStatus, '', balance ?? '', id];
      return { day, rows: [cells] };
    });
  const entries = book.entries.map((entry) => {
    const currency = book.accountById.get(entry.account)?.currency ?? '';
    const exponent = exponentOf(currency);
    const balance = formatMinor(book.balanceAfter.get(entry.id) ?? 0, exponent);
    const transfer = names.get(book.entryById.get(entry.transfer ?? '')?.account ?? '') ?? '';
    const { day, payee, memo, status, id } = entry;
    const account = names.get(entry.account) ?? '';
    const rows = sharesOf(entry).map(({ category, minor }) => [
      ...[day, account, currency, formatMinor(minor, exponent), payee, memo, category, status, transfer, balance, id],
    ]);
    return { day, rows };
  });
  const sorted = [...openings, ...entries].sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
  return writeCsv([ledgerColumns, ...sorted.flatMap(({ rows }) => rows)]);
}

/** Names that differ, also where the owner called two accounts of a currency the same. */
function namesOf({ accounts }: MoneyBook): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    accounts.map(({ id, name, currency }) => {
      let own = name;
      for (let number = 2; taken.has(`${own}\n${currency}`); number += 1) own = `${name} ${number}`;
      taken.add(`${own}\n${currency}`);
      return [id, own];
    }),
  );
}

/** The ledger as a journal that hledger reads. Of a transfer one side is written. */
export function ledgerJournal(book: MoneyBook): string {
  const accounts = book.accounts.map((account) => ({
    ...{ id: account.id, name: account.name, currency: account.currency, isLiability: isLiability(account) },
    ...{ openingMinor: account.opening_minor, openedOn: account.opened_on },
  }));
  const entries = book.entries.flatMap((entry) => {
    const other = entry.transfer === null ? undefined : book.entryById.get(entry.transfer);
    const isPair = other !== undefined && other.minor === -entry.minor && other.transfer === entry.id;
    // The side that money left stands for both.
    if (isPair && (entry.minor > 0 || (entry.minor === 0 && entry.id > other.id))) return [];
    return [
      {
        ...{ account: entry.account, day: entry.day, minor: entry.minor, payee: entry.payee, memo: entry.memo },
        ...{ isCleared: entry.status !== 'open', shares: sharesOf(entry) },
        ...(isPair ? { transferTo: other.account } : {}),
      },
    ];
  });
  return formatJournal(accounts, entries);
}

/** Everything, as our own format: what it says comes back the same. */
export function moneyJson(records: readonly MoneyRecord[]): string {
  return `${JSON.stringify({ form: moneyForm, records: records.map(({ batch: _, ...record }) => record) }, null, 1)}\n`;
}
