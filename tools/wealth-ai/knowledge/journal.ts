import { oneLine } from '@castellan/exports/plain-text';
import { exponentOf, formatMinor } from '@castellan/money/amount';
import type { Day } from '@castellan/money/day';

/** An account as a journal has it. */
export type JournalAccount = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly isLiability: boolean;
  readonly openingMinor: number;
  readonly openedOn: Day;
};

/** An entry as a journal has it. `transferTo`: the account of the other side; that side's own entry is left out. */
export type JournalEntry = {
  readonly account: string;
  readonly day: Day;
  readonly minor: number;
  readonly payee: string;
  readonly memo: string;
  readonly isCleared: boolean;
  readonly shares: readonly { readonly category: string; readonly minor: number }[];
  readonly transferTo?: string;
};

/**
 * A plain-text journal that hledger, Ledger and beancount's importers read: each entry balances to zero in its currency, amounts are
 * exact, and names are freed of what the format would read as something else.
 */
export function formatJournal(accounts: readonly JournalAccount[], entries: readonly JournalEntry[]): string {
  const names = accountNames(accounts);
  const nameOf = (id: string) => names.get(id) ?? 'assets:unknown';
  const amount = (minor: number, currency: string) => `${currency} ${formatMinor(minor, exponentOf(currency))}`;
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  const directives = [...new Set(accounts.map(({ currency }) => currency))].map((currency) => {
    const exponent = exponentOf(currency);
    return `commodity ${currency} 1000.${'0'.repeat(exponent)}`;
  });
  const openings = accounts
    .filter(({ openingMinor }) => openingMinor !== 0)
    .map(({ id, currency, openingMinor, openedOn }) =>
      [
        `${openedOn} * Opening balance`,
        posting(nameOf(id), amount(openingMinor, currency)),
        posting('equity:opening', amount(-openingMinor, currency)),
      ].join('\n'),
    );
  const written = [...entries]
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map((entry) => {
      const currency = currencies.get(entry.account) ?? 'XXX';
      const memo = words(entry.memo);
      const others =
        entry.transferTo !== undefined
          ? [posting(nameOf(entry.transferTo), amount(-entry.minor, currency))]
          : entry.shares.map(({ category, minor }) => posting(categoryName(category, minor), amount(-minor, currency)));
      return [
        `${entry.day} ${entry.isCleared ? '* ' : ''}${words(entry.payee) || 'no payee'}`,
        ...(memo === '' ? [] : [`    ; ${memo}`]),
        posting(nameOf(entry.account), amount(entry.minor, currency)),
        ...others,
      ].join('\n');
    });
  return `${[...directives, ...openings, ...written].join('\n\n')}\n`;
}

const posting = (account: string, amount: string) => `    ${account}  ${amount}`;

/** Names that differ, also where the owner called two accounts the same. */
function accountNames(accounts: readonly JournalAccount[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    accounts.map(({ id, name, isLiability }) => {
      const plain = `${isLiability ? 'liabilities' : 'assets'}:${accountWord(name)}`;
      let own = plain;
      for (let number = 2; taken.has(own); number += 1) own = `${plain} ${number}`;
      taken.add(own);
      return [id, own];
    }),
  );
}

function categoryName(category: string, minor: number): string {
  const side = minor > 0 ? 'income' : 'expenses';
  return category === '' ? `${side}:unsorted` : `${side}:${accountWord(category)}`;
}

/** One part of an account's name: neither a colon nor two spaces, and no sign at its beginning that would make it virtual or a comment. */
function accountWord(name: string): string {
  const plain = words(name)
    .replaceAll(':', '-')
    .replace(/^[^\p{L}\p{N}]+/u, '');
  return plain === '' ? 'unnamed' : plain;
}

/** Words on one line; `;` begins a comment, `|` parts a payee from a note, and a leading sign or bracket marks or codes an entry. */
function words(text: string): string {
  return oneLine(text)
    .replace(/[;|]/g, ',')
    .replace(/^[!*(=~]+\s*/, '');
}
