import { addDays } from '@castellan/money/day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { confirmedEntry, expectedEntries } from '../../../web/app/domains/money/expected-entries.ts';
import { convertAt, type MoneyBook, netWorthOn, openBook } from '../../../web/app/domains/money/money-book.ts';
import { forecastMoney } from '../../../web/app/domains/money/money-forecast.ts';
import {
  type Account,
  type Entry,
  type MoneyRecord,
  money,
  moneyText,
  type Rate,
  type Schedule,
} from '../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../web/app/domains/money/new-entry.ts';
import { sampleMoney } from '../../../web/app/domains/money/sample-money.ts';
import { createBundlesHand, createMemorySource } from '../../../web/app/domains/sealed-bundles/bundles-hand.ts';
import { readBundles } from '../../../web/app/domains/sealed-bundles/read-bundles.ts';
import type { Statement } from '../knowledge/statement.ts';
import { envelopesOf } from './envelopes/envelopes.ts';
import { ledgerCsv, ledgerJournal, moneyJson } from './export-money.ts';
import { quickFault, readQuickEntry } from './quick-entry.ts';
import { planFile, recordsOfPlan } from './statements/plan-file.ts';
import { beginPlanning, findAccount, planNext, proofWords } from './statements/plan-statement.ts';
import { readOwnMoney } from './statements/read-own-money.ts';
import { readStatements } from './statements/read-statements.ts';

