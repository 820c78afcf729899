import { type Result, succeed } from '@castellan/foundation/result';
import {
  readSqlite,
  type SqliteFailure,
  type SqliteRow,
  type SqliteValue,
} from '../../../../../web/app/domains/exchange/sqlite/read-sqlite.ts';
import { actualLimits } from './actual-limits.ts';

/** What is read of Actual's database: its `init.sql` and the migrations until 2026. Tables that a version lacks are empty. */
const wanted = {
  accounts: ['id', 'name', 'type', 'offbudget', 'closed', 'tombstone'],
  category_groups: ['id', 'name', 'tombstone'],
  categories: ['id', 'name', 'cat_group', 'goal_def', 'tombstone'],
  category_mapping: ['id', 'transferId'],
  payees: ['id', 'name', 'transfer_acct', 'tombstone'],
  payee_mapping: ['id', 'targetId'],
  transactions: [
    ...(['id', 'isParent', 'isChild', 'parent_id', 'acct', 'category', 'amount', 'description', 'notes', 'date'] as const),
    ...(['imported_description', 'transferred_id', 'cleared', 'reconciled', 'tombstone'] as const),
  ],
  rules: ['id', 'conditions', 'actions', 'conditions_op', 'tombstone'],
  schedules: ['id', 'rule', 'name', 'completed', 'tombstone'],
  zero_budgets: ['month', 'category', 'amount'],
  reflect_budgets: ['amount'],
  zero_budget_months: ['buffered'],
  notes: ['note'],
  preferences: ['id', 'value'],
  tags: ['tag', 'tombstone'],
  transaction_filters: ['id', 'tombstone'],
  custom_reports: ['id', 'tombstone'],
} as const;

type Wanted = typeof wanted;

/** The rows of each table; deleted ones (`tombstone`) are not there. */
export type ActualTables = { readonly [Table in keyof Wanted]: readonly SqliteRow<Wanted[Table][number]>[] };

/** `not_actual`: a database without Actual's accounts and transactions. */
export type ActualFailure = { readonly code: SqliteFailure['code'] | 'not_actual' };

/** Reads the tables of `db.sqlite`. Each of its rows is checked where it is used. */
export async function readActualTables(file: Uint8Array): Promise<Result<ActualTables, ActualFailure>> {
  const read = await readSqlite(file, wanted, actualLimits);
  if (!read.ok) return read;
  const { accounts, transactions, categories, payees } = read.value;
  if ([accounts, transactions, categories, payees].includes(undefined)) return { ok: false, failure: { code: 'not_actual' } };
  const alive: Record<string, readonly SqliteRow<string>[]> = {};
  for (const name of Object.keys(wanted)) {
    const rows: readonly SqliteRow<string>[] = read.value[name as keyof Wanted] ?? [];
    alive[name] = rows.filter((row) => row['tombstone'] !== 1);
  }
  return succeed(alive as ActualTables);
}

/** A text of a cell; empty where it is none. */
export const textOf = (value: SqliteValue | undefined) => (typeof value === 'string' ? value : '');

/** A category and what Actual groups it by; both empty for none. */
export type NamedCategory = { readonly group: string; readonly category: string };

export const noCategory: NamedCategory = { group: '', category: '' };

/** Names of accounts, payees and categories by their ids, merged ones included. */
export type ActualNames = {
  readonly accountOf: (id: unknown) => { readonly id: string; readonly name: string } | undefined;
  /** Of a transfer the name of the other account. */
  readonly payeeOf: (id: unknown) => string | undefined;
  readonly categoryOf: (id: unknown) => NamedCategory | undefined;
};

/** Looks up names as Actual's own views do: through its mappings, and never of what was deleted. */
export function namesOf(tables: ActualTables): ActualNames {
  const accounts = byId(tables.accounts, ({ id, name }) => ({ id: textOf(id), name: textOf(name) }));
  const groups = byId(tables.category_groups, ({ name }) => textOf(name));
  const categories = byId(tables.categories, ({ name, cat_group }) => ({ group: groups.get(cat_group) ?? '', category: textOf(name) }));
  const payees = byId(tables.payees, ({ name, transfer_acct: other }) => {
    if (typeof other !== 'string') return textOf(name);
    return accounts.get(other)?.name;
  });
  const payeeTargets = byId(tables.payee_mapping, ({ targetId }) => targetId);
  const categoryTargets = byId(tables.category_mapping, ({ transferId }) => transferId);
  return {
    accountOf: (id) => accounts.get(id),
    payeeOf: (id) => payees.get(payeeTargets.get(id) ?? id),
    categoryOf: (id) => categories.get(categoryTargets.get(id) ?? id),
  };
}

function byId<Row extends { readonly id?: SqliteValue }, Named>(
  rows: readonly Row[],
  named: (row: Row) => Named,
): ReadonlyMap<unknown, Named> {
  return new Map(rows.map((row) => [row.id, named(row)]));
}
