import { startTestServer } from '../support/running-server.ts';
import { enterAsOwner, expect, listenForComplaints, test, untilAnswering } from './test-app.ts';

/** The server begins at noon of the day after tomorrow, by its own clock: the day of the app's first row and the one after it are past, at any hour. */
const twoDaysLater = `--import=data:text/javascript,${encodeURIComponent(
  'const now=Date.now,at=now();const noon=(Math.floor(at/864e5)+2.5)*864e5;Date.now=()=>noon+now()-at',
)}`;

test('a visitor verifies the days that a server signed, without a word to anybody else, and a day that was changed on the way is named', async ({
  page: first,
  app,
  browser,
}) => {
  // A sign-in is a row of the log.
  await enterAsOwner(first, app);
  const server = await startTestServer(app.data.dataFolder, { ...app.data.environment, NODE_OPTIONS: twoDaysLater });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  const complaints = listenForComplaints(page);
  await page.addInitScript(() => addEventListener('site:ready', () => performance.mark('site:ready')));
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== server.url) foreign.push(request.url());
  });
  const signedDays = async () =>
    (await (await page.request.get('/proof/days.txt')).text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(66, 76));
  await expect.poll(async () => (await signedDays()).length).toBeGreaterThanOrEqual(2);
  const days = await signedDays();
  await page.goto('/proof');
  await untilAnswering(page);
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await expect(page.getByText(`All ${days.length} signed days hold.`)).toBeVisible();
  await expect(page.getByText(`${days.length} of ${days.length}`, { exact: true })).toBeVisible();

  const last = days.at(-1) ?? '';
  await page.route(/\/proof\/\d{4}\.jsonl$/, async (route) => {
    const answer = await route.fetch();
    const lines = (await answer.text()).split('\n');
    const changed = lines.map((line) => (line.includes(`day: ${last}`) ? line.replace(/log: [0-9a-f]{4}/, 'log: 0000') : line));
    await route.fulfill({ response: answer, body: changed.join('\n') });
  });
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect(page.getByText(/does not hold\.$/)).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: last })).toBeVisible();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
  await server.stop();
});
