import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInAsOwner } from '../../testing/fake-auth.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openPage } from '../../testing/open-page.tsx';
import { click, counted, gone, says, seen } from '../../testing/steps.ts';
import { type FileReading, ImportDialog } from './import-dialog.tsx';
import type { ImportPlan } from './plan-import.ts';

const plan: ImportPlan = {
  batchId: 'd9428888-122b-4f3c-9d0a-222222222222',
  fresh: [{ line: 2, externalId: 'a', fields: { title: 'Oil the lock' } }],
  changed: [],
  duplicate: [],
  rejected: Array.from({ length: 30 }, (_, at) => ({ line: at + 3, text: `row ${at}`, reason: 'It has no title.' })),
  partial: [],
  edits: [{ kind: 'create', id: 'd9428888-122b-4f3c-9d0a-333333333333', values: { title: 'Oil the lock' } }],
};

async function openDialog(read: (file: File, signal: AbortSignal) => Promise<FileReading>) {
  signInAsOwner(startFakeBackend());
  const take = vi.fn(async () => true);
  const element = (
    <main>
      <h1>Tasks</h1>
      <ImportDialog
        open
        title="Import tasks"
        description="A file."
        accept=".csv"
        read={read}
        nameOf={({ title }) => String(title)}
        take={take}
        onClose={() => undefined}
      />
    </main>
  );
  await openPage('/tasks', [{ path: '/tasks', element }]);
  const dialog = page.getByRole('dialog', { name: 'Import tasks' });
  const choose = (name: string) => dialog.getByLabelText('File').upload(new File(['text'], name));
  return { take, dialog, choose };
}

test('while a file is read the dialog says so, and Cancel stops it: what would have come is not shown', async () => {
  const stopped: string[] = [];
  const { dialog, choose, take } = await openDialog(
    (file, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped.push(file.name);
          resolve({ form: 'CSV', plan });
        });
      }),
  );
  await choose('long.csv');
  await seen(dialog.getByRole('progressbar', { name: 'Reading long.csv' }));
  await click('Cancel', dialog);
  await gone(dialog.getByRole('progressbar'));
  expect(stopped).toEqual(['long.csv']);
  await choose('longer.csv');
  await choose('longest.csv');
  await seen(dialog.getByRole('progressbar', { name: 'Reading longest.csv' }));
  expect(stopped).toEqual(['long.csv', 'longer.csv']);
  await gone(dialog.getByText('Not taken'));
  expect(take).not.toHaveBeenCalled();
});

test('every row that is refused can be read with its line and its reason, before anything is taken', async () => {
  const { dialog, choose, take } = await openDialog(async () => ({ form: 'CSV', plan }));
  await choose('tasks.csv');
  const refused = dialog.getByRole('region', { name: 'Not taken' });
  await says(refused, 'Not taken: 30');
  await counted(refused.getByRole('listitem'), 8);
  await click('Show 22 more of not taken', refused);
  await counted(refused.getByRole('listitem'), 30);
  await says(refused, '32It has no title. row 29');
  expect(take).not.toHaveBeenCalled();
  await click('Import 1', dialog);
  await expect.poll(() => take.mock.calls).toHaveLength(1);
});
