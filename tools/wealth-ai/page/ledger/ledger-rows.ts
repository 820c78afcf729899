import { exponentOf, formatMinor } from '@castellan/money/amount';
import { type MoneyBook, sharesOf } from '../../../../web/app/domains/money/money-book.ts';
import { type Entry, moneyText } from '../../../../web/app/domains/money/money-records.ts';

/** What of the ledger is shown. */
export type LedgerFilter = { readonly account: string | undefined; readonly query: string; readonly only: 'all' | 'unsorted' | 'open' };

/** The entries that a filter leaves, newest first. Words stand in payee, memo, category, day or amount; case and accents do not count; of a split entry, each part's too. */
export function filterLedger(book: MoneyBook, { account, query, only }: LedgerFilter): readonly Entry[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown: Entry[] = [];
  for (let at = book.entries.length - 1; at >= 0; at -= 1) {
    const entry = book.entries[at];
    if (entry === undefined || (account !== undefined && entry.account !== account)) continue;
    if (only === 'open' && entry.status !== 'open') continue;
    if (only === 'unsorted' && (entry.transfer !== null || sharesOf(entry).every((share) => share.category !== ''))) continue;
    if (words.length > 0 && !matches(book, entry, words)) continue;
    shown.push(entry);
  }
  return shown;
}

function matches(book: MoneyBook, entry: Entry, words: readonly string[]): boolean {
  const currency = book.accountById.get(entry.account)?.currency ?? '';
  const shares = sharesOf(entry).flatMap(({ category, minor }) => [category, formatMinor(minor, exponentOf(currency))]);
  const text = fold([entry.payee, entry.memo, entry.day, formatMinor(entry.minor, exponentOf(currency)), ...shares].join('\n'));
  return words.every((word) => text.includes(word.startsWith('#') ? word.slice(1) : word));
}

/** The category as a row shows it; of a split entry each part with its amount. */
export function categoryText({ transfer, splits, category }: Pick<Entry, 'transfer' | 'splits' | 'category'>, currency: string): string {
  if (splits.length > 0)
    return `Split: ${splits.map((share) => `${share.category || 'unsorted'}\u00a0${moneyText(share.minor, currency)}`).join(', ')}`;
  if (transfer !== null) return category === '' ? 'Transfer' : `Transfer · ${category}`;
  return category;
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
