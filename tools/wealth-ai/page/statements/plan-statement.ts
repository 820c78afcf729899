import type { MoneyBook } from '../../../../web/app/domains/money/money-book.ts';
import { type Account, type Entry, type ImportedStatement, isLiability } from '../../../../web/app/domains/money/money-records.ts';
import { scaleShares } from '../../../../web/app/domains/money/split-shares.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import { accountKey, keyWithoutBank } from '../../knowledge/account-number.ts';
import { teachClassifier } from '../../knowledge/classify-payee.ts';
import { matchOpen, type OpenEntry } from '../../knowledge/match-expected.ts';
import {
  cleanText,
  keysOfLines,
  proveStatement,
  type RejectedLine,
  type Statement,
  type StatementLine,
  type StatementProof,
} from '../../knowledge/statement.ts';
import { byWords, ruleFinder, rulesOf, type Sorting, sortingBy } from '../rules/rules.ts';

/** What importing a statement into an account would do; nothing is written yet. */
export type StatementPlan = {
  readonly account: Account;
  readonly statement: Statement;
  readonly fresh: readonly Entry[];
  /** The lines that those are of, in the same order. */
  readonly freshLines: readonly StatementLine[];
  /** Entries that the owner wrote and the bank now has, as they become, each with its line. */
  readonly matched: readonly { readonly entry: Entry; readonly line: StatementLine }[];
  /** Lines that are there from an earlier import. */
  readonly known: readonly StatementLine[];
  /** New lines of a day and an amount that the account has in an entry of another source. */
  readonly alike: number;
  readonly rejected: readonly RejectedLine[];
  readonly proof: StatementProof;
  /** Where the opening balance is from, when the file has none. */
  readonly openingFrom: 'file' | 'previous statement' | 'account' | undefined;
  readonly record: ImportedStatement | undefined;
};

/** Sureness from which on a category is suggested with an import. */
const sureEnough = 0.8;

/** The ledger while a file's statements are planned one after the other: what one brings is there for the next. */
export type Planning = {
  readonly entriesOf: Map<string, Entry[]>;
  readonly ids: Set<string>;
  readonly statements: ImportedStatement[];
  readonly sortingOf: (line: Pick<StatementLine, 'payee' | 'memo' | 'minor'>) => Partial<Sorting>;
};

/** A ledger to plan with. `removedIds`: entries in the trash, which an import does not bring back. */
export function beginPlanning(book: MoneyBook, removedIds: ReadonlySet<string>): Planning {
  const entriesOf = new Map<string, Entry[]>();
  for (const entry of book.entries) {
    const own = entriesOf.get(entry.account);
    if (own === undefined) entriesOf.set(entry.account, [entry]);
    else own.push(entry);
  }
  return {
    entriesOf,
    ids: new Set([...book.entryById.keys(), ...removedIds]),
    statements: [...book.statements],
    sortingOf: sortingsFrom(book),
  };
}

/** The category or the parts that a line gets: by its rule, else by the words of earlier entries where those are sure enough. */
function sortingsFrom(book: MoneyBook): Planning['sortingOf'] {
  const classify = teachClassifier(book.entries.filter(({ category, transfer }) => category !== '' && transfer === null));
  const find = ruleFinder(rulesOf(book));
  return ({ payee, memo, minor }) => {
    const rule = find(payee);
    if (rule !== undefined) return sortingBy(rule, minor);
    const guess = classify({ payee, memo, minor });
    return guess !== undefined && guess.certainty >= sureEnough ? { category: guess.category, by: byWords } : {};
  };
}

