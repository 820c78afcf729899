import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { type OwnerWorld, openOwnerPage, startOwnerWorld } from '../../../testing/open-owner-page.tsx';
import {
  bySelector,
  catchFiles,
  chooseFromMenu,
  click,
  counted,
  focused,
  focusOn,
  gone,
  press,
  says,
  seen,
  textsOf,
} from '../../../testing/steps.ts';

type Row = Readonly<Record<string, unknown>>;

const signIn = 'Signed in through the authentication terminal';
const row = (activity_description: string, rest: Row = {}): Row => ({ activity_description, ...rest });
const shown = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
const statusPanel = () => page.getByRole('region', { name: /database/ });
const search = () => page.getByLabelText('Search logs');

async function openSecurity(logs: readonly Row[] = []): Promise<OwnerWorld> {
  const world = await startOwnerWorld({ logs: [row(signIn, { activity_type: 'terminal_access' }), ...logs] });
  await openOwnerPage('/dashboard#security');
  await seen(page.getByRole('table', { name: /Activity logs/ }));
  return world;
}

test('filters narrow the list, stand in the address, and come back with it', async () => {
  await openSecurity([
    row('Opened the vault', { activity_type: 'vault_activity' }),
    row('Lost at snake', { activity_type: 'game_activity', success: false }),
    row('Read the news'),
  ]);
  await click('Games');
  await seen(shown('Lost at snake'));
  await gone(shown('Read the news'));
  await click('All Activity');
  await page.getByLabelText('Failed Only').click();
  await gone(shown('Opened the vault'));
  await page.getByLabelText('Failed Only').click();
  await search().fill('-type:game_activity news');
  await page.getByLabelText('Time', { exact: true }).selectOptions('Last Week');
  await seen(shown('Read the news'));
  await gone(shown('Opened the vault'));
  await expect.poll(() => location.hash).toBe('#security?time=week&q=-type%3Agame_activity+news');
  await openOwnerPage('/dashboard#security?time=week&q=-type%3Agame_activity+news');
  await expect.element(search()).toHaveValue('-type:game_activity news');
  await seen(shown('Read the news'));
  await search().fill('nothing is like this');
  await seen(page.getByText('No activity logs found'));
  await search().fill('after:yesterday');
  await seen(page.getByText(/after: needs a date/));
});

test('a row opens its details, and its values can be filtered for and out', async () => {
  await openSecurity([row('Opened the vault', { activity_type: 'vault_activity', metadata: { entry: 7 } }), row('Read the news')]);
  await shown('Opened the vault').getByRole('button', { name: 'Details', exact: true }).click();
  const details = page.getByRole('row').filter({ hasText: 'Place in the chain' });
  await says(details, '"entry": 7');
  await says(details, '127.0.0.1');
  await says(details, 'seen by the server');
  await says(details, /Chrome \d+ on Linux \(computer\)/);
  await says(details, 'TypeVault vault_activity');
  await click('Filter by this row');
  await click('Filter out this Type');
  await gone(shown('Opened the vault'));
  await seen(shown('Read the news'));
  await expect.element(search()).toHaveValue('-type:vault_activity');
});

test('of more than a hundred rows a hundred are shown, and older ones are led to', async () => {
  await openSecurity(Array.from({ length: 650 }, (_, index) => row(`Row number ${index}`)));
  await seen(page.getByText(/^Showing 100 of 50\d logs$/));
  await seen(shown('Row number 649'));
  const lines = () => document.querySelectorAll('.log-line');
  const first = () => lines()[0]?.textContent;
  expect(lines()).toHaveLength(100);
  const older = page.getByRole('button', { name: 'Load older' });
  for (let before = first(); older.query() !== null; before = first()) {
    await older.click();
    await expect.poll(first).not.toBe(before);
  }
  await seen(shown(signIn));
  await expect.poll(() => lines().length).toBeLessThanOrEqual(100);
  await click('Back to newest');
  await seen(shown('Row number 649'));
  expect(document.activeElement).not.toBe(document.body);
});

