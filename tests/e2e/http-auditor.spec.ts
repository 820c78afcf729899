import { expect, test } from './test-app.ts';

// Visitors who leave nothing behind.
test.use({ isShared: true });

test('a visitor has pasted headers scored, tries one more header, and nothing of them leaves the page', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/http-auditor');
  await page.getByRole('textbox', { name: 'Response headers' }).fill('HTTP/2 200\ncontent-type: text/html\nx-marker: kestrel-7f3a\n');
  const stand = page.getByRole('region', { name: 'What if' }).getByRole('status').first();
  await expect(stand).toHaveText('D (30)');
  await page.getByRole('button', { name: /^Content-Security-Policy/ }).click();
  await expect(stand).toHaveText('As pasted D (30). Now B (75).');
  await expect(page.getByRole('cell', { name: 'kestrel-7f3a' })).toBeVisible();
  expect(sent.length).toBeGreaterThan(1);
  expect(sent.filter((request) => request.includes('kestrel'))).toEqual([]);
});
