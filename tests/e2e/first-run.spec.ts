import jsQrModule from 'jsqr';
import { PNG } from 'pngjs';
import { authenticatorCode } from '../support/owner.ts';
import { countingHand, mostSteps } from './counting-hand.ts';
import { answer, expect, processOf, test } from './test-app.ts';

// The package is CommonJS: its function is the default of its default.
const jsQR = jsQrModule.default;

test.use({ isOwned: false });

const email = 'ada@castellan.test';
const password = 'brass lantern over quiet harbour';

test('from an empty data folder to the dashboard and the first password, one thing at a time, in 15 inputs and presses', async ({
  page,
  app,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Security Specialist');
  await page.goto('/auth-terminal');
  await expect(page.getByRole('log')).toContainText('This site has no owner yet');

  const hand = countingHand(page);
  await page.goto(processOf(app).setupLink ?? '');
  await expect(page).toHaveURL(/\/auth-terminal$/);
  await hand.answer('E-mail', email);
  await hand.answer('New password', password);
  await hand.answer('The same password again', password);

  // The picture is read as a phone would read it, and must say what the shown secret says.
  const picture = PNG.sync.read(await page.getByRole('img', { name: /QR/i }).screenshot());
  const scanned = new URL(jsQR(new Uint8ClampedArray(picture.data), picture.width, picture.height)?.data ?? 'otpauth://unread');
  expect(scanned.protocol).toBe('otpauth:');
  const secret = scanned.searchParams.get('secret') ?? '';
  await page.getByRole('button', { name: 'Show secret' }).click();
  await expect(page.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? secret).or(page.getByText(secret))).toBeVisible();
  await hand.answer('The six digits your authenticator shows', await authenticatorCode(secret));

  await expect(page.getByRole('button', { name: 'I have stored them' })).toBeVisible();
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{5}-[A-Z2-7]{5}/ })
    .allTextContents();
  expect(new Set(codes).size).toBe(10);
  await hand.press('I have stored them');

  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ })).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
  const row = page.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Success');
  expect(await page.evaluate(() => sessionStorage.getItem('auth_terminal_completed'))).toBe('true');
  const setUp = page.getByRole('region', { name: 'Set up' });
  await expect(setUp.getByText('2 of 6')).toBeVisible();

  // No code: the one that enrolled the authenticator counts, and a vault that is not there yet has nothing to open.
  const onlyDialog = async (name: string) => {
    const open = page.locator('dialog[open]');
    await expect(open.getByRole('heading', { level: 2, name })).toBeVisible();
    await expect(open).toHaveCount(1);
    return open;
  };
  await hand.press('Add Password');
  const master = await onlyDialog('Set a master password');
  await expect(master.getByLabel('New master password', { exact: true })).toBeFocused();
  await hand.fill('New master password', password, master);
  await hand.fill('Confirm master password', password, master);
  await hand.press('Set master password', master);
  await hand.press('I have saved it', await onlyDialog('Your recovery key'));
  const form = await onlyDialog('Add Entry');
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused();
  await hand.fill('Title', 'Bank of Alderney', form);
  await hand.fill('Username', 'ada', form);
  await hand.fill('Password', 'a password of the bank', form);
  await hand.fill('URL', 'https://bank.example', form);
  await hand.press('Save', form);
  await expect(page.getByRole('listbox', { name: 'Entries' }).getByRole('option', { name: 'Bank of Alderney' })).toBeVisible();
  expect(hand.used()).toBeLessThanOrEqual(mostSteps.firstPassword);

  await page.goto('/dashboard');
  await expect(setUp.getByText('3 of 6')).toBeVisible();

  // What was typed is nowhere in the browser's storage, and nowhere in the server's log.
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const hidden of [password, secret, codes[0] ?? '']) {
    expect(kept).not.toContain(hidden);
    expect(processOf(app).output()).not.toContain(hidden);
  }
});

test('a setup link works once, and one that was made up works never', async ({ page, app }) => {
  await page.goto('/auth-terminal#setup=made-up');
  await answer(page, 'E-mail', email);
  await answer(page, 'New password', password);
  await answer(page, 'The same password again', password);
  await expect(page.getByRole('log')).toContainText(/no longer valid/);

  await page.goto('about:blank');
  await page.goto(processOf(app).setupLink ?? '');
  await answer(page, 'E-mail', email);
  await answer(page, 'New password', password);
  await answer(page, 'The same password again', password);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('about:blank');
  await page.goto(processOf(app).setupLink ?? '');
  await answer(page, 'E-mail', 'eve@castellan.test');
  await answer(page, 'New password', password);
  await answer(page, 'The same password again', password);
  await expect(page.getByRole('log')).toContainText(/already has an owner/);
});
