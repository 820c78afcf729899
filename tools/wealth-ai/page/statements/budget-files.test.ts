import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openBook } from '../../../../web/app/domains/money/money-book.ts';
import type { MoneyRecord } from '../../../../web/app/domains/money/money-records.ts';
import { readBudgetTables } from '../../knowledge/budget-tables.ts';
import { planFile, recordsOfPlan } from './plan-file.ts';
import { readStatements } from './read-statements.ts';
import type { StatementFile } from './statement-file.ts';

// Files in the shapes that Actual's and YNAB's own exports have; what they say is made up.
const actual = [
  'Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared',
  'Bank,2024-02-01,Employer,,Income,2500,0,Reconciled',
  'Bank,2024-02-03,Market,(SPLIT INTO 2) weekly,,0,-80.5,Cleared',
  'Bank,2024-02-03,Market,(SPLIT 1 OF 2) bread,Food,-50.5,0,Cleared',
  'Bank,2024-02-03,Market,(SPLIT 2 OF 2) soap,House,-30,0,Cleared',
  'Bank,2024-02-05,Pot,,,-100,0,Not cleared',
  'Pot,2024-02-05,Bank,,,100,0,Not cleared',
  'Bank,2024-02-06,Cut off,(SPLIT INTO 2) ,,0,-9,Cleared',
  'Bank,2024-02-07,Odd,,Food,1.234,0,Cleared',
].join('\n');
const register = [
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"',
  '"Bank","","13/02/2024","Employer","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,"$2,500.00","Reconciled"',
  '"Bank","Red","14/02/2024","Market","Needs: Food","Needs","Food","Split (1/3) bread",$50.50,$0.00,"Cleared"',
  '"Bank","","14/02/2024","Market","Fun: Food","Fun","Food","Split (2/3) cake",$10.00,$0.00,"Cleared"',
  '"Bank","","14/02/2024","Transfer : Pot","","","","Split (3/3) saved",$20.00,$0.00,"Cleared"',
  '"Pot","","14/02/2024","Transfer : Bank","","","","",$0.00,$20.00,"Uncleared"',
  '"Bank","","30/02/2024","Never","","","","",$1.00,$0.00,"Cleared"',
].join('\n');
const plan = [
  '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"',
  '"Feb 2024","Needs: Food","Needs","Food",$100.00,-$50.50,$49.50',
  '"Feb 2024","Fun: Food","Fun","Food",$0.00,-$10.00,-$10.00',
  '"Feb 2024","Credit Card Payments: Card","Credit Card Payments","Card",$5.00,$0.00,$5.00',
  '"Month","Needs: Food","Needs","Food",$1.00,$0.00,$0.00',
].join('\n');
const gone = { deleted: false };
const ynab = {
  data: {
    budget: {
      currency_format: { iso_code: 'KWD' },
      accounts: [
        { id: 'b', name: 'Bank', type: 'checking', on_budget: true, balance: 2_369_995, ...gone },
        { id: 'h', name: 'House', type: 'mortgage', on_budget: false, balance: 30_000, ...gone },
      ],
      payees: [
        { id: 'm', name: 'Market', ...gone },
        { id: 'th', name: 'Transfer : House', ...gone },
      ],
      category_groups: [
        { id: 'n', name: 'Needs', ...gone },
        { id: 'i', name: 'Internal Master Category', ...gone },
      ],
      categories: [
        { id: 'f', category_group_id: 'n', name: 'Food', goal_type: 'NEED', ...gone },
        { id: 'r', category_group_id: 'i', name: 'Inflow: Ready to Assign', ...gone },
      ],
      months: [{ month: '2024-02-01', categories: [{ id: 'f', budgeted: 100_000 }] }],
      transactions: [
        { id: 't1', date: '2024-02-01', amount: 2_500_000, account_id: 'b', category_id: 'r', cleared: 'reconciled', ...gone },
        { id: 't2', date: '2024-02-03', amount: -130_005, account_id: 'b', payee_id: 'm', memo: 'both', cleared: 'cleared', ...gone },
        {
          id: 't3',
          date: '2024-02-03',
          amount: 30_000,
          account_id: 'h',
          transfer_account_id: 'b',
          transfer_transaction_id: 's2',
          cleared: 'uncleared',
          ...gone,
        },
        { id: 't4', date: '2024-02-04', amount: -1, account_id: 'b', cleared: 'cleared', deleted: true },
        { id: 't5', date: '2024-02-04', amount: -9, account_id: 'b', payee_id: 'm', cleared: 'cleared', ...gone },
      ],
      subtransactions: [
        { id: 's1', transaction_id: 't2', amount: -100_005, category_id: 'f', ...gone },
        { id: 's2', transaction_id: 't2', amount: -30_000, payee_id: 'th', transfer_account_id: 'h', ...gone },
        { id: 's3', transaction_id: 't5', amount: -8, category_id: 'f', ...gone },
      ],
      scheduled_transactions: [
        {
          id: 'x',
          account_id: 'b',
          payee_id: 'm',
          category_id: 'f',
          date_first: '2024-01-31',
          frequency: 'every3Months',
          amount: -9_000,
          ...gone,
        },
        { id: 'y', account_id: 'b', payee_id: 'm', date_first: '2024-01-31', frequency: 'twiceAMonth', amount: -9_000, ...gone },
        { id: 'z', account_id: 'b', deleted: true, amount: 0 },
      ],
    },
  },
};

