import type { Browser, Page } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, openSecondBrowser, test } from './test-app.ts';
import { master } from './vault-steps.ts';

type App = Parameters<typeof openSecondBrowser>[2];

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' });
const listed = (page: Page, name: string) => page.getByRole('list', { name: 'Notes' }).getByRole('link', { name });
const decision = (page: Page) => page.getByRole('region', { name: 'Needs your decision' });

async function open(page: Page): Promise<void> {
  await page.goto('/mind-vault');
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Search notes' })).toBeVisible();
}

/** A note that two browsers have open; the second one is returned. */
async function openNoteInTwo(page: Page, browser: Browser, app: App, text: string): Promise<Page> {
  await enterAsOwner(page, app);
  await open(page);
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Title' }).fill('Shared');
  await editor(page).fill(text);
  await expect(page.getByText('Saved.')).toBeVisible();
  const other = await openSecondBrowser(browser, page, app);
  await open(other);
  await listed(other, 'Shared').click();
  await expect(editor(other)).toContainText(text.split('\n', 1)[0] ?? '');
  return other;
}

/** Both write while neither has a line. Then the first browser is back, and after its text has arrived the second. */
async function writeApart(page: Page, other: Page, here: string, there: string): Promise<void> {
  for (const one of [page, other]) await one.context().setOffline(true);
  await editor(page).fill(here);
  await editor(other).fill(there);
  for (const one of [page, other])
    await expect(one.getByText(/^The server does not answer. \d changes? waits? in this browser/)).toBeVisible();
  const written = page.waitForResponse((answer) => answer.url().includes('write_vault') && answer.ok());
  await page.context().setOffline(false);
  await written;
  await other.context().setOffline(false);
}

/** The texts of a note's versions, the newest first. */
async function versionsOf(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Versions of this note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions' });
  const items = dialog.getByRole('list', { name: 'Earlier states' }).getByRole('button');
  await expect(items.first()).toBeVisible();
  const names = await items.allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return names;
}

test('what two browsers write offline in different places of a note is merged without a question @vault', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(180_000);
  const other = await openNoteInTwo(page, browser, app, 'The first line.\n\nThe last line.');
  await writeApart(page, other, 'The first line, from here.\n\nThe last line.', 'The first line.\n\nThe last line, from there.');
  for (const one of [other, page]) {
    await expect(editor(one)).toContainText('The first line, from here.');
    await expect(editor(one)).toContainText('The last line, from there.');
    await expect(decision(one)).toHaveCount(0);
  }
  await other.context().close();
});

test('what two browsers write offline in one place is shown side by side; “Keep mine” keeps the other text as a version, in both @vault', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(180_000);
  const other = await openNoteInTwo(page, browser, app, 'Call Ida.\n\nThe end.');
  await writeApart(page, other, 'Call Ida AAAA.\n\nThe end.', 'Call Ida BBBB.\n\nThe end, really.');
  await expect(decision(other)).toContainText('“Shared” was changed here and elsewhere.');
  await expect(decision(other)).toContainText('What you do not keep is a version of the note.');
  await decision(other).getByRole('button', { name: 'Compare' }).click();
  const dialog = other.getByRole('dialog', { name: 'Compare the two texts' });
  await expect(dialog.getByRole('region', { name: 'Yours' })).toContainText('Call Ida BBBB.');
  await expect(dialog.getByRole('region', { name: 'The other' })).toContainText('Call Ida AAAA.');
  const result = dialog.getByRole('textbox');
  await expect(result).toHaveValue('Call Ida BBBB.\n\nThe end, really.');
  await dialog.getByRole('radio', { name: 'Both' }).check();
  await expect(result).toHaveValue('Call Ida BBBB.\nCall Ida AAAA.\n\nThe end, really.');
  for (const width of [1440, 390]) {
    await other.setViewportSize({ width, height: 900 });
    expect(await axeFindings(other)).toEqual([]);
  }
  await other.setViewportSize({ width: 1280, height: 900 });
  await other.keyboard.press('Escape');
  await decision(other).getByRole('button', { name: 'Keep mine' }).click();
  await expect(decision(other)).toHaveCount(0);
  for (const one of [other, page]) {
    await expect(editor(one)).toContainText('Call Ida BBBB.');
    await expect(editor(one)).toContainText('The end, really.');
    await expect(editor(one)).not.toContainText('AAAA');
    await expect.poll(() => versionsOf(one)).toContainEqual(expect.stringMatching(/^Not kept of a conflict/));
    await one.getByRole('button', { name: 'Versions of this note' }).click();
    const versions = one.getByRole('dialog', { name: 'Versions' });
    await versions.getByRole('button', { name: /^Not kept of a conflict/ }).click();
    await expect(versions.getByRole('region', { name: 'Difference' })).toContainText('AAAA');
    await one.keyboard.press('Escape');
  }
  await other.context().close();
});
