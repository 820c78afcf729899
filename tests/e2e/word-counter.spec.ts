import { expect, test } from './test-app.ts';

test('a text is counted in the page alone, and exact syllables bring their dictionary @visitor', async ({ page }) => {
  await page.goto('/word-counter');
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByLabel('Text', { exact: true }).fill('The rhythm of a fire. '.repeat(30));
  await expect(page.getByRole('region', { name: 'Counts' })).toContainText('150');
  await page.getByLabel('Exact syllables').check();
  await expect.poll(() => asked.some((path) => /worker-part/.test(path))).toBe(true);
  await expect(page.getByRole('row', { name: /Flesch Reading Ease/ })).toContainText(/\d\d\.\d/);
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
});
