import { dateOrdersOf, parseDate } from '@castellan/money/day';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { parseCamt } from './camt.ts';
import { guessMapping, readCsvStatement } from './csv-statement.ts';
import { parseOfx } from './ofx.ts';
import { parseQif } from './qif.ts';
import { keysOfLines, proveStatement } from './statement.ts';

const ofx = (entries: string, form: 'sgml' | 'xml' = 'sgml') =>
  `${form === 'xml' ? '<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n' : 'OFXHEADER:100\r\nDATA:OFXSGML\r\nCHARSET:1252\r\n\r\n'}<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD${form === 'xml' ? '</CURDEF>' : ''}<BANKACCTFROM><ACCTID>12345678${form === 'xml' ? '</ACCTID>' : ''}</BANKACCTFROM><BANKTRANLIST>${entries}</BANKTRANLIST><LEDGERBAL><BALAMT>96.23${form === 'xml' ? '</BALAMT>' : ''}<DTASOF>20240131${form === 'xml' ? '</DTASOF>' : ''}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const statementOf = (text: string) => {
  const read = parseOfx(text);
  if (!read.ok) throw new Error(read.failure.code);
  const [first] = read.value;
  if (first === undefined) throw new Error('no statement');
  return first;
};

test('OFX 1 is read: open elements, CRLF, empty elements, a time zone that moves no day, zeros beyond the cents', () => {
  const text = ofx(
    '<STMTTRN>\r\n<TRNTYPE>DEBIT\r\n<DTPOSTED>20240102233000[-5:EST]\r\n<TRNAMT>-3.77000\r\n<FITID>1\r\n<NAME>\r\n<MEMO>Coffee &amp; cake\r\n</STMTTRN>',
  );
  const { lines, rejected, account, currency, closingMinor } = statementOf(text);
  expect(lines).toEqual([{ line: 5, day: '2024-01-02', minor: -377, payee: 'Coffee & cake', memo: '', bankId: '1' }]);
  expect({ rejected, account, currency, closingMinor }).toEqual({ rejected: [], account: '12345678', currency: 'USD', closingMinor: 9623 });
});

test('a text that the bank escaped twice is decoded once more: the bank means <DEFTPYMT>', () => {
  const text = ofx('<STMTTRN><DTPOSTED>20240102<TRNAMT>1<FITID>1<NAME>&amp;lt;DEFTPYMT&amp;gt;</STMTTRN>');
  expect(statementOf(text).lines[0]?.payee).toBe('<DEFTPYMT>');
});

test('OFX 2 is read as XML, and a file that only says so as SGML', () => {
  const entry = '<STMTTRN><DTPOSTED>20240102</DTPOSTED><TRNAMT>1,50</TRNAMT><FITID>1</FITID><NAME>A</NAME><MEMO/></STMTTRN>';
  expect(statementOf(ofx(entry, 'xml')).lines).toMatchObject([{ minor: 150, payee: 'A', memo: '' }]);
  const open = '<STMTTRN><DTPOSTED>20240102<TRNAMT>-3.770<FITID>1<NAME>A</STMTTRN>';
  expect(statementOf(`<?xml version="1.0"?>${ofx(open)}`).lines).toMatchObject([{ minor: -377 }]);
});

test('a row that cannot be is rejected with its reason, and the others are taken', () => {
  const text = ofx(
    '<STMTTRN><DTPOSTED>20240230<TRNAMT>1<NAME>Leap</STMTTRN><STMTTRN><DTPOSTED>20240229<TRNAMT>1<NAME>Day</STMTTRN><STMTTRN><DTPOSTED>20240101<TRNAMT>1.234<NAME>Fine</STMTTRN>',
  );
  const { lines, rejected } = statementOf(text);
  expect(lines.map(({ payee }) => payee)).toEqual(['Day']);
  expect(rejected.map(({ text: of, reason }) => [of, reason])).toEqual([
    ['Leap', 'Its date does not exist.'],
    ['Fine', 'Its amount is in none of its units: USD has two decimals.'],
  ]);
});

test('entities are never made up: a document type is refused, and no reference grows', () => {
  const bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "&b;&b;">]><Document><BkToCstmrStmt/></Document>';
  expect(parseCamt(bomb)).toMatchObject({ ok: false, failure: { code: 'declares_entities' } });
  expect(parseOfx('<OFX><!DOCTYPE x></OFX>')).toMatchObject({ ok: false, failure: { code: 'declares_entities' } });
  expect(parseCamt(`<Document>${'<a>'.repeat(100)}`)).toMatchObject({ ok: false, failure: { code: 'too_deep' } });
});

const amount = (value: string, sign: 'CRDT' | 'DBIT') => `<Amt Ccy="CHF">${value}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`;
const balance = (code: string, value: string, sign: 'CRDT' | 'DBIT', day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value, sign)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
const camt = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>${balance('PRCD', '100.00', 'DBIT', '2024-01-01')}${balance('CLBD', '-40.50'.slice(1), 'DBIT', '2024-01-31')}${inside}</Stmt></ns:BkToCstmrStmt></ns:Document>`;

