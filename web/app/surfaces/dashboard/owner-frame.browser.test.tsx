import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../testing/open-owner-page.tsx';
import { click, eventually, focused, focusOn, gone, press, seen, textsOf } from '../../testing/steps.ts';

const blank = { notes: '', status: 'todo', priority: 0, due_on: null, due_time: null, tags: [], position: 0 };
const notice = { type: 'security', title: 'Sign-in', message: 'A new sign-in', read: false };
const frame = () => page.getByRole('navigation', { name: 'Dashboard' });
const way = (name: string) => frame().getByRole('link', { name, exact: true });
const describe = (name: string) => expect.element(way(name));

/** A page that has been open for so long that the frame looks for more. */
async function rest(): Promise<void> {
  await vi.advanceTimersByTimeAsync(6000);
}

async function openLibrary(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback'] });
  await startOwnerWorld({
    tasks: [
      { ...blank, title: 'Oil the lock' },
      { ...blank, title: 'Cut a key' },
      { ...blank, title: 'Old', status: 'done' },
    ],
    notifications: [notice, { ...notice, read: true }],
  });
  await openOwnerPage('/library');
  await seen(page.getByRole('heading', { level: 1, name: 'Library' }));
}

test('on an app page the sidebar has the views, with what waits there as a description, and the apps opened last', async () => {
  await openLibrary();
  expect(textsOf(frame().getByRole('listitem')).slice(0, 6)).toEqual([
    'Overview',
    'Super Apps',
    'Productivity',
    'Vault',
    'Security',
    'Settings',
  ]);
  await seen(frame().getByRole('link', { name: 'Library', exact: true }));
  await rest();
  await describe('Productivity').toHaveAccessibleDescription('2 active tasks');
  await describe('Security').toHaveAccessibleDescription('1 unread notification');
  await describe('Vault').not.toHaveAccessibleDescription();
  await seen(page.getByRole('button', { name: 'Notifications, 1 unread' }));
  vi.useRealTimers();
  expect(await accessibilityFaults('an app page with its frame')).toEqual([]);
});

test('on an app page the bell opens at the first press, before its code was there, keeps the focus and closes by Escape', async () => {
  await openLibrary();
  const bell = page.getByRole('button', { name: 'Notifications' });
  await click('Notifications');
  await seen(page.getByRole('region', { name: 'Notifications' }));
  await focused(bell);
  await press('{Escape}');
  await gone(page.getByRole('region', { name: 'Notifications' }));
  await focused(bell);
});

test('collapsed, the sidebar is 80 px wide, and names what is pointed at or has the focus', async () => {
  await openLibrary();
  if (frame().getByRole('button', { name: 'Expand sidebar' }).query() !== null) await click('Expand sidebar');
  const width = () => frame().element().getBoundingClientRect().width;
  await eventually(() => expect(width()).toBe(280));
  await click('Collapse sidebar');
  await eventually(() => expect(width()).toBe(80));
  focusOn(way('Super Apps'));
  await eventually(() => expect(document.querySelector('.sidebar-tip')?.textContent).toBe('Super Apps'));
  await press('{Tab}');
  await eventually(() => expect(document.querySelector('.sidebar-tip')?.textContent).toBe('Productivity'));
  await click('Expand sidebar');
  await eventually(() => expect(document.querySelector('.sidebar-tip')).toBeNull());
});
