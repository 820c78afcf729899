import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test } from './test-app.ts';
import { addEntry, openMadeVault, unlockByMaster } from './vault-steps.ts';

const title = 'CANARY-title-5521';
const fields = { Username: 'CANARY-user-7731', Notes: 'CANARY-note-9120' };

test('after a lock by the button, by idling with a form open and from another tab, no heap snapshot finds a title or a user name @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, title, 'CANARY-pass-4417', fields);
  // Looked at in a tab that reads the entry from the server and is never told of it by this test.
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open('/dashboard#vault'));
  const beside = await opened;
  await beside.clock.install();
  await openEntry(beside);
  expect(await findInHeap(beside)).not.toEqual([]);
  await beside.getByRole('button', { name: 'Lock', exact: true }).click();
  await expectNothingLeft(beside);

  await openEntry(beside);
  await beside.getByRole('button', { name: 'Edit' }).click();
  const editing = beside.getByRole('dialog', { name: 'Edit Entry' });
  await editing.getByLabel('Username', { exact: true }).fill('half typed');
  await beside.mouse.move(20, 20);
  await beside.clock.fastForward('12:00');
  await expectNothingLeft(beside);

  await unlockByMaster(beside);
  await beside.getByRole('button', { name: 'Continue' }).click({ timeout: 60_000 });
  await expect(editing.getByLabel('Username', { exact: true })).toHaveValue('half typed');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  await beside.getByRole('button', { name: 'Discard' }).click();
  // The first lock reached this tab, too.
  await unlockByMaster(page);
  await page.getByRole('button', { name: 'Lock', exact: true }).click({ timeout: 60_000 });
  await expectNothingLeft(beside);
});

/** Opens the vault and shows the secrets of its only entry, without naming it in the page. */
async function openEntry(page: Page): Promise<void> {
  await unlockByMaster(page);
  await page.getByRole('listbox', { name: 'Entries' }).getByRole('option').click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
}

async function expectNothingLeft(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  expect(await findInHeap(page)).toEqual([]);
}

/** What of the entry is in the page's memory, once everything that can be collected was. */
async function findInHeap(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const snapshot = chunks.join('');
  return [title, ...Object.values(fields)].filter((text) => snapshot.includes(text));
}
