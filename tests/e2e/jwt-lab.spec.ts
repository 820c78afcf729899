import { expect, test } from './test-app.ts';

test('a token is read and its secret cracked, and no request leaves the page @visitor', async ({ page }) => {
  await page.goto('/jwt-lab');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Make an example' }).click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Valid for another');
  await page.getByRole('link', { name: 'Crack', exact: true }).click();
  // The part before has a field of the same name.
  const guess = page.getByRole('button', { name: 'Crack', exact: true });
  await expect(guess).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The well-known example of RFC 7515 readers: HS256 with the secret of a tutorial.
  await page
    .getByLabel('Token', { exact: true })
    .fill(
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    );
  await guess.click();
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Secret cracked.');
  // The Worker's own script and its page's end are all that is fetched; the browser asks for its icon when it likes.
  expect(asked.filter((path) => !path.startsWith('/assets/') && path !== '/favicon.svg')).toEqual([]);
});
