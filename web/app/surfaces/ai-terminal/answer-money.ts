import { type Result, succeed } from '@castellan/foundation/result';
import { exponentOf, formatMinor } from '@castellan/money/amount';
import type { Day } from '@castellan/money/day';
import { fold } from '../../domains/commands/rank-commands.ts';
import { moneyCollection } from '../../domains/money/money.collection.ts';
import { type MoneyBook, openBook } from '../../domains/money/money-book.ts';
import { isLiability, money } from '../../domains/money/money-records.ts';
import { type MoneySpan, splitSpan } from '../../domains/money/money-span.ts';
import { type MoneySubject, type MoneySum, subjectOf, sumMoney } from '../../domains/money/money-sums.ts';
import { readBundles } from '../../domains/sealed-bundles/read-bundles.ts';
import type { Answer, CommandFailure } from '../../domains/terminal/command.ts';
import { type Field, lineTable, makeTable, type Table, type Value } from '../../domains/terminal/table.ts';
import { readRows } from './read-feed.ts';
import { sealedKindOf } from './sealed-grants.ts';

/** What is asked of the ledger: `words` say what and when, or name an account. */
export type MoneyQuestion = {
  readonly kind: 'spent' | 'received' | 'balance';
  readonly words: string;
  readonly isByCategory: boolean;
  /** Of balances, only the sum of each currency. */
  readonly isTotal: boolean;
  readonly today: Day;
};

const text = (name: string): Field => ({ name, kind: 'text' });
const number = (name: string): Field => ({ name, kind: 'number' });

/** Reads the sealed ledger and answers from it; one line says so where the vault is locked. */
export async function answerMoney(question: MoneyQuestion): Promise<Result<Answer, CommandFailure>> {
  const rows = await readRows(money.collection, 'Your accounts and your ledger');
  if (!rows.ok) return rows;
  const { records, unreadable } = readBundles(money, rows.value);
  const table = answerFrom(openBook(records), question);
  const sealed = [sealedKindOf(moneyCollection)];
  const count = unreadable.length;
  if (count === 0) return succeed({ table, sealed });
  const remark = `${count === 1 ? '1 record of the ledger cannot be read and is' : `${count} records of the ledger cannot be read and are`} not in it. Wealth lists what cannot be read.`;
  return succeed({ table, sealed, remark });
}

/** The answer from a book. Every amount is a sum of whole minor units, written with as many digits as its currency has. */
export function answerFrom(book: MoneyBook, question: MoneyQuestion): Table {
  if (book.accounts.length === 0) return lineTable(['Your ledger has no account yet.']);
  return question.kind === 'balance' ? balancesOf(book, question) : flowOf(book, question);
}

function flowOf(book: MoneyBook, { kind, words, isByCategory, today }: MoneyQuestion): Table {
  const { what, span } = splitSpan(words, today);
  const subject = subjectOf(book, what);
  if (subject.kind === 'none')
    return lineTable([
      `No category, payee or memo of your ledger has “${what}”.`,
      ...(book.categories.length === 0 ? [] : [`Your categories: ${book.categories.slice(0, 20).join(', ')}.`]),
    ]);
  const wanted = (sum: MoneySum) => (kind === 'spent' ? sum.outMinor : sum.inMinor);
  const sums = sumMoney(book, subject, span, isByCategory).filter((sum) => wanted(sum) > 0);
  const about = aboutOf(subject);
  if (sums.length === 0)
    return lineTable([
      `Nothing was ${kind}${about === '' ? '' : `, ${about}`}${span.from === undefined && span.to === undefined ? '' : `: ${daysOf(span)}`}.`,
    ]);
  // What came back of what was spent on something: of everything together it would be income.
  const hasBack = kind === 'spent' && (subject.kind !== 'all' || isByCategory) && sums.some(({ inMinor }) => inMinor > 0);
  const fields = [
    ...(isByCategory ? [text('category')] : about === '' ? [] : [text('for')]),
    ...[number(kind), ...(hasBack ? [number('back'), number('net')] : []), text('currency'), text('from'), text('to'), number('entries')],
  ];
  const records = sums
    .toSorted((one, other) => (one.currency === other.currency ? wanted(other) - wanted(one) : one.currency < other.currency ? -1 : 1))
    .map((sum): Readonly<Record<string, Value>> => {
      const { currency, category, inMinor, outMinor, first, last } = sum;
      const entries = hasBack ? sum.entries : kind === 'spent' ? sum.outEntries : sum.inEntries;
      return {
        ...{ category: category || 'none', for: about, from: span.from ?? first, to: span.to ?? last, currency, entries },
        [kind]: amountText(wanted(sum), currency),
        back: amountText(inMinor, currency),
        net: amountText(outMinor - inMinor, currency),
      };
    });
  return makeTable(fields, records);
}

/** An amount to the last digit, as filters and programs read it. */
function amountText(minor: number, currency: string): string {
  return formatMinor(minor, exponentOf(currency));
}

function aboutOf(subject: MoneySubject): string {
  if (subject.kind === 'categories') return `${subject.names.size === 1 ? 'category' : 'categories'} ${[...subject.names].join(', ')}`;
  return subject.kind === 'payees' ? `payee or memo with “${subject.words.join(' ')}”` : '';
}

function daysOf({ from, to }: MoneySpan): string {
  if (from === undefined) return `until ${to ?? ''}`;
  if (to === undefined) return `from ${from} on`;
  return from === to ? from : `${from} to ${to}`;
}

function balancesOf(book: MoneyBook, { words, isTotal }: MoneyQuestion): Table {
  const wanted = fold(words)
    .split(/\s+/)
    .filter((word) => word !== '' && !['my', 'the', 'account', 'of', 'in', 'on'].includes(word));
  const fits = book.accounts.filter(({ name, closed }) =>
    wanted.length === 0 ? !closed : wanted.every((word) => fold(name).includes(word)),
  );
  if (fits.length === 0)
    return lineTable([
      wanted.length === 0
        ? 'Every account is closed.'
        : `No account has “${words}”. Yours: ${book.accounts.map(({ name }) => name).join(', ')}.`,
    ]);
  if (!isTotal)
    return makeTable(
      [text('account'), text('type'), number('balance'), text('currency')],
      fits.map((account) => ({
        account: account.name,
        type: isLiability(account) ? `${account.type}, owed` : account.type,
        balance: amountText(book.balances.get(account.id) ?? 0, account.currency),
        currency: account.currency,
      })),
    );
  const totals = new Map<string, { minor: number; accounts: number }>();
  for (const { id, currency } of fits) {
    const { minor, accounts } = totals.get(currency) ?? { minor: 0, accounts: 0 };
    totals.set(currency, { minor: minor + (book.balances.get(id) ?? 0), accounts: accounts + 1 });
  }
  return makeTable(
    [number('balance'), text('currency'), number('accounts')],
    [...totals]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, { minor, accounts }]) => ({ balance: amountText(minor, currency), currency, accounts })),
  );
}
