import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { held } from '../../../testing/fake-backend.ts';
import { openOwnerPage, startOwnerWorld } from '../../../testing/open-owner-page.tsx';
import { click, counted, gone, says, seen, textOf, textsOf } from '../../../testing/steps.ts';

const panel = (title: string) => page.getByRole('region', { name: title });
const needs = () => panel('Needs you');
const rows = () => needs().getByRole('listitem');
const verdict = () => panel('Verdict');

const minuteMs = 60_000;
const agoMs = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();
const refusedAt = agoMs(30);
const refusal = (minutes: number, count: number) => ({
  activity_type: 'failed_login',
  activity_description: 'A sign-in was refused from 203.0.113.40',
  success: false,
  ip_address: '203.0.113.40',
  metadata: { count },
  created_at: minutes === 30 ? refusedAt : agoMs(minutes),
});
const told = { type: 'security', title: 'Failed sign-in', important: true, metadata: { activity_type: 'failed_login', count: 2 } };

test('refused sign-ins that nobody has seen stand first, count what the log has since, lead to the log, and are settled by being seen', async () => {
  const world = await startOwnerWorld({
    logs: [refusal(90, 70), refusal(30, 1), refusal(29, 8)],
    notifications: [{ ...told, created_at: refusedAt }],
  });
  await openOwnerPage('/dashboard');
  await says(verdict(), 'One thing needs you');
  await expect.poll(() => textsOf(rows())).toEqual([expect.stringMatching(/9 sign-ins were refused from 203\.0\.113\.40.*since .*Review/)]);
  await expect.element(rows().getByRole('link')).toHaveAttribute('href', expect.stringMatching(/#security\?tab=authentication&failed=1$/));
  await click('Mark as seen: 9 sign-ins were refused from 203.0.113.40', needs());
  await gone(rows());
  await says(verdict(), 'Nothing needs you');
  await expect.poll(() => world.notifications.rows().map(({ read }) => read)).toEqual([true]);
});

test('until everything has answered the verdict says what is asked, and calls nothing fine', async () => {
  const { backend } = await startOwnerWorld();
  const { promise, release } = held<undefined>();
  backend.on('GET /rest/v1/notifications', () => promise);
  await openOwnerPage('/dashboard');
  await says(verdict(), 'Looking at what needs you');
  await says(verdict(), 'Asking the tools, the alarms, the scanned hosts and the last backup.');
  release(undefined);
  await says(verdict(), 'Nothing needs you');
  expect(textOf(verdict())).not.toContain('Asking');
});

test('what needs the owner stands before the day and before what happened', async () => {
  await startOwnerWorld();
  await openOwnerPage('/dashboard');
  await says(verdict(), 'Nothing needs you');
  await says(verdict(), 'Not looked at: targets of the tools (no scan yet).');
  expect(textsOf(page.getByRole('heading', { level: 2 })).slice(0, 5)).toEqual([
    'Nothing needs you',
    'Set up',
    'Needs you',
    'Today',
    'Recent activity',
  ]);
});

test('what a tool warned of leads to its report, and a certificate that ends is told by its day', async () => {
  const { backend } = await startOwnerWorld();
  const ids = { http: crypto.randomUUID(), tls: crypto.randomUUID() };
  const said = (tool: string, id: string, target: string, worst: string | null) => ({
    ...{ target, host: target, port: null, tool, title: tool, id, madeAt: agoMs(60), verdict: 'RC4 is still offered.', mark: 'C', worst },
  });
  backend.on('POST /functions/v1/tool-targets', {
    json: [said('http-auditor', ids.http, 'shop.example', 'high'), said('tls-inspector', ids.tls, 'a.example', null)],
  });
  const head = { schemaVersion: 1, target: 'a.example', startedAt: agoMs(60), durationMs: 1, verdict: 'Sound.', findings: [] };
  const validTo = new Date(Date.now() + 3.5 * 24 * 60 * minuteMs).toISOString();
  backend.on('POST /functions/v1/tool-report', {
    json: { ...head, tool: 'tls-inspector', certificates: [{ role: 'leaf', validTo }], protocols: [] },
  });
  await openOwnerPage('/dashboard');
  await says(verdict(), 'Two things need you');
  await expect
    .poll(() => textsOf(rows()))
    .toEqual(
      [/shop\.example: RC4 is still offered\./, /The certificate of a\.example expires in 3 days/].map((text) =>
        expect.stringMatching(text),
      ),
    );
  await expect
    .poll(() =>
      rows()
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href')),
    )
    .toEqual([`/http-auditor#job=${ids.http}`, `/tls-inspector#job=${ids.tls}`]);
});

test('values that wait from a phone are told while the vault is locked, and lead to where they are kept; nothing is asked for whoever has no sealed records', async () => {
  const { backend } = await startOwnerWorld();
  let isSealed = false;
  backend.on('POST /rest/v1/rpc/has_sealed_records', () => ({ json: isSealed }));
  backend.on('POST /rest/v1/rpc/health_feed_state', () => ({
    json: { public_key: null, waiting: 3, last_at: '2026-11-28T07:31:00.123456+00:00', keys: [], tokens: [] },
  }));
  const asked = (name: string) => backend.callsOf(`POST /rest/v1/rpc/${name}`).length;
  await openOwnerPage('/dashboard');
  await says(verdict(), 'Nothing needs you');
  expect([asked('has_sealed_records'), asked('health_feed_state')]).toEqual([1, 0]);
  await cleanup();
  isSealed = true;
  await openOwnerPage('/dashboard');
  await says(verdict(), 'One thing needs you');
  expect(textsOf(rows())).toEqual([expect.stringMatching(/3 values wait from your phone.*last received on 2026-11-28.*Review/)]);
  await expect.element(rows().getByRole('link')).toHaveAttribute('href', '/health-matrix');
  expect([asked('has_sealed_records'), asked('health_feed_state')]).toEqual([2, 1]);
});

test('where nobody says whether something is sealed, the warnings are not known, and are asked for again', async () => {
  const { backend } = await startOwnerWorld();
  backend.on('POST /rest/v1/rpc/has_sealed_records', { json: true });
  backend.on('POST /rest/v1/rpc/health_feed_state', { json: { public_key: null, waiting: 1, last_at: null, keys: [], tokens: [] } });
  const reconnect = backend.cutOff('/rest/v1/rpc/has_sealed_records');
  await openOwnerPage('/dashboard');
  await says(verdict(), 'Not known, because the server does not answer: warnings of the tools.');
  reconnect();
  await click('Try again', needs());
  await says(verdict(), 'One thing needs you');
  await says(rows(), '1 value waits from your phone');
});

test('while the server does not answer, what is not known is named and nothing is called fine; once it answers, it is asked again', async () => {
  const { backend } = await startOwnerWorld();
  const reconnect = backend.cutOff('/rest/v1/notifications');
  await openOwnerPage('/dashboard');
  await says(verdict(), 'Not everything could be looked at');
  await says(verdict(), 'Not known, because the server does not answer: refused sign-ins and alarms.');
  await says(needs(), 'Of what is known, nothing needs you.');
  reconnect();
  await click('Try again', needs());
  await says(verdict(), 'Nothing needs you');
});

test('on a phone every app shows two figures, and all of them fit on 2,400 px', async () => {
  const { backend } = await startOwnerWorld();
  backend.on('POST /functions/v1/threat-look', {
    json: {
      ...{ items: [], totals: { mine: 0, exploited: 0, due: 0 }, exploitedOfMine: 0, namedOfMine: 0, today: agoMs(0).slice(0, 10) },
      ...{ sources: [], inventoryCount: 0, inventories: [], verdict: '', standing: 'open', worst: null, checks: [] },
    },
  });
  // The longest that it is: with the apps that were opened last under them.
  localStorage.setItem('dashboard_recent_apps', JSON.stringify(['productivity', 'mind-vault', 'library', 'watchlist', 'jwt-lab']));
  onTestFinished(() => localStorage.removeItem('dashboard_recent_apps'));
  await page.viewport(390, 844);
  await openOwnerPage('/dashboard#super-apps');
  const cards = page.getByRole('article');
  await counted(cards, 23);
  await expect.poll(() => cards.elements().map((card) => card.querySelectorAll('dt').length)).toEqual(cards.elements().map(() => 2));
  await seen(page.getByRole('heading', { name: 'Recent apps' }));
  await seen(page.getByText('No target checked yet.'));
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(2400);
});
