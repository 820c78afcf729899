import { convertMinor } from '@castellan/money/amount';
import type { Day } from '@castellan/money/day';
import type { Account, Assignment, Entry, ImportedStatement, MoneyRecord, Rate, Rule, Schedule, Target } from './money-records.ts';

/** The owner's money, sorted out. */
export type MoneyBook = {
  /** The ones in use first, by name. */
  readonly accounts: readonly Account[];
  readonly accountById: ReadonlyMap<string, Account>;
  /** Oldest first. */
  readonly entries: readonly Entry[];
  readonly entryById: ReadonlyMap<string, Entry>;
  /** The balance of its account after an entry. An opening balance counts from its own day on, before that day's entries. */
  readonly balanceAfter: ReadonlyMap<string, number>;
  /** The balance of an account, by its id, as soon as its opening balance counts. */
  readonly balanceFrom: ReadonlyMap<string, number>;
  /** What each account holds now, by its id. */
  readonly balances: ReadonlyMap<string, number>;
  readonly schedules: readonly Schedule[];
  readonly rates: readonly Rate[];
  readonly assignments: readonly Assignment[];
  /** By currency: the day from which on its envelopes count; none where they count from the first entry on. */
  readonly starts: ReadonlyMap<string, Day>;
  readonly targets: readonly Target[];
  /** The ones that are written down. */
  readonly rules: readonly Rule[];
  readonly statements: readonly ImportedStatement[];
  readonly categories: readonly string[];
  /** Days of schedules for which there is an entry, as entries name them (`scheduled`). */
  readonly confirmed: ReadonlySet<string>;
};

/** Sorts records out. An entry of an account that is gone is left out of every sum, and not shown. */
export function openBook(records: readonly MoneyRecord[]): MoneyBook {
  const groups = groupByKind(records);
  const { account: accounts, entry: all, schedule: schedules, rate: rates, assignment: assignments, statement: statements } = groups;
  accounts.sort((one, other) => Number(one.closed) - Number(other.closed) || (one.name < other.name ? -1 : 1));
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const ids = new Set(all.map(({ id }) => id));
  const entries = all
    .filter(({ account }) => accountById.has(account))
    // Whose other side was deleted is an entry like others, until that comes back.
    .map((entry) => (entry.transfer === null || ids.has(entry.transfer) ? entry : { ...entry, transfer: null }))
    .sort(compareEntries);
  const balances = new Map<string, number>();
  const balanceAfter = new Map<string, number>();
  const balanceFrom = new Map<string, number>();
  const open = ({ id, opening_minor }: Account) => {
    const balance = (balances.get(id) ?? 0) + opening_minor;
    balances.set(id, balance);
    balanceFrom.set(id, balance);
  };
  const categories = new Map<string, number>();
  for (const { id, account, day, minor, category, splits } of entries) {
    const of = accountById.get(account);
    if (of !== undefined && !balanceFrom.has(account) && of.opened_on <= day) open(of);
    const balance = (balances.get(account) ?? 0) + minor;
    balances.set(account, balance);
    balanceAfter.set(id, balance);
    for (const name of splits.length > 0 ? splits.map((share) => share.category) : [category])
      if (name !== '') categories.set(name, (categories.get(name) ?? 0) + 1);
  }
  for (const account of accounts) if (!balanceFrom.has(account.id)) open(account);
  for (const { category } of [...assignments, ...groups.target]) if (!categories.has(category)) categories.set(category, 0);
  rates.sort((one, other) => (one.day < other.day ? -1 : 1));
  return {
    ...{ accounts, accountById, entries, balanceAfter, balanceFrom, balances, schedules, rates, assignments, statements },
    ...{ starts: new Map(groups.start.map(({ currency, day }) => [currency, day])), targets: groups.target, rules: groups.rule },
    entryById: new Map(entries.map((entry) => [entry.id, entry])),
    categories: [...categories.keys()].sort(),
    confirmed: new Set(entries.flatMap(({ scheduled }) => scheduled ?? [])),
  };
}

type RecordsByKind = { readonly [Kind in MoneyRecord['kind']]: Extract<MoneyRecord, { kind: Kind }>[] };

