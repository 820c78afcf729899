import type { Page } from '@playwright/test';
import { addFile, film, savedDigest, sha256, storedNames, unlockMindVault } from './large-file-steps.ts';
import { enterAsOwner, expect, listenForComplaints, test } from './test-app.ts';

/** Holds each part after the first back until it is told to go on. */
async function holdParts(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const pattern = /\/storage\/v1\/object\/note-files\/[0-9a-f]{32}\/000[1-9]$/;
  await page.route(pattern, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.unroute(pattern);
  };
}

test('a large file is sealed into the storage with progress, can be cancelled or tried again, and comes back byte for byte @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  const complaints = listenForComplaints(page);
  await page.goto('/mind-vault');
  await unlockMindVault(page);
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Title' }).fill('House');
  await page.keyboard.press('Enter');

  // Nothing of it is saved before it is whole.
  const goOn = await holdParts(page);
  await addFile(page, 'survey.bin');
  const under = page.getByRole('region', { name: 'Large files' });
  await expect(under).toContainText('survey.bin');
  await expect(under).toContainText('1.0 MB of 2.7 MB');
  await expect(under.getByRole('progressbar', { name: 'Adding survey.bin' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Files/ })).toBeHidden();
  await goOn();
  await expect(page.getByRole('region', { name: 'Files 1' })).toContainText('survey.bin');
  await expect(under).toBeHidden();
  await expect(page.locator('.note-file')).toContainText('survey.bin');
  const names = await storedNames(page);
  expect(names.map((name) => name.replace(/^[0-9a-f]{32}/, ''))).toEqual(['/0000', '/0001', '/0002']);
  expect(await savedDigest(page, 'survey.bin')).toBe(sha256(film));

  // Cancelled: no record, and nothing left in the storage.
  const goOnToo = await holdParts(page);
  await addFile(page, 'unwanted.bin');
  await expect(under).toContainText('1.0 MB of 2.7 MB');
  await under.getByRole('button', { name: 'Cancel' }).click();
  await expect(under).toBeHidden();
  await goOnToo();
  await expect.poll(() => storedNames(page)).toEqual(names);

  // Failed: said, and tried again by a press.
  await page.route('**/storage/v1/object/note-files/*/0001', (route) => route.abort());
  await addFile(page, 'later.bin', film.subarray(100));
  await expect(under.getByRole('alert')).toContainText('It was not saved: the server does not answer.', { timeout: 60_000 });
  expect(await storedNames(page)).toEqual(names);
  await page.unroute('**/storage/v1/object/note-files/*/0001');
  await under.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Files 2' })).toContainText('later.bin', { timeout: 60_000 });
  await expect(page.getByText(/changes? waits? in this browser/)).toBeHidden({ timeout: 30_000 });

  // On another visit, and where the storage lost or exchanged a part.
  await page.reload();
  await unlockMindVault(page);
  expect(await savedDigest(page, 'survey.bin')).toBe(sha256(film));
  await page.route('**/storage/v1/object/authenticated/note-files/*/0001', async (route) => {
    const answer = await route.fetch();
    const body = await answer.body();
    body[500_000] = (body[500_000] ?? 0) ^ 1;
    await route.fulfill({ response: answer, body });
  });
  await page
    .getByRole('button', { name: /^Save later\.bin/ })
    .first()
    .click();
  await expect(page.locator('.toast').filter({ hasText: 'the server shows other bytes than were added' })).toBeVisible();
  expect(complaints).toEqual([]);
});
