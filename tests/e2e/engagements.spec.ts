import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:tls';
import type { Page } from '@playwright/test';
import { selfSigned } from '../support/tls/self-signed.ts';
import { enterAsOwner, expect, test } from './test-app.ts';
import { watchForLeaks } from './vault-leaks.ts';
import { master } from './vault-steps.ts';

test.use({ serverEnvironment: { TOOLS_ALLOW_CIDRS: '127.0.0.0/8' } });

const canary = { client: 'CANARY-client-5521', title: 'CANARY-title-7730', scope: 'CANARY-scope-1184' };
const words = Object.values(canary);

const keys = selfSigned(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const site = createServer({ ...keys }, (socket) => socket.on('error', () => {}).once('data', () => socket.end('no HTTP\r\n'))).on(
  'tlsClientError',
  () => {},
);
test.beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)));
test.afterAll(() => void site.close());

const port = () => {
  const address = site.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

async function unlock(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Engagements are locked' })).toBeVisible();
  await page.getByLabel('Master password').fill(master);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

async function inspect(page: Page, target: string): Promise<void> {
  await page.getByLabel('Target', { exact: true }).fill(target);
  await page.getByRole('button', { name: 'Inspect', exact: true }).click();
}

/** Saves the report in a form, with the proof that each file wants. */
async function save(page: Page, form: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Report of the engagement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report of the engagement' });
  await dialog.getByRole('radio', { name: new RegExp(`^${form}`) }).check();
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save the file' }).click()]);
  const bytes = await readFile(await file.path());
  await dialog.getByRole('button', { name: 'Close' }).click();
  return bytes;
}

test('an engagement is sealed, its scope is asked before a run, its runs become one report that no server sees, and a lock leaves no word of it @vault @strict', async ({
  page,
  app,
}) => {
  test.setTimeout(180_000);
  await enterAsOwner(page, app);
  const leaks = watchForLeaks(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/dashboard#super-apps?engagements');
  await unlock(page);
  await page.getByRole('button', { name: 'New engagement' }).click();
  const form = page.getByRole('dialog', { name: 'New engagement' });
  await form.getByLabel('Title').fill(canary.title);
  await form.getByLabel('Client').fill(canary.client);
  await form.getByLabel('Scope in words').fill(canary.scope);
  await form.getByLabel('In scope, one to a line', { exact: true }).fill(`127.0.0.1:${port()}`);
  await form.getByLabel('Permitted from').fill('2020-01-01');
  await form.getByLabel('Permitted to').fill('2099-12-31');
  await form.getByRole('button', { name: 'Add the engagement' }).click();
  await expect(page.getByRole('region', { name: canary.title })).toContainText('Permitted until 2099-12-31');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Use it for the runs of this tab' }).click();

  // On the tool's page the vault is locked again: nothing begins before the scope was seen.
  await page.goto('/tls-inspector');
  await inspect(page, `127.0.0.1:${port()}`);
  await expect(page.getByText(/Nothing was sent: whether the engagement permits this run/)).toBeVisible();
  await unlock(page);
  await expect(page.getByRole('article', { name: `Report on 127.0.0.1:${port()}` })).toBeVisible();
  await expect(page.getByText(`The report below belongs to “${canary.title}”.`)).toBeVisible();
  await inspect(page, '127.0.0.2:1');
  const question = page.getByRole('alertdialog', { name: 'This run is not permitted' });
  await expect(question).toContainText('Not in the scope: 127.0.0.2:1.');
  await question.getByRole('button', { name: 'Do not run' }).click();
  await expect(question).toBeHidden();
  expect(sent.filter((one) => one.includes('tool-job-start'))).toHaveLength(1);

  // Going there by the address bar would lock: the dashboard is reached within the page.
  await page.getByRole('button', { name: 'Run again' }).first().click();
  await expect(page.getByRole('row', { name: /Finished|trusted/ })).toHaveCount(2);
  await page.goto('/dashboard#super-apps?engagements');
  await unlock(page);
  await page.getByRole('button', { name: new RegExp(canary.title) }).click();
  await expect(page.getByRole('list', { name: 'Runs of the engagement' })).toContainText(`127.0.0.1:${port()}`);
  await page.getByRole('button', { name: 'What changed' }).click();
  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('0 new, 0 worse, 0 gone');
  const markdown = (await save(page, 'Markdown')).toString('utf8');
  expect(markdown).toContain(`# ${canary.title}`);
  expect(markdown).toContain(`Client: ${canary.client}`);
  expect(markdown).toContain('## What changed');
  const json = JSON.parse((await save(page, 'JSON')).toString('utf8'));
  expect(json).toMatchObject({
    format: 'castellan-engagement-report',
    engagement: { client: canary.client },
    runs: [{ state: 'finished' }, { state: 'finished' }],
  });
  const pdf = await save(page, 'PDF');
  expect([pdf.subarray(0, 5).toString('latin1'), pdf.length > 20_000]).toEqual(['%PDF-', true]);

  // Neither the server nor, after a lock, the page has a word of it.
  expect(sent.filter((one) => words.some((word) => one.includes(word)))).toEqual([]);
  expect(await leaks.find([canary.client])).toContainEqual({ place: 'document', text: canary.client });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await expect(page.getByRole('heading', { name: 'Engagements are locked' })).toBeVisible();
  expect(await leaks.find(words)).toEqual([]);
});