test('a row that this page does not hold is found by Search all, and the file holds all that the filter lets through', async () => {
  const many = Array.from({ length: 650 }, (_, index) => row(`Row number ${index}`, { metadata: {} }));
  const { logs } = await openSecurity([row('A needle of long ago'), ...many]);
  await search().fill('needle OF long');
  await seen(page.getByText('No activity logs found'));
  await seen(page.getByText('Only the rows loaded on this page were checked.'));
  const files = catchFiles();
  await click('Search all');
  await seen(shown('A needle of long ago'));
  await seen(page.getByText('The whole log was searched.'));
  await search().fill('row number');
  await gone(shown('A needle of long ago'));
  await click('Export');
  await expect.poll(() => files.length).toBe(1);
  expect((await files[0]?.content.text())?.trim().split('\n')).toHaveLength(651);
  await expect.poll(() => logs.rows().map((one) => one['activity_description'])).toContain('The log was exported as CSV');
});

test('older rows are shown from the first of them, not from where the reader was', async () => {
  await openSecurity(Array.from({ length: 250 }, (_, index) => row(`Row number ${index}`)));
  const older = page.getByRole('button', { name: 'Load older' });
  await seen(older);
  older.element().scrollIntoView();
  await older.click();
  await seen(shown('Row number 149'));
  await expect.poll(() => bySelector('.log-list').element().getBoundingClientRect().top).toBeGreaterThanOrEqual(-1);
});

test('a stretch of long ago leaves the figures as they are', async () => {
  await openSecurity([row('Lost at snake', { activity_type: 'game_activity', success: false })]);
  const figures = () => textsOf(bySelector('.log-figures').getByRole('definition'));
  await expect.poll(() => figures()[0]).toMatch(/^2/);
  const before = figures();
  await search().fill('before:2020-01-01');
  await seen(page.getByText('No activity logs found'));
  await expect.poll(figures).toEqual(before);
});

