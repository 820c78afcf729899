import type { Page, Response } from '@playwright/test';
import { tools } from '../../tools/registry.ts';
import type { ToolManifest } from '../../tools/tool.ts';
import { enterAsOwner, expect, test, untilAnswering } from './test-app.ts';

const everyTool: readonly ToolManifest[] = tools;

// Visitors who leave nothing behind.
test.use({ isShared: true });

const command = (page: Page) => page.getByRole('textbox', { name: 'Command' });
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' });

/** Opens the terminal's page, and waits until its keys answer. */
async function openTerminal(page: Page): Promise<Response | null> {
  const response = await page.goto('/terminal');
  await untilAnswering(page);
  return response;
}

async function type(page: Page, line: string): Promise<void> {
  await command(page).fill(line);
  await command(page).press('Enter');
}

/** The cells of the last table, row by row. */
async function lastTable(page: Page): Promise<readonly (readonly string[])[]> {
  const rows = await transcript(page).getByRole('table').last().locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
}

test('the theme changes, and the e-mail address leads to the mail program, is copied, and is not in the page as it is sent', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const response = await openTerminal(page);
  const html = (await response?.text()) ?? '';
  expect(html).not.toMatch(/ada@varga|mailto:|555 0142/);
  await type(page, 'theme light');
  await expect(page.locator('html')).toHaveClass(/light/);
  await type(page, 'contact');
  await expect(transcript(page).getByRole('link', { name: 'ada@varga.example' })).toHaveAttribute('href', 'mailto:ada@varga.example');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Email copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ada@varga.example');
  expect(await page.content()).not.toMatch(/555 0142/);
});

test('profiles open in a new tab, login leads to sign in as the owner', async ({ page, context }) => {
  await context.route('https://github.com/**', (route) => route.fulfill({ body: 'github' }));
  await openTerminal(page);
  const opened = context.waitForEvent('page');
  await type(page, 'open github');
  const tab = await opened;
  await expect(tab).toHaveURL('https://github.com/ada-varga-example');
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await tab.close();
  await type(page, 'login');
  await expect(page).toHaveURL(/\/auth-terminal$/);
});

test('a link runs a line that reads, lets one that acts wait for Enter, and takes no other', async ({ page }) => {
  await page.goto('/terminal?c=projects%20%7C%20where%20stack%20~%20rust');
  await expect(transcript(page).getByRole('table')).toHaveCount(1);
  expect((await lastTable(page)).map(([name]) => name)).toEqual(['Latent Image']);
  await expect(page.locator('head > link[rel=canonical]')).toHaveAttribute('href', /\/terminal$/);

  await page.goto('/terminal?c=theme%20light');
  await expect(command(page)).toHaveValue('theme light');
  await expect(transcript(page)).toContainText('runs when you press Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await command(page).press('Enter');
  await expect(page.locator('html')).toHaveClass(/light/);

  for (const line of ['<img src=x onerror=alert(1)>', 'help\u0007', 'help\u202e', `echo ${'x'.repeat(300)}`]) {
    await page.goto(`/terminal?c=${encodeURIComponent(line)}`);
    await type(page, 'pwd');
    await expect(transcript(page)).toContainText('~ $ pwd');
    expect(await transcript(page).locator('[data-echo]').count()).toBe(1);
  }
  await type(page, `echo '<img src=x onerror=alert(1)>'`);
  await expect(transcript(page).getByText('<img src=x onerror=alert(1)>', { exact: true })).toBeVisible();
  expect(await transcript(page).locator('img').count()).toBe(0);
});

test('on a phone lines are pressed instead of typed, without the keyboard coming up', async ({ browser, app }) => {
  const context = await browser.newContext({
    baseURL: app.server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto('/terminal');
  await expect(command(page)).not.toBeFocused();
  await page.getByRole('button', { name: 'projects', exact: true }).tap();
  await expect(transcript(page).getByRole('table')).toHaveCount(1);
  await page.getByRole('button', { name: 'projects | group stack' }).tap();
  await expect(transcript(page).getByRole('table')).toHaveCount(2);
  await expect(command(page)).not.toBeFocused();
  for (const chip of await page.getByRole('list', { name: 'Suggested lines' }).getByRole('button').all())
    expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await command(page).getAttribute('autocapitalize')).toBe('none');
  await context.close();
});

test('without JavaScript the first screen says who this is and leads on', async ({ browser, app }) => {
  const context = await browser.newContext({ baseURL: app.server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/terminal');
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal' })).toBeVisible();
  await expect(transcript(page)).toContainText('I am a cybersecurity expert');
  await expect(transcript(page)).toContainText('Halyard Mint');
  await transcript(page).getByRole('link', { name: 'the contact page' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await context.close();
});

test.describe('with an owner', () => {
  test.use({ isShared: false });

  test('the owner’s terminal has the owner’s tools, which open, and a visitor’s has none of them', async ({ page, app }) => {
    const owners = everyTool.filter(({ audience }) => audience === 'owner');
    const listed = async () => {
      await openTerminal(page);
      await type(page, 'tools');
      await type(page, 'echo that is all');
      await expect(transcript(page).getByText('that is all', { exact: true })).toBeVisible();
      return transcript(page).innerText();
    };
    const toVisitor = await listed();
    expect(owners.filter(({ summary }) => toVisitor.includes(summary))).toEqual([]);
    await enterAsOwner(page, app);
    const toOwner = await listed();
    expect(owners.filter(({ summary }) => !toOwner.includes(summary))).toEqual([]);
    for (const { id, title, terminal } of owners) {
      await openTerminal(page);
      await type(page, terminal.command);
      await expect(page).toHaveURL(new RegExp(`/${id}$`));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  });
});