function groupByKind(records: readonly MoneyRecord[]): RecordsByKind {
  const groups: RecordsByKind = {
    ...{ account: [], entry: [], schedule: [], rate: [], assignment: [], start: [], target: [], rule: [], statement: [] },
  };
  for (const record of records) (groups[record.kind] as MoneyRecord[]).push(record);
  return groups;
}

/** Oldest first; of one day, what came before what went. */
function compareEntries(one: Entry, other: Entry): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1;
  return other.minor - one.minor || (one.id < other.id ? -1 : 1);
}

/** Shares of an entry by category; one share where it is not split. */
export function sharesOf({ splits, category, minor }: Entry): readonly { readonly category: string; readonly minor: number }[] {
  return splits.length > 0 ? splits : [{ category, minor }];
}

/** What came and went in a month, in one currency; transfers between one's own accounts are neither. */
export function monthSums(book: MoneyBook, month: string, currency: string): { readonly inMinor: number; readonly outMinor: number } {
  let [inMinor, outMinor] = [0, 0];
  for (const { account, day, minor, transfer } of book.entries) {
    if (!day.startsWith(month) || transfer !== null || book.accountById.get(account)?.currency !== currency) continue;
    if (minor > 0) inMinor += minor;
    else outMinor += minor;
  }
  return { inMinor, outMinor };
}

/** Everything in one currency on a day, and the currencies for which the owner entered no rate. */
export type NetWorth = { readonly minor: number; readonly missing: readonly string[] };

/** What all accounts come to on each of these days, which are given oldest first, by the newest rate that is not after the day. */
export function netWorthOn(book: MoneyBook, currency: string, days: readonly Day[]): readonly NetWorth[] {
  const held = new Map<string, number>();
  const openings = book.accounts.toSorted((one, other) => (one.opened_on < other.opened_on ? -1 : 1));
  let [opened, entered] = [0, 0];
  return days.map((day) => {
    for (let next = openings[opened]; next !== undefined && next.opened_on <= day; next = openings[opened]) {
      held.set(next.id, (held.get(next.id) ?? 0) + next.opening_minor);
      opened += 1;
    }
    for (let next = book.entries[entered]; next !== undefined && next.day <= day; next = book.entries[entered]) {
      held.set(next.account, (held.get(next.account) ?? 0) + next.minor);
      entered += 1;
    }
    return worthOf(book, held, currency, day);
  });
}

function worthOf({ accounts, rates }: MoneyBook, held: ReadonlyMap<string, number>, currency: string, day: Day): NetWorth {
  let minor = 0;
  const missing = new Set<string>();
  for (const account of accounts) {
    const own = held.get(account.id) ?? 0;
    const converted = own === 0 ? 0 : convertAt(rates, own, account.currency, currency, day);
    if (converted === undefined) missing.add(account.currency);
    else minor += converted;
  }
  return { minor, missing: [...missing].sort() };
}

/** An amount in another currency by the owner's rates; `undefined` where none is that old. A rate serves in both directions. */
export function convertAt(rates: readonly Rate[], minor: number, from: string, to: string, on: Day): number | undefined {
  if (from === to) return minor;
  const rate = rates.findLast((one) => one.day <= on && ((one.from === from && one.to === to) || (one.from === to && one.to === from)));
  if (rate === undefined) return undefined;
  return rate.from === from ? convertMinor(minor, from, to, rate.rate) : convertInverse(minor, from, to, rate.rate);
}

/** By the rate of the other direction: as many digits of its inverse as keep any amount of ours exact to its smallest unit. */
function convertInverse(minor: number, from: string, to: string, rate: string): number | undefined {
  const [whole = '0', fraction = ''] = rate.split('.');
  const scaled = BigInt(whole + fraction);
  const inverse = (10n ** BigInt(fraction.length + 12) + scaled / 2n) / scaled;
  const digits = inverse.toString().padStart(13, '0');
  return convertMinor(minor, from, to, `${digits.slice(0, -12)}.${digits.slice(-12)}`);
}

/** The currency that most accounts have. */
export function mainCurrency({ accounts }: Pick<MoneyBook, 'accounts'>): string {
  const counts = new Map<string, number>();
  for (const { currency, closed } of accounts) if (!closed) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))[0]?.[0] ?? 'EUR';
}
