import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { takeHandedLine } from '../../domains/assistant/handed-line.ts';
import { everything, failedSignIns, formatLogFilter } from '../../domains/security/log-filter.ts';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../testing/open-owner-page.tsx';
import { bySelector, catchFiles, click, focused, focusOn, gone, press, says, seen, textsOf, toastSaid } from '../../testing/steps.ts';

const palette = () => page.getByRole('dialog', { name: 'Commands' });
const field = () => palette().getByRole('combobox', { name: 'Command' });
const options = () => palette().getByRole('option');
const sheet = () => page.getByRole('dialog', { name: 'Keyboard' });
const blank = { notes: '', status: 'todo', priority: 0, due_on: null, due_time: null, tags: [], position: 0 };
const lock = { ...blank, title: 'Oil the northern lock', tags: ['metal'] };

async function openDashboard(tasks: readonly object[] = []) {
  const world = await startOwnerWorld({ tasks: tasks as readonly Readonly<Record<string, unknown>>[] });
  await openOwnerPage('/dashboard');
  await seen(page.getByRole('heading', { level: 1, name: /^Good/ }));
  return world;
}

async function openPalette(): Promise<void> {
  await press('{Control>}k{/Control}');
  await focused(field());
  await seen(options().first());
}

/** Types into the open palette and chooses the best. */
async function command(words: string, title: string): Promise<void> {
  await openPalette();
  await press(words);
  await expect.poll(() => textsOf(options())[0] ?? '').toContain(title);
  await press('{Enter}');
  await gone(palette());
}

test('by keyboard alone: views, apps and actions are found and done, the field keeps the focus and gives it back', async () => {
  await openDashboard();
  const exportButton = bySelector('main header').getByRole('button', { name: 'Export' });
  focusOn(exportButton);
  await openPalette();
  // The pattern's parts: the field names the option that Enter chooses, and never loses the focus to it.
  await expect.element(field()).toHaveAttribute('aria-expanded', 'true');
  const active = () => field().element().getAttribute('aria-activedescendant');
  const isSelected = (id: string | null) => document.getElementById(id ?? '')?.getAttribute('aria-selected');
  await expect.poll(() => isSelected(active())).toBe('true');
  const first = active();
  await press('{ArrowDown}');
  await expect.poll(active).not.toBe(first);
  await press('{ArrowUp}');
  await expect.poll(active).toBe(first);
  // Round the end.
  await press('{ArrowUp}');
  await expect.element(options().last()).toHaveAttribute('aria-selected', 'true');
  await focused(field());
  await press('{Escape}');
  await gone(palette());
  await focused(exportButton);

  await command('secur', 'Security');
  await focused(page.getByRole('heading', { level: 1, name: 'Security & Logs' }));
  await command('supr ap', 'Super Apps');
  await focused(page.getByRole('heading', { level: 1, name: 'Super Apps' }));
  await command('light', 'Light theme');
  await expect.poll(() => document.documentElement.className).toContain('light');
  await command('pause', 'Pause motion');
  await openPalette();
  await press('resume');
  await expect.poll(() => textsOf(options())[0] ?? '').toContain('Resume motion');
  await press('{Escape}');
  // What was used lately stands first.
  await openPalette();
  await expect
    .poll(() => textsOf(palette().getByRole('group', { name: 'Lately' }).getByRole('option'))[0] ?? '')
    .toContain('Resume motion');
  await press('{Escape}');

  await command('add task', 'Add Task');
  await focused(page.getByLabelText('New task', { exact: true }));
  // On a page of a tool too, and while something is typed.
  await command('overv', 'Overview');
  await seen(page.getByRole('heading', { level: 1, name: /^Good/ }));
  vi.stubGlobal('showSaveFilePicker', undefined);
  const files = catchFiles();
  await command('> export', 'Export');
  await expect.poll(() => files[0]?.name ?? '').toMatch(/^dashboard-export-/);
  await click('OK', page.getByRole('alertdialog', { name: 'Exported' }));
  await command('log out', 'Log out');
  await expect.poll(() => location.pathname).toBe('/');
});

