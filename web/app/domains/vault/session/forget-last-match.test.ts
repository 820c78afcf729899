import { expect, test } from 'vitest';
import { draft, must, openNewVault } from '../testing/vault-world.ts';

/** What the engine keeps of the last match, by the names that it is read by. */
function lastMatch(): string {
  return ['input', '$_', 'lastMatch', 'lastParen', 'leftContext', 'rightContext', '$1'].map((name) => Reflect.get(RegExp, name)).join('|');
}

test('after a lock the engine’s last match holds nothing of what was matched before it', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const matched = /Close (CANARY\w+)/.test('[Close CANARYrequest now]');
  expect([matched, lastMatch().includes('CANARYrequest')]).toEqual([true, true]);
  const locking = tab.store.lockFor('button');
  expect(lastMatch()).not.toContain('CANARY');
  // Also where what was typed is still being read and sealed.
  /CANARY(\w+)/.test('a CANARYdraft');
  await locking;
  expect(lastMatch()).not.toContain('CANARY');
});
