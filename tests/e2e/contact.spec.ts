import { expect, test } from './test-app.ts';

test('the navigation leads to Contact Me with its six cards, in order @visitor', async ({ page }) => {
  await page.goto('/');
  // From then on the page's own code follows the link.
  await page.waitForLoadState('networkidle');
  await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Me');
  await expect(page.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute('aria-current', 'page');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveText([/^Email/, /^Phone/, /^Socials/, /^Spotify/, /^Discord/, /^LinkedIn/]);
  for (const [name, address] of [
    ['Socials', 'https://www.instagram.com/ada.varga.example/'],
    ['Spotify', 'https://open.spotify.com/user/ada-varga-example'],
    ['LinkedIn', 'https://www.linkedin.com/in/ada-varga-example/'],
  ] as const) {
    const link = cards.getByRole('link', { name: new RegExp(name) });
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  const discord = cards.filter({ hasText: 'Discord' });
  await expect(discord).toContainText('ada.varga');
  await expect(discord.locator('a, button')).toHaveCount(0);
});

test('the Email card copies the address and says so @visitor', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/contact');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /Email/ }).press('Enter');
  await expect(page.getByText('Email copied!')).toBeVisible();
  await expect(page.getByText('The email address has been copied to your clipboard.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ada@varga.example');
  // Read by eye, by selection and by a mail program alike.
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('ada@varga.example');
  await expect(page.getByRole('link', { name: 'Write an e-mail' })).toHaveAttribute('href', 'mailto:ada@varga.example');
});

test('the phone number takes the place of the form once the name matches; until then nothing happens', async ({ page }) => {
  await page.goto('/contact');
  await page.waitForLoadState('networkidle');
  const card = page.getByRole('button', { name: /Phone/ });
  await card.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Verify Identity' });
  const name = dialog.getByLabel('Full name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('placeholder', 'Please enter my full name');
  const before = await dialog.innerText();
  const answered = page.waitForResponse(/\/functions\/v1\/phone$/);
  await page.keyboard.type('Grace Varga');
  await page.keyboard.press('Enter');
  expect(await (await answered).json()).toEqual({});
  expect(await dialog.innerText()).toBe(before);
  await expect(name).toHaveValue('Grace Varga');
  await expect(name).toBeFocused();
  await name.fill('aDA varga');
  await dialog.getByRole('button', { name: 'View Phone Number' }).press('Enter');
  const number = dialog.getByRole('link', { name: '+36 1 555 0142' });
  await expect(number).toBeFocused();
  await expect(number).toHaveAttribute('href', 'tel:+3615550142');
  await expect(name).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
});

test('who asks for the phone number offline, or too often, is told so; a name that does not match is not', async ({ page, context }) => {
  let isTooOften = false;
  // In place from the beginning: a road that is closed later may not hold for what the page asks next.
  await page.route(/\/functions\/v1\/phone$/, (route) =>
    isTooOften ? route.fulfill({ status: 429, headers: { 'retry-after': '8' }, json: {} }) : route.continue(),
  );
  await page.goto('/contact');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /Phone/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify Identity' });
  // Only then is everything here that the dialog wants.
  await expect(dialog.getByLabel('Full name')).toBeFocused();
  await context.setOffline(true);
  await dialog.getByLabel('Full name').fill('Ada Varga');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText(/^No answer from the server/);
  await context.setOffline(false);
  const answered = page.waitForResponse(/\/functions\/v1\/phone$/);
  await dialog.getByLabel('Full name').fill('Grace Varga');
  await page.keyboard.press('Enter');
  await answered;
  // What is asked while an answer is on its way is not sent.
  await expect(dialog.locator('button[type="submit"]:not([aria-busy])')).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText('');
  isTooOften = true;
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Too many attempts from here. Try again in 8 seconds.');
});

test('without JavaScript the ways to reach the owner can be read @visitor', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.server.url });
  const page = await context.newPage();
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Me' })).toBeVisible();
  await expect(page.getByText('ada.varga')).toBeVisible();
  await expect(page.getByText('ada@varga.example')).toBeVisible();
  expect(await page.locator('.without-script').allInnerTexts()).toEqual([
    'Select the address to copy it.',
    'Seeing the number needs JavaScript.',
  ]);
  await context.close();
});
