import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { signInAsOwner } from '../../../testing/fake-auth.ts';
import { startFakeBackend } from '../../../testing/fake-backend.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { catchFiles, click, eventually, fill, gone, press, seen } from '../../../testing/steps.ts';
import { openIndexedDbStore } from '../../records/indexed-db-store.ts';
import { lockSignal } from '../lock-signal.ts';
import { SecretRoot } from '../secret-root.tsx';
import { master, openNewVault } from '../testing/vault-world.ts';
import { ClearExportForm, type MadeFile } from './clear-export-form.tsx';
import { textFile } from './text-file.ts';

const recordId = '44abcdef-0000-4000-8000-000000000004';

const createdAt = '2026-05-05T05:05:05.000Z';
const present = 'Current master password';

/** The form over an open vault, and what was made and logged. */
async function openForm(make: (format: string) => Promise<MadeFile>, isSealed = true) {
  const backend = startFakeBackend();
  signInAsOwner(backend);
  const logged: unknown[] = [];
  backend.on('POST /rest/v1/activity_logs', ({ body }) => {
    logged.push(body);
    return { status: 201, json: [] };
  });
  const tab = await openNewVault();
  const stop = tab.store.onEmptying(lockSignal.tell);
  const made: string[] = [];
  const form = (format: string) => ({
    label: `As ${format}`,
    format,
    make: () => {
      made.push(format);
      return make(format);
    },
  });
  const draw = () => (
    <ClearExportForm
      app="ledger"
      what="Money"
      counts={{ records: 7 }}
      records={[{ collection: 'money', ids: [recordId] }]}
      forms={[form('JSON'), form('CSV')]}
      note="JSON leaves out the trash alone."
      vault={isSealed ? tab.store : undefined}
    />
  );
  const element = (
    <main className="p-4">
      <h1>Export</h1>
      <SecretRoot draw={draw} />
    </main>
  );
  await openPage('/export', [{ path: '/export', element }]);
  return { tab, stop, made, logged, files: catchFiles() };
}

const json = async () => textFile('money.json', 'application/json', '{}');

test('a readable file wants the master: nothing is made, saved or logged for no or a wrong one, and each file wants it anew', async () => {
  const { made, logged, files } = await openForm(json);
  await click('Save the file');
  await seen(page.getByText('Enter the master password.'));
  await fill(present, 'a guess');
  await press('{Enter}');
  await seen(page.getByText('Incorrect master password.'));
  expect([made, logged, files]).toEqual([[], [], []]);
  await page.getByLabelText('As CSV').click();
  await fill(present, master);
  await press('{Enter}');
  await seen(page.getByText('money.json was handed to your browser.'));
  expect([made, files.length]).toEqual([['CSV'], 1]);
  await eventually(() => expect(logged).toHaveLength(1));
  expect(logged[0]).toMatchObject({
    activity_type: 'data_event',
    activity_description: 'Money exported as CSV, proven by the master password',
    metadata: { action: 'export', app: 'ledger', format: 'CSV', way: 'master', records: 7 },
  });
  await click('Save the file');
  await seen(page.getByText('Enter the master password.'));
  expect(files).toHaveLength(1);
});

test('what the file would lack is told before it is saved, and a file that fails is not called saved', async () => {
  const lacking = async (): Promise<MadeFile> => ({ lacks: '1 file cannot be read: plan.pdf.', makeAnyway: json });
  const { files } = await openForm((format) => (format === 'JSON' ? lacking() : Promise.reject(new Error('no memory'))));
  await fill(present, master);
  await click('Save the file');
  await seen(page.getByRole('alert').getByText('1 file cannot be read: plan.pdf.'));
  expect(files).toHaveLength(0);
  await click('Save the file without them');
  await seen(page.getByText('money.json was handed to your browser.'));
  await page.getByLabelText('As CSV').click();
  await fill(present, master);
  await click('Save the file');
  await seen(page.getByText('The file could not be made. Try again.'));
  expect(files).toHaveLength(1);
});

test('a record that lies under a former key is named with the file that holds it, and one under the present key is not', async () => {
  const { tab, files } = await openForm(json);
  const { keyId = '' } = (await tab.store.core.ports.memory.pins())[0] ?? {};
  const store = await openIndexedDbStore(indexedDB);
  const keep = (version: number, key: string) =>
    store.putRows(
      'money',
      [{ id: recordId, version, sealed: `r2.${key}.${version}.AAAA`, updated_at: createdAt, deleted_at: null }],
      undefined,
    );
  await keep(1, keyId);
  await fill(present, master);
  await click('Save the file');
  await seen(page.getByText('money.json was handed to your browser.', { exact: true }));
  await keep(2, 'A'.repeat(22));
  await fill(present, master);
  await click('Save the file');
  await seen(page.getByText(/1 record in it is still encrypted with an earlier vault key/));
  expect(files).toHaveLength(2);
});

test('a lock while the file is made keeps it back, and takes the form and the typed master with it', async () => {
  const { tab, stop, made, files } = await openForm(async () => {
    tab.actions.lock('button');
    return json();
  });
  await fill(present, master);
  await click('Save the file');
  await eventually(() => expect(made).toHaveLength(1));
  await gone(page.getByText('was handed to your browser'));
  expect(files).toHaveLength(0);
  await eventually(() => expect(page.getByLabelText(present, { exact: true }).element()).toHaveValue(''));
  stop();
});

test('a sample is saved without a proof and without a row in the log; axe finds nothing in either form', async () => {
  const { logged, files } = await openForm(json, false);
  expect(page.getByLabelText(present, { exact: true }).query()).toBeNull();
  expect(page.getByRole('link', { name: /^Complete backup/ }).query()).toBeNull();
  await click('Save the file');
  await eventually(() => expect(files).toHaveLength(1));
  expect(logged).toEqual([]);
  expect(await accessibilityFaults('sample')).toEqual([]);
});

test('the complete backup is offered first, before any file that anybody can read', async () => {
  await openForm(json);
  const link = page.getByRole('link', { name: 'Complete backup: everything in one encrypted file' });
  expect(link.element().getAttribute('href')).toBe('/settings#backup');
  const order = link.element().compareDocumentPosition(page.getByLabelText('As JSON').element());
  expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(await accessibilityFaults('form')).toEqual([]);
});
