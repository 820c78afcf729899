import { expect, test } from 'vitest';
import { rowsPerPage } from '../ports/vault-backend.ts';
import { master, must, openNewVault, until } from '../testing/vault-world.ts';

const pageOf = (id: (index: number) => string) => Array.from({ length: rowsPerPage }, (_, index) => ({ id: id(index) }));
const numbered = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

test.each([
  ['repeats a full page', () => pageOf(numbered)],
  ['answers with full pages of one row', () => pageOf(() => numbered(1))],
  ['answers with full pages of rows without ids', () => Array.from({ length: rowsPerPage }, () => ({}))],
])('a server that %s is left as one that does not answer, and not asked for ever', async (_what, answer) => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  let asked = 0;
  const rowsAfter = async () => {
    asked += 1;
    return { ok: true, value: answer() };
  };
  Object.assign(tab.server.backend, { rowsAfter });
  must(await tab.actions.unlockWithMaster(master));
  await until(tab, (state) => state.stage === 'open' && state.offline);
  expect(asked).toBeLessThanOrEqual(2);
});
