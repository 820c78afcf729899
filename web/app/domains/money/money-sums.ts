import type { Day } from '@castellan/money/day';
import { fold } from '../commands/rank-commands.ts';
import { type MoneyBook, sharesOf } from './money-book.ts';
import type { MoneySpan } from './money-span.ts';

/** What the words of a question were taken for; `none` where no category, payee or memo of the ledger has them. */
export type MoneySubject =
  | { readonly kind: 'all' }
  | { readonly kind: 'categories'; readonly names: ReadonlySet<string> }
  | { readonly kind: 'payees'; readonly words: readonly string[] }
  | { readonly kind: 'none' };

/** What went and came, in one currency, in minor units, both at least 0, and how many lines of the ledger each is of. */
export type MoneySum = {
  readonly currency: string;
  /** Empty for no category; `undefined` where all are in it. */
  readonly category: string | undefined;
  readonly outMinor: number;
  readonly inMinor: number;
  readonly outEntries: number;
  readonly inEntries: number;
  /** Lines that are in either. */
  readonly entries: number;
  /** The first and the last day that something of it is of. */
  readonly first: Day;
  readonly last: Day;
};

/** Takes words for a category of that name, else for categories with these words, else for words of payees and memos. */
export function subjectOf(book: MoneyBook, what: string): MoneySubject {
  const wanted = fold(what).trim();
  if (wanted === '') return { kind: 'all' };
  const words = wanted.split(/\s+/);
  const same = book.categories.filter((name) => singular(fold(name)) === singular(wanted));
  const alike = same.length > 0 ? same : book.categories.filter((name) => hasWords(name, words));
  if (alike.length > 0) return { kind: 'categories', names: new Set(alike) };
  return book.entries.some(({ payee, memo }) => hasWords(`${payee} ${memo}`, words)) ? { kind: 'payees', words } : { kind: 'none' };
}

/**
 * What went and came in these days, by currency, and by category where that is wanted; the most spent first. Transfers between
 * one's own accounts are neither. Of a split entry the shares count, each for itself, where a category is asked for or told apart;
 * otherwise the whole entry does, as in the ledger's own sums of a month.
 */
export function sumMoney(book: MoneyBook, subject: MoneySubject, span: MoneySpan, byCategory: boolean): readonly MoneySum[] {
  const sums = new Map<string, MoneySum>();
  if (subject.kind === 'none') return [];
  for (const entry of book.entries) {
    const { day, transfer, minor, payee, memo } = entry;
    if (transfer !== null || (span.from !== undefined && day < span.from) || (span.to !== undefined && day > span.to)) continue;
    if (subject.kind === 'payees' && !hasWords(`${payee} ${memo}`, subject.words)) continue;
    const currency = book.accountById.get(entry.account)?.currency ?? '';
    const shares = subject.kind === 'categories' || byCategory ? sharesOf(entry) : [{ category: undefined, minor }];
    const ofEntry = new Map<string, { readonly category: string | undefined; outMinor: number; inMinor: number }>();
    for (const share of shares) {
      if (subject.kind === 'categories' && !subject.names.has(share.category ?? '')) continue;
      const category = byCategory ? share.category : undefined;
      const own = ofEntry.get(category ?? '') ?? { category, outMinor: 0, inMinor: 0 };
      ofEntry.set(category ?? '', own);
      own.outMinor += Math.max(0, -share.minor);
      own.inMinor += Math.max(0, share.minor);
    }
    for (const { category, outMinor, inMinor } of ofEntry.values()) {
      const key = `${currency} ${category ?? ''}`;
      const sum = sums.get(key) ?? { ...nothing, currency, category, first: day, last: day };
      sums.set(key, {
        ...sum,
        outMinor: sum.outMinor + outMinor,
        inMinor: sum.inMinor + inMinor,
        outEntries: sum.outEntries + Number(outMinor > 0),
        inEntries: sum.inEntries + Number(inMinor > 0),
        entries: sum.entries + 1,
        last: day,
      });
    }
  }
  return [...sums.values()].sort(
    (one, other) => compare(one.currency, other.currency) || other.outMinor - one.outMinor || compare(one.category, other.category),
  );
}

const nothing = { outMinor: 0, inMinor: 0, outEntries: 0, inEntries: 0, entries: 0 };

function compare(one = '', other = ''): number {
  return one < other ? -1 : Number(one > other);
}

/** Whether a text has all words, each at the beginning of one of its own. */
function hasWords(text: string, words: readonly string[]): boolean {
  const folded = ` ${fold(text)}`;
  const own = folded.split(/[^\p{L}\p{N}]+/u);
  // "h&m" is no word of its own once it is taken apart.
  return words.every((word) => folded.includes(` ${word}`) || own.some((one) => one.startsWith(word)));
}

/** "Groceries" is asked for as "grocery" too, and "books" as "book". */
function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}
