import type { Page, Response } from '@playwright/test';
import { axeFindings } from './axe-findings.ts';
import { expect, test, untilAnswering } from './house.ts';

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

test('the terminal icon of the navigation leads there, at every width, and exit leads back', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Terminal' }).click();
  await expect(page).toHaveURL(/\/terminal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal' })).toBeVisible();
  await type(page, 'exit');
  await expect(page).toHaveURL(/\/$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('#site-menu').getByRole('link', { name: 'Terminal' }).click();
  await expect(page).toHaveURL(/\/terminal$/);
  await expect(page.locator('#site-menu')).toBeHidden();
});

test('records are piped, and an unknown field is answered with the one that was meant', async ({ page }) => {
  await openTerminal(page);
  await type(page, 'projects | where stack ~ rust | sort year | head 3');
  await expect(transcript(page).getByRole('table')).toHaveCount(1);
  expect((await lastTable(page)).map((cells) => cells.slice(0, 2))).toEqual([['Latent Image', '2021']]);
  await type(page, 'projects | sort year | select name');
  await expect(transcript(page).getByRole('table')).toHaveCount(2);
  expect(await lastTable(page)).toEqual([['Plumb Line'], ['Countersign'], ['Latent Image'], ['Rosette']]);
  await type(page, 'projects | where stak ~ rust');
  await expect(transcript(page)).toContainText('no field “stak”; did you mean “stack”?');
  await type(page, 'projects > file');
  await expect(transcript(page)).toContainText('Redirection (>) is not supported');
  await type(page, '!-2 | count');
  await expect(transcript(page)).toContainText('~ $ projects | where stak ~ rust | count');
});

test('everything is done from the keyboard: completion, history, search, line editing, giving up', async ({ page }) => {
  await openTerminal(page);
  await expect(command(page)).toBeFocused();
  await page.keyboard.type('proj');
  await page.keyboard.press('Tab');
  await expect(command(page)).toHaveValue('projects ');
  await page.keyboard.type('| so');
  await page.keyboard.press('Tab');
  await expect(command(page)).toHaveValue('projects | sort ');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('status').filter({ hasText: '5 fit: name, year, stack, about, link' })).toBeAttached();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(command(page)).toHaveValue('projects | sort year');
  await page.keyboard.press('Enter');
  await expect(transcript(page).getByRole('table')).toHaveCount(1);

  // Kills and yanks, as in GNU readline.
  await page.keyboard.type('one two three');
  await page.keyboard.press('Alt+Backspace');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+y');
  await expect(command(page)).toHaveValue('threeone two ');
  await page.keyboard.press('Control+u');
  await page.keyboard.press('Control+k');
  await expect(command(page)).toHaveValue('');

  await page.keyboard.type('pwd');
  await page.keyboard.press('Enter');
  await page.keyboard.type('draft');
  await page.keyboard.press('ArrowUp');
  await expect(command(page)).toHaveValue('pwd');
  await page.keyboard.press('ArrowUp');
  await expect(command(page)).toHaveValue('projects | sort year');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(command(page)).toHaveValue('draft');
  await page.keyboard.press('Control+c');
  await expect(transcript(page)).toContainText('draft^C');
  await expect(command(page)).toHaveValue('');

  await page.keyboard.press('Control+r');
  const search = page.getByRole('textbox', { name: 'Search the history' });
  await expect(search).toBeFocused();
  await page.keyboard.type('sort');
  await expect(page.getByRole('status').filter({ hasText: 'Found: projects | sort year' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(command(page)).toHaveValue('projects | sort year');
  await page.keyboard.type(' -r');
  await page.keyboard.press('Enter');
  await expect(transcript(page).getByRole('table')).toHaveCount(2);
  expect((await lastTable(page))[0]?.[0]).toBe('Rosette');

  await page.keyboard.press('Control+l');
  await expect(transcript(page)).toBeEmpty();
  // No trap: Tab on an empty line goes on, Shift+Tab comes back.
  await page.keyboard.press('Tab');
  await expect(command(page)).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(command(page)).toBeFocused();
});

test('Tab leaves the line once it has nothing more to offer', async ({ page }) => {
  await openTerminal(page);
  await command(page).fill('echo nothing');
  await command(page).press('Tab');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing to complete' })).toBeAttached();
  await expect(command(page)).toBeFocused();
  await command(page).press('Tab');
  await expect(command(page)).not.toBeFocused();
});

test('manuals, files and folders', async ({ page }) => {
  await openTerminal(page);
  await type(page, 'man where');
  await expect(transcript(page)).toContainText('keep the records that meet a condition', { ignoreCase: true });
  await type(page, 'ls');
  await expect(transcript(page).getByRole('cell', { name: 'projects/' })).toBeVisible();
  await type(page, 'cd projects');
  await type(page, 'cat ro*');
  await expect(transcript(page)).toContainText('Tamper-evident logs');
  await expect(transcript(page)).toContainText('~/projects $ cat ro*');
  await type(page, 'help');
  await transcript(page).getByRole('button', { name: 'neofetch' }).click();
  await expect(transcript(page)).toContainText('This page beside its engraving.');
});

test('the history outlives the page, and is forgotten on request', async ({ page }) => {
  await openTerminal(page);
  await type(page, 'pwd');
  await type(page, ' whoami');
  await expect(transcript(page)).toContainText('visitor');
  await openTerminal(page);
  await command(page).press('ArrowUp');
  await expect(command(page)).toHaveValue('pwd');
  await type(page, 'history -c');
  await expect(transcript(page)).toContainText('Forgotten.');
  expect(await page.evaluate(() => localStorage.getItem('terminal_history'))).toBeNull();
});

test('the theme changes, and the e-mail address is copied and never in the page', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const response = await openTerminal(page);
  const html = (await response?.text()) ?? '';
  expect(html).not.toMatch(/ada@varga|mailto:|555 0142/);
  await type(page, 'theme light');
  await expect(page.locator('html')).toHaveClass(/light/);
  await type(page, 'contact');
  await expect(transcript(page)).toContainText('ada at varga.example');
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Email copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ada@varga.example');
  expect(await page.content()).not.toMatch(/ada@varga\.example|555 0142/);
});

test('profiles open in a new tab, login leads to the owner’s way in', async ({ page, context }) => {
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

test('on a phone lines are pressed instead of typed, without the keyboard coming up', async ({ browser, house }) => {
  const context = await browser.newContext({
    baseURL: house.server.url,
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

test('without JavaScript the first screen says who this is and leads on', async ({ browser, house }) => {
  const context = await browser.newContext({ baseURL: house.server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/terminal');
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal' })).toBeVisible();
  await expect(transcript(page)).toContainText('I am a cybersecurity expert');
  await expect(transcript(page)).toContainText('Halyard Mint');
  await transcript(page).getByRole('link', { name: 'the contact page' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await context.close();
});

test('axe finds nothing, and nothing scrolls sideways at 320 px, whatever was answered', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openTerminal(page);
  for (const theme of ['dark', 'light']) {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((name) => localStorage.setItem('theme', name), theme);
      await openTerminal(page);
      for (const line of ['help', 'projects', 'contact', 'neofetch', 'man where', 'wrong']) await type(page, line);
      await expect(transcript(page)).toContainText('no command “wrong”');
      await command(page).fill('projects | sort ');
      await command(page).press('Tab');
      await expect(page.getByRole('status').filter({ hasText: '5 fit' })).toBeAttached();
      expect(await axeFindings(page), `${theme} ${width}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
