import { expect, test } from 'vitest';
import { type MoneyBook, openBook } from '../../../../web/app/domains/money/money-book.ts';
import type { Account, Entry, MoneyRecord } from '../../../../web/app/domains/money/money-records.ts';
import { newEntry } from '../../../../web/app/domains/money/new-entry.ts';
import { planFile, recordsOfPlan } from './plan-file.ts';
import { readStatements } from './read-statements.ts';
import { standingsOf } from './standing.ts';
import { changesOf, standingWords } from './standing-words.ts';

const account = (id: string, values: Partial<Account> = {}): Account => ({
  ...{ kind: 'account', id, removed_at: null, batch: null, name: id, type: 'current', currency: 'EUR', opening_minor: 0 },
  ...{ opened_on: '2024-01-01', number: '', closed: false },
  ...values,
});

type Given = { readonly into?: readonly (string | undefined)[]; readonly currency?: string; readonly name?: string };

function plan(book: MoneyBook, text: string, { into = [], currency = 'EUR', name = 'bank.csv' }: Given = {}) {
  const read = readStatements(new TextEncoder().encode(text), { currency });
  if ('fault' in read) throw new Error(read.fault);
  return planFile(book, read.statements, { fileName: name, currency, into, removedIds: new Set() });
}

/** The records after a file was taken, in an import of its own. */
function taken(records: readonly MoneyRecord[], text: string, given: Given = {}): readonly MoneyRecord[] {
  const book = openBook(records);
  const fresh = recordsOfPlan(plan(book, text, given), new Map(records.map((record) => [record.id, record])));
  return [...records, ...fresh.map((record) => ({ ...record, batch: `of ${given.name ?? text.length}` }))];
}

const ofx = (acctid: string, more: { bank?: string; currency?: string; lines?: readonly [string, string][]; closing?: string } = {}) =>
  `<OFX><STMTTRNRS><STMTRS><CURDEF>${more.currency ?? 'EUR'}<BANKACCTFROM>${more.bank === undefined ? '' : `<BANKID>${more.bank}`}<ACCTID>${acctid}</BANKACCTFROM><BANKTRANLIST>${(more.lines ?? [['20240301', '-5']]).map(([day, amount], index) => `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}${index}<NAME>x</STMTTRN>`).join('')}</BANKTRANLIST>${more.closing === undefined ? '' : `<LEDGERBAL><BALAMT>${more.closing}</LEDGERBAL>`}</STMTRS></STMTTRNRS></OFX>`;

const iban = 'DE89370400440532013000';

test('a statement goes into the account of its number, and into a new one where the number is another, however few accounts there are', () => {
  const one = openBook([account('a', { number: iban })]);
  expect(plan(one, ofx('DE89 3704 0044 0532 0130 00'))).toMatchObject([{ into: 'a' }]);
  for (const number of ['EU9', '3000', iban.slice(4), '0532013000'])
    expect(plan(one, ofx(number))).toMatchObject([{ into: 'new', account: { number, currency: 'EUR' } }]);
  const banks = openBook([account('a', { number: '111/42' })]);
  expect(plan(banks, ofx('42', { bank: '111' }))).toMatchObject([{ into: 'a' }]);
  expect(plan(banks, ofx('42', { bank: '222' }))).toMatchObject([{ into: 'new', account: { number: '222/42' } }]);
});

test('where a number is not said, or not all of it, the owner chooses: nothing is read into an account before', () => {
  const csv = 'Date,Payee,Amount\n2024-03-01,Bus,-2.50\n';
  const book = openBook([account('a', { name: 'bank', number: '42' })]);
  expect(plan(book, csv)).toMatchObject([{ into: undefined, plan: undefined, like: [] }]);
  expect(plan(book, '!Account\nNbank\nTBank\n^\n!Type:Bank\nD1/31/24\nT-1\n^\n')).toMatchObject([{ into: undefined }]);
  expect(plan(book, ofx('42', { bank: '111' }))).toMatchObject([{ into: undefined, like: [{ id: 'a' }] }]);
  expect(plan(book, csv, { into: ['none'] })).toMatchObject([{ into: 'none', plan: undefined }]);
  expect(plan(book, csv, { into: ['a'] })).toMatchObject([{ into: 'a', plan: { fresh: [{ minor: -250 }] } }]);
  // A file of the same name as one before is no reason either.
  const begun = taken([], csv, { into: ['new'] });
  expect(plan(openBook(begun), csv)).toMatchObject([{ into: undefined }]);
});

