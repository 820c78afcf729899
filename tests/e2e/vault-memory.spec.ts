import type { Page } from '@playwright/test';
import { enterAsOwner, expect, test } from './test-app.ts';
import { addEntry, master, openMadeVault, unlockByMaster } from './vault-steps.ts';

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

test('after a lock of API Lab no heap snapshot finds a request, an environment, an entry or what the last expression matched @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, title, 'CANARY-pass-4417', fields);
  // Made in one tab, looked at in another, which is told of no name by this test.
  await page.goto('/api-lab');
  await unlockLab(page);
  await page.getByRole('button', { name: 'First request' }).click({ timeout: 60_000 });
  await page.getByLabel('Name', { exact: true }).fill('CANARYrequest-7');
  await page.getByLabel('Address', { exact: true }).fill('https://CANARYhost.example/{{CANARYvariable}}');
  await page.getByRole('link', { name: 'Environments' }).click();
  await page.getByRole('button', { name: 'New environment' }).click();
  await page.getByLabel('Name', { exact: true }).fill('CANARYenvironment');
  // Not opened by the first tab: then both would share one heap, and what a closed tab had stays there for a while.
  await page.context().addInitScript(() => sessionStorage.setItem('auth_terminal_completed', 'true'));
  const beside = await page.context().newPage();
  await beside.addInitScript(() => sessionStorage.setItem('auth_terminal_completed', 'true'));
  await beside.clock.install();
  await beside.goto('/api-lab');
  await unlockLab(beside);
  await beside.locator('details button').first().click({ timeout: 60_000 });
  // What was typed last has come over.
  const lengths = () =>
    beside.evaluate(() => {
      const label = document.querySelector('[aria-label^="Close "]')?.getAttribute('aria-label') ?? '';
      const environments = document.querySelectorAll('select')[0]?.options;
      return [label.length, environments?.[environments.length - 1]?.text.length];
    });
  await expect.poll(lengths).toEqual(['Close CANARYrequest-7'.length, 'CANARYenvironment'.length]);
  await page.close();
  await beside.getByRole('button', { name: 'Authentication', exact: true }).click();
  await beside.getByRole('combobox', { name: 'Authentication', exact: true }).selectOption('Bearer token');
  await beside.getByRole('button', { name: 'From the vault, Token' }).click();
  await beside.getByRole('dialog').getByRole('radio').first().check();
  await beside.getByRole('button', { name: 'Use this value' }).click();
  const names = ['CANARYrequest-7', 'CANARYhost', 'CANARYvariable', 'CANARYenvironment', title];
  // As the page's own code does with the label of a button that it draws.
  const lastInput = await beside.evaluate(() => {
    /Close (.*)/.test(document.querySelector('[aria-label^="Close "]')?.getAttribute('aria-label') ?? '');
    return Reflect.get(RegExp, 'input');
  });
  expect(lastInput).toContain('CANARYrequest-7');
  expect(await findInHeap(beside, names)).toEqual(names);
  await beside.mouse.move(20, 20);
  await beside.clock.fastForward('12:00');
  await expect(beside.getByRole('heading', { name: 'Collections are locked' })).toBeVisible();
  expect(await beside.evaluate(() => Reflect.get(RegExp, 'input'))).not.toContain('CANARY');
  // What was being fetched or saved at the lock still holds what it is about, until its answer is in.
  await expect.poll(() => findInHeap(beside, names), { timeout: 30_000 }).toEqual([]);
});

async function unlockLab(page: Page): Promise<void> {
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Opens the vault and shows the secrets of its only entry, without naming it in the page. */
async function openEntry(page: Page): Promise<void> {
  await unlockByMaster(page);
  await page.getByRole('listbox', { name: 'Entries' }).getByRole('option').click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
}

async function expectNothingLeft(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Vault Locked' })).toBeVisible();
  // What was being fetched or saved at the lock still holds what it is about, until its answer is in.
  await expect.poll(() => findInHeap(page), { timeout: 30_000 }).toEqual([]);
}

/** What of these texts is in the page's memory, once everything that can be collected was. */
async function findInHeap(page: Page, texts: readonly string[] = [title, ...Object.values(fields)]): Promise<readonly string[]> {
  await page.evaluate(letGoOfCallers);
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const snapshot = chunks.join('');
  return texts.filter((text) => snapshot.includes(text));
}

/**
 * The test's clock keeps an error with each timer that waits, and with it the functions that set the timer and what they hold, until its stack is
 * read as text. A browser's own clock keeps neither.
 */
function letGoOfCallers(): void {
  const clock = (globalThis as { __pwClock?: { controller?: { _timers?: ReadonlyMap<unknown, { readonly error?: Error }> } } }).__pwClock;
  for (const timer of clock?.controller?._timers?.values() ?? []) void timer.error?.stack;
}
