import { exponentOf } from '@castellan/money/amount';
import { type MoneyBook, openBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Account, Entry, ImportedStatement, MoneyRecord } from '../../../../web/app/domains/money/money-records.ts';
import { derivedRecordId } from '../../../../web/app/domains/records/derived-record-id.ts';
import { accountKey } from '../../knowledge/account-number.ts';
import { keysOfLines, type Statement, type StatementLine } from '../../knowledge/statement.ts';
import { beginPlanning, findAccount, planNext, type StatementPlan } from './plan-statement.ts';
import { type Standing, standingsOf } from './standing.ts';

/** What importing one statement of a file would do. */
export type PlannedStatement = {
  readonly statement: Statement;
  /** An account's id, `new` for one that begins with the statement, `none` where it is left out, `undefined` until the owner says it. */
  readonly into: string | undefined;
  /** Accounts that have its number without being known by it. */
  readonly like: readonly Account[];
  /** The account it goes to, also where it is refused. */
  readonly account: Account | undefined;
  /** Why nothing of it can go there. */
  readonly refusal: string | undefined;
  readonly plan: StatementPlan | undefined;
  /** How it would stand in the ledger with all that the file brings. */
  readonly standing: Standing | undefined;
};

/** What is known of a file beside its statements. */
export type FileChoices = {
  readonly fileName: string;
  /** The currency by whose decimals amounts were read where the file names none; that of a new account. */
  readonly currency: string;
  /** What the owner chose for each statement: an account's id, `new`, or `none` to leave it out. */
  readonly into: readonly (string | undefined)[];
  /** Ids in the trash. */
  readonly removedIds: ReadonlySet<string>;
};

/** Plans a file's statements, the older ones first: what one brings, the next one finds. */
export function planFile(book: MoneyBook, statements: readonly Statement[], choices: FileChoices): readonly PlannedStatement[] {
  const planning = beginPlanning(book, choices.removedIds);
  const accounts = [...book.accounts];
  const made = new Set<string>();
  const planned: PlannedStatement[] = [];
  const order = statements
    .map((statement, at) => ({ at, days: statement.lines.map(({ day }) => day).sort() }))
    .sort((one, other) => compare(one.days[0], other.days[0]) || compare(one.days.at(-1), other.days.at(-1)));
  for (const { at } of order) {
    const statement = statements[at];
    if (statement === undefined) continue;
    const byNumber = findAccount(accounts, statement, (id) => book.entryById.get(id)?.account);
    const holder = byNumber.kind === 'unsaid' && byNumber.like.length === 0 ? holderOf(book, statement) : undefined;
    const found = holder === undefined ? byNumber : { kind: 'known' as const, account: holder };
    const chosen = choices.into[at];
    const known = chosen === undefined ? (found.kind === 'known' ? found.account : undefined) : accounts.find(({ id }) => id === chosen);
    const begins = found.kind === 'new' || (book.accounts.length === 0 && isOfBudgetApp(statement));
    const isNew = known === undefined && (chosen === 'new' || (chosen === undefined && begins));
    const account = known ?? (isNew ? newAccount(statement, choices, accounts) : undefined);
    if (isNew && account !== undefined) {
      accounts.push(account);
      made.add(account.id);
    }
    const refusal = account === undefined ? undefined : refusalOf(statement, account, choices.currency);
    const plan = account === undefined || refusal !== undefined ? undefined : planNext(planning, account, statement, choices.fileName);
    const into = account === undefined ? (chosen === 'none' ? chosen : undefined) : made.has(account.id) ? 'new' : account.id;
    const like = found.kind === 'unsaid' ? found.like : [];
    planned[at] = { statement, into, like, account, refusal, plan, standing: undefined };
  }
  return withStandings(book, linkTransfers(planned));
}

/** Whether a file has all of its owner's accounts, each by its name. */
const isOfBudgetApp = ({ format }: Statement) => format === 'Actual' || format === 'YNAB';

/**
 * The account that a budget app's register was imported into before: where more than half of its lines are, and in no other account any
 * of them. A bank's own file without a number is still its owner's to place.
 */
function holderOf(book: MoneyBook, statement: Statement): Account | undefined {
  if (!isOfBudgetApp(statement)) return undefined;
  const { lines } = statement;
  const keys = new Set(keysOfLines(lines));
  const found = new Map<string, number>();
  for (const { key, account } of book.entries) if (key !== null && keys.has(key)) found.set(account, (found.get(account) ?? 0) + 1);
  const [only] = found;
  return found.size === 1 && only !== undefined && only[1] * 2 > lines.length ? book.accountById.get(only[0]) : undefined;
}

const compare = (one = '', other = '') => (one < other ? -1 : Number(one > other));

