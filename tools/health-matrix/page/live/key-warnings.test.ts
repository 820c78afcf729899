import { expect, test } from 'vitest';
import { lockAndOpen, openNewVault, until } from '../../../../web/app/domains/vault/testing/vault-world.ts';
import { warningsOf } from './key-warnings.ts';

test('an exchanged feed key gives a warning with a link to its setting; a sound key or a locked vault gives none', async () => {
  const tab = await openNewVault();
  expect(warningsOf(tab.store.read())).toMatchObject({ status: 'ready', value: [] });
  tab.server.feedKey = `B${'A'.repeat(86)}`;
  await lockAndOpen(tab);
  await until(tab, (state) => warningsOf(state).status === 'ready' && state.stage === 'open' && state.verification.findings.length > 0);
  expect(warningsOf(tab.store.read())).toMatchObject({ value: [{ level: 'failed', to: '/settings#health-feed' }] });
  tab.actions.lock('button');
  expect(warningsOf(tab.store.read())).toMatchObject({ value: [] });
});
