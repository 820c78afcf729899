import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asSuperuser, type TestData } from '../support/test-data.ts';
import { axeFindings } from './axe-findings.ts';
import { enterAsOwner, expect, openSecondBrowser, test, vaultOf } from './test-app.ts';
import {
  addEntry,
  expectVerified,
  fillNewMaster,
  keepRecoveryKey,
  lock,
  master,
  openMadeVault,
  openSecurity,
  unlockByMaster,
} from './vault-steps.ts';

const later = 'a bittern booms beyond the reeds';
const incorrect = 'Incorrect master password.';
const cannotTell = 'This device cannot tell whether the server changed the unlock methods.';

const tables = ['private.vault_slots', 'private.vault_parts', 'public.vault_entries'] as const;
const copyOf = (table: string, name: string) => `private.${name}_${table.split('.')[1]}`;

/** Keeps the vault's rows as they are now, for whoever answers in the server's place. */
const keepRows = (data: TestData, name: string) =>
  asSuperuser(
    data,
    tables.map((table) => `create table ${copyOf(table, name)} as table ${table}`),
  );

/** Edits rows behind the back of everybody: no trigger hears of it. */
const secretly = (data: TestData, statements: readonly string[]) =>
  asSuperuser(data, ['set session_replication_role = replica', ...statements]);

