import { asSuperuser } from '../support/test-data.ts';
import { axeFindings } from './axe-findings.ts';
import { add, edit, note, openNewNotes, openNotes, rowsOf, unlock } from './note-steps.ts';
import { enterAsOwner, expect, openSecondBrowser, test } from './test-app.ts';

/** Changes a row behind the back of everybody: not even its version is counted. */
const secretly = (statement: string) => [
  'alter table public.notes disable trigger touch_record',
  statement,
  'alter table public.notes enable trigger touch_record',
];

test('a text that was put into another note’s row is named, the other notes are read on, and the spoiled one can be removed @vault @strict', async ({
  page,
  app,
}) => {
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'First note');
  await add(page, 'Second note');
  await expect.poll(async () => (await rowsOf(page)).length).toBe(2);
  const [first, second] = await rowsOf(page);
  await asSuperuser(app.data, [`update public.notes set sealed = '${second?.sealed ?? ''}' where id = '${first?.id ?? ''}'`]);
  await expect(page.getByText(/cannot be read \(the server returned an older text/)).toBeVisible();
  await expect(note(page, 'First note')).toHaveCount(0);
  await expect(note(page, 'Second note')).toBeVisible();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText(/cannot be read/)).toHaveCount(0);
  await expect.poll(async () => (await rowsOf(page)).filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
});

test('a note that the server withholds, one that it rolls back and one that it throws away are each named in a browser that never saw them; the others stay usable @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'Withheld');
  await add(page, 'Rolled back');
  await add(page, 'Left alone');
  await add(page, 'Thrown away');
  await expect.poll(async () => (await rowsOf(page)).length).toBe(4);
  const [withheld, first, , thrown] = await rowsOf(page);
  await edit(page, 'Rolled back', { Title: 'Rolled back, later' });
  await expect.poll(async () => (await rowsOf(page)).find(({ id }) => id === first?.id)?.version).toBe(2);
  await page.goto('/dashboard');
  await asSuperuser(app.data, [
    `delete from public.notes where id = '${withheld?.id ?? ''}'`,
    ...secretly(`update public.notes set sealed = '${first?.sealed ?? ''}', version = 1 where id = '${first?.id ?? ''}'`),
    ...secretly(`update public.notes set deleted_at = now() where id = '${thrown?.id ?? ''}'`),
  ]);

  const other = await openSecondBrowser(browser, page, app);
  await openNotes(other);
  await unlock(other);
  await expect(other.getByText('A record is missing: the vault lists it, and the server does not show it.')).toBeVisible();
  await expect(
    other.getByText('“Rolled back” is not shown as one of yours: the server returned an older version than the vault lists'),
  ).toBeVisible();
  await expect(note(other, 'Rolled back')).toHaveCount(0);
  for (const width of [1440, 390]) {
    await other.setViewportSize({ width, height: 900 });
    expect(await axeFindings(other)).toEqual([]);
  }
  await edit(other, 'Left alone', { Text: 'Still usable.' });
  await expect.poll(async () => (await rowsOf(other)).find(({ id }) => id !== first?.id)?.version).toBe(2);
  await expect(other.getByText('A record is missing')).toBeVisible();

  await expect(other.getByText('“Thrown away” is not shown as one of yours: the server has put it into the trash')).toBeVisible();
  await other.getByRole('button', { name: 'Bring it back' }).click();
  await expect(note(other, 'Thrown away')).toBeVisible();
  await other.getByRole('button', { name: 'Accept it' }).click();
  await expect(note(other, 'Rolled back')).toBeVisible();
  // Later than everything that was listed: no device takes it for the earlier one again.
  await expect.poll(async () => (await rowsOf(other)).find(({ id }) => id === first?.id)?.version).toBe(3);
  await other.getByRole('button', { name: 'Miss it no longer' }).click();
  await expect(other.getByRole('heading', { name: 'Needs your decision' })).toHaveCount(0);
  await other.reload();
  await unlock(other);
  await expect(note(other, 'Left alone')).toBeVisible();
  await expect(note(other, 'Rolled back')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Needs your decision' })).toHaveCount(0);
  await other.context().close();
});