/** A statement in another currency never goes into an account, nor does one whose amounts were read with other decimals. */
function refusalOf({ currency }: Statement, account: Account, read: string): string | undefined {
  if (currency !== undefined && currency !== account.currency)
    return `The statement is in ${currency}, and this account in ${account.currency}. Nothing was imported. Choose another account.`;
  if (currency === undefined && exponentOf(read) !== exponentOf(account.currency))
    return `Its amounts were read with the decimals of ${read}, and this account is in ${account.currency}. Import its accounts one at a time.`;
  return undefined;
}

/** The account that a statement begins. The same file begins the same one, unless that is there already. */
function newAccount(statement: Statement, { currency, fileName, removedIds }: FileChoices, accounts: readonly Account[]): Account {
  const key = accountKey(statement);
  const shown =
    key === '' || statement.kind !== undefined ? (statement.name ?? fileName.replace(/\.[^.]+$/, '')) : `Account …${key.slice(-4)}`;
  const own = statement.currency ?? currency;
  const idOf = (again: number) => derivedRecordId('account', key || fileName, statement.name ?? '', own, String(again));
  let again = 0;
  while (accounts.some(({ id }) => id === idOf(again)) || removedIds.has(idOf(again))) again += 1;
  return {
    ...{ kind: 'account', id: idOf(again), removed_at: null, batch: null, name: shown.slice(0, 80) || 'Account' },
    type: statement.kind?.type ?? 'current',
    ...(statement.kind?.isOffBudget === true ? { off_budget: true } : {}),
    ...{ currency: own, number: key.slice(0, 64), closed: statement.kind?.isClosed === true, opening_minor: statement.openingMinor ?? 0 },
    opened_on: statement.openingDay ?? statement.lines.map(({ day }) => day).sort()[0] ?? '2000-01-01',
  };
}

/** Links the sides of transfers that the file names each other: new entries of two accounts, of opposite amounts. */
function linkTransfers(planned: readonly PlannedStatement[]): readonly PlannedStatement[] {
  const sides = new Map<string, { readonly entry: Entry; readonly line: StatementLine }>();
  for (const { plan } of planned)
    for (const [at, line] of (plan?.freshLines ?? []).entries()) {
      const entry = plan?.fresh[at];
      if (entry !== undefined && line.bankId !== undefined && line.isTransfer) sides.set(line.bankId, { entry, line });
    }
  const pairs = new Map<string, string>();
  for (const { entry, line } of sides.values()) {
    const other = sides.get(line.pairId ?? '');
    if (other === undefined || other.entry.account === entry.account || other.entry.minor !== -entry.minor) continue;
    if (pairs.has(entry.id) || pairs.has(other.entry.id)) continue;
    pairs.set(entry.id, other.entry.id).set(other.entry.id, entry.id);
  }
  if (pairs.size === 0) return planned;
  const linked = (entry: Entry) => ({ ...entry, transfer: pairs.get(entry.id) ?? entry.transfer });
  return planned.map((one) => (one.plan === undefined ? one : { ...one, plan: { ...one.plan, fresh: one.plan.fresh.map(linked) } }));
}

/** How each statement stands once all of the file is there. */
function withStandings(book: MoneyBook, planned: readonly PlannedStatement[]): readonly PlannedStatement[] {
  const brought = planned.flatMap(({ plan }) =>
    plan === undefined ? [] : [plan.account, ...plan.fresh, ...matchedOf(plan), ...recordOf(plan.record)],
  );
  if (brought.length === 0) return planned;
  const { accounts, entries, statements } = book;
  const all = new Map<string, MoneyRecord>([...accounts, ...entries, ...brought, ...statements].map((record) => [record.id, record]));
  const after = openBook([...all.values()]);
  const standings = standingsOf(after);
  return planned.map((one) => {
    const { plan } = one;
    if (plan?.record === undefined) return one;
    const standing = standings.get(plan.record.id);
    const begins =
      standing?.verdict === 'proven' ? 0 : standing?.verdict === 'differs' && standing.where === 'before' ? standing.byMinor : null;
    return { ...one, standing, plan: { ...plan, record: { ...plan.record, begins_off_by_minor: begins } } };
  });
}

const matchedOf = ({ matched }: StatementPlan) => matched.map(({ entry }) => entry);

const recordOf = (record: ImportedStatement | undefined) => (record === undefined ? [] : [record]);

/** What taking a planned file writes, each record once; what is there stays as it is, but for what the bank now has, too. */
export function recordsOfPlan(planned: readonly PlannedStatement[], known: ReadonlyMap<string, MoneyRecord>): readonly MoneyRecord[] {
  const records = new Map<string, MoneyRecord>(
    planned.flatMap(({ plan }) => (plan === undefined ? [] : matchedOf(plan).map((entry) => [entry.id, entry] as const))),
  );
  for (const { plan } of planned)
    for (const record of plan === undefined ? [] : [plan.account, ...plan.fresh, ...recordOf(plan.record)])
      if (!known.has(record.id) && !records.has(record.id)) records.set(record.id, record);
  return [...records.values()];
}
