import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { daysOfRhythm } from '@castellan/money/schedule';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBook } from '../../../../../web/app/domains/money/money-book.ts';
import { type MoneyRecord, money } from '../../../../../web/app/domains/money/money-records.ts';
import { planBeside } from '../plan-beside.ts';
import { planFile, recordsOfPlan } from '../plan-file.ts';
import { readBudgetDatabase } from '../read-archive.ts';
import type { StatementFile } from '../statement-file.ts';
import { readActualBudget } from './read-actual-budget.ts';

let folder = '';
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'actual-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

// The columns that Actual's init.sql and its migrations give these tables.
const schema = `
CREATE TABLE accounts (id TEXT PRIMARY KEY, account_id TEXT, name TEXT, balance_current INTEGER, balance_available INTEGER, balance_limit INTEGER,
  mask TEXT, official_name TEXT, subtype TEXT, bank TEXT, offbudget INTEGER DEFAULT 0, closed INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0,
  sort_order REAL, type TEXT, account_sync_source TEXT, last_sync TEXT, last_reconciled TEXT, bank_sync_status TEXT);
CREATE TABLE category_groups (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, sort_order REAL, tombstone INTEGER DEFAULT 0,
  hidden BOOLEAN NOT NULL DEFAULT 0);
CREATE TABLE categories (id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, cat_group TEXT, sort_order REAL,
  tombstone INTEGER DEFAULT 0, hidden BOOLEAN NOT NULL DEFAULT 0, goal_def TEXT DEFAULT null, template_settings JSON DEFAULT '{"source": "notes"}');
CREATE TABLE category_mapping (id TEXT PRIMARY KEY, transferId TEXT);
CREATE TABLE payees (id TEXT PRIMARY KEY, name TEXT, category TEXT, tombstone INTEGER DEFAULT 0, transfer_acct TEXT,
  favorite INTEGER DEFAULT 0, learn_categories BOOLEAN DEFAULT 1);
CREATE TABLE payee_mapping (id TEXT PRIMARY KEY, targetId TEXT);
CREATE TABLE transactions (id TEXT PRIMARY KEY, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT, category TEXT, amount INTEGER,
  description TEXT, notes TEXT, date INTEGER, financial_id TEXT, type TEXT, location TEXT, error TEXT, imported_description TEXT,
  starting_balance_flag INTEGER DEFAULT 0, transferred_id TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0, cleared INTEGER DEFAULT 1,
  pending INTEGER DEFAULT 0, parent_id TEXT, schedule TEXT, reconciled INTEGER DEFAULT 0, raw_synced_data TEXT);
CREATE TABLE rules (id TEXT PRIMARY KEY, stage TEXT, conditions TEXT, actions TEXT, tombstone INTEGER DEFAULT 0, conditions_op TEXT DEFAULT 'and');
CREATE TABLE schedules (id TEXT PRIMARY KEY, rule TEXT, active INTEGER DEFAULT 0, completed INTEGER DEFAULT 0, posts_transaction INTEGER DEFAULT 0,
  tombstone INTEGER DEFAULT 0, name TEXT DEFAULT NULL);
CREATE TABLE zero_budgets (id TEXT PRIMARY KEY, month INTEGER, category TEXT, amount INTEGER DEFAULT 0, carryover INTEGER DEFAULT 0,
  goal INTEGER DEFAULT null, long_goal INTEGER DEFAULT null);
CREATE TABLE zero_budget_months (id TEXT PRIMARY KEY, buffered INTEGER DEFAULT 0);
CREATE TABLE notes (id TEXT PRIMARY KEY, note TEXT);
CREATE TABLE preferences (id TEXT PRIMARY KEY, value TEXT);
CREATE TABLE tags (id TEXT PRIMARY KEY, tag TEXT UNIQUE, color TEXT, description TEXT, tombstone INTEGER DEFAULT 0);
CREATE TABLE messages_crdt (id INTEGER PRIMARY KEY, timestamp TEXT NOT NULL UNIQUE, dataset TEXT NOT NULL, row TEXT NOT NULL,
  column TEXT NOT NULL, value BLOB NOT NULL);
CREATE INDEX trans_date ON transactions(date);
CREATE VIEW v_payees AS SELECT id, name FROM payees;`;

