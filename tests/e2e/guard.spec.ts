import { answer, enterByTyping, expect, signIn, test } from './test-app.ts';

test('a session flag set by hand opens nothing: access is denied and the terminal replaces the page @visitor @strict', async ({
  page,
  app,
}) => {
  await page.goto('/');
  await page.evaluate(() => sessionStorage.setItem('auth_terminal_completed', 'true'));
  const asked: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/')) asked.push(`${response.status()} ${response.url()}`);
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText('Authentication required. Redirecting to terminal...')).toBeVisible();
  await expect(page).toHaveURL(/\/auth-terminal/);
  // The page before knew nothing of whose it is; this one does.
  await expect(page).toHaveTitle('Authentication · Ada Varga');
  await expect(page.getByRole('img', { name: 'Profile image of Ada Varga' })).toBeVisible();
  expect(asked.filter((line) => line.startsWith('2'))).toEqual([]);

  // Replaced, not added: going back leads to where the visitor was before.
  await page.goBack();
  await expect(page).toHaveURL(`${app.server.url}/`);

  // Behind the flag is a wall: without a session the data itself is refused.
  const refused = await page.evaluate(async () => {
    const key = document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')?.content ?? '';
    const answers = await Promise.all(
      ['activity_logs', 'notifications'].map((table) => fetch(`/rest/v1/${table}?select=*`, { headers: { apikey: key } })),
    );
    return answers.map((each) => each.status);
  });
  expect(refused).toEqual([401, 401]);
});

test('without the flag a live session is asked for one key, and leads to where the owner wanted to go', async ({ page, app }) => {
  await enterByTyping(page, app);
  await page.evaluate(() => sessionStorage.removeItem('auth_terminal_completed'));
  await page.goto('/dashboard');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page).toHaveURL(/\/auth-terminal/);
  const input = page.getByLabel(/Press Enter to resume/);
  await expect(input).toBeEnabled();
  await input.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page).toHaveTitle('Dashboard · Ada Varga');

  // Its own document holds no name; the gate brings it.
  expect(await (await page.request.get('/dashboard')).text()).not.toContain('Ada Varga');
  await page.reload();
  await expect(page).toHaveTitle('Dashboard · Ada Varga');
  await expect(page.getByText('Ada Varga').first()).toBeVisible();
});

test('Logout logs the event, makes a notification, ends the session at the server and goes home', async ({ page, app }) => {
  const owner = await enterByTyping(page, app);
  const token = await page.evaluate(() => {
    const stored = Object.entries(localStorage).find(([key]) => key.includes('auth-token'))?.[1] ?? '{}';
    return (JSON.parse(stored) as { access_token: string }).access_token;
  });
  // The terminal came with the visitors' style sheet; the owner's stands behind it, and wins.
  const sheets = await page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => /\/(visitor|app)-/.exec(href ?? '')?.[1] ?? []));
  expect(sheets).toEqual(['visitor', 'app']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${app.server.url}/`);
  expect(await page.evaluate(() => sessionStorage.getItem('auth_terminal_completed'))).toBeNull();

  // The token has minutes to live; the session it belongs to has not.
  const rows = await page.evaluate(async (bearer) => {
    const key = document.querySelector<HTMLMetaElement>('meta[name="backend-key"]')?.content ?? '';
    const response = await fetch('/rest/v1/activity_logs?select=*', { headers: { apikey: key, authorization: `Bearer ${bearer}` } });
    return response.json();
  }, token);
  expect(rows).toEqual([]);

  await page.goto('/auth-terminal');
  await signIn(page, owner, 1);
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed out' })).toHaveCount(1);
});

test('a wrong password, a wrong code and an unknown address are refused in the same words', async ({ page, app }) => {
  const owner = await enterByTyping(page, app);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${app.server.url}/`);
  const refusals: string[] = [];
  for (const [email, password] of [
    [owner.email, 'not the password at all'],
    ['nobody@castellan.test', owner.password],
  ] as const) {
    await page.goto('/auth-terminal');
    await answer(page, 'Command', 'login');
    await answer(page, 'E-mail', email);
    await answer(page, 'Password', password);
    await expect(page.getByLabel('Command', { exact: true }).or(page.getByLabel('E-mail', { exact: true }))).toBeEnabled();
    refusals.push(
      (await page.getByRole('log').innerText())
        .replaceAll(email, '')
        .split('\n')
        .filter((line) => /refused|failed|wrong|denied/i.test(line))
        .join(),
    );
  }
  expect(refusals[0]).not.toBe('');
  expect(refusals[0]).toBe(refusals[1]);
});
