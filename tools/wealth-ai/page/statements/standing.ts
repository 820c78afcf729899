import { addDays, type Day } from '@castellan/money/day';
import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Account, Entry, ImportedStatement } from '../../../../web/app/domains/money/money-records.ts';
import { lineOfKey } from '../../knowledge/statement.ts';

/** Entries that the bank has not, as their owner says. */
export type OpenEntries = { readonly count: number; readonly minor: number };

/** Whether the ledger as it is now still explains a statement. */
export type Standing =
  /** Opening balance + entries = closing balance. `open`: entries of its days that are not counted, for the owner says that the bank has not seen them. */
  | { readonly verdict: 'proven'; readonly open: OpenEntries }
  /** `days`: its entries come to so much more than its closing balance; `from` is the first day that was counted. */
  | { readonly verdict: 'differs'; readonly where: 'days'; readonly byMinor: number; readonly from: Day; readonly wasProven: boolean }
  /** `before`: its entries fit, but before its first day the account has so much more than its opening balance. */
  | { readonly verdict: 'differs'; readonly where: 'before'; readonly byMinor: number; readonly wasProven: boolean }
  /** `end`: it kept no opening balance, and after its last day the account has so much more than its closing balance. */
  | { readonly verdict: 'differs'; readonly where: 'end'; readonly byMinor: number; readonly wasProven: false }
  | { readonly verdict: 'unknown'; readonly missing: 'opening' | 'closing' };

const known = new WeakMap<MoneyBook, ReadonlyMap<string, Standing>>();

/**
 * Every imported statement against the ledger, by its id: asked again for each book, so that no answer outlives a change. Entries count by
 * their day, whatever file or hand they are from. An opening balance that a file lacks is the closing balance of the statement before it,
 * else the account's own. Where two statements share days, a sum of both days together proves both.
 */
export function standingsOf(book: MoneyBook): ReadonlyMap<string, Standing> {
  const before = known.get(book);
  if (before !== undefined) return before;
  const ofAccount = new Map<string, { readonly entries: Entry[]; readonly statements: ImportedStatement[] }>();
  for (const statement of book.statements) {
    if (!book.accountById.has(statement.account)) continue;
    const own = ofAccount.get(statement.account) ?? { entries: [], statements: [] };
    ofAccount.set(statement.account, own);
    own.statements.push(statement);
  }
  for (const entry of book.entries) ofAccount.get(entry.account)?.entries.push(entry);
  const standings = new Map<string, Standing>();
  for (const [id, { entries, statements }] of ofAccount) {
    const account = book.accountById.get(id);
    if (account === undefined) continue;
    const course = courseOf(account, entries);
    const sorted = statements.toSorted(
      (one, other) => compare(one.from, other.from) || compare(one.to, other.to) || compare(one.id, other.id),
    );
    for (const statement of sorted) standings.set(statement.id, standingOf(statement, sorted, account, course));
  }
  known.set(book, standings);
  return standings;
}

/** Sums of an account over its days. */
type Course = {
  /** Of the entries from one day to another, both included. */
  readonly between: (from: Day, to: Day) => OpenEntries & { readonly all: number };
  /** What the account has before a day, with an opening balance that counts from that day or an earlier one. */
  readonly before: (day: Day) => { readonly all: number; readonly open: number };
  /** Whether an entry of these days has another day or amount than the line that it was imported from. */
  readonly isEdited: (from: Day, to: Day) => boolean;
};

/** Entries are given oldest first. */
function courseOf({ opening_minor, opened_on }: Account, entries: readonly Entry[]): Course {
  const sums = [{ all: 0, minor: 0, count: 0 }];
  for (const { minor, status } of entries) {
    const last = sums.at(-1) ?? { all: 0, minor: 0, count: 0 };
    const isOpen = status === 'open';
    sums.push({ all: last.all + minor, minor: last.minor + (isOpen ? minor : 0), count: last.count + Number(isOpen) });
  }
  /** Sums of the entries before a day. */
  const upTo = (day: Day) => {
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.day ?? '') < day) low = middle + 1;
      else high = middle;
    }
    return sums[low] ?? { all: 0, minor: 0, count: 0 };
  };
  return {
    between: (from, to) => {
      const [start, end] = [upTo(from), upTo(addDays(to, 1))];
      return { all: end.all - start.all, minor: end.minor - start.minor, count: end.count - start.count };
    },
    before: (day) => {
      const { all, minor } = upTo(day);
      return { all: all + (opened_on <= day ? opening_minor : 0), open: minor };
    },
    isEdited: (from, to) => entries.some((entry) => entry.day >= from && entry.day <= to && isEditedEntry(entry)),
  };
}

