import { expect, test } from 'vitest';
import { readStatements } from './read-statements.ts';

const entry = (day: string, amount: string) => `<STMTTRN><DTPOSTED>${day}<TRNAMT>${amount}<FITID>${day}<NAME>Bus\n</STMTTRN>\n`;
const sgml = `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${entry('20240301', '-30.00')}${entry('20240302', '-1.00')}</BANKTRANLIST><LEDGERBAL><BALAMT>96.23<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></OFX>\r\n`;
const xml = `<?xml version="1.0"?>\n<?OFX OFXHEADER="200"?>\n<OFX><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM><ACCTID>1</ACCTID></BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20240102</DTPOSTED><TRNAMT>1,50</TRNAMT><NAME>A</NAME></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></OFX>\n`;
const camt = `<?xml version="1.0" encoding="UTF-8"?>\n<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct><!-- two --><Ntry><Amt Ccy="CHF">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2024-01-31</Dt></BookgDt><AddtlNtryInf><![CDATA[Fee]]></AddtlNtryInf></Ntry><Ntry><Amt Ccy="CHF">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2024-01-31</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>\n`;

const read = (text: string) => readStatements(new TextEncoder().encode(text), { currency: 'EUR' });
const faultOf = (text: string) => {
  const found = read(text);
  return 'fault' in found ? found.fault : undefined;
};
const lineCount = (text: string) => {
  const found = read(text);
  return 'fault' in found ? 0 : found.statements.reduce((sum, { lines }) => sum + lines.length, 0);
};

test.each([
  ['OFX 1', sgml, '<OFX>'],
  ['OFX 2', xml, '<OFX>'],
  ['CAMT.053', camt, '<BkToCstmrStmt>'],
])('%s that was cut at any byte behind its beginning is named as cut, and nothing of it is read', (_, text, beginning) => {
  expect(faultOf(text)).toBeUndefined();
  const whole = text.trimEnd().length;
  for (let cut = 0; cut < whole; cut += 1) {
    const fault = faultOf(text.slice(0, cut));
    expect([cut, fault]).toEqual([cut, expect.any(String)]);
    if (cut >= text.indexOf(beginning) + beginning.length) expect([cut, fault]).toEqual([cut, expect.stringContaining('ends early')]);
  }
  for (let cut = whole; cut <= text.length; cut += 1) expect(faultOf(text.slice(0, cut))).toBeUndefined();
});

test('a transaction that is cut in two is named with the line where the file breaks off', () => {
  const cut = sgml.slice(0, sgml.indexOf('20240302') + 4);
  expect(faultOf(cut)).toBe('This file ends early, at line 6: its end is cut off. Nothing was imported. Download it again.');
});

test('QIF that was cut inside of an entry is named as cut, and behind a whole one its last line is', () => {
  const text = '!Type:Bank\nD1/25/24\nT-12.50\nPBakery\nSFood\n$-12.50\n^\nD1/26/24\nT5\nMOnly a memo\n^\n';
  for (let cut = '!Type:Bank\nD'.length; cut < text.length; cut += 1) {
    const part = text.slice(0, cut);
    if (part.trimEnd().endsWith('^')) expect(read(part)).toMatchObject({ statements: [{ end: 'unsaid' }] });
    else expect([part, faultOf(part)]).toEqual([part, expect.stringContaining('ends early')]);
  }
  expect(lineCount(text)).toBe(2);
});

test.each([
  ['plain', 'Date,Payee,Amount,Balance\n2024-03-01,Bus,-2.50,97.50\n2024-03-02,Bäcker,-13.05,84.45\n'],
  ['quoted', 'Date;Payee;Amount\r\n"2024-03-01";"A ""B"" C";"-2,50"\r\n"2024-03-02";"two\r\nlines";"-13,05"\r\n'],
])('a %s CSV that was cut at any byte is refused, or its last line is named', (_, text) => {
  for (let cut = text.indexOf('2024-03-01') + 10; cut < text.length; cut += 1) {
    const found = read(text.slice(0, cut));
    if ('fault' in found) expect(found.fault).toMatch(/ends early|neither OFX/);
    else expect(found.statements[0]?.end).toBe(/[\r\n]$/.test(text.slice(0, cut)) ? 'unsaid' : 'without_line_end');
  }
  expect(lineCount(text)).toBe(2);
});

test('a line below the table is no cut, and a row without its last cells is one', () => {
  const text = 'Date;Payee;Amount\n2024-03-01;Bus;-2,50\n2024-03-02;Bus;-2,50\n';
  expect(lineCount(`${text}Total;-5,00\n`)).toBe(2);
  expect(faultOf(`${text}2024-03-03;Bus\n`)).toContain('ends early');
  expect(faultOf(`${text}2024-03-03;"Bus\n`)).toContain('ends early');
});

test('our own JSON that was cut is named as cut', () => {
  expect(faultOf('{"form":"castellan-money-1","records":[{"kind":"entry"}')).toContain('ends early');
  expect(faultOf('{"a":1}')).toContain('neither');
});
