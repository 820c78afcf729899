import { startTestEndpoint, type TestEndpoint } from '../../server/features/model/test-endpoint.ts';
import { enterAsOwner, expect, test } from './test-app.ts';

test.use({ serverEnvironment: { TOOLS_ALLOW_CIDRS: '127.0.0.0/8' } });

let endpoint: TestEndpoint;
test.beforeAll(async () => {
  endpoint = await startTestEndpoint();
});
test.afterAll(() => endpoint.close());

test('a visitor is answered from the content; the owner connects a model, sees what leaves, and finds the call in the ledger', async ({
  page,
  app,
}) => {
  const transcript = page.getByRole('log', { name: 'Transcript' });
  const say = async (text: string) => {
    await page.getByRole('textbox', { name: 'Sentence or command' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await page.goto('/ai-terminal');
  await expect(page.getByText('Command mode: no language model.')).toBeVisible();
  await say('Which projects use Rust?');
  await expect(transcript).toContainText('Read as: projects | where stack ~ Rust');
  await expect(transcript.getByRole('link', { name: /latent-image/ })).toBeVisible();

  await enterAsOwner(page, app);
  await page.goto('/ai-terminal');
  await page.getByLabel('Address').fill(endpoint.baseUrl);
  await page.getByLabel('Key').fill(endpoint.key);
  await page.getByRole('combobox', { name: 'Model' }).fill('answers');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText(/^answers at 127\.0\.0\.1/)).toBeVisible();
  await say('What should I do first? my password: hunter2');
  await expect(page.getByRole('list', { name: 'What leaves' })).toContainText('1 secret taken out');
  expect(endpoint.heard).toHaveLength(0);
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(transcript).toContainText('Először a bank – then 🌱 the plants.');
  expect(endpoint.heard).toHaveLength(1);
  expect(JSON.stringify(endpoint.heard)).not.toContain('hunter2');
  // It asks for two commands: one reads, the other is declined, and so is what would leave next.
  await expect(transcript).toContainText('The model wants this: Add a task');
  await page.getByRole('button', { name: 'No' }).click();
  await expect(transcript).toContainText('The model asked for: add task call bank – Ő');
  await page.getByRole('button', { name: 'No' }).click();
  await expect(transcript).toContainText('Nothing was sent.');
  expect(endpoint.heard).toHaveLength(1);
  await say('ledger');
  await expect(transcript.getByRole('cell', { name: 'answered' })).toBeVisible();
});
