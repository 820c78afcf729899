import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { importFile } from '../import/import-file.ts';
import { archiveCryptoOf } from './archive-crypto.ts';
import { exportCsv } from './csv-export.ts';
import { sampleEntry } from './entry-samples.ts';

const plain = sampleEntry(1);
const named = (title: string) => ({ ...plain, details: { ...plain.details, title } });

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1'])('the cell %j cannot run as a formula', (title) => {
  const { text, defusedCells } = exportCsv([named(title)]);
  expect(defusedCells).toBe(1);
  expect(text).toContain(`'${title}`);
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
  const ports = { crypto: archiveCryptoOf(webcrypto.subtle), argon2: () => Promise.reject(new Error('not needed')) };
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
    const title = details.title.startsWith('=') ? `'${details.title}` : details.title;
    return [title, details.username, secrets.password, secrets.notes, secrets.totp];
  });
  expect(seen).toEqual(expected);
});