const netWorth = (book: MoneyBook, currency: string, on: string) => netWorthOn(book, currency, [on])[0] ?? { minor: 0, missing: [] };
const account = (id: string, values: Partial<Account> = {}): Account => ({
  ...{ kind: 'account', id, removed_at: null, batch: null, name: id, type: 'current', currency: 'EUR', opening_minor: 0 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
  ...values,
});
const entry = (values: Partial<Entry> & Pick<Entry, 'day' | 'minor'>): Entry => newEntry('a', values);
const bytes = (text: string) => new TextEncoder().encode(text);

const csv = 'Date,Payee,Amount,Balance\n2024-03-01,Bus,-2.50,97.50\n2024-03-01,Bus,-2.50,95.00\n2024-03-02,Bäcker,-3.00,92.00\n';

const planStatement = (
  book: MoneyBook,
  own: Account,
  statement: Statement,
  fileName: string,
  removedIds: ReadonlySet<string> = new Set(),
) => planNext(beginPlanning(book, removedIds), own, statement, fileName);

function planOf(book: ReturnType<typeof openBook>, text: string) {
  const read = readStatements(bytes(text), { currency: 'EUR' });
  if ('fault' in read) throw new Error(read.fault);
  const [statement] = read.statements;
  const [own] = book.accounts;
  if (statement === undefined || own === undefined) throw new Error('nothing to plan');
  return planStatement(book, own, statement, 'march.csv');
}

test('a statement proves itself, equal rows are two, and the same file again adds nothing', async () => {
  const source = createMemorySource(() => undefined);
  const hand = createBundlesHand(money, source);
  await hand.put(account('a'));
  const book = () => openBook(readBundles(money, source.read()).records);
  const plan = planOf(book(), csv);
  expect(plan).toMatchObject({
    known: [],
    proof: { verdict: 'proven' },
    record: { off_by_minor: 0, from: '2024-03-01', to: '2024-03-02' },
  });
  expect(plan.fresh.map(({ minor }) => minor)).toEqual([-250, -250, -300]);
  await hand.addImport('one', 'march.csv', [...plan.fresh, ...(plan.record === undefined ? [] : [plan.record])], new Date());
  const again = planOf(book(), csv);
  expect(again.fresh).toEqual([]);
  expect(again.known.map(({ line }) => line)).toEqual([2, 3, 4]);
  // What was put into the trash is not brought back by the same file.
  const [first] = plan.fresh;
  await hand.remove(first?.id ?? '');
  const removed = new Set(readBundles(money, source.read()).removed.map(({ id }) => id));
  const read = readStatements(bytes(csv), { currency: 'EUR' });
  const [statement] = 'fault' in read ? [] : read.statements;
  expect(statement && planStatement(book(), account('a'), statement, 'march.csv', removed).fresh).toEqual([]);
  await hand.takeImportBack('one');
  expect(book().entries).toEqual([]);
});

test('an entry that was confirmed for a schedule becomes the bank’s line, once, and is open again where the import is undone', async () => {
  const source = createMemorySource(() => undefined);
  const hand = createBundlesHand(money, source);
  const book = () => openBook(readBundles(money, source.read()).records);
  const schedule: Schedule = {
    ...{ kind: 'schedule', id: 's', removed_at: null, batch: null, account: 'a', payee: 'Power co', minor: -5000, category: 'Power' },
    ...{ ends_on: null, rhythm: { every: 1, unit: 'month', anchor: '2024-01-01' } },
  };
  await hand.put(account('a'), schedule);
  const [expected] = expectedEntries(book(), '2024-03-01', 0);
  if (expected === undefined) throw new Error('nothing is expected');
  await hand.put(confirmedEntry(expected));
  expect(expectedEntries(book(), '2024-03-01', 0)).toEqual([]);
  const text = 'Date,Payee,Amount\n2024-03-03,POWER CO 17,-52.10\n2024-03-03,Bus,-50.00\n';
  const planned = () => {
    const read = readStatements(bytes(text), { currency: 'EUR' });
    const choices = { fileName: 'march.csv', currency: 'EUR', into: ['a'], removedIds: new Set<string>() };
    return 'fault' in read ? [] : planFile(book(), read.statements, choices);
  };
  expect(planned()[0]?.plan).toMatchObject({ matched: [{ line: { line: 2 } }], alike: 0, fresh: [{ payee: 'Bus' }] });
  await hand.addImport('one', 'march.csv', recordsOfPlan(planned(), readBundles(money, source.read()).byId), new Date());
  const bill = { payee: 'Power co', category: 'Power', scheduled: 's:2024-03-01' };
  expect(book().entries).toMatchObject([{ payee: 'Bus' }, { ...bill, day: '2024-03-03', minor: -5210, status: 'cleared' }]);
  expect(planned()[0]?.plan).toMatchObject({ matched: [], fresh: [], known: [{}, {}] });
  await hand.takeImportBack('one');
  expect(book().entries).toMatchObject([{ ...bill, day: '2024-03-01', minor: -5000, status: 'open', key: null }]);
  await hand.change('s', { skips: ['2024-04-01'] });
  expect(expectedEntries(book(), '2024-04-02', 0)).toEqual([]);
});

test('an entry of a split schedule is split as it is, and by the same proportion where the bank has another amount', () => {
  const shares = [
    { category: 'Rent', minor: -4000 },
    { category: 'Heating', minor: -1000 },
  ];
  const schedule: Schedule = {
    ...{ kind: 'schedule', id: 's', removed_at: null, batch: null, account: 'a', payee: 'House', minor: -5000, category: '' },
    ...{ splits: shares, ends_on: null, rhythm: { every: 1, unit: 'month', anchor: '2024-01-01' } },
  };
  const [expected] = expectedEntries(openBook([account('a'), schedule]), '2024-03-01', 0);
  if (expected === undefined) throw new Error('nothing is expected');
  const confirmed = confirmedEntry(expected);
  expect(confirmed.splits).toEqual(shares);
  const plan = planOf(openBook([account('a'), schedule, confirmed]), 'Date,Payee,Amount\n2024-03-03,HOUSE,-52.11\n');
  expect(plan.matched.map(({ entry: { minor, splits } }) => [minor, splits.map((share) => share.minor)])).toEqual([
    [-5211, [-4169, -1042]],
  ]);
});

test('a statement that lacks a row says by how much, one that shares days with others names what looks alike', () => {
  const lacking = csv.replace('2024-03-01,Bus,-2.50,95.00\n', '');
  const book = openBook([account('a'), entry({ day: '2024-03-02', minor: -300 })]);
  const plan = planOf(book, lacking);
  expect(plan.proof).toEqual({ verdict: 'differs', byMinor: 250 });
  expect(proofWords(plan, (minor) => moneyText(minor, 'EUR'))).toContain('2.50 more');
  expect(plan.alike).toBe(1);
});

test('OFX is proven by the closing balance of the statement before it', () => {
  const ofx = (closing: string, day: string) =>
    `<OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>DE001234</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>${day}<TRNAMT>-5<FITID>${day}<NAME>x</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>${closing}</LEDGERBAL></STMTRS></OFX>`;
  const first = planOf(openBook([account('a')]), ofx('95', '20240301'));
  expect(first.proof).toEqual({ verdict: 'unknown', missing: 'opening' });
  const records = [account('a'), ...first.fresh, ...(first.record === undefined ? [] : [first.record])];
  expect(planOf(openBook(records), ofx('90', '20240401'))).toMatchObject({
    proof: { verdict: 'proven' },
    openingFrom: 'previous statement',
  });
  expect(planOf(openBook(records), ofx('89', '20240401')).proof).toEqual({ verdict: 'differs', byMinor: 100 });
  const own = [account('a', { number: 'de00 1234' }), account('b', { number: '9999' })];
  expect(findAccount(own, { account: 'DE001234' })).toEqual({ kind: 'known', account: own[0] });
});

test('files of other kinds, broken ones and wrong encodings are said, and nothing is guessed', () => {
  for (const text of ['', 'hello', '<html></html>', '{"a":1}', '%PDF-1.4\u0000'])
    expect(readStatements(bytes(text), { currency: 'EUR' })).toHaveProperty('fault');
  const latin = Uint8Array.from(
    [...'Date,Payee,Amount\n2024-03-01,B']
      .map((char) => char.charCodeAt(0))
      .concat(
        [0xe4],
        [...'cker,-3\n'].map((char) => char.charCodeAt(0)),
      ),
  );
  expect(readStatements(latin, { currency: 'EUR' })).toMatchObject({
    encoding: 'windows-1252',
    statements: [{ lines: [{ payee: 'Bäcker' }] }],
  });
});

test('rates serve in both directions, from their day on; what has none is named and not counted', () => {
  const rate: Rate = { kind: 'rate', id: 'r', removed_at: null, batch: null, from: 'USD', to: 'EUR', day: '2024-02-01', rate: '0.8' };
  const book = openBook([account('a', { opening_minor: 100_00 }), account('d', { currency: 'USD', opening_minor: 50_00 }), rate]);
  expect(netWorth(book, 'EUR', '2024-02-01')).toEqual({ minor: 140_00, missing: [] });
  expect(netWorth(book, 'EUR', '2024-01-31')).toEqual({ minor: 100_00, missing: ['USD'] });
  expect(netWorth(book, 'USD', '2024-03-01')).toEqual({ minor: 175_00, missing: [] });
  expect(convertAt(book.rates, 1, 'EUR', 'JPY', '2024-03-01')).toBeUndefined();
});

test('the net worth of each day is the sum of what all accounts hold at its end', () => {
  const days = fc.integer({ min: 0, max: 40 }).map((count) => addDays('2024-01-01', count));
  const lines = fc.array(fc.record({ day: days, minor: fc.integer({ min: -9999, max: 9999 }), of: fc.constantFrom('a', 'b') }));
  const opened = fc.record({ opened_on: days, opening_minor: fc.integer({ min: -9999, max: 9999 }) });
  fc.assert(
    fc.property(lines, opened, opened, (given, first, second) => {
      const book = openBook([account('a', first), account('b', second), ...given.map(({ of, ...values }) => newEntry(of, values))]);
      const wanted = Array.from({ length: 45 }, (_, at) => addDays('2023-12-30', at));
      const sums = wanted.map((on) => {
        const openings = book.accounts.filter(({ opened_on }) => opened_on <= on).map(({ opening_minor: minor }) => ({ minor }));
        return [...openings, ...book.entries.filter(({ day }) => day <= on)].reduce((sum, { minor }) => sum + minor, 0);
      });
      expect(netWorthOn(book, 'EUR', wanted).map(({ minor }) => minor)).toEqual(sums);
      expect(netWorthOn(book, 'EUR', ['2024-03-01'])[0]?.minor).toBe([...book.balances.values()].reduce((sum, one) => sum + one, 0));
    }),
  );
});

test('the forecast knows what the ledger has: a bill that came is not expected again, a later entry is', () => {
  const schedule: Schedule = {
    ...{ kind: 'schedule', id: 's', removed_at: null, batch: null, account: 'a', payee: 'Rent 7/24', minor: -500, category: '' },
    ...{ ends_on: null, rhythm: { every: 1, unit: 'month', anchor: '2024-06-01' } },
  };
  const paid = openBook([
    account('a', { opening_minor: 2000 }),
    schedule,
    entry({ day: '2024-06-02', minor: -510, payee: 'RENT 6/24' }),
    entry({ day: '2024-06-20', minor: -900, payee: 'Sofa' }),
  ]);
  const { low, days, expected } = forecastMoney(paid, ['a'], '2024-06-03', 30);
  expect(days[0]).toEqual({ day: '2024-06-03', minor: 1490 });
  expect(expected.map(({ day, minor }) => [day, minor])).toEqual([
    ['2024-06-20', -900],
    ['2024-07-01', -500],
  ]);
  expect(low).toEqual({ day: '2024-07-01', minor: 90 });
});

test('an envelope has what was carried, put in and spent; a split entry fills several', () => {
  const put = (month: string, category: string, minor: number): MoneyRecord => ({
    kind: 'assignment',
    id: `${month}${category}`,
    removed_at: null,
    batch: null,
    month,
    category,
    currency: 'EUR',
    minor,
  });
  const split = entry({
    day: '2024-02-10',
    minor: -300,
    splits: [
      { category: 'Food', minor: -200 },
      { category: 'Fun', minor: -100 },
    ],
  });
  const records = [
    account('a'),
    put('2024-01', 'Food', 500),
    put('2024-02', 'Food', 100),
    put('2024-02', 'Fun', 50),
    entry({ day: '2024-01-05', minor: 1000, category: 'Salary' }),
    entry({ day: '2024-01-10', minor: -600, category: 'Food' }),
    split,
  ];
  expect(envelopesOf(openBook(records), '2024-02', 'EUR')).toEqual({
    envelopes: [
      { category: 'Food', carriedMinor: -100, assignedMinor: 100, activityMinor: -200, availableMinor: -200 },
      { category: 'Fun', carriedMinor: 0, assignedMinor: 50, activityMinor: -100, availableMinor: -50 },
    ],
    startMinor: 0,
    unassignedMinor: 350,
    uncountedMinor: 0,
    readyMinor: 350,
  });
  // What is spent without an envelope is in none of these sums, and is told.
  const unsorted = [entry({ day: '2024-02-11', minor: -70 }), entry({ day: '2024-02-12', minor: -30, category: 'Other' })];
  expect(envelopesOf(openBook([...records, ...unsorted]), '2024-02', 'EUR')).toMatchObject({ unassignedMinor: 350, uncountedMinor: 100 });
});

test('an opening balance counts from its own day in the ledger, the CSV, the journal and the forecast alike', () => {
  const book = openBook([
    account('a', { opening_minor: 2416, opened_on: '2024-02-02' }),
    entry({ day: '2024-02-01', minor: -424 }),
    entry({ day: '2024-02-02', minor: -100 }),
    entry({ day: '2024-02-03', minor: -1 }),
  ]);
  expect(book.entries.map(({ id }) => book.balanceAfter.get(id))).toEqual([-424, 1892, 1891]);
  expect(book.balances.get('a')).toBe(1891);
  const rows = ledgerCsv(book).split('\r\n').slice(1, -1);
  expect(rows.map((row) => row.split(',')).map((cells) => [cells[0], cells[3], cells[4], cells[9]])).toEqual([
    ['2024-02-01', '-4.24', '', '-4.24'],
    ['2024-02-02', '24.16', 'Opening balance', '19.92'],
    ['2024-02-02', '-1.00', '', '18.92'],
    ['2024-02-03', '-0.01', '', '18.91'],
  ]);
  expect(ledgerJournal(book)).toContain('2024-02-02 * Opening balance\n    assets:a  EUR 24.16');
  const { days, expected } = forecastMoney(book, ['a'], '2024-02-01', 5);
  expect(days.slice(0, 3).map(({ minor }) => minor)).toEqual([-424, 1892, 1891]);
  expect(expected.map(({ payee }) => payee)).toContain('Opening balance');
});

test('a typed line becomes an entry', () => {
  const read = (line: string) => readQuickEntry(line, { currency: 'EUR' }, '2024-03-01');
  expect(read('12.50 coffee at #food Anna')).toEqual({ day: '2024-03-01', minor: -1250, payee: 'coffee at Anna', category: 'food' });
  expect(read('+2400 salary yesterday')).toEqual({ day: '2024-02-29', minor: 240000, payee: 'salary', category: '' });
  expect(read('coffee')).toBeUndefined();
  expect(read('0 coffee')).toBeUndefined();
  expect(quickFault('3000.55 tea', { currency: 'JPY' })).toBe('JPY has no decimals.');
  expect(quickFault('tea', { currency: 'JPY' })).toBe('Say an amount, such as 12.50 coffee #food.');
});

test('our own JSON comes back the same, whatever is in it; another file is none of ours', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const minor = fc.maxSafeInteger();
  const made = fc.record({ payee: text, memo: text, category: text, minor });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 10 }), (values) => {
      const records: readonly MoneyRecord[] = [account('a'), ...values.map((one) => entry({ day: '2024-02-29', ...one }))];
      expect(readOwnMoney(moneyJson(records))).toEqual({ records: records.map((record, at) => ({ line: at + 1, record })), rejected: [] });
    }),
  );
  expect(readOwnMoney('{"form":"other"}')).toBeUndefined();
  expect(readOwnMoney('{"form":"castellan-money-1","records":[{"kind":"entry"}]}')).toMatchObject({
    records: [],
    rejected: [{ line: 1, reason: 'id Invalid input: expected string, received undefined' }],
  });
});

