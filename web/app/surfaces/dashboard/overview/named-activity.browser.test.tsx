import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lockSignal } from '../../../domains/vault/lock-signal.ts';
import { draft, must, openNewVault } from '../../../domains/vault/testing/vault-world.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { reachableText } from '../../../testing/reachable-text.ts';
import { gone, seen } from '../../../testing/steps.ts';
import { NamedIn } from './named-activity.client.tsx';

test('a row names the entry only while the vault is open; after a lock no script finds its title', async () => {
  const tab = await openNewVault();
  tab.store.onEmptying(lockSignal.tell);
  const { id } = must(await tab.actions.save(null, draft('CANARY-title bank'), null));
  const entries = [
    { id: 'row-2', sequence: 2, type: 'vault_activity', description: `Vault entry viewed (${id})`, success: true, createdAtMs: 0 },
    { id: 'row-1', sequence: 1, type: 'terminal_access', description: 'Signed in', success: true, createdAtMs: 0 },
  ];
  await openPage('/list', [{ path: '/list', element: <NamedIn vault={tab.store} entries={entries} /> }]);
  await seen(page.getByText('Password of “CANARY-title bank” viewed'));
  // The search works at all.
  expect(reachableText('CANARY-title').length).toBeGreaterThan(0);
  tab.actions.lock('button');
  await seen(page.getByText('Password of a vault entry viewed'));
  await gone(page.getByText(/CANARY/));
  expect(reachableText('CANARY')).toEqual([]);
  expect(document.body.textContent).not.toContain(id);
});
