import { splitBackup } from '@castellan/vault-core/backup/split-backup';
import { expect, test } from 'vitest';
import type { BackupSecret, BackupUnderWay } from '../contract/vault-backup.ts';
import {
  codeOf,
  draft,
  master,
  must,
  openByMaster,
  openNewVault,
  openTab,
  type Tab,
  untilSettled,
  untilVerified,
} from '../testing/vault-world.ts';

const byMaster = { kind: 'master', master } as const;
const phrase = 'unhinged-marbled-outsider-gallon-thrash-clover';
const payload = new TextEncoder().encode('the rows\n'.repeat(20_000));

async function vaultWithCanary(): Promise<Tab & { readonly recoveryKey: string; readonly canaryId: string }> {
  const tab = await openNewVault();
  must(await tab.actions.save(null, draft('Bank'), null));
  const { id } = must(await tab.actions.save(null, draft('Bait', {}, { canary: true }), null));
  await untilVerified(tab);
  return { ...tab, canaryId: id };
}

/** The file of a backup, as its page would write it. */
async function fileOf(backup: BackupUnderWay): Promise<Uint8Array> {
  const pieces = [must(await backup.seal(payload.subarray(0, 70_000), false)), must(await backup.seal(payload.subarray(70_000), true))];
  backup.finish();
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** What a file holds, read by another browser that knows of no vault. */
async function read(file: Uint8Array, secret: BackupSecret): Promise<Uint8Array | string> {
  const { backups } = openTab().actions.tools;
  const split = must(await splitBackup(new Blob([Uint8Array.from(file)]).stream()));
  const opened = await backups.open(split.header, secret);
  if (!opened.ok) return opened.failure.code;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const piece of opened.value.read(split.rest)) pieces.push(piece);
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

test('a backup is made under the ways in of the vault, rings its canaries, is logged, and opens in a browser that knows of none', async () => {
  const tab = await vaultWithCanary();
  const backup = must(await tab.actions.tools.backups.begin(undefined, byMaster));
  expect(backup.vault).toMatchObject({ epoch: tab.server.epoch, vaultId: tab.server.vaultId, slot: null });
  expect(backup.slots).toHaveLength(tab.server.slots.size);
  expect(backup.parts).toHaveLength(tab.server.parts.size);
  expect(tab.acts).not.toContainEqual(['backup', 'backup']);
  const file = await fileOf(backup);
  expect(tab.acts).toContainEqual(['backup', 'backup']);
  expect(tab.canaries).toEqual([tab.canaryId]);
  expect(await read(file, byMaster)).toEqual(payload);
  expect(await read(file, { kind: 'recovery', key: tab.recoveryKey })).toEqual(payload);
  expect(await read(file, { kind: 'master', master: 'another' })).toBe('wrong_key');
  expect(await read(file, { kind: 'passphrase', passphrase: phrase })).toBe('wants_key');
  expect(
    await read(
      file.map((byte, index) => (index === file.length - 5 ? byte ^ 1 : byte)),
      byMaster,
    ),
  ).toBe('backup_damaged');
  expect(await read(file.subarray(0, 90_000), byMaster)).toBe('backup_damaged');
});

test('a backup under a passphrase wants the master too, and takes no weak one', async () => {
  const tab = await vaultWithCanary();
  const { backups } = tab.actions.tools;
  expect(codeOf(await backups.begin(phrase, { kind: 'master', master: 'another' }))).toBe('wrong_master');
  expect(codeOf(await backups.begin('password123', byMaster))).toBe('passphrase_weak');
  const backup = must(await backups.begin(phrase, byMaster));
  expect(backup.vault.slot?.kind).toBe('master');
  const file = await fileOf(backup);
  expect(tab.acts).toContainEqual(['backup', 'backup_passphrase']);
  expect(await read(file, { kind: 'passphrase', passphrase: phrase })).toEqual(payload);
  expect(await read(file, byMaster)).toBe('wants_passphrase');
}, 30_000);

test('a vault that was written meanwhile is noticed before a backup counts as made', async () => {
  const tab = await vaultWithCanary();
  const other = await openByMaster({ server: tab.server });
  const backup = must(await tab.actions.tools.backups.begin(undefined, byMaster));
  expect(must(await backup.isStill())).toBe(true);
  must(await other.actions.save(null, draft('Garden'), null));
  expect(must(await backup.isStill())).toBe(false);
  // The next one is of what there is now, though this tab has not read it yet.
  const next = must(await tab.actions.tools.backups.begin(undefined, byMaster));
  expect(next.vault.epoch).toBe(tab.server.epoch);
  expect(must(await next.isStill())).toBe(true);
});

test('a lock ends a backup that is being made, and without an open vault none begins', async () => {
  const tab = await vaultWithCanary();
  const backup = must(await tab.actions.tools.backups.begin(undefined, byMaster));
  const sealing = backup.seal(payload, false);
  tab.actions.lock('button');
  expect(codeOf(await sealing)).toBe('locked');
  expect(codeOf(await backup.isStill())).toBe('locked');
  expect(codeOf(await tab.actions.tools.backups.begin(undefined, byMaster))).toBe('locked');
  expect(tab.acts).not.toContainEqual(['backup', 'backup']);
});

test('a vault that was rolled back is not backed up as if it were the present one', async () => {
  const tab = await vaultWithCanary();
  const { server } = tab;
  const before = { epoch: server.epoch, parts: new Map(server.parts), history: [...server.history] };
  must(await tab.actions.save(null, draft('Garden'), null));
  await untilSettled(tab, before.epoch + 1);
  Object.assign(server, before);
  const refused = await tab.actions.tools.backups.begin(undefined, byMaster);
  expect(codeOf(refused)).toBe('not_as_known');
});

test('a dropped backup takes no more, and the header says what opens a file', async () => {
  const tab = await vaultWithCanary();
  const { backups } = tab.actions.tools;
  const backup = must(await backups.begin(undefined, byMaster));
  backup.drop();
  expect(codeOf(await backup.seal(payload, false))).toBe('unexpected');
  const file = await fileOf(must(await backups.begin(undefined, byMaster)));
  const { header } = must(await splitBackup(new Blob([Uint8Array.from(file)]).stream()));
  const outline = must(await backups.outline(header));
  expect(outline.kind === 'keys' ? outline.ways.map(({ kind }) => kind) : []).toEqual(['master', 'recovery']);
  expect(codeOf(await backups.outline(header.slice(0, 40)))).toBe('not_a_backup');
});