test('a narrow page tells all five columns of a row', async () => {
  await openSecurity([row('Opened the vault', { activity_type: 'vault_activity' })]);
  for (const width of [767, 390]) {
    await page.viewport(width, 800);
    const line = shown('Opened the vault');
    await expect.element(line.getByText('Vault', { exact: true })).toBeVisible();
    await expect.element(line.getByText('Success')).toBeVisible();
    await expect.element(line.getByRole('time')).toBeVisible();
    await expect.element(line.getByRole('button', { name: 'Details', exact: true })).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});

test('the volume narrows the list by pointer and by keys, the stretch stands in the address, and Escape shows all again', async () => {
  await page.viewport(1280, 900);
  await openSecurity();
  const ruler = page.getByRole('slider', { name: 'Volume of the last 14 days' });
  await seen(ruler);
  await expect.element(ruler).toHaveAttribute('aria-valuetext', expect.stringMatching(/: 1 rows, 0 failed$/));
  const { width } = ruler.element().getBoundingClientRect();
  const at = (part: number) => ({ x: width * part, y: 20 });
  await userEvent.dragAndDrop(ruler, ruler, { sourcePosition: at(0.1), targetPosition: at(0.4) });
  await expect.poll(() => location.hash).toMatch(/q=after%3A.*before%3A/);
  await seen(page.getByText('No activity logs found'));
  await click('Show all');
  await expect.poll(() => location.hash).toBe('#security');
  await seen(shown(signIn));
  await focused(ruler);
  await press('{ArrowLeft}');
  await expect.poll(() => location.hash).toMatch(/q=after%3A.*before%3A/);
  await seen(shown(signIn));
  await press('{Escape}');
  await expect.poll(() => location.hash).toBe('#security');
  await focused(ruler);
});

test('the page has one table, and one control of each name, whatever the rows say', async () => {
  await openSecurity([row('All data exported as JSON'), row('Connection test'), row('Refreshed')]);
  await says(shown('Connection test'), 'Connection test');
  await click(/^Database Status/);
  await seen(statusPanel());
  for (const name of ['Export', 'Refresh', 'Test', 'Database Status']) await counted(page.getByRole('button', { name }), 1);
  await expect.poll(() => document.querySelectorAll('table').length).toBe(1);
  await expect
    .element(shown('Connection test').getByRole('button', { name: 'Details', exact: true }))
    .toHaveAccessibleDescription(/Connection test/);
});

test('a run of refused sign-ins is one row that opens, and its rows are shown one by one with the focus on the first', async () => {
  const refused = (count: number) =>
    row(`${count} sign-ins were refused from 203.0.113.40`, {
      activity_type: 'failed_login',
      success: false,
      ip_address: '203.0.113.40',
      metadata: { methods: ['password'], count },
    });
  await openSecurity([row('Lost at snake', { success: false }), refused(4), refused(3), refused(2)]);
  await seen(page.getByRole('heading', { name: 'Nine sign-ins were refused today.' }));
  await page.getByRole('link', { name: 'Failed sign-ins' }).click();
  await expect.poll(() => location.hash).toBe('#security?tab=authentication&failed=1');
  await gone(shown('Lost at snake'));
  const run = shown('9 sign-ins were refused from 203.0.113.40 within a minute');
  await run.getByRole('button', { name: 'Details', exact: true }).click();
  const details = page.getByRole('row').filter({ hasText: 'Place in the chain' });
  await says(details, 'Place in the chain3–5');
  await click('Show all 3 rows');
  await gone(details);
  await counted(shown(/^\d\d:\d\d:\d\dSign-in\d sign-ins were refused/), 3);
  await focused(shown('2 sign-ins were refused').getByRole('button', { name: 'Details', exact: true }));
  await shown('4 sign-ins were refused').getByRole('button', { name: 'Details', exact: true }).click();
  await click('Only this address');
  await expect.element(search()).toHaveValue('ip:203.0.113.40');
  await seen(shown('4 sign-ins were refused'));
});

test('a filter that takes its own row away leaves the focus on the row beside it, not on the page', async () => {
  await openSecurity([row('Opened the vault', { activity_type: 'vault_activity' })]);
  await shown('Opened the vault').getByRole('button', { name: 'Details', exact: true }).click();
  await click('Filter by this row');
  await click('Filter out this Type');
  await gone(shown('Opened the vault'));
  await focused(shown(signIn).getByRole('button', { name: 'Details', exact: true }));
});

test('Chain, Sessions and Database Status are views with an address, and what stands at their names is what was found', async () => {
  const world = await startOwnerWorld({ logs: [row(signIn, { activity_type: 'terminal_access' }), row('Read the news')] });
  const reconnect = world.backend.cutOff('/rest/v1/rpc/verify_activity_log_chain');
  await openOwnerPage('/dashboard#security');
  await seen(shown('Read the news'));
  const chain = page.getByRole('button', { name: /^Chain/ });
  await chain.click();
  await expect.poll(() => location.hash).toBe('#security?view=chain');
  await gone(page.getByRole('table'));
  await seen(page.getByText(/^The server does not answer, so the chain could not be checked/));
  await expect.element(chain).toHaveAccessibleName('Chain');
  reconnect();
  world.backend.on('POST /rest/v1/rpc/verify_activity_log_chain', {
    json: [{ ok: true, complete: true, checked_rows: 2, last_sequence: 2, broken_sequence: null, problem: null }],
  });
  await click('Verify chain');
  await seen(page.getByText(/^The chain is unbroken: 2 rows/));
  await expect.element(chain).toHaveAccessibleName('Chain in order');
  await says(bySelector('.page-state'), 'Chain intact, 2 rows');
  await click(/^Sessions 1$/);
  await seen(page.getByText('this browser'));
  await click(/^Database Status/);
  await seen(statusPanel());
  // Status stands above the list: what its test writes is seen in it.
  await seen(page.getByRole('table'));
  await click('Vault Access');
  await expect.poll(() => location.hash).toBe('#security?tab=vault&view=status');
});

test('a chain that is found broken is what the page says first', async () => {
  const world = await startOwnerWorld({ logs: [row(signIn, { activity_type: 'terminal_access' })] });
  world.backend.on('POST /rest/v1/rpc/verify_activity_log_chain', {
    json: [{ ok: false, complete: true, checked_rows: 0, last_sequence: 1, broken_sequence: 1, problem: 'content_changed' }],
  });
  await openOwnerPage('/dashboard#security');
  await seen(page.getByRole('heading', { name: 'The log’s chain is broken.' }));
  await says(page.getByRole('region', { name: 'Verdict' }), 'Row 1 was changed after it was written.');
  await expect.element(page.getByRole('button', { name: /^Chain/ })).toHaveAccessibleName('Chain not in order');
});

test('a row that cannot be read is shown as such and blanks nothing', async () => {
  const world = await startOwnerWorld();
  world.backend.on('GET /rest/v1/activity_logs', (call) => {
    const answer = world.logs.answer(call);
    if (answer === 'lost' || !Array.isArray(answer.json)) return answer;
    return { ...answer, json: [{ id: 7, created_at: 'never' }, null, ...answer.json] };
  });
  world.logs.write(row(signIn));
  await openOwnerPage('/dashboard#security');
  await counted(shown('This row cannot be read'), 2);
  await seen(shown(signIn));
});

test('CSV and JSON Lines hold what is shown, and no cell is a formula', async () => {
  await openSecurity([row('=HYPERLINK("http://evil.example")'), row('Not wanted')]);
  const files = catchFiles();
  await search().fill('hyperlink');
  await gone(shown('Not wanted'));
  await click('Export');
  await expect.poll(() => files[0]?.name).toMatch(/^activity-logs-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = ((await files[0]?.content.text()) ?? '').split('\r\n');
  expect(lines[0]).toContain('Timestamp,Type,Description,Success,IP Address,User Agent');
  expect(lines[1]).toContain(`,"'=HYPERLINK(""http://evil.example"")",true,127.0.0.1,`);
  expect(lines).toHaveLength(3);
  await chooseFromMenu('JSON Lines');
  await expect.poll(() => files.length).toBe(2);
  expect(JSON.parse((await files[1]?.content.text())?.trim() ?? '')).toMatchObject({
    activity_description: '=HYPERLINK("http://evil.example")',
    sequence: 2,
  });
});

test('Database Status is folded away and asks nothing, opens by keyboard, tells what to check in an outage, and takes it back', async () => {
  const { backend } = await openSecurity();
  const panel = statusPanel();
  const button = page.getByRole('button', { name: /^Database Status/ });
  await gone(panel);
  expect(backend.callsOf('GET /rest/v1/activity_logs?select=id&')).toEqual([]);
  focusOn(button);
  await press('{Enter}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await seen(panel);
  await focused(button);
  const fact = (name: string) => {
    const group = [...document.querySelectorAll('.status-facts > div')].find((one) => one.querySelector('dt')?.textContent === name);
    return group?.querySelector('dd')?.textContent?.trim() ?? '';
  };
  const facts = (wanted: Readonly<Record<string, string | RegExp>>) =>
    expect
      .poll(() => Object.keys(wanted).map((name) => fact(name)))
      .toEqual(Object.values(wanted).map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))));
  await facts({
    Connection: 'Connected',
    Tables: 'Ready',
    Environment: 'Local',
    'Total logs': /^\d+$/,
    'Failed logs': '0',
    Latency: /^\d+ ms$/,
  });

  const reconnect = backend.cutOff('/rest/v1/');
  await click('Refresh', panel);
  await facts({ Connection: 'Disconnected', Tables: 'Not Ready', 'Total logs': '–', 'Failed logs': '–', Latency: '–' });
  // When it last went well is still known.
  expect(fact('Last success')).not.toBe('never');
  const checklist = panel.getByRole('alert');
  await says(checklist, 'Cannot connect to the backend');
  await expect
    .poll(() => textsOf(checklist.getByRole('listitem')))
    .toEqual([/npm start/, /readyz/, /migrations/, /policies/, /network/].map((text) => expect.stringMatching(text)));
  reconnect();
  await click('Refresh', panel);
  await facts({ Connection: 'Connected', Tables: 'Ready', Latency: /^\d+ ms$/ });
  await gone(checklist);
  focusOn(button);
  await press('{Enter}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await gone(panel);
});

test('the status panel writes a test row on request, and says why where it cannot', async () => {
  const { backend, logs } = await openSecurity();
  const panel = statusPanel();
  await click(/^Database Status/);
  const alert = page.getByRole('alertdialog');
  await click('Test', panel);
  await says(alert, 'Test log created successfully! Check your Security & Logs page.');
  await expect.poll(() => logs.rows().map((one) => one['activity_type'])).toContain('test_connection');
  await click('OK', alert);
  await seen(shown('Connection test at').first());
  backend.cutOff('/rest/v1/');
  await click('Test', panel);
  await says(alert, 'Failed to create test log: Cannot connect to the backend');
});

test('axe finds nothing on the page with its details open, nor on the test’s alert', async () => {
  await openSecurity([row('Lost at snake', { success: false })]);
  await click(/^Database Status/);
  await page.getByRole('button', { name: 'Details', exact: true }).first().click();
  await click('Filter by this row');
  await seen(page.getByText('Last success'));
  const found = [...(await accessibilityFaults('security'))];
  await click('Test', statusPanel());
  await seen(page.getByRole('alertdialog'));
  found.push(...(await accessibilityFaults('alert')));
  expect(found).toEqual([]);
});