test('CSV and the journal have every entry, a transfer once, and no formula', () => {
  const out = entry({ day: '2024-02-01', minor: -100, payee: '=HYPERLINK("x")', transfer: 'in' });
  const into = { ...newEntry('b', { day: '2024-02-02', minor: 100, transfer: out.id }), id: 'in' };
  const book = openBook([account('a'), account('b'), out, into]);
  expect(ledgerCsv(book)).toContain(`"'=HYPERLINK(""x"")"`);
  expect(ledgerCsv(book).split('\r\n')).toHaveLength(4);
  // A spreadsheet sums what left the account.
  expect(ledgerCsv(book)).toMatch(/^\d{4}-\d\d-\d\d,a,EUR,-\d/m);
  const journal = ledgerJournal(book);
  expect(journal.match(/^2024-/gm)).toHaveLength(1);
  expect(journal).toContain('    assets:b  EUR 1.00');
});

test('the ledger as CSV is read back as a statement with the same amounts and words, also those that look like formulas', () => {
  const words = ['=HYPERLINK("x")', 'Bus; =1', '+49 170', '-', "'=x", '@home, -5'];
  const book = openBook([
    account('a'),
    ...words.map((payee, index) => entry({ day: '2024-02-01', minor: -100 - index, payee, memo: 'm' })),
  ]);
  const read = readStatements(bytes(ledgerCsv(book)), { currency: 'EUR' });
  if ('fault' in read) throw new Error(read.fault);
  expect(read.statements[0]?.lines.map(({ payee, minor }) => `${payee} ${minor}`).toSorted()).toEqual(
    book.entries.map(({ payee, minor }) => `${payee} ${minor}`).toSorted(),
  );
  expect(read.statements[0]?.lines).toHaveLength(words.length);
});