test('CAMT.053 is read: signs by the indicator, a batch by its transactions, what is pending not at all; and it proves itself', () => {
  const party = (name: string) => `<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>`;
  const batch = `<Ntry>${amount('60.00', 'CRDT')}<Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2024-01-10T23:30:00+01:00</DtTm></BookgDt><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls><TxDtls><Amt Ccy="CHF">20</Amt>${party('A')}</TxDtls><TxDtls><Amt Ccy="CHF">40</Amt>${party('B')}<RmtInf><Ustrd>Rent</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const fee = `<Ntry>${amount('0.50', 'DBIT')}<Sts>BOOK</Sts><BookgDt><Dt>2024-01-31</Dt></BookgDt><AddtlNtryInf>Fee</AddtlNtryInf></Ntry>`;
  const pending = `<Ntry>${amount('9', 'DBIT')}<Sts>PDNG</Sts><BookgDt><Dt>2024-01-31</Dt></BookgDt></Ntry>`;
  const read = parseCamt(camt(batch + fee + pending));
  const [statement] = read.ok ? read.value : [];
  expect(statement?.lines.map(({ day, minor, payee, memo }) => [day, minor, payee, memo])).toEqual([
    ['2024-01-10', 2000, 'A', ''],
    ['2024-01-10', 4000, 'B', 'Rent'],
    ['2024-01-31', -50, 'Fee', ''],
  ]);
  expect(statement).toMatchObject({ account: 'CH9300762011623852957', currency: 'CHF', openingMinor: -10000, closingMinor: -4050 });
  expect(statement?.rejected).toMatchObject([{ reason: 'It is not booked yet.' }]);
  expect(statement && proveStatement(statement)).toEqual({ verdict: 'proven' });
  const lost = parseCamt(camt(batch));
  expect(lost.ok && lost.value[0] && proveStatement(lost.value[0])).toEqual({ verdict: 'differs', byMinor: 50 });
});

test('a statement without an opening balance is proven by the one before it, and says what is missing otherwise', () => {
  const lines = [{ line: 1, day: '2024-01-01', minor: -500, payee: '', memo: '' }];
  expect(proveStatement({ lines, closingMinor: 500 }, 1000)).toEqual({ verdict: 'proven' });
  expect(proveStatement({ lines, closingMinor: 500 })).toEqual({ verdict: 'unknown', missing: 'opening' });
  expect(proveStatement({ lines })).toEqual({ verdict: 'unknown', missing: 'both' });
});

test('QIF is read: dates by what all of them allow, years behind an apostrophe, the opening balance, categories, no investments', () => {
  const text =
    "!Type:Bank\nD12/ 1'23\nT1,000.00\nPOpening Balance\n^\nD1/25'24\nT-12.50\nPBakery\nLFood\n^\nD1/26/24\nT5\nMOnly a memo\nL[Savings]\n^\nD13/26/24\nT5\nPNever\n^\n!Type:Invst\nD1/1/24\nT1\n^\n";
  const read = parseQif(text, { currency: 'USD' });
  if (!read.ok) throw new Error(read.failure.code);
  const { statements, orders } = read.value;
  const [statement] = statements;
  expect(orders).toEqual(['mdy']);
  expect(statement?.openingMinor).toBe(100000);
  expect(statement?.lines).toMatchObject([
    { day: '2024-01-25', minor: -1250, payee: 'Bakery', category: 'Food' },
    { day: '2024-01-26', minor: 500, payee: 'Only a memo' },
  ]);
  expect(statement?.rejected).toMatchObject([{ line: 16, text: 'Never' }]);
  const open = parseQif('!Type:CCard\nD3/4/24\nT1\n^\n', { currency: 'USD' });
  expect(open.ok && open.value.orders).toEqual(['dmy', 'mdy']);
  expect(parseQif('hello', { currency: 'USD' })).toMatchObject({ ok: false });
});

test('in a file whose amounts have a point before the cents, 1.005 is a slip and no thousand and five', () => {
  const rows = [
    ['Date', 'Payee', 'Amount'],
    ['2026-03-01', 'Kiosk', '-2.50'],
    ['2026-03-02', 'Slip', '1.005'],
  ];
  const mapping = guessMapping(rows);
  if (mapping === undefined) throw new Error('no mapping');
  const { lines, rejected } = readCsvStatement(rows, mapping, 'EUR');
  expect(lines.map(({ minor }) => minor)).toEqual([-250]);
  expect(rejected).toMatchObject([{ line: 3, text: 'Slip', reason: 'Its amount is in none of its units: EUR has two decimals.' }]);
  expect(parseQif('!Type:Bank\nD1/31/26\nT-2.50\n^\nD1/30/26\nT1.005\nPSlip\n^\n', { currency: 'USD' })).toMatchObject({
    ok: true,
    value: { statements: [{ lines: [{ minor: -250 }], rejected: [{ text: 'Slip' }] }] },
  });
});

test('a bank’s CSV is mapped by its columns’ names, below a preamble too, and its balances prove it in either order', () => {
  const rows = [
    ['Kontoauszug', ''],
    ['Buchungstag', 'Empfänger', 'Verwendungszweck', 'Betrag', 'Währung', 'Saldo'],
    ['31.01.2024', 'Bäckerei', 'Brot', '-3,50', 'EUR', '96,50'],
    ['30.01.2024', 'Lohn', '', '1.000,00', 'EUR', '100,00'],
    ['32.01.2024', 'Nie', '', '1', 'EUR', ''],
  ];
  const mapping = guessMapping(rows);
  if (mapping === undefined) throw new Error('not recognised');
  expect(mapping).toMatchObject({ headerRow: 1, order: 'dmy' });
  const statement = readCsvStatement(rows, mapping, 'EUR');
  expect(statement.lines).toMatchObject([
    { line: 3, day: '2024-01-31', minor: -350, payee: 'Bäckerei', memo: 'Brot' },
    { line: 4, minor: 100000 },
  ]);
  expect(statement).toMatchObject({ openingMinor: -90000, closingMinor: 9650, currency: 'EUR' });
  expect(proveStatement(statement)).toEqual({ verdict: 'proven' });
  expect(statement.rejected).toMatchObject([{ line: 5, reason: 'Its date “32.01.2024” is not a date that exists.' }]);
});

test('money out and money in may have columns of their own', () => {
  const rows = [
    ['Date', 'Description', 'Debit', 'Credit'],
    ['2024-02-29', 'Out', '5.00', ''],
    ['2024-03-01', 'In', '', '7.00'],
    ['2024-03-02', 'None', '', ''],
  ];
  const mapping = guessMapping(rows);
  const statement = mapping && readCsvStatement(rows, mapping, 'EUR');
  expect(statement?.lines.map(({ minor }) => minor)).toEqual([-500, 700]);
  expect(statement?.rejected).toMatchObject([{ reason: 'It has no amount.' }]);
});

test('equal rows of a file are told apart by their number, and keep their keys in the next file', () => {
  const line = { line: 1, day: '2024-01-01', minor: -500, payee: 'Bus', memo: '' };
  const keys = keysOfLines([line, { ...line, line: 2 }, { ...line, bankId: 'X' }, { ...line, bankId: 'X', minor: 1 }]);
  expect(new Set(keys).size).toBe(4);
  expect(keysOfLines([{ ...line, payee: ' BUS ' }])).toEqual(keys.slice(0, 1));
});

test('dates are days of the calendar, or none', () => {
  expect(parseDate('29.02.2023', 'dmy')).toBeUndefined();
  expect(parseDate('29.02.2024', 'dmy')).toBe('2024-02-29');
  expect(parseDate('5 Mar 2024', 'mdy')).toBe('2024-03-05');
  expect(parseDate('2024-03-05T23:59:59Z', 'dmy')).toBe('2024-03-05');
  expect(parseDate('05/03/69', 'dmy')).toBe('2069-03-05');
  expect(dateOrdersOf(['03/04/2024', '03/13/2024'])).toEqual(['mdy']);
  expect(dateOrdersOf(['rubbish'])).toEqual([]);
});

test('whatever a file holds, no reader throws, and none takes longer than it is long', () => {
  const piece = fc.constantFrom(
    '<OFX>',
    '<STMTRS>',
    '</STMTTRN>',
    '<STMTTRN>',
    '<TRNAMT>',
    '1',
    '&amp;lt;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '<',
    '>',
    '/',
    '\n',
    '!Type:Bank',
    '^',
    'D1/2/24',
    'T-1',
    '<Document>',
    '<BkToCstmrStmt>',
    '<Stmt>',
    '<Ntry>',
    '\u0000',
    '🪙',
    '"',
    ',',
    ';',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const text = pieces.join('');
      parseOfx(`<OFX>${text}`);
      parseCamt(`<Document>${text}`);
      parseQif(`!Type:Bank\n${text}`, { currency: 'USD' });
      const rows = text.split('\n').map((row) => row.split(','));
      const mapping = guessMapping([['date', 'amount'], ...rows]);
      if (mapping !== undefined) readCsvStatement(rows, mapping, 'EUR');
    }),
    { numRuns: 400 },
  );
  const startedMs = cpuNowMs();
  parseOfx(`<OFX>${'<'.repeat(200_000)}`);
  parseOfx(`<OFX>${'<STMTTRN><MEMO>\n'.repeat(30)}${'&amp;'.repeat(50_000)}`);
  parseCamt(`<Document>${'<a></a>'.repeat(50_000)}`);
  expect(cpuNowMs() - startedMs).toBeLessThan(2000);
});