/** Compares a statement with the account, and adds what it brings to the planning. The same line read again is the same record, so that a file read twice adds nothing. */
export function planNext(planning: Planning, account: Account, statement: Statement, fileName: string): StatementPlan {
  const own = planning.entriesOf.get(account.id) ?? [];
  const known = new Set(own.flatMap(({ key }) => (key === null ? [] : [key])));
  const unnamed = new Set(own.map(({ day, minor }) => `${day}|${minor}`));
  const keys = keysOfLines(statement.lines);
  const fresh: Entry[] = [];
  const freshLines: StatementLine[] = [];
  const there: StatementLine[] = [];
  const matched: StatementPlan['matched'][number][] = [];
  const open = new Map(own.filter(isOpenEntry).map((entry) => [entry.id, entry]));
  let alike = 0;
  for (const [index, line] of statement.lines.entries()) {
    const key = keys[index] ?? '';
    const id = line.ours?.id ?? derivedRecordId('entry', account.id, key);
    if (known.has(key) || planning.ids.has(id)) {
      there.push(line);
      continue;
    }
    const found = open.size === 0 || line.ours !== undefined ? undefined : matchOpen(line, [...open.values()].map(openEntry));
    const expected = found === undefined ? undefined : open.get(found.id);
    if (expected !== undefined) {
      open.delete(expected.id);
      const splits = scaleShares(expected.splits, line.minor);
      matched.push({ line, entry: { ...expected, day: line.day, minor: line.minor, splits, key, status: 'cleared' } });
      continue;
    }
    if (unnamed.has(`${line.day}|${line.minor}`)) alike += 1;
    freshLines.push(line);
    fresh.push(entryOf(line, { id, account: account.id, key }, planning.sortingOf));
  }
  const { openingMinor, from: openingFrom } = openingOf(planning, account, statement, own, fresh.length);
  const proof = proveStatement(statement, openingMinor);
  const record = recordOf(account, statement, fileName, proof);
  for (const { id } of fresh) planning.ids.add(id);
  const taken = new Map(matched.map(({ entry }) => [entry.id, entry]));
  planning.entriesOf.set(account.id, [...own.map((entry) => taken.get(entry.id) ?? entry), ...fresh]);
  if (record !== undefined) planning.statements.push(record);
  return { account, statement, fresh, freshLines, matched, known: there, alike, rejected: statement.rejected, proof, openingFrom, record };
}

/** Whether an entry is one that no statement had yet. */
const isOpenEntry = ({ status, key }: Entry) => status === 'open' && key === null;

const openEntry = ({ id, day, minor, payee, scheduled }: Entry): OpenEntry => ({
  id,
  day,
  minor,
  payee,
  isScheduled: scheduled !== undefined,
});

function entryOf(
  { day, minor, payee, memo, category = '', splits = [], partsMemo = '', ours, status, isTransfer }: StatementLine,
  named: Pick<Entry, 'id' | 'account' | 'key'>,
  sortingOf: Planning['sortingOf'],
): Entry {
  const isUnsorted = category === '' && splits.length === 0 && ours === undefined && isTransfer === undefined;
  return {
    ...{ kind: 'entry', removed_at: null, batch: null, ...named, day, minor, payee },
    ...{ memo: partsMemo === '' ? memo : cleanText(memo === '' ? partsMemo : `${memo}; ${partsMemo}`) },
    ...{ category: splits.length > 0 ? '' : category, splits: [...splits], transfer: null },
    status: ours?.status ?? status ?? 'cleared',
    ...(isUnsorted ? sortingOf({ payee, memo, minor }) : {}),
  };
}

function recordOf(account: Account, statement: Statement, fileName: string, proof: StatementProof): ImportedStatement | undefined {
  const days = statement.lines.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    ...{
      kind: 'statement',
      id: derivedRecordId('statement', account.id, first, last, String(statement.closingMinor), String(days.length)),
    },
    ...{ removed_at: null, batch: null, account: account.id, name: fileName.slice(0, 200), from: first, to: last },
    ...{ opening_minor: statement.openingMinor ?? null, closing_minor: statement.closingMinor ?? null },
    off_by_minor: proof.verdict === 'proven' ? 0 : proof.verdict === 'differs' ? proof.byMinor : null,
  };
}

