import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Fields } from '../../../domains/records/record.ts';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { click, gone, seen, toastSaid } from '../../../testing/steps.ts';
import { openMadeVault } from './testing/open-vault-screen.tsx';

const noteId = (number: number) => `${number}1abcdef-0000-4000-8000-000000000001`;

type Opened = Awaited<ReturnType<typeof openMadeVault>>;

async function write({ store, server }: Opened, number: number, fields: Fields): Promise<void> {
  const id = noteId(number);
  const row = server.sealedRows.get('notes')?.get(id);
  const over = row === undefined ? {} : { over: { version: row.version, sealed: row.sealed, deleted: row.deletedAt !== null } };
  const written = await store.records.write([{ collection: 'notes', id, fields, deletedAt: null, ...over }]);
  if (!written.ok) throw new Error(written.failure.code);
}

const day = 'Notes, 21 Nov 2026';

test('notes that were overwritten and deleted are listed by app and day, shown by name, and brought back', async () => {
  const opened = await openMadeVault();
  const { server } = opened;
  for (const [number, title] of ['Keys', 'Garden', 'Taxes'].entries()) await write(opened, number, { title, body: 'as it was' });
  await write(opened, 0, { title: 'Keys', body: 'spoilt' });
  await write(opened, 1, { title: 'Garden', body: 'spoilt' });
  server.deleteRecord('notes', noteId(2));
  await click('Security');
  await seen(page.getByText('21 Nov 2026 · 3 records, 1 of them deleted'));
  await click(`Show records: ${day}`);
  await seen(page.getByText(/^overwritten /).first());
  expect(await accessibilityFaults('the kept records')).toEqual([]);
  await click('Bring back: Keys');
  await toastSaid('1 record of Notes as they were kept.');
  await seen(page.getByText('as it is now'));
  await click(`Bring back all: ${day}`);
  const question = page.getByRole('alertdialog', { name: 'Bring back 3 records of Notes?' });
  expect(await accessibilityFaults('the question')).toEqual([]);
  await click('Bring back', question);
  await gone(question);
  await toastSaid('2 records of Notes as they were kept.');
  expect(server.sealedRows.get('notes')?.get(noteId(2))).toMatchObject({ deletedAt: null });
});

test('where the backend does not answer, that is said, and what was kept is read when it is back', async () => {
  const opened = await openMadeVault();
  await write(opened, 0, { title: 'Keys' });
  await write(opened, 0, { title: 'Other keys' });
  opened.server.isAway = true;
  await click('Security');
  await seen(page.getByRole('alert').getByText('The server does not answer. Try again when it is back.'));
  opened.server.isAway = false;
  // The notice above the vault has such a button, too.
  await page.getByRole('button', { name: 'Try again', exact: true }).last().click();
  await seen(page.getByText('21 Nov 2026 · 1 record overwritten'));
});

test('what is kept is not erased while a note does not open: it is named first, and the owner may erase it all the same', async () => {
  const opened = await openMadeVault();
  const { server } = opened;
  await write(opened, 0, { title: 'Keys', body: 'as it was' });
  await write(opened, 0, { title: 'Keys', body: 'later' });
  const row = server.sealedRows.get('notes')?.get(noteId(0));
  if (row === undefined) throw new Error('there is no note');
  server.sealedRows.get('notes')?.set(noteId(0), { ...row, sealed: `${row.sealed.slice(0, -6)}AAAAAA` });
  await click('Security');
  await click('Erase everything');
  await click('Erase', page.getByRole('alertdialog', { name: 'Erase what is kept for 30 days?' }));
  const question = page.getByRole('alertdialog', { name: 'Nothing was erased: 1 note cannot be read' });
  await seen(question.getByText(/Not what the vault lists, or not readable: note 01abcdef\./));
  expect(await accessibilityFaults('what was not read back')).toEqual([]);
  await click('Cancel', question);
  await gone(question);
  expect(server.removedRecords).toHaveLength(1);
  await click('Erase everything');
  await click('Erase', page.getByRole('alertdialog', { name: 'Erase what is kept for 30 days?' }));
  await click('Erase anyway', question);
  await toastSaid('Removed and overwritten data is gone.');
  expect(server.removedRecords).toEqual([]);
});
