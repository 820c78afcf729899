import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

test('a visitor has a record read and another one built, and nothing of them leaves the page', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/dns-postmaster');
  await page.getByRole('textbox', { name: 'Record or policy' }).fill('v=spf1 include:kestrel-7f3a.example -all');
  await expect(page.getByText('✓ A valid SPF record.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('kestrel-7f3a.example');
  await expect(page.getByText('kestrel-7f3a.example. IN TXT "v=spf1 mx -all"')).toBeVisible();
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.filter((request) => request.includes('kestrel'))).toEqual([]);
});