test('"fail" leads to the failed sign-ins, and the views beside the log are found by their names', async () => {
  await openDashboard();
  await command('fail', 'Failed sign-ins');
  await expect.poll(() => location.hash).toBe(formatLogFilter(failedSignIns));
  await expect.element(page.getByLabelText('Failed Only')).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Authentication', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await command('database sta', 'Database Status');
  await expect.poll(() => location.hash).toBe(formatLogFilter(everything, 'status'));
  await command('log chain', 'Log chain');
  await seen(page.getByRole('button', { name: 'Verify chain' }));
  await command('devices', 'Sessions and devices');
  await seen(page.getByRole('region', { name: 'Sessions and devices' }));
});

test('records are found: tasks by their words, and a line after + becomes a task without leaving the page', async () => {
  const world = await openDashboard([lock, { ...blank, title: 'Call the bank' }]);
  await openPalette();
  await press('@metal');
  await expect.poll(() => textsOf(options())).toEqual([expect.stringMatching(/Oil the northern lock.*#metal/)]);
  await press('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Task' }).getByLabelText('Title')).toHaveValue('Oil the northern lock');
  await press('{Escape}');
  await openOwnerPage('/dashboard#security');
  await seen(page.getByRole('heading', { level: 1, name: 'Security & Logs' }));
  await press('{Control>}k{/Control}');
  await focused(field());
  await press('+ Water the moat today p1');
  await expect
    .poll(() => textsOf(options()))
    .toEqual([expect.stringMatching(/Add task: Water the moat.*P1.*Today|Add task: Water the moat.*Today.*P1/i)]);
  await press('{Enter}');
  await toastSaid('Added: Water the moat');
  expect(location.hash).toBe('#security');
  await expect.poll(() => world.tasks.rows().map(({ title }) => title)).toContain('Water the moat');
  await openPalette();
  await press('@zzqx');
  await seen(palette().getByText('No results.').first());
});

test('what is typed can be asked in the AI terminal: last where something fits, alone where nothing does, and no address or storage has it', async () => {
  await openDashboard([lock]);
  await openPalette();
  await press('northern');
  await expect.poll(() => textsOf(options()).at(-1) ?? '').toContain('Ask the AI terminal: northern');
  await expect.poll(() => textsOf(options())[0] ?? '').toContain('Oil the northern lock');
  await press('{Escape}');
  await gone(palette());
  await openPalette();
  await press('how much on zzqx');
  await expect.poll(() => textsOf(options())).toEqual([expect.stringContaining('Ask the AI terminal: how much on zzqx')]);
  await press('{Enter}');
  await seen(page.getByRole('heading', { level: 1, name: 'AI Terminal' }));
  expect(takeHandedLine()).toBe('how much on zzqx');
  expect(takeHandedLine()).toBeUndefined();
  for (const text of [location.href, JSON.stringify(history.state), JSON.stringify({ ...localStorage, ...sessionStorage })])
    expect(text).not.toContain('zzqx');
});

test('the sheet of keys opens by ?, not while something is typed; single keys can be switched off for good', async () => {
  await openDashboard();
  await press('?');
  await says(sheet(), 'Everywhere');
  await gone(sheet().getByText('Copy the password'));
  await press('{Escape}');
  await gone(sheet());
  // Two keys, one after the other.
  await press('g', 's');
  await seen(page.getByRole('heading', { level: 1, name: 'Security & Logs' }));
  const search = page.getByPlaceholder('Search logs...');
  await seen(search);
  focusOn(search);
  await press('?go');
  await expect.element(search).toHaveValue('?go');
  await gone(sheet());
  await openOwnerPage('/productivity');
  await seen(page.getByText('Saved.'));
  await press('?');
  await says(sheet(), 'Finish the task, or open it again');
  await sheet().getByLabelText('Single keys do these things').click();
  await press('{Escape}');
  await gone(sheet());
  await openOwnerPage('/productivity');
  await seen(page.getByText('Saved.'));
  await press('?', 'q', 'g', 'o');
  await gone(sheet());
  await expect.element(page.getByLabelText('New task', { exact: true })).not.toHaveFocus();
  expect(location.pathname).toBe('/productivity');
  // The sheet, and with it the way back, is one command away.
  await command('keyboard', 'Keyboard');
  await sheet().getByLabelText('Single keys do these things').click();
  await press('{Escape}');
  await gone(sheet());
  await press('q');
  await focused(page.getByLabelText('New task', { exact: true }));
});

test('it has visible buttons in both frames; Mod+K opens nothing over another dialog', async () => {
  await openDashboard();
  const button = page.getByRole('button', { name: 'Commands' });
  await button.click();
  await focused(field());
  await click(/records/, palette());
  await focused(field());
  await expect.element(field()).toHaveValue('@ ');
  await click(/Close/, palette());
  await focused(button);
  await page.viewport(390, 844);
  await click('More');
  await page.getByRole('button', { name: 'Commands' }).click();
  await focused(field());
  await press('{Escape}');
  await focused(page.getByRole('button', { name: 'More' }));
  await press('?');
  await seen(sheet());
  await press('{Control>}k{/Control}');
  await gone(palette());
});

test('axe finds nothing with the palette and the sheet open; both fit 320 px', async () => {
  await openDashboard([{ ...lock, title: 'Oil-the-northern-lock-before-the-inspection-of-the-gate' }]);
  await openPalette();
  const found = [...(await accessibilityFaults('palette'))];
  await press('oil');
  await expect.poll(() => textsOf(options())[0] ?? '').toContain('Oil');
  found.push(...(await accessibilityFaults('palette with words')));
  await press('{Escape}');
  await gone(palette());
  await press('?');
  await seen(sheet());
  found.push(...(await accessibilityFaults('sheet')));
  expect(found).toEqual([]);
});

test('a tool’s word with a target runs it there and leads to its page; where consent is missing it leads to where that is given', async () => {
  const world = await openDashboard();
  const id = crypto.randomUUID();
  world.backend.on('POST /functions/v1/tool-targets', {
    json: [
      {
        ...{
          target: 'example.org',
          host: 'example.org',
          port: null,
          tool: 'http-auditor',
          title: 'HTTP Auditor',
          id,
          madeAt: '2026-11-20T10:00:00.000Z',
        },
        ...{ verdict: 'Sound, with a little left to gain.', mark: 'A+', worst: null },
      },
    ],
  });
  world.backend.on('POST /functions/v1/tool-job-list', { json: [] });
  world.backend.on('POST /functions/v1/tool-schedule-list', { json: [] });
  world.backend.on('POST /functions/v1/tool-job-start', ({ body }) => {
    const { tool } = body as { readonly tool: string };
    return tool === 'network-scanner'
      ? { status: 409, json: { code: 'consent_missing', message: '' } }
      : { json: { id, target: 'example.org' } };
  });
  await command('http example.org', 'HTTP Auditor: example.org');
  await expect.poll(() => location.pathname + location.hash).toBe(`/http-auditor#job=${id}`);
  // The palette is another one there, and comes with the frame.
  await seen(page.getByRole('heading', { level: 1, name: 'HTTP Auditor' }));
  await command('network 192.0.2.0/28', 'Network Scanner: 192.0.2.0/28');
  await expect.poll(() => location.pathname + location.hash).toBe('/network-scanner#target=192.0.2.0%2F28');
  await toastSaid('Tick first that you may probe this target.');
  await expect.element(page.getByLabelText('Target', { exact: true })).toHaveValue('192.0.2.0/28');
  expect(world.backend.callsOf('POST /functions/v1/tool-job-start').map(({ body }) => body)).toEqual([
    { tool: 'http-auditor', target: 'example.org', options: {}, authorised: false, engagement: null },
    { tool: 'network-scanner', target: '192.0.2.0/28', options: {}, authorised: false, engagement: null },
  ]);
  // The last report of a target is found by its name.
  await openPalette();
  await press('@example.org');
  await expect.poll(() => textsOf(options())).toEqual([expect.stringMatching(/example\.org.*HTTP Auditor · A\+ · Sound/)]);
  await press('{Enter}');
  await expect.poll(() => location.pathname + location.hash).toBe(`/http-auditor#job=${id}`);
});
