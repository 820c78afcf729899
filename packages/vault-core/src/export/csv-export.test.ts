import { parseCsv } from '@castellan/foundation/csv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crypto, neverRunArgon2 } from '../../tests/archive-ports.ts';
import { importFile } from '../import/import-file.ts';
import { exportCsv } from './csv-export.ts';
import { sampleEntry } from './entry-samples.ts';

const ports = { crypto, argon2: neverRunArgon2 };
const plain = sampleEntry(1);
const named = (title: string) => ({ ...plain, details: { ...plain.details, title } });

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['＝1', "'＝1"],
  ['"=1', `'""=1`],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['x; =1', "x;' =1"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['one\n- two', "one\n'- two"],
])('the cell %j cannot run as a formula, whatever separates the cells', (title, written) => {
  const { text, defusedCells } = exportCsv([named(title)]);
  expect(defusedCells).toBe(1);
  expect(text).toContain(`,"${written}",`);
});

const pieces = fc.constantFrom('=', '+', '-', '@', '＝', "'", '"', ';', '\t', '\r', '\n', ' ', ',', 'x', '1');
const hostile = fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

test('no text makes a formula behind a comma, a semicolon, a tab or a line break, and reading the file gives every text back', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (title, notes, secret) => {
      const entry = { ...named(`${title}x`), secrets: { ...plain.secrets, notes, password: secret, fields: [], totp: '' } };
      const { text } = exportCsv([entry]);
      for (const cell of [...text.split(/[;\t\r\n]/), ...parseCsv(text).rows.flat()]) {
        expect(cell).not.toMatch(/^[ "]*(?!-1+$)[=+\-@＝]/);
      }
      const read = await importFile({ bytes: new TextEncoder().encode(text), nowMs: 0 }, ports);
      const back = read.ok ? read.value.drafts[0]?.entry : undefined;
      expect([back?.details.title, back?.secrets.notes, back?.secrets.password]).toEqual([`${title}x`, notes, secret]);
    }),
    { seed: 1111, numRuns: 2000 },
  );
});

test('passwords that begin with a sign, or have one behind a separator, come back as they were', async () => {
  const secrets = ['=secret', '+1;=2', 'a,=b', '-12.50', "'=x", "';'=x", '@', '\uff1d1', ' =1', '\t-\n=', '\u2028=1'];
  const { text } = exportCsv(secrets.map((password) => ({ ...plain, secrets: { ...plain.secrets, password } })));
  const read = await importFile({ bytes: new TextEncoder().encode(text), nowMs: 0 }, ports);
  expect(read.ok && read.value.drafts.map(({ entry }) => entry.secrets.password)).toEqual(secrets);
});

test('a file that an earlier version wrote loses the apostrophes of that version and no other', async () => {
  const cells = [`"'=a"`, `"x;'=1"`, `"'-1"`, `"a,'=b"`, `"'\u200b=1"`];
  const rows = cells.map((cell) => `,,login,a,,,0,https://a.test,ada,${cell},,\r\n`).join('');
  const head = 'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp,castellan_defused\r\n';
  const read = await importFile({ bytes: new TextEncoder().encode(head + rows), nowMs: 0 }, ports);
  const passwords = read.ok ? read.value.drafts.map(({ entry }) => entry.secrets.password) : [];
  expect(passwords).toEqual(['=a', 'x;=1', '-1', "a,'=b", "'\u200b=1"]);
});

test('what another program wrote keeps its apostrophes', async () => {
  const bytes = new TextEncoder().encode("folder,name,login_uri,login_username,login_password\n,a,https://a.test,ada,'=secret\n");
  const read = await importFile({ bytes, nowMs: 0 }, ports);
  expect(read.ok && read.value.drafts[0]?.entry.secrets.password).toBe("'=secret");
});

test('what has no column and what is in the trash is counted', () => {
  const entries = Array.from({ length: 154 }, (_, number) => sampleEntry(number));
  const { losses, text } = exportCsv(entries);
  expect(losses.trash).toBe(14);
  expect(losses.history).toBe(20);
  expect(Object.values(losses).every((count) => count > 0)).toBe(true);
  expect(text.startsWith('folder,favorite,type,name,')).toBe(true);
});

test('the file is read back as it was, cell by cell', async () => {
  const entries = Array.from({ length: 50 }, (_, number) => sampleEntry(number)).filter((entry) => entry.details.trashedAt === null);
  const read = await importFile({ bytes: new TextEncoder().encode(exportCsv(entries).text), nowMs: 0 }, ports);
  if (!read.ok) throw new Error(read.failure.code);
  expect(read.value.format).toBe('bitwarden-csv');
  const seen = read.value.drafts.map(({ entry }) => [
    entry.details.title,
    entry.details.username,
    entry.secrets.password,
    entry.secrets.notes,
    entry.secrets.totp,
  ]);
  const expected = entries.map(({ details, secrets }) => {
    return [details.title, details.username, secrets.password, secrets.notes, secrets.totp];
  });
  expect(seen).toEqual(expected);
});
