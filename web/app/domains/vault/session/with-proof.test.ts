import { expect, test } from 'vitest';
import { codeOf, draft, lockAndOpen, master, must, openNewVault, type Tab, untilVerified } from '../testing/vault-world.ts';

/** Answers the store as the screen's dialog would; counts how often it was asked. */
function answerWith(tab: Tab, isGiven: boolean): { asked: number } {
  const seen = { asked: 0 };
  tab.actions.answerProofs(async () => {
    seen.asked += 1;
    tab.server.isProven = isGiven;
    return isGiven;
  });
  return seen;
}

test('a way in is not removed from an open screen without its master; removing one asks for a fresh proof, once, and is done with it; without one nothing is removed', async () => {
  const tab = await openNewVault();
  const slots = [...tab.server.slots.values()];
  const recovery = slots.find(({ kind }) => kind === 'recovery')?.id ?? '';
  expect(codeOf(await tab.actions.security.removeWayIn(recovery))).not.toBe('ok');
  expect(codeOf(await tab.actions.security.removeWayIn(recovery, { kind: 'master', master: 'wrong' }))).toBe('wrong_master');
  tab.server.isProven = false;
  expect(codeOf(await tab.actions.security.removeWayIn(recovery, { kind: 'master', master }))).toBe('fresh_proof_wanted');
  const declined = answerWith(tab, false);
  expect(codeOf(await tab.actions.security.removeWayIn(recovery, { kind: 'master', master }))).toBe('fresh_proof_wanted');
  expect(declined.asked).toBe(1);
  expect(tab.server.slots.size).toBe(slots.length);
  const given = answerWith(tab, true);
  must(await tab.actions.security.removeWayIn(recovery, { kind: 'master', master }));
  expect(given.asked).toBe(1);
  expect(tab.server.slots.has(recovery)).toBe(false);
});

test('the automatic emptying of the trash waits for a proof, and goes with the next one', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Old'), null));
  must(await tab.actions.trash(id));
  tab.timer.now += 31 * 86_400_000;
  tab.server.isProven = false;
  await lockAndOpen(tab);
  await untilVerified(tab);
  must(await tab.actions.save(null, draft('New'), null));
  expect(tab.server.rows.has(id)).toBe(true);
  answerWith(tab, true);
  const recovery = [...tab.server.slots.values()].find(({ kind }) => kind === 'recovery')?.id ?? '';
  must(await tab.actions.security.removeWayIn(recovery, { kind: 'master', master }));
  await expect.poll(() => tab.server.rows.has(id)).toBe(false);
});

test('an entry that was deleted permanently is brought back whole, with its history, from what is kept for 30 days', async () => {
  const tab = await openNewVault();
  const { id } = must(await tab.actions.save(null, draft('Bank'), null));
  must(await tab.actions.save(id, draft('Bank', { password: 'newer' }), 1));
  must(await tab.actions.trash(id));
  must(await tab.actions.removeForever(id));
  const { entries } = must(await tab.actions.removed.entries());
  expect(entries[0]).toMatchObject({ entryId: id, how: 'removed', title: 'Bank', username: 'ada' });
  must(await tab.actions.removed.bringBack(entries[0]?.id ?? 0));
  const { items, verification } = await untilVerified(tab);
  expect(items).toMatchObject([{ details: { title: 'Bank', trashedAt: null }, finding: null }]);
  expect(verification.findings).toEqual([]);
  const back = must(await tab.actions.readSecrets(items[0]?.id ?? '', 'view'));
  expect(back.password).toBe('newer');
  expect(back.history.map(({ secrets }) => secrets.password)).toEqual(['secret of Bank']);
  must(await tab.actions.removed.eraseAll());
  expect(must(await tab.actions.removed.entries()).entries).toEqual([]);
});