test('a statement in another currency is refused whole, and its amounts keep their own decimals', () => {
  const book = openBook([account('a', { number: '42' }), account('y', { currency: 'JPY' })]);
  const [yen] = plan(book, ofx('42', { currency: 'JPY', lines: [['20240301', '-1200']] }));
  expect(yen).toMatchObject({ into: 'a', plan: undefined, refusal: expect.stringContaining('The statement is in JPY') });
  expect(yen?.statement.lines).toMatchObject([{ minor: -1200 }]);
  const [dinar] = plan(book, ofx('9', { currency: 'KWD', lines: [['20240301', '-1.250']] }));
  expect(dinar).toMatchObject({ into: 'new', account: { currency: 'KWD' }, plan: { fresh: [{ minor: -1250 }] } });
  const [slip] = plan(book, ofx('8', { currency: 'JPY', lines: [['20240301', '-12.50']] }));
  expect(slip?.statement.rejected).toMatchObject([{ reason: expect.stringContaining('JPY has no decimals.') }]);
  const csv = 'Date,Payee,Amount,Currency\n2024-03-01,UPS,-2.50,EUR\n2024-03-02,Bus,-3,USD\n';
  expect(plan(book, csv, { into: ['y'] })).toMatchObject([{ plan: undefined, refusal: expect.stringContaining('EUR') }]);
  expect(plan(book, csv, { into: ['a'] })[0]?.plan?.rejected).toMatchObject([{ reason: 'It is in USD, and the file in EUR.' }]);
  // Read with two decimals, amounts are none of an account without.
  expect(plan(book, 'Date,Payee,Amount\n2024-03-01,Bus,-250\n', { into: ['y'] })[0]?.refusal).toContain('decimals of EUR');
});

test('two statements of a file each find their account, and the second of one account finds what the first brought', () => {
  const march = ofx('1', { lines: [['20240301', '-5']], closing: '95' });
  const april = ofx('1', {
    lines: [
      ['20240301', '-5'],
      ['20240401', '-5'],
    ],
    closing: '90',
  });
  const other = ofx('2', { lines: [['20240301', '7']] });
  const body = (text: string) => text.replace('<OFX>', '').replace('</OFX>', '');
  const both = plan(openBook([]), `<OFX>${body(april)}${body(other)}${body(march)}</OFX>`);
  expect(both.map(({ into, account: of, plan: one }) => [into, of?.number, one?.fresh.length, one?.known.length])).toEqual([
    ['new', '1', 1, 1],
    ['new', '2', 1, 0],
    ['new', '1', 1, 0],
  ]);
  const records = recordsOfPlan(both, new Map());
  expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  expect(records.map(({ kind }) => kind).toSorted()).toEqual([
    ...['account', 'account', 'entry', 'entry', 'entry', 'statement', 'statement', 'statement'],
  ]);
  const qif =
    '!Account\nNOne\nTBank\n^\n!Type:Bank\nD1/31/24\nT-1\n^\n!Account\nNTwo\nTCCard\n^\n!Type:CCard\nD1/31/24\nT-2\n^\nD1/31/24\nT-3\n^\n';
  expect(plan(openBook([]), qif).map(({ statement: { name, lines } }) => [name, lines.length])).toEqual([
    ['One', 1],
    ['Two', 2],
  ]);
});