/** A balance that is known, and the day from which on entries come to it. */
type Base = { readonly minor: number; readonly from: Day };

function standingOf(statement: ImportedStatement, all: readonly ImportedStatement[], account: Account, course: Course): Standing {
  const { closing_minor: closing, from, opening_minor: opening } = statement;
  if (closing === null) return { verdict: 'unknown', missing: 'closing' };
  const base = baseOf(statement, all);
  if (base === undefined) return withoutOpening(statement, closing, account, course);
  const shared = sharedBase(statement, all);
  const found = bestOf(statement, all, shared === undefined ? [base] : [base, shared], course);
  const wasProven = opening !== undefined && statement.off_by_minor === 0;
  if (found.open === undefined) return { verdict: 'differs', where: 'days', byMinor: found.byMinor, from: found.from, wasProven };
  if (typeof opening === 'number' && shared === undefined) {
    const { all: had, open } = course.before(from);
    if (had !== opening && had - open !== opening)
      return { verdict: 'differs', where: 'before', byMinor: had - opening, wasProven: statement.begins_off_by_minor === 0 };
  }
  return { verdict: 'proven', open: found.open };
}

type Check = { readonly byMinor: number; readonly from: Day; readonly open: OpenEntries | undefined };

/** By how much the entries miss a balance; `open` where they do not, with what had to be left out for it. */
function check(course: Course, base: Base, to: Day, closing: number): Check {
  const { all, minor, count } = course.between(base.from, to);
  const byMinor = base.minor + all - closing;
  const open = byMinor === 0 ? { count: 0, minor: 0 } : byMinor === minor ? { count, minor } : undefined;
  return { byMinor, from: base.from, open };
}

/** Its own opening balance, or the closing balance of the last statement that ends before it begins. */
function baseOf({ from, opening_minor: opening }: ImportedStatement, all: readonly ImportedStatement[]): Base | undefined {
  if (typeof opening === 'number') return { minor: opening, from };
  const before = all
    .filter((one) => one.closing_minor !== null && one.to < from)
    .reduce<ImportedStatement | undefined>((latest, one) => (latest === undefined || one.to > latest.to ? one : latest), undefined);
  return before?.closing_minor == null ? undefined : { minor: before.closing_minor, from: addDays(before.to, 1) };
}

/** What an earlier statement that shares days with it begins with. */
function sharedBase(statement: ImportedStatement, all: readonly ImportedStatement[]): Base | undefined {
  const earlier = all.find(
    (one) => one.id !== statement.id && one.from < statement.from && one.to >= statement.from && one.to <= statement.to,
  );
  return earlier === undefined ? undefined : baseOf(earlier, all);
}

/**
 * The check that holds, or else the one that misses by least. A day may have lines of two statements: then both together are looked at,
 * unless an entry among them was given another day or amount, which the sum of both would hide.
 */
function bestOf(statement: ImportedStatement, all: readonly ImportedStatement[], bases: readonly Base[], course: Course): Check {
  const ends = [
    statement,
    ...all.filter((one) => one.id !== statement.id && one.from >= statement.from && one.from <= statement.to && one.to > statement.to),
  ];
  let best: Check | undefined;
  for (const base of bases)
    for (const { to, closing_minor: closing } of ends) {
      if (closing === null) continue;
      const isAlone = base === bases[0] && to === statement.to;
      const found = check(course, base, to, closing);
      if (found.open !== undefined) {
        if (isAlone || !course.isEdited(base.from, to)) return found;
      } else if (best === undefined || Math.abs(found.byMinor) < Math.abs(best.byMinor)) best = found;
    }
  return best ?? { byMinor: 0, from: statement.from, open: undefined };
}

/** Without an opening balance of its own or before it, what the account itself says is all there is. */
function withoutOpening(statement: ImportedStatement, closing: number, account: Account, course: Course): Standing {
  const { all, open } = course.before(addDays(statement.to, 1));
  if (all === closing) return { verdict: 'proven', open: { count: 0, minor: 0 } };
  if (all - open === closing) return { verdict: 'proven', open: { ...course.between('1900-01-01', statement.to) } };
  const isSaid = statement.off_by_minor !== null || account.opening_minor !== 0;
  if (!isSaid) return { verdict: 'unknown', missing: 'opening' };
  return { verdict: 'differs', where: 'end', byMinor: all - closing, wasProven: false };
}

/** Whether an entry says another day or amount than its line did. */
export function isEditedEntry({ key, day, minor }: Entry): boolean {
  const line = key === null ? undefined : lineOfKey(key);
  return line !== undefined && (line.day !== day || line.minor !== minor);
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