const bytes = (text: string) => new TextEncoder().encode(text);
function read(file: Uint8Array, currency = 'USD'): StatementFile {
  const found = readStatements(file, { currency });
  if ('fault' in found) throw new Error(found.fault);
  return found;
}
const linesOf = (file: StatementFile) =>
  file.statements.map(({ name, lines }) => [
    name,
    ...lines.map(({ day, minor, payee, category, splits }) => [day, minor, payee, splits ?? category]),
  ]);

test('Actual’s CSV is a statement for each account: split entries whole, transfers without a category, and what is broken is named', () => {
  const file = read(bytes(actual));
  expect(linesOf(file)).toEqual([
    [
      'Bank',
      ['2024-02-01', 2500_00, 'Employer', 'Income'],
      [
        ...['2024-02-03', -80_50, 'Market'],
        [
          { category: 'Food', minor: -50_50 },
          { category: 'House', minor: -30_00 },
        ],
      ],
      ['2024-02-05', -100_00, 'Pot', undefined],
    ],
    ['Pot', ['2024-02-05', 100_00, 'Bank', undefined]],
  ]);
  const [bank, pot] = file.statements;
  expect(bank?.lines.map(({ status }) => status)).toEqual(['reconciled', 'cleared', 'open']);
  expect(pot?.lines).toMatchObject([{ isTransfer: true }]);
  expect(bank?.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [8, 'Not all of its parts follow it: each is an entry by itself.'],
    [9, 'Its amount is in none of its units: USD has two decimals.'],
  ]);
  const older = 'Account,Date,Payee,Notes,Category,Amount,Cleared,Reconciled\nBank,2024-02-01,Market,,Needs: Food,-5,true,false\n';
  expect(read(bytes(older)).statements).toMatchObject([{ lines: [{ category: 'Food', status: 'cleared', minor: -5_00 }] }]);
});

test('YNAB’s archive has its register and plan: categories of one name keep their group, sides of transfers are entries of their own', () => {
  const archive = zipSync({ 'My Budget - Register.csv': strToU8(`\uFEFF${register}`), 'My Budget - Plan.csv': strToU8(plan) });
  const file = read(archive);
  expect(linesOf(file)).toEqual([
    [
      'Bank',
      ['2024-02-13', 2500_00, 'Employer', 'Income'],
      ['2024-02-14', -20_00, 'Transfer : Pot', undefined],
      [
        ...['2024-02-14', -60_50, 'Market'],
        [
          { category: 'Needs: Food', minor: -50_50 },
          { category: 'Fun: Food', minor: -10_00 },
        ],
      ],
    ],
    ['Pot', ['2024-02-14', 20_00, 'Transfer : Bank', undefined]],
  ]);
  expect(file.planned).toMatchObject([{ month: '2024-02', category: 'Needs: Food', minor: 100_00 }]);
  expect(file.rejected?.map(({ line }) => line)).toEqual([4, 5]);
  expect(file.statements[0]?.rejected).toMatchObject([{ line: 7, reason: 'Its date “30/02/2024” is not a date that exists.' }]);
  expect(readStatements(archive.slice(0, -30), { currency: 'USD' })).toHaveProperty('fault');
  expect(file.leftOut).toEqual([expect.stringContaining('Goals and scheduled transactions')]);
  expect(read(bytes(register)).leftOut).toEqual(file.leftOut);
  expect(readStatements(zipSync({ 'x.txt': strToU8('x') }), { currency: 'USD' })).toHaveProperty('fault');
});