test('a note that is brought back after it was gone for good is not shown as one of the owner’s @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'Gone for good');
  await add(page, 'Kept');
  await expect.poll(async () => (await rowsOf(page)).length).toBe(2);
  const [gone] = await rowsOf(page);
  await page.getByRole('button', { name: 'Delete “Gone for good”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await rowsOf(page)).find(({ id }) => id === gone?.id)?.version).toBe(2);
  // The row goes as the trash lets it go; then its first state comes back.
  await asSuperuser(app.data, [`delete from public.notes where id = '${gone?.id ?? ''}'`]);
  const other = await openSecondBrowser(browser, page, app);
  await openNotes(other);
  await unlock(other);
  await expect(note(other, 'Kept')).toBeVisible();
  await asSuperuser(app.data, [
    `insert into public.notes (id, user_id, version, sealed) select '${gone?.id ?? ''}', user_id, 1, '${gone?.sealed ?? ''}' from public.notes limit 1`,
  ]);
  await expect(other.getByText('“Gone for good” is not shown as one of yours')).toBeVisible();
  await expect(note(other, 'Gone for good')).toHaveCount(0);
  await other.getByRole('button', { name: 'Remove it' }).click();
  await expect(other.getByRole('heading', { name: 'Needs your decision' })).toHaveCount(0);
  await expect(note(other, 'Kept')).toBeVisible();
  await other.context().close();
});

test('a note whose text the server has spoiled, and one that it withholds, are put back from this browser’s own copies, for every browser @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await openNewNotes(page);
  await add(page, 'Spoiled');
  await add(page, 'Withheld');
  await add(page, 'Left alone');
  await expect.poll(async () => (await rowsOf(page)).length).toBe(3);
  const [spoiled, withheld] = await rowsOf(page);
  // Both were read, and found as listed.
  await page.reload();
  await unlock(page);
  await expect(note(page, 'Spoiled')).toBeVisible();
  await page.goto('/dashboard');
  await asSuperuser(app.data, [
    ...secretly(
      `update public.notes set sealed = overlay(sealed placing 'AAAAAAAA' from length(sealed) - 8) where id = '${spoiled?.id ?? ''}'`,
    ),
    ...secretly(`delete from public.notes where id = '${withheld?.id ?? ''}'`),
  ]);
  // As after a month without the notes: everything is read again, and what the browser's rows said is gone.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('castellan-records');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const change = opening.result.transaction(['facts'], 'readwrite');
          change.objectStore('facts').delete('cursor:notes');
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await openNotes(page);
  await unlock(page);
  const words = page.getByRole('region', { name: 'Needs your decision' });
  const putBack = page.getByRole('button', { name: 'Put back this device’s copy' });
  await expect(putBack).toHaveCount(2);
  await expect(page.getByText('A record is missing: the vault lists it, and the server does not show it.')).toBeVisible();
  await expect(page.getByText(/the server shows another text of it|cannot be read/)).toBeVisible();
  for (const item of await page.getByRole('listitem').filter({ has: putBack }).all()) {
    expect((await item.getByRole('button').allInnerTexts())[0]).toBe('Put back this device’s copy');
    await expect(item.getByText(/^It was saved on .+\d{4}, \d{2}:\d{2}\. Later changes by other devices are not in it\.$/)).toBeVisible();
  }
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await axeFindings(page)).toEqual([]);
  }
  await putBack.first().click();
  await expect(putBack).toHaveCount(1);
  await putBack.first().click();
  await expect(putBack).toHaveCount(0);
  await expect(words).toHaveCount(0);
  for (const title of ['Spoiled', 'Withheld', 'Left alone']) await expect(note(page, title)).toBeVisible();
  // Later than what was listed, so that no browser takes it for what it was.
  const versions = new Map((await rowsOf(page)).map(({ id, version }) => [id, version]));
  expect([versions.get(spoiled?.id ?? ''), versions.get(withheld?.id ?? '')]).toEqual([2, 2]);
  const other = await openSecondBrowser(browser, page, app);
  await openNotes(other);
  await unlock(other);
  for (const title of ['Spoiled', 'Withheld', 'Left alone']) await expect(note(other, title)).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Needs your decision' })).toHaveCount(0);
  await other.context().close();
});
