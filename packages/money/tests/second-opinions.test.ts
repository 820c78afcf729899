import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCsv } from '@castellan/exports/csv';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { needs } from '../../../tests/support/needs.ts';
import { formatJournal } from '../../../tools/wealth-ai/knowledge/journal.ts';
import { parseOfx } from '../../../tools/wealth-ai/knowledge/ofx.ts';
import { ledgerCsv, ledgerJournal } from '../../../tools/wealth-ai/page/export-money.ts';
import { spendingOf } from '../../../tools/wealth-ai/page/spending/spending.ts';
import { netWorthOn, openBook } from '../../../web/app/domains/money/money-book.ts';
import { newEntry } from '../../../web/app/domains/money/new-entry.ts';
import { formatMinor } from '../src/amount.ts';

// Debian's packages `ofx` (libofx) and `hledger`. Where they are not installed these tests are listed as not run.
const has = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'castellan-money-'));
afterAll(() => rmSync(folder, { recursive: true }));

const word = fc
  .string({ unit: fc.constantFrom(...'abcXYZ 019.-äß'), minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/\s+/g, ' ').trim() || 'x');
const day = fc.integer({ min: 0, max: 800 }).map((count) => new Date(Date.UTC(2024, 0, 1 + count)).toISOString().slice(0, 10));

test('libofx reads the same days, amounts and names out of an OFX file as we do', (context) => {
  needs(context, has('ofxdump', '--version'), 'ofxdump is not installed');
  const ascii = fc
    .string({ unit: fc.constantFrom(...'abcXYZ 019.-'), minLength: 1, maxLength: 20 })
    .map((text) => `n${text.replace(/\s+/g, ' ').trim()}`);
  const entry = fc.record({ day, minor: fc.integer({ min: -1e7, max: 1e7 }), name: ascii });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 12 }), (entries) => {
      const list = entries.map(
        ({ day: on, minor, name }, index) =>
          `<STMTTRN>\n<TRNTYPE>OTHER\n<DTPOSTED>${on.replaceAll('-', '')}120000\n<TRNAMT>${formatMinor(minor, 2)}\n<FITID>${index}\n<NAME>${name}\n</STMTTRN>\n`,
      );
      const head =
        'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n';
      const signOn =
        '<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20240101<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>';
      const text = `${head}<OFX>${signOn}<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>12345<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20240101<DTEND>20261231\n${list.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>1.00<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`;
      const file = join(folder, 'statement.ofx');
      writeFileSync(file, text);
      const told = execFileSync('ofxdump', [file], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, TZ: 'UTC' },
      });
      const amounts = [...told.matchAll(/Total money amount: (\S+)/g)].map(([, amount]) => Math.round(Number(amount) * 100));
      const names = [...told.matchAll(/Name of payee or transaction description: (.*)/g)].map(([, name]) => name?.trim());
      const posted = [...told.matchAll(/Date posted: (.*)/g)].map(([, at]) =>
        new Date(`${at?.trim().replace(/ UTC$/, '')} UTC`).toISOString().slice(0, 10),
      );
      const read = parseOfx(text);
      const lines = read.ok ? (read.value[0]?.lines ?? []) : [];
      expect(lines.map(({ minor }) => minor)).toEqual(amounts);
      expect(lines.map(({ payee }) => payee)).toEqual(names);
      expect(lines.map(({ day: on }) => on)).toEqual(posted);
    }),
    { numRuns: 15 },
  );
});

test('hledger reads the journal and comes to the same balances, whatever names and payees are', (context) => {
  needs(context, has('hledger', '--version'), 'hledger is not installed');
  const nasty = fc.oneof(
    word,
    fc.constantFrom('a:b', '(x)', '; c', '* m', '! m', 'a  b', '@ 5', '[v]', '=', '|', '"q"', '😀', 'a;b', '2024-01-01', '{x}', "l'été"),
  );
  const account = fc.record({
    name: nasty,
    currency: fc.constantFrom('EUR', 'JPY', 'BHD'),
    isLiability: fc.boolean(),
    openingMinor: fc.integer({ min: -1e9, max: 1e9 }),
  });
  const entry = fc.record({
    at: fc.nat({ max: 2 }),
    day,
    minor: fc.integer({ min: -1e9, max: 1e9 }),
    payee: nasty,
    memo: nasty,
    category: nasty,
    isCleared: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(account, { minLength: 3, maxLength: 3 }), fc.array(entry, { maxLength: 12 }), (accounts, entries) => {
      const own = accounts.map((one, index) => ({ ...one, id: String(index), openedOn: '2023-12-31' }));
      const exponents: Readonly<Record<string, number>> = { EUR: 2, JPY: 0, BHD: 3 };
      const written = entries.map(({ at, minor, category, ...rest }) => ({
        ...rest,
        account: String(at),
        minor,
        shares: [
          { category, minor: minor - 7 },
          { category: '', minor: 7 },
        ],
      }));
      const file = join(folder, 'ledger.journal');
      writeFileSync(file, formatJournal(own, written));
      const told = execFileSync(
        'hledger',
        ['-f', file, 'balance', 'assets', 'liabilities', '--flat', '--no-total', '--empty', '-O', 'csv'],
        { encoding: 'utf8' },
      );
      const totals = new Map<string, bigint>();
      for (const [, currency = '', amount = ''] of told.matchAll(/(EUR|JPY|BHD) (-?[\d.]+)/g))
        totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(amount.replace('.', '')));
      for (const currency of ['EUR', 'JPY', 'BHD']) {
        const ours = own.reduce(
          (sum, one) =>
            one.currency === currency
              ? sum + one.openingMinor + entries.reduce((all, { at, minor }) => (String(at) === one.id ? all + minor : all), 0)
              : sum,
          0,
        );
        expect([currency, exponents[currency], totals.get(currency) ?? 0n]).toEqual([currency, exponents[currency], BigInt(ours)]);
      }
    }),
    { numRuns: 12 },
  );
});

