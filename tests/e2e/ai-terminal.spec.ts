import { startTestEndpoint, type TestEndpoint } from '../../server/features/model/test-endpoint.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

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
  await expect(transcript).toContainText('Interpreted as: projects | where stack ~ Rust');
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
  await expect(transcript).toContainText('The model asks for: Add a task');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(transcript).toContainText('The model asked for: add task call bank – Ő');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(transcript).toContainText('Nothing was sent.');
  expect(endpoint.heard).toHaveLength(1);
  await say('ledger');
  await expect(transcript.getByRole('cell', { name: 'answered' })).toBeVisible();
});

test('a question about money is answered from the sealed ledger; nothing of it leaves for the model without a grant, which ends with the page @vault', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  const canary = 'CANARY-payee-8846';
  const transcript = page.getByRole('log', { name: 'Transcript' });
  const say = async (text: string) => {
    await page.getByRole('textbox', { name: 'Sentence or command' }).fill(text);
    await page.keyboard.press('Enter');
  };
  const askByPalette = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill(text);
    await page.getByRole('option', { name: `Ask the AI terminal: ${text}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'AI Terminal' })).toBeVisible();
  };
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  await page.goto('/settings#language-model');
  await page.getByLabel('Address', { exact: true }).fill(endpoint.baseUrl);
  await page.getByLabel('Key', { exact: true }).fill(endpoint.key);
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill('busy');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText(/^Connected: busy at 127\.0\.0\.1/)).toBeVisible();

  await page.goto('/wealth-ai');
  await expect(page.getByRole('heading', { name: 'Ledger pages are locked' })).toBeVisible();
  await askByPalette('how much on food this year');
  await expect(transcript).toContainText('Your accounts and your ledger are sealed. Open the vault on the dashboard');

  await page.goto('/wealth-ai');
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByRole('button', { name: 'Add an account' }).click({ timeout: 30_000 });
  const form = page.getByRole('dialog', { name: 'New account' });
  await form.getByLabel('Name').fill('Current');
  await form.getByRole('button', { name: 'Add account' }).click();
  await page.getByRole('textbox', { name: 'New entry' }).fill(`1204.20 ${canary} #Food`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Ledger' }).getByText(canary)).toBeVisible();
  await expect(page.getByText('Saved.')).toBeVisible();

  await askByPalette('how much on food this year');
  await expect(transcript).toContainText("Interpreted as: spent 'food this year'");
  await expect(transcript.getByRole('cell', { name: '1204.20', exact: true })).toBeVisible();
  const heard = endpoint.heard.length;
  await say(`spent ${canary} | ai "is that much"`);
  await expect(transcript).toContainText('what is sealed does not leave. To let it, for this session only, type: grant money');
  await say('grant money');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Sealed money may leave for it in this session.')).toBeVisible();
  await say(`spent ${canary} | ai "is that much"`);
  const leaving = page.getByRole('list', { name: 'What leaves' });
  await expect(leaving).toContainText('money: 1 record of spent');
  await expect(leaving).toContainText('sealed data: money, granted for this session');
  expect(endpoint.heard).toHaveLength(heard);
  expect((await leaks.find([canary])).filter(({ place }) => place !== 'document')).toEqual([]);
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(transcript).toContainText('The endpoint asks to wait 7 s (429).');
  expect(JSON.stringify(endpoint.heard.slice(heard))).toContain('1204.20');
  await say('ledger | head 1');
  await expect(transcript.getByRole('cell', { name: 'typed text, money (sealed)' })).toBeVisible();

  // The vault stays open, the grant does not.
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Me' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'AI Terminal' })).toBeVisible();
  await say('grant');
  await expect(transcript.getByRole('row', { name: 'money stays here' })).toBeVisible();
  await say('balance');
  await expect(transcript.getByRole('cell', { name: '-1204.20', exact: true })).toBeVisible();
});