/** The balance before a statement's first line: the file's own, else the one that the statement before it closed with, else the account's first. */
function openingOf({ statements }: Planning, account: Account, statement: Statement, own: readonly Entry[], freshCount: number) {
  if (statement.openingMinor !== undefined) return { openingMinor: statement.openingMinor, from: 'file' } as const;
  const first = statement.lines.map(({ day }) => day).sort()[0];
  const before = statements
    .filter(({ account: of, to, closing_minor }) => of === account.id && closing_minor !== null && first !== undefined && to < first)
    .sort((one, other) => (one.to < other.to ? 1 : -1))[0];
  if (before?.closing_minor !== undefined && before.closing_minor !== null)
    return { openingMinor: before.closing_minor, from: 'previous statement' } as const;
  if (own.length === 0 && freshCount > 0 && account.opening_minor !== 0)
    return { openingMinor: account.opening_minor, from: 'account' } as const;
  return { openingMinor: undefined, from: undefined } as const;
}

/** Which of the owner's accounts a statement is of. */
export type FoundAccount =
  | { readonly kind: 'known'; readonly account: Account }
  /** It has a number that none of the accounts has. */
  | { readonly kind: 'new' }
  /** Nothing says it. `like`: accounts with its number, which name no bank or are several. */
  | { readonly kind: 'unsaid'; readonly like: readonly Account[] };

/**
 * Finds a statement's account by its number alone (`accountKey`), never by its name, by what else there is or by a part of the number.
 * What an account has without the bank's number, where the statement has one, is not enough either: the owner says whether it is that one.
 * A file that was exported here is known by its entries.
 */
export function findAccount(
  accounts: readonly Account[],
  statement: Pick<Statement, 'account' | 'bank' | 'currency'> & Partial<Pick<Statement, 'lines'>>,
  ownerOf: (entryId: string) => string | undefined = () => undefined,
): FoundAccount {
  const wanted = accountKey(statement);
  if (wanted === '') {
    const holders = new Set((statement.lines ?? []).flatMap(({ ours }) => (ours === undefined ? [] : [ownerOf(ours.id)])));
    holders.delete(undefined);
    const [only] = holders;
    const holder = holders.size === 1 ? accounts.find(({ id }) => id === only) : undefined;
    return holder === undefined ? { kind: 'unsaid', like: [] } : { kind: 'known', account: holder };
  }
  const exact = accounts.filter(({ number }) => accountKey({ account: number }) === wanted);
  // One number may be that of an account in each of several currencies.
  const fitting = exact.filter(({ currency }) => currency === statement.currency);
  const [found] = fitting.length > 0 ? fitting : exact;
  if (found !== undefined && (fitting.length > 0 ? fitting : exact).length === 1) return { kind: 'known', account: found };
  const bare = keyWithoutBank(statement);
  const isLike = (key: string) => key === bare || (bare === wanted && key.endsWith(`/${bare}`));
  const like = exact.length > 0 ? exact : accounts.filter(({ number }) => isLike(accountKey({ account: number })));
  return like.length === 0 ? { kind: 'new' } : { kind: 'unsaid', like };
}

/** A proof in a sentence; `text` writes an amount. */
export function proofWords({ proof, openingFrom, statement, account }: StatementPlan, text: (minor: number) => string): string {
  const source =
    openingFrom === 'previous statement' ? ' (from the statement before)' : openingFrom === 'account' ? ' (from the account)' : '';
  switch (proof.verdict) {
    case 'proven':
      return `Proven: opening balance${source} + entries = closing balance ${text(statement.closingMinor ?? 0)}.`;
    case 'differs':
      return `Not proven: opening balance${source} + entries are ${text(Math.abs(proof.byMinor))} ${proof.byMinor > 0 ? 'more' : 'less'} than the closing balance. Entries are missing or doubled.`;
    case 'unknown': {
      const missing = { opening: 'an opening balance', closing: 'a closing balance', both: 'balances' }[proof.missing];
      return `It cannot prove itself: it has no ${missing.replace(/^an? /, '')}${isLiability(account) && proof.missing !== 'closing' ? ' to begin with' : ''}.`;
    }
  }
}