test('YNAB’s JSON is counted in its currency’s units, proves itself by its balances, and leaves accounts out of the envelopes as it says', () => {
  const file = read(bytes(JSON.stringify(ynab)));
  expect(linesOf(file)).toEqual([
    [
      'Bank',
      ['2024-02-01', 2_500_000, '', 'Income'],
      ['2024-02-03', -30_000, 'Transfer : House', undefined],
      ['2024-02-03', -100_005, 'Market', 'Food'],
    ],
    ['House', ['2024-02-03', 30_000, '', undefined]],
  ]);
  expect(file.planned).toMatchObject([{ month: '2024-02', category: 'Food', minor: 100_000, currency: 'KWD' }]);
  expect(file.rejected?.map(({ reason }) => reason)).toEqual(['Its parts do not come to its amount.']);
  expect(file.schedules?.found).toMatchObject([
    {
      account: 0,
      payee: 'Market',
      minor: -9_000,
      category: 'Food',
      rhythm: { every: 3, unit: 'month', anchor: '2024-01-31' },
      endsOn: null,
    },
  ]);
  expect(file.schedules?.rejected).toMatchObject([{ line: 2, reason: expect.stringContaining('twice a month') }]);
  expect(file.leftOut).toEqual(['1 category’s goal']);
  const planned = planFile(openBook([]), file.statements, choices);
  expect(planned.map(({ account, plan: own }) => [account?.name, account?.type, account?.off_budget, own?.proof.verdict])).toEqual([
    ['Bank', 'current', undefined, 'proven'],
    ['House', 'loan', true, 'proven'],
  ]);
  // The part of a split entry names no other side in this file, but is named by it.
  const entries = planned.flatMap(({ plan: own }) => own?.fresh ?? []);
  const [out, into] = [-30_000, 30_000].map((minor) => entries.find((entry) => entry.minor === minor));
  expect([out?.transfer, into?.transfer]).toEqual([into?.id, out?.id]);
  expect(readStatements(bytes('{"budget":{"accounts":[]}}'), { currency: 'USD' })).toHaveProperty('fault');
});

const choices = { fileName: 'budget', currency: 'USD', into: [], removedIds: new Set<string>() };

test('each of these files begins its accounts in an empty ledger, and read again it is known by its lines and adds nothing', () => {
  for (const file of [bytes(actual), bytes(register), bytes(JSON.stringify(ynab))]) {
    const { statements } = read(file);
    const first = planFile(openBook([]), statements, choices);
    expect(first.map(({ into }) => into)).toEqual(statements.map(() => 'new'));
    const records: readonly MoneyRecord[] = recordsOfPlan(first, new Map());
    const again = planFile(openBook(records), statements, choices);
    expect(again.map(({ into, plan: own }) => [into, own?.fresh.length])).toEqual(first.map(({ account }) => [account?.id, 0]));
    // Beside accounts that know nothing of it, the owner says where it goes.
    const [account] = first;
    const other = account?.account === undefined ? [] : [{ ...account.account, id: 'other' }];
    expect(planFile(openBook(other), statements, choices).map(({ into }) => into)).toEqual(statements.map(() => undefined));
  }
});

test('whatever rows a register has, its statements come to the sum of those that were taken', () => {
  const row = fc.record({
    account: fc.constantFrom('Bank', 'Pot'),
    payee: fc.constantFrom('Market', 'Transfer : Pot', ''),
    memo: fc.constantFrom('', 'Split (1/2) a', 'Split (2/2) b', 'Split (1/1) c'),
    cents: fc.integer({ min: -99_999, max: 99_999 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const money = (cents: number) => `€${(Math.max(0, cents) / 100).toFixed(2)}`;
      const head = ['Account', 'Date', 'Payee', 'Category Group', 'Category', 'Memo', 'Outflow', 'Inflow', 'Cleared'];
      const table = [
        head,
        ...rows.map(({ account, payee, memo, cents }) => [
          ...[account, '2024-02-03', payee, 'Needs', 'Food', memo, money(-cents), money(cents), 'Cleared'],
        ]),
      ];
      const read = readBudgetTables([{ rows: table, lineOf: (at) => at + 1 }], { currency: 'EUR' });
      for (const name of ['Bank', 'Pot']) {
        const lines = read?.statements.find((one) => one.name === name)?.lines ?? [];
        const own = rows.filter(({ account }) => account === name).reduce((sum, { cents }) => sum + cents, 0);
        expect(lines.reduce((sum, { minor }) => sum + minor, 0)).toBe(own);
        for (const { minor, splits } of lines)
          if (splits !== undefined) expect(splits.reduce((sum, part) => sum + part.minor, 0)).toBe(minor);
      }
    }),
  );
});
