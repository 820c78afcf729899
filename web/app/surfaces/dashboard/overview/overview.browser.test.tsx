import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { storedDensity } from '../../../domains/theme/density.ts';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../testing/open-owner-page.tsx';
import {
  bySelector,
  catchFiles,
  chooseFromMenu,
  click,
  counted,
  eventually,
  focused,
  focusOn,
  gone,
  press,
  says,
  seen,
  textsOf,
} from '../../../testing/steps.ts';

const dayMs = 86_400_000;
const day = (offset: number) => {
  const date = new Date(Date.now() + offset * dayMs);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
};
const blank = { notes: '', status: 'todo', priority: 0, due_on: null, due_time: null, tags: [], position: 0 };
const oil = { ...blank, title: 'Oil the lock', due_on: day(0), position: 1 };
const renew = { ...blank, title: 'Renew the seal', due_on: day(-1), position: 2 };
const someDay = { ...blank, title: 'Some day', position: 3 };
const water = { ...blank, title: 'Water the moat', due_on: day(0), due_time: '23:55:00', position: 4 };

const panel = (title: string) => page.getByRole('region', { name: title });
const today = () => panel('Today');
const needs = () => panel('Needs you');
const rows = () => today().getByRole('listitem');
const card = (title: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });

test('what is late needs the owner, what is due stands on the Today strip, both are done in place, and that is taken back', async () => {
  const world = await startOwnerWorld({ tasks: [oil, renew, someDay, water] });
  await openOwnerPage('/dashboard');
  await seen(page.getByRole('button', { name: 'Done: Oil the lock' }));
  await expect.poll(() => textsOf(rows())).toEqual([/Water the moat.*23:55/, /Oil the lock/].map((text) => expect.stringMatching(text)));
  await expect.poll(() => textsOf(needs().getByRole('listitem'))).toEqual([expect.stringMatching(/Renew the seal.*1 day late.*Open/)]);
  await says(today(), '2 due, 1 late');
  // By keyboard: the focus stays in the list as the row goes, and goes to the way back where it was the last.
  focusOn(page.getByRole('button', { name: 'Done: Water the moat' }));
  await press('{Enter}');
  await counted(rows(), 1);
  await focused(page.getByRole('button', { name: 'Done: Oil the lock' }));
  await expect.poll(() => world.tasks.rows().find(({ title }) => title === 'Water the moat')?.['status']).toBe('done');
  await click('Undo', today());
  await counted(rows(), 2);
  focusOn(page.getByRole('button', { name: 'Done: Renew the seal' }));
  await press('{Enter}');
  await gone(needs().getByRole('listitem'));
  await focused(needs().getByRole('button', { name: 'Undo' }));
  await click('Undo', needs());
  await counted(needs().getByRole('listitem'), 1);
  await page.getByRole('link', { name: /Oil the lock/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Task' }).getByLabelText('Title')).toHaveValue('Oil the lock');
});

test('what the inventory must have fixed soon stands on the Today strip with its day', async () => {
  const { backend } = await startOwnerWorld({ tasks: [oil] });
  backend.table('threat_inventories', [{ name: 'site', kind: 'packages', format: '', packages: 'npm\tgate\t1.0.0' }]);
  const kev = { ...{ cve: 'CVE-2026-1', vendor: 'Maker', product: 'Gate', name: 'Gate', action: '' }, addedOn: day(-9), dueOn: day(1) };
  const fix = { ...{ id: 'CVE-2026-1', title: 'Gate', affects: ['gate 1.0.0'], fixedIn: [], advisories: [], reason: '' } };
  backend.on('POST /functions/v1/threat-look', {
    json: {
      items: [{ ...fix, kev: { ...kev, isUsedByRansomware: false } }],
      totals: { mine: 1, exploited: 1, due: 1 },
      ...{ exploitedOfMine: 1, namedOfMine: 0, today: day(0), sources: [], inventoryCount: 1, inventories: [] },
      ...{ verdict: 'One fix is due.', standing: 'wanting', worst: 'high', checks: [] },
    },
  });
  await openOwnerPage('/dashboard');
  await expect
    .poll(() => textsOf(rows()))
    .toEqual([/Oil the lock/, /Fix Gate: CVE-2026-1.*Tomorrow/].map((text) => expect.stringMatching(text)));
});

test('while the backend is away the strip says so and keeps what it had', async () => {
  const world = await startOwnerWorld({ tasks: [oil] });
  await openOwnerPage('/dashboard');
  await seen(page.getByRole('button', { name: 'Done: Oil the lock' }));
  const reconnect = world.backend.cutOff('/rest/v1/');
  window.dispatchEvent(new Event('online'));
  await openOwnerPage('/dashboard');
  await seen(page.getByText('The server does not answer. Showing the last known state.').first());
  await counted(rows(), 1);
  const again = today().getByRole('button', { name: 'Try again', exact: true });
  await seen(again);
  reconnect();
  // At once: a moment later it may have asked by itself, and nothing is left to press.
  again.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.poll(() => today().element().textContent).not.toContain('The server does not answer.');
});

test('while the server is away the list of what happened says so and keeps what it had, and goes on when it is back', async () => {
  const world = await startOwnerWorld({ logs: [{ activity_description: 'Signed in through the authentication terminal' }] });
  await openOwnerPage('/dashboard');
  const activity = () => panel('Recent activity');
  const row = page.getByRole('listitem').filter({ hasText: 'Signed in through the authentication terminal' });
  await seen(row);
  const reconnect = world.backend.cutOff('/rest/v1/activity_logs');
  await press('{Control>}k{/Control}');
  await seen(page.getByRole('option').first());
  await press('refresh', '{Enter}');
  await says(activity(), 'The server does not answer. Showing the last known state.');
  await seen(row);
  // A page out of sight asks nothing by itself: what brings the list back is the button.
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  reconnect();
  await click('Try again', activity());
  await expect.poll(() => activity().element().textContent).not.toContain('The server does not answer.');
  await seen(row);
});

test('a card whose figures cannot be had says so, and has them once the backend answers', async () => {
  const world = await startOwnerWorld();
  const reconnect = world.backend.cutOff('/rest/v1/tasks');
  await openOwnerPage('/dashboard#super-apps');
  await says(card('Productivity'), 'The server does not answer.');
  await gone(card('Productivity').getByRole('definition'));
  reconnect();
  await click('Try again', card('Productivity'));
  await expect.poll(() => textsOf(card('Productivity').getByRole('definition'))).toEqual(['0', '0']);
});

test('each tile leads to what it counts', async () => {
  await startOwnerWorld({ logs: [{ activity_description: 'Signed in' }] });
  await openOwnerPage('/dashboard');
  const tile = page.getByRole('link', { name: /^Logs today/ });
  await says(tile, '1');
  await expect
    .element(page.getByRole('link', { name: /^Vault/ }).filter({ hasText: '–' }))
    .toHaveAttribute('href', expect.stringMatching(/#vault$/));
  await tile.click();
  await expect.poll(() => location.hash).toBe('#security?time=today');
  await expect.element(page.getByLabelText('Time', { exact: true })).toHaveValue('today');
});

test('each quick action leads to what it is for, in their order', async () => {
  await startOwnerWorld();
  await openOwnerPage('/dashboard');
  const actions = page.getByRole('list', { name: 'Quick actions' });
  await expect.poll(() => textsOf(actions.getByRole('listitem'))).toEqual(['Add Task', 'New Note', 'Add Password', 'Export']);
  await actions.getByRole('button', { name: 'Add Task', exact: true }).click();
  await focused(page.getByLabelText('New task', { exact: true }));
  await openOwnerPage('/dashboard');
  await actions.getByRole('button', { name: 'Add Password', exact: true }).click();
  await expect.poll(() => location.hash).toMatch(/^#vault/);
});

test('the sidebar is 280 px wide, 80 px collapsed or where a window has no room for more, and stays as it was left; on a phone a bar with More takes its place', async () => {
  await startOwnerWorld();
  await page.viewport(768, 900);
  await openOwnerPage('/dashboard');
  const widthOf = () => document.querySelector('nav[aria-label="Dashboard"]')?.getBoundingClientRect().width;
  await expect.poll(widthOf).toBe(80);
  await page.viewport(1280, 900);
  await expect.poll(widthOf).toBe(280);
  await click('Collapse sidebar');
  await expect.poll(widthOf).toBe(80);
  await openOwnerPage('/dashboard');
  await expect.poll(widthOf).toBe(80);
  await page.viewport(767, 900);
  await expect.element(page.getByRole('button', { name: 'More' })).toBeVisible();
  await gone(page.getByRole('button', { name: 'Expand sidebar' }));
  await click('More');
  await seen(page.getByRole('button', { name: 'Logout' }));
});

test('compact shortens the dashboard’s own distances by a fifth, as it does all others, and leaves a thumb its 44 px', async () => {
  await startOwnerWorld({ logs: [{ activity_description: 'Signed in' }] });
  const places = [
    { view: '', inner: '.quick-actions', property: 'padding-top', comfortable: 20 },
    { view: '#super-apps', inner: '.app-card', property: 'padding-top', comfortable: 6 },
    { view: '#security', inner: '.log-figure:nth-child(2)', property: 'padding-left', comfortable: 16 },
    { view: '#security', inner: '.log-line > td', property: 'padding-right', comfortable: 12 },
    { view: '#security?view=sessions', inner: '.session-list > li', property: 'padding-top', comfortable: 8 },
  ] as const;
  const distances = async () => {
    const found: number[] = [];
    for (const { view, inner, property } of places) {
      if (location.hash !== view || found.length === 0) await openOwnerPage(`/dashboard${view}`);
      await expect.poll(() => document.querySelector(inner)).not.toBeNull();
      found.push(Number.parseFloat(getComputedStyle(bySelector(inner).element()).getPropertyValue(property)));
    }
    return found;
  };
  expect(await distances()).toEqual(places.map(({ comfortable }) => comfortable));
  storedDensity.write('compact');
  const compact = await distances();
  for (const [index, { inner, comfortable }] of places.entries())
    expect([inner, compact[index]]).toEqual([inner, expect.closeTo(comfortable * 0.8, 1)]);
  await openOwnerPage('/dashboard#security');
  await expect.poll(() => document.querySelector('.log-open button')).not.toBeNull();
  const heightOf = (target: string) => bySelector(target).element().getBoundingClientRect().height;
  for (const target of ['.bell', '.log-open button', '.log-tabs button'])
    await expect.poll(() => [target, heightOf(target) >= 44]).toEqual([target, true]);
  await bySelector('.bell').click();
  await expect.poll(() => heightOf('.bell-all')).toBeGreaterThanOrEqual(44);
});

test.for(['overview', 'super-apps'])('axe finds nothing on the view %s, and nothing is wider than 320 px', async (view) => {
  await startOwnerWorld({
    tasks: [
      { ...oil, tags: ['metal'] },
      { ...renew, title: 'Renew-the-seal-of-the-northern-gate-before-the-inspection' },
    ],
  });
  await openOwnerPage(`/dashboard#${view}`);
  await seen(view === 'overview' ? page.getByRole('button', { name: 'Done: Oil the lock' }) : page.getByRole('definition').first());
  expect(await accessibilityFaults(view)).toEqual([]);
});

test('the complete backup is offered in the menu, before the export', async () => {
  await startOwnerWorld();
  await openOwnerPage('/dashboard');
  await expect.poll(() => document.querySelector('main header')).not.toBeNull();
  const header = bySelector('main header');
  const [menu, after] = [header.getByRole('button', { name: 'Page menu' }), header.getByRole('button', { name: 'Export' })];
  expect(menu.element().compareDocumentPosition(after.element()) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await chooseFromMenu('Complete backup');
  await expect.poll(() => location.pathname + location.hash).toBe('/settings#backup');
});

test('the dashboard’s export is handed over as a file, and says what it holds and its checksum', async () => {
  await startOwnerWorld({ logs: [{ activity_description: 'Signed in' }] });
  await openOwnerPage('/dashboard');
  // What this browser has and others lack: a dialog that asks where to save.
  vi.stubGlobal('showSaveFilePicker', undefined);
  await expect.poll(() => document.querySelector('main header')).not.toBeNull();
  const files = catchFiles();
  await click('Export', bySelector('main header'));
  await says(page.getByRole('alertdialog'), /0 tasks, 0 sealed notes, 1 log row, \d+ other rows\. The vault is not in it\./);
  await says(page.getByRole('alertdialog'), /SHA-256 [0-9a-f]{64}/);
  await expect.poll(() => files[0]?.name).toMatch(/^dashboard-export-\d{4}-\d{2}-\d{2}\.json$/);
  await click('OK', page.getByRole('alertdialog'));
  await gone(page.getByRole('alertdialog'));
});

test('tiles and recent apps hand their session on to the tab that they open', async () => {
  await startOwnerWorld();
  localStorage.setItem('dashboard_recent_apps', JSON.stringify(['productivity']));
  onTestFinished(() => localStorage.removeItem('dashboard_recent_apps'));
  await openOwnerPage('/dashboard');
  await seen(page.getByRole('heading', { name: 'Recent apps' }));
  // In a list with `opener`, `noopener` wins: the new tab would not have the session flag.
  for (const link of [
    page.getByRole('link', { name: /^Active tasks/ }),
    page.getByRole('link', { name: /^Notes/ }),
    panel('Recent apps').getByRole('link', { name: /Productivity/ }),
  ]) {
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'opener');
  }
});

test('Skip to content moves the focus into the view that is open, and the view stays', async () => {
  await startOwnerWorld();
  await openOwnerPage('/dashboard#super-apps');
  await seen(card('Productivity'));
  focusOn(page.getByRole('link', { name: 'Skip to content' }));
  await press('{Enter}');
  expect(location.hash).toBe('#super-apps');
  await expect.poll(() => document.activeElement?.id).toBe('main');
  expect(location.hash).toBe('#super-apps');
  await seen(card('Productivity'));
});

const lastSaid = (target: string, tool: string, more: object) => ({
  ...{
    target,
    host: target,
    port: null,
    tool,
    title: tool === 'tls-inspector' ? 'TLS Inspector' : 'HTTP Auditor',
    id: crypto.randomUUID(),
  },
  ...{ madeAt: '2026-11-20T10:00:00.000Z', verdict: 'Sound.', mark: 'A', worst: null },
  ...more,
});
const posture = () => page.getByRole('link', { name: /^Posture/ });

test('the posture tile counts sound targets and leads to the list, which leads to each report', async () => {
  const { backend } = await startOwnerWorld();
  await openOwnerPage('/dashboard');
  await says(posture(), 'No scan yet');
  const bad = lastSaid('shop.example', 'tls-inspector', { verdict: 'RC4 is still offered.', mark: 'C', worst: 'high' });
  backend.on('POST /functions/v1/tool-targets', {
    json: [bad, lastSaid('shop.example', 'http-auditor', {}), lastSaid('fine.example', 'tls-inspector', { worst: 'low' })],
  });
  await openOwnerPage('/dashboard');
  await says(posture(), /1 \/ 2.*1 wants attention/);
  await posture().click();
  await expect.poll(() => location.hash).toBe('#super-apps?targets');
  const list = page.getByRole('list', { name: 'Targets' });
  await seen(list);
  await expect.poll(() => textsOf(list.getByRole('heading'))).toEqual(['shop.example', 'fine.example']);
  await says(list, /shop\.example.*High.*TLS Inspector.*C.*RC4 is still offered\..*2026-11-20/);
  await says(list, /fine\.example.*Sound/);
  await eventually(() => expect(document.activeElement?.textContent).toContain('The last verdict of each tool'));
  expect(await accessibilityFaults('targets')).toEqual([]);
  await expect.element(list.getByRole('link', { name: /TLS Inspector C/ })).toHaveAttribute('href', `/tls-inspector#job=${bad.id}`);
});

test('while the server does not answer, the posture is unknown and the list of targets says so and asks again', async () => {
  const { backend } = await startOwnerWorld();
  const reconnect = backend.cutOff('/functions/v1/tool-targets');
  await openOwnerPage('/dashboard');
  await says(posture(), '?');
  await openOwnerPage('/dashboard#super-apps');
  await says(panel('Targets'), 'The server does not answer.');
  reconnect();
  await click('Try again', panel('Targets'));
  await says(panel('Targets'), 'No target checked yet.');
});

test('the Business card has the answer time and the certificate’s days of the last reports on its site, and says when that was', async () => {
  const { backend } = await startOwnerWorld();
  await openOwnerPage('/dashboard#super-apps');
  await expect.poll(() => textsOf(card('Business').getByRole('term'))).toEqual(['Answernot checked yet', 'Certificatenot checked yet']);
  const http = lastSaid('varga-security.example', 'http-auditor', {});
  const tls = lastSaid('varga-security.example', 'tls-inspector', {});
  const head = { schemaVersion: 1, target: 'varga-security.example', startedAt: '2026-11-20T10:00:00.000Z', durationMs: 1 };
  const report = { ...head, verdict: 'Sound.', findings: [] };
  const validTo = new Date(Date.now() + 41.5 * dayMs).toISOString();
  backend.on('POST /functions/v1/tool-targets', { json: [tls, http, lastSaid('other.example', 'tls-inspector', {})] });
  backend.on('POST /functions/v1/tool-report', ({ body }) => {
    const { id } = body as { readonly id: string };
    if (id === http.id) return { json: { ...report, tool: 'http-auditor', answerMs: 182 } };
    return { json: { ...report, tool: 'tls-inspector', certificates: [{ role: 'leaf', validTo }], protocols: [] } };
  });
  await openOwnerPage('/dashboard#super-apps');
  await expect.poll(() => textsOf(card('Business').getByRole('definition'))).toEqual(['182', '41']);
  await says(card('Business'), /Answer, ms.*looked at 2026-11-20.*Certificate, days left/);
});
