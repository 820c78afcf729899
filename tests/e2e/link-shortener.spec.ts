import { enterAsOwner, expect, test } from './test-app.ts';

test('a link with a password is made, opened by a visitor who knows it, and counted', async ({ page, app, browser }) => {
  await enterAsOwner(page, app);
  await page.goto('/link-shortener');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByLabel('Destination').fill(`${app.server.url}/contact`);
  await page.getByLabel('Slug').fill('secret-talk');
  await page.getByText('Name, expiry, limit, password').click();
  await page.getByLabel('Password').fill('open sesame');
  await page.getByRole('button', { name: 'Shorten' }).click();
  await expect(page.getByRole('link', { name: '/s/secret-talk' })).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();
  const visitor = await (
    await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  ).newPage();
  await visitor.goto(`${app.server.url}/s/secret-talk`);
  await visitor.getByLabel('Password').fill('wrong');
  await visitor.getByRole('button', { name: 'Open' }).click();
  await expect(visitor.getByRole('alert')).toHaveText('That is not the password of this link.');
  await visitor.getByLabel('Password').fill('open sesame');
  await visitor.getByRole('button', { name: 'Open' }).click();
  await visitor.waitForURL('**/contact');
  await visitor.context().close();
  await page.getByRole('button', { name: 'Visits of /s/secret-talk' }).click();
  await expect(page.getByRole('dialog').getByText('Firefox')).toBeVisible();
});
