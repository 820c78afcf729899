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

test('ten windows leave the clock in its place, and the bar keeps the order of opening through focus and a reload @visitor', async ({
  page,
}) => {
  const paths = ['terminal', 'wishlist', 'jwt-lab', 'api-lab', 'snake-game', 'word-counter', 'http-auditor', 'lets-game', 'contact'];
  const bar = page.getByRole('navigation', { name: 'Windows' }).getByRole('button');
  const names = () => bar.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title')));
  await page.goto(`/desktop#w=${paths.map((path) => `/${path}@left`).join(';')}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByLabel('Search apps').fill('home');
  await page.keyboard.press('Enter');
  await expect(bar).toHaveCount(10);
  const order = await names();
  expect([order[0], order[8], order[9]]).toEqual(['Terminal', 'Contact', 'Home']);
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 768 });
    const clock = await page.locator('.desktop-clock').boundingBox();
    expect((clock?.x ?? width) + (clock?.width ?? 0)).toBeLessThanOrEqual(width);
    const last = await bar.last().boundingBox();
    expect((last?.x ?? width) + (last?.width ?? 0)).toBeLessThan(clock?.x ?? 0);
  }
  await bar.first().click();
  await expect(bar.first()).toHaveAttribute('aria-pressed', 'true');
  expect(await names()).toEqual(order);
  await page.reload();
  await expect(bar).toHaveCount(10);
  expect(await names()).toEqual(order);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the desktop is a list of its pages that can be read @visitor', async ({ page }) => {
    await page.goto('/desktop');
    // Text in `noscript` is found by selectors alone.
    const note = page.locator('.desktop-without > p').last();
    await expect(note).toHaveText(/^The desktop needs JavaScript\./);
    await expect(note).toBeVisible();
    const [ink, plate] = await note.evaluate((one) => {
      const box = one.closest('div');
      return [getComputedStyle(one).color, box === null ? '' : getComputedStyle(box).backgroundColor];
    });
    expect([ink, plate]).toEqual(['rgb(234, 240, 238)', 'rgb(16, 25, 30)']);
    await page.locator('.desktop-without a[href="/jwt-lab"]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('JWT Lab');
  });
});