test('the ledger as CSV comes back in a new ledger: entries by their ids, splits, states and opening balances; in its own it adds nothing', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 }).map((one) => one.replaceAll('\r', ''));
  const minor = fc.integer({ min: -1e9, max: 1e9 });
  const parts = fc.array(fc.record({ category: fc.constantFrom('', 'Food', 'Fun'), minor }), { minLength: 2, maxLength: 4 });
  const made = fc.record({
    ...{ of: fc.constantFrom('a', 'y', 'k'), payee: text, memo: text, category: text, minor },
    ...{ parts: fc.option(parts), status: fc.constantFrom('open' as const, 'cleared' as const, 'reconciled' as const) },
    day: fc.integer({ min: 0, max: 90 }).map((count) => addDays('2024-01-01', count)),
  });
  const opened = fc.record({ opening_minor: minor, opened_on: fc.constantFrom('2024-01-01', '2024-02-29', '2024-06-01') });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 12 }), opened, opened, (values, first, second) => {
      const own = [
        account('a', { name: 'Same', ...first }),
        account('y', { name: 'Yen', currency: 'JPY', ...second }),
        account('k', { name: 'Same', opening_minor: 5 }),
      ];
      const entries = values.map(({ of, parts: splits, category, minor: whole, ...rest }) =>
        splits === null
          ? newEntry(of, { ...rest, category, minor: whole })
          : newEntry(of, { ...rest, splits, minor: splits.reduce((sum, part) => sum + part.minor, 0) }),
      );
      const book = openBook([...own, ...entries]);
      const read = readStatements(bytes(ledgerCsv(book)), { currency: 'EUR' });
      if ('fault' in read) throw new Error(read.fault);
      const choices = { fileName: 'money.csv', currency: 'EUR', removedIds: new Set<string>() };
      const planned = planFile(openBook([]), read.statements, { ...choices, into: read.statements.map(() => 'new') });
      const made = openBook(recordsOfPlan(planned, new Map()));
      expect(planned.flatMap(({ plan }) => plan?.rejected ?? [])).toEqual([]);
      const plain = (from: typeof book) =>
        from.entries.map(({ key: _, account: of, ...rest }) => ({ ...rest, currency: from.accountById.get(of)?.currency }));
      expect(plain(made)).toEqual(plain(book));
      const held = (from: typeof book) =>
        from.accounts
          .filter(({ id, opening_minor }) => opening_minor !== 0 || from.entries.some((one) => one.account === id))
          .map(({ id, currency }) => `${from.balances.get(id)} ${currency}`);
      expect(held(made).toSorted()).toEqual(held(book).toSorted());
      const again = planFile(book, read.statements, { ...choices, into: [] });
      expect(again.flatMap(({ plan }) => plan?.fresh ?? [])).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('twenty thousand entries in 120 months are read and sorted out within their time', () => {
  const source = createMemorySource(() => undefined);
  const records = Array.from({ length: 20_000 }, (_, index) => {
    const day = new Date(Date.UTC(2016, 0, 1 + Math.floor(index / 5.5))).toISOString().slice(0, 10);
    return { ...entry({ day, minor: -index, payee: `Payee ${index % 300}`, category: `c${index % 20}` }), id: `e${index}` };
  });
  return createBundlesHand(money, source)
    .put(account('a'), ...records)
    .then(() => {
      expect(source.read().length).toBeLessThan(130);
      const startedMs = cpuNowMs();
      const book = openBook(
        readBundles(
          money,
          source.read().map((bundle) => ({ ...bundle })),
        ).records,
      );
      const tookMs = cpuNowMs() - startedMs;
      expect(book.entries).toHaveLength(20_000);
      // The bound is 400 ms; a shared machine may take its time.
      expect(tookMs).toBeLessThan(4_000);
    });
});

test('the sample is whole: every record is one of its schema, and something is expected', () => {
  const records = sampleMoney('2026-11-22');
  for (const record of records) expect(money.schema.safeParse(record).success).toBe(true);
  expect(forecastMoney(openBook(records), ['current'], '2026-11-22', 30).expected.length).toBeGreaterThan(2);
});