type Row = Readonly<Record<string, SQLInputValue>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

function databaseOf(rows: Rows): Uint8Array {
  made += 1;
  const path = join(folder, `${made}.sqlite`);
  const database = new DatabaseSync(path);
  database.exec(schema);
  for (const [table, some] of Object.entries(rows))
    for (const row of some) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join();
      database.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${places})`).run(...Object.values(row));
    }
  database.close();
  return new Uint8Array(readFileSync(path));
}

const [bank, pot, house] = ['bank', 'pot', 'house'];
const json = (value: unknown) => JSON.stringify(value);
const [payeeIs, gives] = [
  (value: string) => json([{ op: 'is', field: 'description', value, type: 'id' }]),
  (value: string) => json([{ op: 'set', field: 'category', value, type: 'id' }]),
];
const recurring = (more: object) => ({ start: '2024-01-31', frequency: 'monthly', interval: 1, patterns: [], endMode: 'never', ...more });
const scheduleRule = (id: string, date: unknown, amount: unknown) => ({
  id,
  conditions: json([
    { op: 'is', field: 'description', value: 'market' },
    { op: 'is', field: 'acct', value: bank },
    { op: 'isapprox', field: 'date', value: date },
    { op: 'is', field: 'amount', value: amount },
  ]),
  actions: json([
    { op: 'link-schedule', value: `s-${id}` },
    { op: 'set', field: 'category', value: 'food', type: 'id' },
  ]),
});
const budget = {
  accounts: [
    { id: bank, name: 'Bank' },
    { id: pot, name: 'Pot', closed: 1 },
    { id: house, name: 'House', offbudget: 1, type: 'mortgage' },
    { id: 'unused', name: 'Unused' },
    { id: 'gone', name: 'Gone', tombstone: 1 },
  ],
  category_groups: [
    { id: 'needs', name: 'Needs' },
    { id: 'fun', name: 'Fun' },
  ],
  categories: [
    { id: 'food', name: 'Food', cat_group: 'needs', goal_def: '[{"type":"simple","monthly":50}]' },
    { id: 'cake', name: 'Food', cat_group: 'fun' },
    { id: 'wage', name: 'Income', cat_group: 'needs', is_income: 1 },
    { id: 'empty', name: 'Empty', cat_group: 'fun' },
    { id: 'merged', name: 'Merged', cat_group: 'needs', tombstone: 1 },
  ],
  category_mapping: [
    { id: 'food', transferId: 'food' },
    { id: 'merged', transferId: 'food' },
  ],
  payees: [
    { id: 'market', name: 'Market' },
    { id: 'old-market', name: 'Mrkt', tombstone: 1 },
    { id: 'never', name: 'Never' },
    { id: 'to-pot', name: '', transfer_acct: pot },
    { id: 'to-bank', name: '', transfer_acct: bank },
  ],
  payee_mapping: [
    { id: 'market', targetId: 'market' },
    { id: 'old-market', targetId: 'market' },
  ],
  transactions: [
    {
      id: 't0',
      acct: bank,
      category: 'wage',
      amount: 250_000,
      date: 20240201,
      starting_balance_flag: 1,
      reconciled: 1,
      imported_description: 'EMPLOYER 7',
    },
    { id: 't1', acct: bank, isParent: 1, amount: -8050, description: 'old-market', notes: 'weekly', date: 20240203 },
    { id: 't1a', acct: bank, isChild: 1, parent_id: 't1', category: 'merged', amount: -5050, date: 20240203, notes: 'bread' },
    { id: 't1b', acct: bank, isChild: 1, parent_id: 't1', category: 'cake', amount: -1000, date: 20240203, description: 'market' },
    { id: 't1c', acct: bank, isChild: 1, parent_id: 't1', amount: -2000, date: 20240203, description: 'to-pot', transferred_id: 't2' },
    { id: 't1d', acct: bank, isChild: 1, parent_id: 't1', amount: -1, date: 20240203, tombstone: 1 },
    { id: 't2', acct: pot, amount: 2000, date: 20240203, description: 'to-bank', transferred_id: 't1c', cleared: 0 },
    { id: 't3', acct: bank, category: 'food', amount: -70_000, date: 20240204, transferred_id: 't4', description: null },
    { id: 't4', acct: house, amount: 70_000, date: 20240204, transferred_id: 't3' },
    { id: 't5', acct: bank, amount: -5, date: 20240230 },
    { id: 't6', acct: bank, isParent: 1, amount: -10, date: 20240205 },
    { id: 't6a', acct: bank, isChild: 1, parent_id: 't6', amount: -9, date: 20240205 },
    { id: 't7', acct: 'gone', amount: -5, date: 20240205 },
    { id: 't8', acct: bank, amount: -5, date: 20240205, tombstone: 1 },
    { id: 't9', acct: bank, isParent: 1, amount: -5, date: 20240205, tombstone: 1 },
    { id: 't9a', acct: bank, isChild: 1, parent_id: 't9', amount: -5, date: 20240205 },
  ],
  rules: [
    { id: 'r1', conditions: payeeIs('old-market'), actions: gives('food') },
    {
      id: 'r2',
      conditions: json([{ op: 'contains', field: 'imported_description', value: 'bakery' }]),
      actions: json([
        { op: 'set-split-amount', value: 25, options: { method: 'fixed-percent', splitIndex: 1 } },
        { op: 'set', field: 'category', value: 'cake', options: { splitIndex: 1 } },
        { op: 'set-split-amount', value: null, options: { method: 'remainder', splitIndex: 2 } },
        { op: 'set', field: 'category', value: 'food', options: { splitIndex: 2 } },
      ]),
    },
    { id: 'r3', conditions: json([{ op: 'oneOf', field: 'description', value: ['never', 'to-pot'] }]), actions: gives('cake') },
    { id: 'r4', conditions: json([{ op: 'gt', field: 'amount', value: 5 }]), actions: gives('food') },
    { id: 'r5', conditions: payeeIs('market'), actions: json([{ op: 'set', field: 'notes', value: 'x' }]) },
    { id: 'r6', conditions: payeeIs('nobody'), actions: gives('food') },
    { id: 'r7', conditions: '{', actions: gives('food') },
    { id: 'r8', conditions: payeeIs('market'), actions: gives('food'), tombstone: 1 },
    scheduleRule('monthly', recurring({}), -1200),
    scheduleRule('day', recurring({ patterns: [{ type: 'day', value: 15 }], endMode: 'after_n_occurrences', endOccurrences: 3 }), -1200),
    scheduleRule('once', '2024-05-01', { num1: -1000, num2: -2000 }),
    scheduleRule('weekday', recurring({ patterns: [{ type: 'FR', value: -1 }] }), -1),
    scheduleRule('weekend', recurring({ skipWeekend: true }), -1),
    scheduleRule('over', recurring({}), -1),
  ],
  schedules: ['monthly', 'day', 'once', 'weekday', 'weekend', 'over'].map((rule) => ({
    ...{ id: `s-${rule}`, rule, name: rule, completed: rule === 'over' ? 1 : 0 },
  })),
  zero_budgets: [
    { id: 'z1', month: 202402, category: 'merged', amount: 10_000 },
    { id: 'z2', month: 202402, category: 'cake', amount: 0 },
    { id: 'z3', month: 202413, category: 'cake', amount: 5 },
  ],
  zero_budget_months: [{ id: '2024-02', buffered: 100 }],
  notes: [{ id: 'food', note: '#template 50' }],
  tags: [
    { id: 'g1', tag: 'trip' },
    { id: 'g2', tag: 'work' },
  ],
};

const choices = { currency: 'EUR' };
async function readBudget(rows: Rows, currency = 'EUR'): Promise<StatementFile> {
  const found = await readActualBudget(databaseOf(rows), { currency });
  if ('fault' in found) throw new Error(found.fault);
  return found;
}
const fileChoices = { fileName: 'budget.zip', currency: 'EUR', into: [], removedIds: new Set<string>() };

test('an exported budget is a statement for each account: merged names, split entries whole, and what is broken named', async () => {
  const archive = zipSync({ 'db.sqlite': databaseOf(budget), 'metadata.json': strToU8('{"id":"My-Budget-1"}') });
  const unpacked = readBudgetDatabase(archive);
  if (unpacked === undefined || 'fault' in unpacked) throw new Error('not found');
  const file = await readActualBudget(unpacked.database, choices);
  if ('fault' in file) throw new Error(file.fault);
  const lines = file.statements.map(({ name, lines: own }) => [
    name,
    ...own.map(({ day, minor, payee, category, splits, status }) => [day, minor, payee, splits ?? category, status]),
  ]);
  expect(lines).toEqual([
    [
      'Bank',
      ['2024-02-01', 2500_00, 'EMPLOYER 7', 'Income', 'reconciled'],
      ['2024-02-03', -20_00, 'Pot', undefined, 'cleared'],
      [
        ...['2024-02-03', -60_50, 'Market'],
        [
          { category: 'Needs: Food', minor: -50_50 },
          { category: 'Fun: Food', minor: -10_00 },
        ],
        'cleared',
      ],
      ['2024-02-04', -700_00, '', 'Needs: Food', 'cleared'],
    ],
    ['Pot', ['2024-02-03', 20_00, 'Bank', undefined, 'open']],
    ['House', ['2024-02-04', 700_00, '', undefined, 'cleared']],
  ]);
  expect(file.statements[0]?.lines[2]).toMatchObject({ memo: 'weekly', partsMemo: 'bread' });
  expect(file.statements[0]?.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [9, 'Its date is not a date that exists.'],
    [10, 'Its parts do not come to its amount.'],
  ]);
  expect(file.planned).toMatchObject([{ month: '2024-02', category: 'Needs: Food', minor: 100_00 }]);
  expect(file.rejected).toMatchObject([{ line: 3, reason: 'Its month is not one that is known.' }]);
  expect(file.leftOut).toEqual([
    '1 account without entries',
    '1 payee without entries',
    '1 category that nothing is in',
    '1 category’s goals',
    '1 amount held for a next month',
    '1 note on an account, a category or a month',
    '2 tags',
    '1 schedule that is over',
  ]);
  const cut = readBudgetDatabase(archive.slice(0, -30));
  expect(cut === undefined || 'fault' in cut).toBe(true);
});

test('rules on the payee alone are taken, each other one is named with its reason', async () => {
  const { rules } = await readBudget(budget);
  expect(rules?.found).toEqual([
    { line: 1, payee: 'Market', match: 'is', category: 'Needs: Food' },
    {
      ...{ line: 2, payee: 'bakery', match: 'contains', category: '' },
      splits: [
        { category: 'Fun: Food', percent: 25 },
        { category: 'Needs: Food', percent: 75 },
      ],
    },
    { line: 3, payee: 'Never', match: 'is', category: 'Fun: Food' },
    { line: 3, payee: 'Pot', match: 'is', category: 'Fun: Food' },
  ]);
  expect(rules?.rejected.map(({ line, reason, text }) => [line, reason, text])).toEqual([
    [4, 'It looks at more than the payee: rules here know the payee alone.', 'amount gt'],
    [5, 'It does more than give a category or split by percent.', 'payee is Market'],
    [6, 'Its payee or category was deleted.', 'payee is nobody'],
    [7, 'It is of a form that is not known.', ''],
  ]);
});

test('schedules whose rhythm ours can say are taken: the end of each month, a day of it, an end after so many, and once', async () => {
  const { schedules } = await readBudget(budget);
  expect(schedules?.found.map(({ minor, category, rhythm, endsOn }) => [minor, category, rhythm.anchor, endsOn])).toEqual([
    [-12_00, 'Needs: Food', '2024-01-31', null],
    [-12_00, 'Needs: Food', '2024-02-15', '2024-04-15'],
    [-15_00, 'Needs: Food', '2024-05-01', '2024-05-01'],
  ]);
  const [monthly] = schedules?.found ?? [];
  expect(monthly && daysOfRhythm(monthly.rhythm, '2024-01-01', '2024-03-31')).toEqual(['2024-01-31', '2024-02-29', '2024-03-31']);
  expect(schedules?.rejected.map(({ line, text }) => [line, text])).toEqual([
    [4, 'weekday'],
    [5, 'weekend'],
  ]);
});

test('in an empty ledger it begins its accounts, links its transfers, and read again it adds nothing', async () => {
  const file = await readBudget(budget);
  const first = planFile(openBook([]), file.statements, fileChoices);
  expect(first.map(({ account }) => [account?.name, account?.type, account?.off_budget, account?.closed])).toEqual([
    ['Bank', 'current', undefined, false],
    ['Pot', 'current', undefined, true],
    ['House', 'loan', true, false],
  ]);
  const beside = planBeside(file, first, { book: openBook([]), currency: 'EUR', known: new Set() });
  expect(beside.map(({ title, fresh, rejected }) => [title, fresh.length, rejected.length])).toEqual([
    ['Put into envelopes', 1, 1],
    ['Rules', 4, 4],
    ['Schedules', 3, 2],
  ]);
  const records: readonly MoneyRecord[] = [
    ...recordsOfPlan(first, new Map()),
    ...beside.flatMap(({ fresh }) => fresh.map(({ record }) => record)),
  ];
  expect(records.map((record) => money.schema.safeParse(record).success)).toEqual(records.map(() => true));
  const book = openBook(records);
  const sideOf = (minor: number) => book.entries.find((entry) => entry.minor === minor);
  for (const minor of [-20_00, -700_00])
    expect([sideOf(minor)?.transfer, sideOf(-minor)?.transfer]).toEqual([sideOf(-minor)?.id, sideOf(minor)?.id]);
  const again = planFile(book, file.statements, fileChoices);
  expect(again.map(({ into, plan }) => [into, plan?.fresh.length])).toEqual(first.map(({ account }) => [account?.id, 0]));
  const known = new Set(records.map(({ id }) => id));
  expect(planBeside(file, again, { book, currency: 'EUR', known }).map(({ fresh }) => fresh.length)).toEqual([0, 0, 0]);
  const without = planFile(openBook([]), file.statements, { ...fileChoices, into: ['none', undefined, undefined] });
  const left = planBeside(file, without, { book: openBook([]), currency: 'EUR', known: new Set() });
  expect(left.find(({ title }) => title === 'Schedules')?.fresh).toEqual([]);
});

test('amounts are hundredths: of what a currency counts otherwise each is converted or named, and a named one is not guessed', async () => {
  const yen = await readBudget(
    { ...budget, transactions: [...budget.transactions.slice(0, 2).map((row) => ({ ...row, isParent: 0 }))] },
    'JPY',
  );
  expect(yen.statements[0]?.lines.map(({ minor }) => minor)).toEqual([2500]);
  expect(yen.statements[0]?.rejected).toMatchObject([{ line: 2 }]);
  const preference = (value: string) => ({ preferences: [{ id: 'defaultCurrencyCode', value }] });
  expect((await readBudget({ ...budget, ...preference('SEK') })).statements[0]?.currency).toBe('SEK');
  expect(await readActualBudget(databaseOf({ ...budget, ...preference('JPY') }), choices)).toHaveProperty('fault');
  expect(await readActualBudget(strToU8('SQLite format 3\0'), choices)).toHaveProperty('fault');
});

test('whatever its entries are, each account comes to their sum', async () => {
  const one = fc.record({
    acct: fc.constantFrom(bank, pot),
    isParent: fc.constantFrom(0, 1),
    amounts: fc.array(fc.integer({ min: -9_999_999, max: 9_999_999 }), { minLength: 1, maxLength: 4 }),
    isTransfer: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 12 }), async (all) => {
      const transactions = all.flatMap(({ acct, isParent, amounts, isTransfer }, at): readonly Row[] => {
        const amount = amounts.reduce((sum, minor) => sum + minor, 0);
        const row = { id: `p${at}`, acct, isParent, amount, date: 20240101 + at, transferred_id: isTransfer ? 'x' : null };
        const parts =
          isParent === 0
            ? []
            : amounts.map((minor, part) => ({ ...row, id: `p${at}/${part}`, isParent: 0, isChild: 1, parent_id: row.id, amount: minor }));
        return [row, ...parts];
      });
      const { statements } = await readBudget({ accounts: budget.accounts, transactions });
      for (const [id, name] of [
        ['bank', 'Bank'],
        ['pot', 'Pot'],
      ]) {
        const sum = all
          .filter(({ acct }) => acct === id)
          .reduce((total, { amounts }) => total + amounts.reduce((own, minor) => own + minor, 0), 0);
        const lines = statements.find((statement) => statement.name === name)?.lines ?? [];
        expect(lines.reduce((total, { minor }) => total + minor, 0)).toBe(sum);
      }
    }),
    { numRuns: 20 },
  );
});
