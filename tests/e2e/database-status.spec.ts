import { enterAsOwner, expect, test } from './house.ts';

test('Database Status is folded away and asks nothing, opens by keyboard, tells what to check in an outage, and takes it back', async ({
  page,
  house,
}) => {
  await enterAsOwner(page, house);
  await page.goto('/dashboard#security');
  const panel = page.locator('.status-panel');
  const summary = panel.locator('summary');
  await expect(summary).toBeVisible();
  await expect(panel).not.toHaveAttribute('open');
  await expect(panel.getByText('Connection', { exact: true })).toHaveCount(0);

  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(panel).toHaveAttribute('open');
  const fact = (name: string) =>
    panel
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  await expect(fact('Connection')).toHaveText('Connected');
  await expect(fact('Tables')).toHaveText('Ready');
  await expect(fact('Environment')).toHaveText('Local');
  await expect(fact('Total logs')).toHaveText(/^\d+$/);
  await expect(fact('Failed logs')).toHaveText('0');

  await page.route('**/rest/v1/**', (route) => route.abort());
  await panel.getByRole('button', { name: 'Refresh' }).click();
  await expect(fact('Connection')).toHaveText('Disconnected');
  await expect(fact('Tables')).toHaveText('Not Ready');
  for (const name of ['Total logs', 'Failed logs', 'Latency']) await expect(fact(name)).toHaveText('–');
  // When it last went well is still known.
  await expect(fact('Last success')).not.toHaveText('never');
  const checklist = panel.getByRole('alert');
  await expect(checklist).toContainText('Cannot connect to the backend');
  await expect(checklist.getByRole('listitem')).toHaveText([/npm start/, /readyz/, /migrations/, /policies/, /network/]);

  await page.unroute('**/rest/v1/**');
  await panel.getByRole('button', { name: 'Refresh' }).click();
  await expect(fact('Connection')).toHaveText('Connected');
  await expect(fact('Tables')).toHaveText('Ready');
  await expect(fact('Latency')).toHaveText(/^\d+ ms$/);
  await expect(checklist).toHaveCount(0);

  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(panel).not.toHaveAttribute('open');
  await expect(panel.getByText('Connection', { exact: true })).toHaveCount(0);
});
