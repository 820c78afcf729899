import { expect, test } from 'vitest';
import { draft, master, must, openNewVault } from '../testing/vault-world.ts';
import { clipboardMs } from './clipboard-guard.ts';

test('a copied secret leaves the clipboard after 30 seconds, and something else on it stays', async () => {
  const tab = await openNewVault();
  must(await tab.actions.copySecret('s3cret'));
  tab.timer.pass(clipboardMs - 1);
  expect(tab.board.text).toBe('s3cret');
  tab.timer.pass(1);
  await expect.poll(() => tab.board.text).toBe('');
  expect(tab.notices).toEqual([{ kind: 'clipboard-cleared', cause: 'time' }]);
  must(await tab.actions.copySecret('s3cret'));
  tab.board.text = 'a shopping list';
  tab.timer.pass(clipboardMs);
  await Promise.resolve();
  expect(tab.board.text).toBe('a shopping list');
});

test('a lock takes a copied secret off the clipboard at once, or on the page’s return where it may not now', async () => {
  const tab = await openNewVault();
  must(await tab.actions.copySecret('s3cret'));
  tab.board.isHidden = true;
  tab.actions.lock('button');
  await Promise.resolve();
  expect(tab.board.text).toBe('s3cret');
  tab.board.isHidden = false;
  await tab.clipboard.onReturn();
  expect(tab.board.text).toBe('');
  expect(tab.notices.at(-1)).toEqual({ kind: 'clipboard-cleared', cause: 'return' });
  must(await tab.actions.unlockWithMaster(master));
  must(await tab.actions.copySecret('s3cret'));
  tab.actions.lock('button');
  await expect.poll(() => tab.notices.at(-1)).toEqual({ kind: 'clipboard-cleared', cause: 'lock' });
});

test('a secret of the account leaves the clipboard as well, whether the vault is open or not', async () => {
  const tab = await openNewVault();
  tab.actions.lock('button');
  must(await tab.actions.copyOfAccount('JBSWY3DPEHPK3PXP'));
  expect(tab.board.text).toBe('JBSWY3DPEHPK3PXP');
  tab.timer.pass(clipboardMs);
  await expect.poll(() => tab.board.text).toBe('');
});

test('the clipboard is left alone where something else was copied here since', async () => {
  const tab = await openNewVault();
  must(await tab.actions.copySecret('s3cret'));
  tab.clipboard.onOtherCopy();
  tab.board.text = 's3cret';
  tab.timer.pass(clipboardMs);
  await tab.clipboard.forget();
  expect(tab.board.text).toBe('s3cret');
});

test('a newer secret has 30 seconds of its own', async () => {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  must(await tab.actions.copySecret('one'));
  tab.timer.pass(clipboardMs - 1000);
  must(await tab.actions.copySecret('two'));
  tab.timer.pass(2000);
  await Promise.resolve();
  expect(tab.board.text).toBe('two');
});