test('parts of a QIF entry become its parts, and one whose parts do not come to it is refused by its line', () => {
  const qif =
    '!Type:Bank\nD1/31/24\nT-100.00\nPShop\nLFood\nSFood\nEbread\n$-60\nSHome\n$-40.00\n^\nD1/31/24\nT-100.00\nPSlip\nSFood\n$-60\nSHome\n$-30\n^\n';
  const [planned] = plan(openBook([account('a')]), qif, { into: ['a'] });
  expect(planned?.plan?.fresh).toMatchObject([
    {
      ...{ payee: 'Shop', minor: -10_000, category: '', memo: 'Food: bread' },
      splits: [
        { category: 'Food', minor: -6000 },
        { category: 'Home', minor: -4000 },
      ],
    },
  ]);
  expect(planned?.plan?.rejected).toEqual([{ line: 12, text: 'Slip', reason: 'Its parts come to -90.00, and it to -100.00.' }]);
});

const csv = (from: number, rows: readonly (readonly [string, number])[]) => {
  let balance = from;
  const lines = rows.map(([day, minor], index) => {
    balance += minor;
    return `${day},Shop ${index},${minor / 100},${balance / 100}\n`;
  });
  return `Date,Payee,Amount,Balance\n${lines.join('')}`;
};

const march = csv(10_000, [
  ['2024-03-01', -250],
  ['2024-03-05', -300],
  ['2024-03-09', 125],
]);

/** Each statement with its first day, and how it stands. */
function standings(records: readonly MoneyRecord[]): readonly string[] {
  const book = openBook(records);
  return book.statements.map((statement) => {
    const standing = standingsOf(book).get(statement.id);
    return standing === undefined ? '' : standingWords(standing, statement, (minor) => `${minor / 100} EUR`);
  });
}

const proven = taken([], march, { into: ['new'] });
const entriesOf = (records: readonly MoneyRecord[]) => records.filter((record): record is Entry => record.kind === 'entry');
const changed = (at: number, values: Partial<Entry>) => {
  const { id } = entriesOf(proven)[at] ?? { id: '' };
  return proven.map((record) => (record.id === id ? ({ ...record, ...values } as MoneyRecord) : record));
};
const holder = proven.find(({ kind }) => kind === 'account')?.id ?? '';

test.each([
  ['nothing', proven, 'Proven'],
  ['an entry whose words and category are others', changed(0, { payee: 'y', category: 'Food', memo: 'z' }), 'Proven'],
  ['an amount', changed(0, { minor: -11 }), 'No longer proven: opening balance + entries are 2.39 EUR more than the closing balance.'],
  [
    'a day out of its days',
    changed(0, { day: '2024-04-01' }),
    'No longer proven: opening balance + entries are 2.5 EUR more than the closing balance.',
  ],
  ['a day within', changed(0, { day: '2024-03-04' }), 'Proven'],
  [
    'one that is gone',
    proven.filter(({ id }) => id !== entriesOf(proven)[2]?.id),
    'No longer proven: opening balance + entries are 1.25 EUR less than the closing balance.',
  ],
  [
    'one that is in another account',
    [account('b'), ...changed(1, { account: 'b' })],
    'No longer proven: opening balance + entries are 3 EUR more than the closing balance.',
  ],
  [
    'one more',
    [...proven, newEntry(holder, { day: '2024-03-02', minor: -1000, status: 'cleared' })],
    'No longer proven: opening balance + entries are 10 EUR less than the closing balance.',
  ],
  [
    'one more that the bank has not',
    [...proven, newEntry(holder, { day: '2024-03-02', minor: -1000 })],
    'Proven without 1 open entry of -10 EUR',
  ],
  ['one more on a later day', [...proven, newEntry(holder, { day: '2024-03-10', minor: -1000, status: 'cleared' })], 'Proven'],
  [
    'one more on an earlier day',
    [...proven, newEntry(holder, { day: '2020-01-01', minor: 33_000, status: 'cleared' })],
    'No longer proven: before 2024-03-01 the account has 330 EUR more than the statement’s opening balance.',
  ],
  [
    'another opening balance',
    proven.map((one) => (one.kind === 'account' ? { ...one, opening_minor: 0 } : one)),
    'No longer proven: before 2024-03-01 the account has 100 EUR less than the statement’s opening balance.',
  ],
] as const)('a proof is asked again after each change: %s', (_, records, words) => {
  expect(standings(records)).toEqual([words]);
});