/** Puts kept rows in the place of the present ones. */
const rowsBack = (name: string) =>
  tables.flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from ${copyOf(table, name)}`]);

type Reached = { readonly epoch: number; readonly chain: string; readonly digest: string };

async function reached(data: TestData): Promise<Reached> {
  const [newest] = await asSuperuser(data, ['select epoch::int, chain, digest from private.vault_links order by epoch desc limit 1']);
  return newest as Reached;
}

/** The chain of whatever comes next: the database hands out all that it is made of. */
function nextChain({ chain, digest }: Reached): string {
  const hash = createHash('sha256');
  for (const part of ['castellan.chain.2', 'next', chain, digest]) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(part));
    hash.update(length).update(part);
  }
  return hash.digest('base64url');
}

/** What opened it before the rotation. The former master may be refused unread: its derivation can be cheaper than the present one's. */
async function unlockByFormerKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Use the recovery key' }).click();
  await page.getByLabel('Recovery key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
}

/** Rotates the key of the open vault and gives it another master. */
async function rotateToLater(page: Page): Promise<void> {
  await openSecurity(page);
  await page.getByRole('button', { name: 'Rotate the vault key' }).click();
  await page.getByRole('alertdialog', { name: 'Rotate the vault key?' }).getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate the vault key' });
  await dialog.getByLabel('Current master password', { exact: true }).fill(master);
  await dialog.getByLabel('Choose another master password').check();
  await fillNewMaster(page, 'Rotate the vault key', later);
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await keepRecoveryKey(page);
  await expect(page.getByText(/Rotating the vault key|Vault key rotation is paused/)).toHaveCount(0, { timeout: 60_000 });
}

test('a former key behind a missing head: the right master is not called incorrect, the former one opens nothing on a device that saw the rotation, and a list made again under that key is an alarm before any master is typed @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(240_000);
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await addEntry(page, 'Bank', 'bank secret');
  await expectVerified(page, 1);
  await keepRows(app.data, 'former');
  await rotateToLater(page);
  await page.reload();
  await unlockByMaster(page, later);
  await expectVerified(page, 1);
  await lock(page);
  await keepRows(app.data, 'present');
  const before = await reached(app.data);

  // Everything from before the rotation without its head, one epoch higher, and one more link, which anybody can compute.
  const epoch = before.epoch + 1;
  const chain = nextChain(before);
  await secretly(app.data, [
    ...rowsBack('former'),
    'delete from private.vault_parts where part = -1',
    `update private.vaults set epoch = ${epoch}`,
    `insert into private.vault_links (user_id, epoch, chain, digest) select user_id, ${epoch}, '${chain}', '${before.digest}' from private.vaults`,
  ]);
  await page.reload();
  await unlockByMaster(page, later);
  const former = 'The vault key was changed. If you rotated it, use the master password or recovery key from then.';
  await expect(page.getByText(former)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(incorrect)).toHaveCount(0);
  const alarm = page.getByRole('heading', { name: 'The vault has an earlier key' });
  // Pressed twice: nothing goes on from there, and nothing is written.
  for (let press = 1; press <= 2; press += 1) {
    await unlockByFormerKey(page, vaultOf(app).recoveryKey);
    await expect(alarm).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Enter no master password here.')).toBeVisible();
    await expect(page.getByText('The head of the vault’s list is missing')).toHaveCount(0);
    await expect(page.getByText(/The list of entries, unlock methods and log is missing/)).toBeVisible();
    await expect(page.getByRole('alert').getByRole('button')).toHaveText(['Look again']);
    await expect(page.getByText(/verified/)).toHaveCount(0);
    if (press === 1) expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Look again' }).click();
  }
  expect(await reached(app.data)).toMatchObject({ epoch });

  // A browser that knows nothing is told that the head is gone; nothing is called verified there before the list is made again.
  const other = await openSecondBrowser(browser, page, app);
  await other.goto('/dashboard#vault');
  await unlockByMaster(other);
  await expect(other.getByRole('heading', { name: 'The head of the vault’s list is missing' })).toBeVisible({ timeout: 60_000 });
  await other.getByRole('button', { name: 'Open it without the head' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Open it without the head' }).click();
  await unlockByMaster(other);
  await expect(other.getByText('no head: 1 listed, none checked')).toBeVisible({ timeout: 60_000 });
  await expect(other.getByText(/\bintact\b/i)).toHaveCount(0);
  await other.getByRole('button', { name: '1 finding' }).click();
  await other.getByRole('button', { name: 'List the entries again' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'List the entries again' }).click();
  await expectVerified(other, 1);
  await other.context().close();
  await page.reload();
  await expect(alarm).toBeVisible();

  // The honest rows are back: this device never moved, and knows them as they are.
  await secretly(app.data, [
    ...rowsBack('present'),
    `update private.vaults set epoch = ${before.epoch}`,
    `delete from private.vault_links where epoch > ${before.epoch}`,
  ]);
  await page.reload();
  await unlockByMaster(page, later);
  await expectVerified(page, 1);
  await expect(page.getByRole('button', { name: /finding/ })).toHaveCount(0);
});

test('the salt of the master’s slot is changed and the epoch is claimed one higher: a device that knows the vault says that the ways in differ, a new one that it cannot tell, and a mistyped master stays incorrect @vault @strict', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await lock(page);
  await unlockByMaster(page, 'mistyped');
  await expect(page.getByText(incorrect, { exact: true })).toBeVisible({ timeout: 60_000 });
  await keepRows(app.data, 'present');
  const { epoch } = await reached(app.data);
  await secretly(app.data, [
    `update private.vault_slots set parameters = jsonb_set(parameters, '{salt}', '"${'A'.repeat(22)}"') where kind = 'master'`,
    `update private.vaults set epoch = ${epoch + 1}`,
  ]);
  await page.reload();
  await unlockByMaster(page);
  await expect(page.getByText('The unlock methods differ from those this device knows, so what you entered may be right.')).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(incorrect)).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  const other = await openSecondBrowser(browser, page, app);
  await other.goto('/dashboard#vault');
  await unlockByMaster(other);
  await expect(other.getByText(`${incorrect} ${cannotTell}`, { exact: true })).toBeVisible({ timeout: 60_000 });
  await other.context().close();

  await secretly(app.data, [...rowsBack('present'), `update private.vaults set epoch = ${epoch}`]);
  await page.reload();
  await unlockByMaster(page);
  await expectVerified(page, 0);
});

test('ways in that were changed on another device are said once, without an alarm, and lead to their list @vault', async ({
  page,
  app,
  browser,
}) => {
  await enterAsOwner(page, app);
  await openMadeVault(page);
  await lock(page);
  const other = await openSecondBrowser(browser, page, app);
  await openMadeVault(other);
  // Its half of the key is a way in.
  await openSecurity(other);
  await expect(other.getByText('this one', { exact: true })).toBeVisible();
  await other.context().close();
  await unlockByMaster(page);
  const notice = page.getByText(
    'Unlock methods changed on another device since this one last checked: 1 added. If that was not you, rotate the vault key.',
  );
  await expect(notice).toBeVisible({ timeout: 60_000 });
  await expectVerified(page, 0);
  await page.getByRole('button', { name: 'Review unlock methods' }).click();
  await expect(page.getByRole('heading', { name: 'Security', exact: true, level: 2 })).toBeFocused();
  await lock(page);
  await unlockByMaster(page);
  await expectVerified(page, 0);
  await expect(notice).toHaveCount(0);
});
