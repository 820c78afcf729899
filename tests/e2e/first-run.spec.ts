import jsQrModule from 'jsqr';
import { PNG } from 'pngjs';
import { authenticatorCode } from '../support/owner.ts';
import { answer, expect, processOf, test } from './test-app.ts';

// The package is CommonJS: its function is the default of its default.
const jsQR = jsQrModule.default;

test.use({ isOwned: false });

const email = 'ada@castellan.test';
const password = 'brass lantern over quiet harbour';

test('from an empty data folder to the log row of the very sign-in on the dashboard', async ({ page, app }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Security Specialist');

  await page.goto(processOf(app).setupLink ?? '');
  await expect(page).toHaveURL(/\/auth-terminal$/);
  await answer(page, 'E-mail', email);
  await answer(page, 'New password', password);
  await answer(page, 'The same password again', password);

  // The picture is read as a phone would read it, and must say what the shown secret says.
  const picture = PNG.sync.read(await page.getByRole('img', { name: /QR/i }).screenshot());
  const scanned = new URL(jsQR(new Uint8ClampedArray(picture.data), picture.width, picture.height)?.data ?? 'otpauth://unread');
  expect(scanned.protocol).toBe('otpauth:');
  const secret = scanned.searchParams.get('secret') ?? '';
  await page.getByRole('button', { name: 'Show secret' }).click();
  await expect(page.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? secret).or(page.getByText(secret))).toBeVisible();
  await answer(page, 'The six digits your authenticator shows', await authenticatorCode(secret));

  const stored = page.getByRole('button', { name: 'I have stored them' });
  await expect(stored).toBeVisible();
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[A-Z2-7]{5}-[A-Z2-7]{5}/ })
    .allTextContents();
  expect(new Set(codes).size).toBe(10);
  await stored.click();

  await expect(page.getByRole('heading', { level: 1, name: /^Good (morning|afternoon|evening)/ })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  const row = page.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Success');
  expect(await page.evaluate(() => sessionStorage.getItem('auth_terminal_completed'))).toBe('true');

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