test('what broke a proof is named: trashed, edited, moved, entered by hand, from another import', () => {
  const [first, second, third] = entriesOf(proven);
  if (first === undefined || second === undefined || third === undefined) throw new Error('three entries');
  const records = [
    ...proven.filter(({ id }) => id !== first.id && id !== second.id && id !== third.id),
    { ...second, minor: -1 },
    { ...third, account: 'b' },
    account('b', { name: 'Savings' }),
    newEntry(holder, { day: '2024-03-02', minor: -1000, payee: 'Kiosk' }),
  ];
  const book = openBook(records);
  const [statement] = book.statements;
  const told = statement && changesOf(statement, book, [{ ...first, removed_at: '2024-05-01T00:00:00.000Z' }], (minor) => `${minor / 100}`);
  expect(told).toEqual([
    '“Shop 0”, 2024-03-01, -2.5: in the trash.',
    '“Kiosk”, 2024-03-02, -10: entered by hand.',
    '“Shop 1”, 2024-03-05, -0.01: the statement has it on 2024-03-05 with -3.',
    'And 1 more.',
  ]);
});

test('statements that share days, and ones that lack an opening balance, are proven by each other; a gap is named', () => {
  // The bank's day of 9 March has lines of both.
  const shared = csv(9575, [
    ['2024-03-09', -75],
    ['2024-03-20', -100],
  ]);
  const two = taken(proven, shared, { into: [holder], name: 'b' });
  expect(standings(two)).toEqual(['Proven', 'Proven']);
  const broken = two.map((record) => (record.kind === 'entry' && record.day === '2024-03-20' ? { ...record, minor: -1 } : record));
  expect(standings(broken)).not.toContain('Proven');
  // A line that was put on a day of the other statement would not show in the sum of both.
  const hidden = two.map((record) => (record.kind === 'entry' && record.day === '2024-03-01' ? { ...record, day: '2024-03-15' } : record));
  expect(standings(hidden)[0]).toMatch(/^No longer proven/);

  const bank = (lines: readonly [string, string][], closing: string) => ofx('7', { lines, closing });
  const first = taken([], bank([['20240301', '-5']], '95'), { name: 'march' });
  const chained = taken(first, bank([['20240401', '-5']], '90'), { name: 'april' });
  expect(standings(chained)).toEqual(['Cannot prove itself: it has no opening balance.', 'Proven']);
  // May before April: each is asked again once the one between is there.
  const gap = taken(first, bank([['20240501', '-1']], '89'), { name: 'may' });
  expect(standings(gap)[1]).toMatch(/^Not proven: opening balance \+ entries are 5 EUR more/);
  expect(standings(taken(gap, bank([['20240401', '-5']], '90'), { name: 'april' })).slice(1)).toEqual(['Proven', 'Proven']);
});

test('a statement that was imported before its opening balance was kept is held against the account', () => {
  const { opening_minor: _, begins_off_by_minor: __, ...rest } = openBook(proven).statements[0] ?? { opening_minor: 0 };
  const older = proven.map((record) => (record.kind === 'statement' ? (rest as MoneyRecord) : record));
  expect(standings(older)).toEqual(['Proven']);
  expect(standings([...older, newEntry(holder, { day: '2020-01-01', minor: 100, status: 'cleared' })])).toEqual([
    'Not proven: after 2024-03-09 the account has 1 EUR more than the statement’s closing balance.',
  ]);
});

test('the dry run says where a whole statement will not fit into the account', () => {
  const [planned] = plan(openBook([account('a', { opening_minor: 1 })]), march, { into: ['a'] });
  expect(planned?.plan?.proof).toEqual({ verdict: 'proven' });
  expect(planned?.standing).toMatchObject({ verdict: 'differs', where: 'before', byMinor: -9999 });
  expect(planned?.plan?.record).toMatchObject({ opening_minor: 10_000, off_by_minor: 0, begins_off_by_minor: -9999 });
});
