import { axeFindings } from './axe-findings.ts';
import { expect, test, untilAnswering } from './test-app.ts';

test('the desktop opens a tour, keeps its windows in the address and what is in them when minimised, and one failing window leaves the others @visitor', async ({
  page,
}) => {
  await page.goto('/desktop');
  const window = (title: string) => page.getByRole('region', { name: title, exact: true });
  for (const title of ['Home', 'Terminal', 'Contact']) await expect(window(title)).toBeVisible();
  expect(await axeFindings(page, 'main')).toEqual([]);
  await expect(page.frameLocator('iframe[title="Contact"]').getByRole('heading', { level: 1 })).toHaveText('Contact Me');
  await expect(page.frameLocator('iframe[title="Contact"]').getByRole('link', { name: /^Profile image/ })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

  // By keyboard alone: open, move, snap, cycle, minimise.
  await page.getByRole('button', { name: 'Start' }).press('Enter');
  await page.getByLabel('Search apps').fill('wish');
  await page.keyboard.press('Enter');
  const wishlist = page.getByRole('button', { name: 'Wishlist, window' });
  await expect(wishlist).toBeFocused();
  await wishlist.press('Control+ArrowLeft');
  await expect(page).toHaveURL(/\/wishlist@left$/);
  await wishlist.press('Alt+Backquote');
  await expect(page.getByRole('button', { name: 'Contact, window' })).toBeFocused();
  await page.goBack();
  await page.goForward();
  const terminalComes = Promise.withResolvers<void>();
  await page.route('**/terminal', async (route) => {
    await terminalComes.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(window('Wishlist')).toBeVisible();
  await expect(page).toHaveURL(/\/wishlist@left/);

  // A page that comes late does not take the focus from what is done beside it.
  await page.getByRole('button', { name: 'Minimise Wishlist' }).focus();
  terminalComes.resolve();
  const terminal = await (await page.locator('iframe[title="Terminal"]').elementHandle())?.contentFrame();
  if (!terminal) throw new Error('The window has no page.');
  await untilAnswering(terminal);
  await expect(page.getByRole('button', { name: 'Minimise Wishlist' })).toBeFocused();

  // What is minimised is not drawn, and comes back as it was.
  const line = page.frameLocator('iframe[title="Terminal"]').getByRole('textbox', { name: 'Command' });
  await line.fill('projects | head');
  await page.getByRole('button', { name: 'Minimise Terminal' }).press('Enter');
  await expect(window('Terminal')).toBeHidden();
  await page.getByRole('button', { name: /^Terminal ?, minimised$/ }).press('Enter');
  await expect(line).toHaveValue('projects | head');

  await page.route('**/contact', (route) => route.abort());
  await page.getByRole('button', { name: 'Close Contact' }).press('Enter');
  await page.getByRole('button', { name: 'Start' }).click();
  await page
    .getByRole('dialog', { name: 'Start menu' })
    .getByRole('button', { name: /^Contact/ })
    .click();
  await expect(page.getByText('Contact could not be shown here.')).toBeVisible();
  await expect(line).toHaveValue('projects | head');
});

test('a link that describes no desktop opens the usual one and says so, and a phone gets a launcher with full-screen apps @visitor', async ({
  page,
}) => {
  await page.goto('/desktop#w=//evil.example/@left');
  await expect(page.getByText('This link does not describe a desktop.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Home', exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('desktop_layout'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await page.goto('/desktop');
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Contact', exact: true }).click();
  const box = await page.getByRole('region', { name: 'Contact', exact: true }).boundingBox();
  expect(box?.width).toBe(390);
  await page.goBack();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Contact', exact: true })).toBeVisible();
});
