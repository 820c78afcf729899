import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storedSetUp } from '../../../domains/overview/set-up-stored.ts';
import { accessibilityFaults } from '../../../testing/axe-findings.ts';
import { openOwnerPage, startOwnerWorld } from '../../../testing/open-owner-page.tsx';
import { click, eventually, focused, gone, seen, textsOf } from '../../../testing/steps.ts';

const list = () => page.getByRole('region', { name: 'Set up' });
const left = () => textsOf(list().getByRole('listitem').getByRole('link')).map((text) => text.replace('→', ''));
const facts = (samples: readonly object[]) => ({
  json: { version: '1.0.0', node: 'v26', contentFolder: '/c', timeZone: 'UTC', birthday: { month: 6, day: 30 }, samples },
});
const samples = [
  { file: 'profile.json', fields: ['name', 'tagline'] },
  { file: 'wishes.json', fields: ['title'] },
];
const backedUp = { activity_type: 'vault_activity', activity_description: 'Complete backup made as a file with a separate passphrase' };

beforeEach(() => storedSetUp.clear());

async function openWith(given: {
  readonly codes?: number;
  readonly samples?: readonly object[];
  readonly entries?: number;
  readonly logs?: readonly object[];
}) {
  const world = await startOwnerWorld({ logs: (given.logs ?? []) as never });
  world.backend.on('GET /auth/v1/recovery-codes', { json: { left: given.codes ?? 0 } });
  world.backend.on('GET /functions/v1/site-facts', facts(given.samples ?? []));
  world.backend.table(
    'vault_entries',
    Array.from({ length: given.entries ?? 0 }, (_, index) => ({ id: `e${index}` })),
  );
  await openOwnerPage('/dashboard');
  return world;
}

test('what is left to set up leads to its place, and what is done is said to be', async () => {
  await openWith({ codes: 10, samples });
  await eventually(() => expect(left()).toEqual(['First password', 'Your name on the site', 'Your own texts on the site', 'First backup']));
  await seen(list().getByText('2 of 6'));
  expect(textsOf(list().getByRole('listitem')).slice(0, 2)).toEqual(['Authenticator, done', 'Recovery codes, done']);
  expect(await accessibilityFaults('overview')).toEqual([]);
  await expect.element(list().getByRole('link', { name: 'Your name on the site' })).toHaveAttribute('href', '/settings#edit-profile.name');
  await expect.element(list().getByRole('link', { name: 'Restore a complete backup' })).toHaveAttribute('href', '/settings#backup-restore');
  await list().getByRole('link', { name: 'First password' }).click();
  await expect.poll(() => location.hash).toMatch(/^#vault/);
});

test('each part counts as done by what the server keeps of it, and the list is gone when all of them are', async () => {
  await openWith({ codes: 9, samples: [], entries: 1, logs: [{ activity_description: 'Signed in' }] });
  await eventually(() => expect(left()).toEqual(['First backup']));
  await gone(list().getByRole('link', { name: 'Restore a complete backup' }));
  const { backend } = await openWith({ codes: 9, samples: [], entries: 1, logs: [backedUp] });
  await expect.poll(() => storedSetUp.read()).toBe('done');
  await gone(list());
  const asked = backend.callsOf('GET /auth/v1/recovery-codes').length;
  await openOwnerPage('/dashboard');
  await seen(page.getByRole('region', { name: 'Recent activity' }));
  expect(backend.callsOf('GET /auth/v1/recovery-codes')).toHaveLength(asked);
});

test('what the server does not tell is not called done, and alone is no reason for a list', async () => {
  const world = await openWith({ codes: 10, samples });
  world.backend.cutOff('/functions/v1/site-facts');
  await openOwnerPage('/dashboard');
  await eventually(() => expect(left()).toEqual(['First password', 'First backup']));
  expect(textsOf(list().getByRole('listitem'))).toContain('Your name on the sitecould not be checked');
  for (const place of ['/auth/v1/', '/rest/v1/vault_entries', '/rest/v1/activity_logs']) world.backend.cutOff(place);
  await openOwnerPage('/dashboard');
  await gone(list());
  expect(storedSetUp.read()).toBeUndefined();
});

test('hidden, it stays away on this device, and the focus is on the page’s title', async () => {
  await openWith({ samples });
  await click('Hide this list', list());
  await focused(page.getByRole('heading', { level: 1 }));
  await gone(list());
  await openOwnerPage('/dashboard');
  await seen(page.getByRole('region', { name: 'Recent activity' }));
  await gone(list());
});
