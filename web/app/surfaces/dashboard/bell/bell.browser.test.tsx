import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../testing/open-owner-page.tsx';
import { bySelector, click, counted, focused, focusOn, gone, hidden, press, seen } from '../../../testing/steps.ts';

const bell = () => page.getByRole('button', { name: /^Notifications/ });
const sheet = () => page.getByRole('region', { name: 'Notifications' });
const named = (name: string) => expect.element(bell()).toHaveAccessibleName(name);
const told = (titles: readonly string[], type = 'info') => titles.map((title) => ({ title, type }));

async function openBell(notifications: readonly Readonly<Record<string, unknown>>[]) {
  const world = await startOwnerWorld({ notifications });
  await openOwnerPage('/dashboard');
  await seen(bell());
  return world;
}

test('the badge says 9+ above 9, all are marked as read at once, and that can be undone', async () => {
  const world = await openBell(told(Array.from({ length: 10 }, (_, index) => `Told ${index}`)));
  await named('Notifications, 9+ unread');
  await expect.poll(() => bySelector('.bell-badge').element().textContent).toBe('9+');
  await bell().click();
  await click(/^Told 3/, sheet());
  await named('Notifications, 9 unread');
  await click('Mark all as read', sheet());
  await named('Notifications, none unread');
  await expect.poll(() => world.notifications.rows().every(({ read }) => read === true)).toBe(true);
  await click('Undo', sheet());
  await named('Notifications, 9 unread');
  await expect
    .poll(() =>
      world.notifications
        .rows()
        .filter(({ read }) => read === true)
        .map(({ title }) => title),
    )
    .toEqual(['Told 3']);
});

test('repeats are one line, a snoozed one is gone, a muted kind is silent after a reload too', async () => {
  const world = await openBell([
    ...told(['Terminal access'], 'security'),
    ...told(['Backup failed', 'Backup failed', 'Backup failed'], 'alert'),
  ]);
  await bell().click();
  await seen(sheet().getByText('Backup failed ×3'));
  await click('In 1 h: snooze Terminal access', sheet());
  await gone(sheet().getByText('Terminal access'));
  await sheet().getByText('Mute and quiet hours').click();
  await sheet().getByLabelText('Alerts').click();
  await gone(sheet().getByText('Backup failed ×3'));
  await seen(sheet().getByText('No notifications yet'));
  await expect.poll(() => world.preferences.rows()).toMatchObject([{ muted_types: ['alert'] }]);
  await openOwnerPage('/dashboard');
  await named('Notifications, none unread');
});

test('a reminder that was put off stays unread when all are marked as read', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const world = await openBell([...told(['Backup done']), { title: 'Call back', type: 'info', snoozed_until: later }]);
  await bell().click();
  await click('Mark all as read', sheet());
  await expect
    .poll(() => world.notifications.rows().map(({ title, read }) => [title, read]))
    .toEqual([
      ['Backup done', true],
      ['Call back', false],
    ]);
});

test('the overview asks for 10 notifications, which tell the number on the bell, and the opened list for 20', async () => {
  const { backend } = await openBell([
    ...told(Array.from({ length: 3 }, (_, index) => `Unread ${index}`)),
    ...Array.from({ length: 25 }, (_, index) => ({ title: `Read ${index}`, type: 'info', read: true })),
  ]);
  await named('Notifications, 3 unread');
  // What needs the owner is asked apart, by what is important and unread.
  const ofTheBell = () => backend.callsOf('GET /rest/v1/notifications').filter(({ query }) => !query.has('important'));
  const limits = () => [...new Set(ofTheBell().map(({ query }) => query.get('limit')))];
  await expect.poll(limits).toEqual(['10']);
  await bell().click();
  await counted(sheet().getByRole('listitem'), 20);
  await expect.poll(limits).toEqual(['10', '20']);
});

test('on a phone the sheet over the bell has a button that closes it, and More closes by a tap beside it and by Escape', async () => {
  await page.viewport(390, 844);
  await openBell(told(['Backup done']));
  await bell().click();
  await click('Close notifications', sheet());
  await hidden(sheet());
  await focused(bell());
  const more = page.getByRole('button', { name: 'More' });
  const logout = page.getByRole('button', { name: 'Logout' });
  await more.click();
  await seen(logout);
  await page.getByRole('heading', { level: 1 }).click();
  await gone(logout);
  await more.click();
  await seen(logout);
  (document.activeElement as HTMLElement | null)?.blur();
  await press('{Escape}');
  await gone(logout);
  await focused(more);
});

test('a notification of a tool leads to its report and is read by that; one without a link stays a button', async () => {
  const link = '/tls-inspector#job=0b0d0e3a-6a5e-4f6f-8a3e-2f8f0c0d0e0f';
  const world = await openBell([
    { title: 'TLS: example.org got worse', type: 'alert', link },
    { title: 'Elsewhere', type: 'alert', link: '//evil.example/' },
  ]);
  await bell().click();
  await seen(sheet().getByRole('button', { name: /^Elsewhere/ }));
  const leading = sheet().getByRole('link', { name: /^TLS: example.org got worse/ });
  await seen(leading);
  expect(await accessibilityFaults('bell-link')).toEqual([]);
  await leading.click();
  await expect.poll(() => location.pathname + location.hash).toBe(link);
  await expect
    .poll(() => world.notifications.rows().map(({ title, read }) => [title, read]))
    .toEqual([
      ['TLS: example.org got worse', true],
      ['Elsewhere', false],
    ]);
});

test('the bell works by keyboard, and leads to all activity', async () => {
  await openBell(told(['Backup done']));
  focusOn(bell());
  await press('{Enter}');
  await seen(sheet());
  await press('{Escape}');
  await hidden(sheet());
  await focused(bell());
  await press('{Enter}');
  await seen(sheet());
  focusOn(sheet().getByRole('link', { name: 'View all activity' }));
  await press('{Enter}');
  await expect.poll(() => location.hash).toBe('#security');
  await focused(page.getByRole('heading', { level: 1, name: 'Security & Logs' }));
});

test('axe finds nothing on the overview with the bell open', async () => {
  await openBell(told(['Terminal access'], 'security'));
  await bell().click();
  await sheet().getByText('Mute and quiet hours').click();
  await seen(page.getByRole('listitem').filter({ hasText: 'Terminal access' }).first());
  expect(await accessibilityFaults('bell')).toEqual([]);
});