test('hledger has the same balance at the end of every day as the ledger, its CSV and the net worth: before an opening balance, on its day and after', (context) => {
  needs(context, has('hledger', '--version'), 'hledger is not installed');
  const base = { removed_at: null, batch: null } as const;
  const days = fc.integer({ min: 0, max: 30 }).map((count) => new Date(Date.UTC(2024, 1, 10 + count)).toISOString().slice(0, 10));
  const minor = fc.integer({ min: -1e6, max: 1e6 });
  const entry = fc.record({ day: days, minor, split: fc.boolean() });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 10 }), days, minor, days, (entries, opened_on, opening_minor, on) => {
      const book = openBook([
        {
          ...base,
          kind: 'account',
          id: 'a',
          name: 'a',
          type: 'current',
          currency: 'KWD',
          opening_minor,
          opened_on,
          number: '',
          closed: false,
        },
        ...entries.map(({ day: of, minor: whole, split }) =>
          newEntry('a', {
            ...{ day: of, minor: whole, payee: 'x' },
            splits: split
              ? [
                  { category: 'Food', minor: whole - 5 },
                  { category: 'Fun', minor: 5 },
                ]
              : [],
          }),
        ),
      ]);
      const file = join(folder, 'dated.journal');
      writeFileSync(file, ledgerJournal(book));
      execFileSync('hledger', ['-f', file, 'check']);
      const until = new Date(Date.parse(`${on}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
      const told = execFileSync('hledger', ['-f', file, 'balance', 'assets', '--flat', '--no-total', '--empty', '-e', until, '-O', 'csv'], {
        encoding: 'utf8',
      });
      const hledger = Number((/KWD (-?[\d.]+)/.exec(told)?.[1] ?? '0').replace('.', ''));
      const worth = netWorthOn(book, 'KWD', [on])[0]?.minor;
      const rows = readCsv(ledgerCsv(book)).rows.slice(1);
      const ofCsv = rows.filter(([at = '']) => at <= on).reduce((sum, row) => sum + Math.round(Number(row[3]) * 1000), 0);
      const last = rows.findLast(([at = '']) => at <= on);
      expect([worth, ofCsv, Math.round(Number(last?.[9] ?? 0) * 1000)]).toEqual([hledger, hledger, hledger]);
    }),
    { numRuns: 25 },
  );
});

test('hledger spends the same in each category and month as the spending view: splits by their parts, refunds subtracted, transfers left out', (context) => {
  needs(context, has('hledger', '--version'), 'hledger is not installed');
  const account = (id: string, type: 'current' | 'card') =>
    ({
      ...{ removed_at: null, batch: null, kind: 'account', id, name: id, type, currency: 'EUR', opening_minor: 100 },
      ...{ opened_on: '2024-01-01', number: '', closed: false },
    }) as const;
  const part = fc.record({ category: fc.constantFrom('Food', 'Fun', 'Rent'), minor: fc.integer({ min: -99_999, max: 20_000 }) });
  const entry = fc.record({
    day: fc.integer({ min: 0, max: 60 }).map((count) => new Date(Date.UTC(2024, 0, 1 + count)).toISOString().slice(0, 10)),
    of: fc.constantFrom('bank', 'card'),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 15 }), (entries) => {
      const out = newEntry('bank', { day: '2024-02-01', minor: -500, transfer: 'in' });
      const book = openBook([
        ...[account('bank', 'current'), account('card', 'card'), out],
        { ...newEntry('card', { day: '2024-02-01', minor: 500, transfer: out.id }), id: 'in' },
        ...entries.map(({ day: on, of, parts }) =>
          newEntry(of, {
            ...{ day: on, payee: 'x', minor: parts.reduce((sum, { minor }) => sum + minor, 0) },
            ...(parts.length > 1 ? { splits: parts } : { category: parts[0]?.category ?? '' }),
          }),
        ),
      ]);
      const file = join(folder, 'spent.journal');
      writeFileSync(file, ledgerJournal(book));
      const spending = spendingOf(book, 'EUR', '2024-02', 2);
      for (const [at, month] of spending.months.entries()) {
        const told = execFileSync(
          'hledger',
          ['-f', file, 'balance', 'expenses', 'income', '-p', month, '--flat', '--no-total', '-O', 'csv'],
          {
            encoding: 'utf8',
          },
        );
        const theirs = new Map<string, number>();
        for (const [, category = '', amount = ''] of told.matchAll(/"(?:expenses|income):(\w+)","EUR (-?[\d.]+)"/g))
          theirs.set(category, (theirs.get(category) ?? 0) + Math.round(Number(amount) * 100));
        const ours = [
          ...spending.spent.map(({ category, months }) => [category, months[at] ?? 0] as const),
          ...spending.income.map(({ category, months }) => [category, -(months[at] ?? 0)] as const),
        ];
        for (const [category, minor] of ours) expect([month, category, minor + 0]).toEqual([month, category, theirs.get(category) ?? 0]);
        expect([...theirs.keys()].every((category) => ours.some(([name]) => name === category))).toBe(true);
      }
    }),
    { numRuns: 12 },
  );
});
