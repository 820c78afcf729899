import { fromBase64Url, toBase64Url } from '@castellan/foundation/bytes';
import { expect, test } from 'vitest';
import { frozenEntries, makeFrozenVault } from '../tests/frozen-vault.ts';
import { frozen, frozenChained, frozenHinted, frozenOne, readVector } from '../tests/frozen-vectors.ts';
import { codeOf, must, testPorts } from '../tests/vault-world.ts';
import { argon2idOfLibsodium } from './crypto/argon2id-libsodium.ts';
import { openIcon } from './entries/entry-envelope.ts';
import { readEntry } from './entries/read-entry.ts';
import { listEntries } from './manifest/open-vault.ts';
import { parseSnapshot, type Snapshot } from './manifest/snapshot.ts';
import { parseVaultRow, type VaultRow } from './manifest/vault-row.ts';
import { verifyRows } from './manifest/verify-rows.ts';
import type { SlotSecret } from './slots/slot-secret.ts';
import { openVault } from './slots/unlock.ts';
import { importVersionOneKey, openVersionOne, parseVersionOne, versionOneKeyBytes } from './version-one/version-one.ts';

const ports = testPorts(1, argon2idOfLibsodium);
const [bank] = frozenEntries;
const { history: _, ...present } = bank.secrets;
const secretsOfBank = { ...present, password: 'the second password' };

function rowsOf(rows: readonly unknown[]): VaultRow[] {
  return rows.map(parseVaultRow).filter((item) => item !== undefined);
}

function bytesOf(text: string) {
  const bytes = fromBase64Url(text);
  if (bytes === undefined) throw new Error('no base64url');
  return bytes;
}

test('the frozen vault of version 2 is made again byte for byte: the format has not moved', { timeout: 60_000 }, async () => {
  expect(await makeFrozenVault()).toEqual(readVector('frozen-v2-hints.json'));
});

test.each([
  ['from before heads had a chain', frozen],
  ['from before details told what the secrets hold', frozenChained],
  ['as it is made now', frozenHinted],
])(
  'the frozen vault %s opens by master, recovery key, passkey and device, and all of it verifies',
  {
    timeout: 60_000,
  },
  async (_when, frozen) => {
    const deviceKey = await crypto.subtle.importKey('raw', bytesOf(frozen.device.key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    const secrets: SlotSecret[] = [
      { kind: 'master', master: frozen.master },
      { kind: 'recovery', key: frozen.recoveryKey },
      { kind: 'passkey', credentialId: frozen.passkey.credentialId, prfOutput: bytesOf(frozen.passkey.prfOutput) },
      { kind: 'device', slotId: frozen.device.slotId, deviceKey, share: frozen.device.share },
    ];
    const snapshot: Snapshot = must(parseSnapshot(frozen.vault.snapshot));
    const rows = rowsOf(frozen.vault.rows);
    for (const secret of secrets) {
      const vault = must(await openVault(ports, frozen.userId, snapshot, undefined, secret));
      const report = await verifyRows(ports, vault, rows);
      expect([vault.findings, report.findings, report.verified.size, report.epoch]).toEqual([[], [], 2, 6]);
      expect(vault.head?.checkpoint).toEqual({ sequence: 7, hash: 'c0ffee' });
      expect(listEntries(vault).map(({ details }) => details.title)).toEqual(['Bank', 'Server']);
      const entries = await Promise.all(rows.map((item) => readEntry(ports, vault, item)));
      expect(entries.map(codeOf)).toEqual(secret.kind === 'device' ? ['locked', 'locked'] : ['ok', 'ok']);
      if (secret.kind === 'device') continue;
      expect(must(entries[0] ?? { ok: false, failure: { code: 'none' } }).secrets).toMatchObject({
        ...secretsOfBank,
        history: [{ secrets: { password: bank.secrets.password } }],
      });
      const icon = await openIcon(ports.crypto, vault.keys, { userId: frozen.userId, entryId: rows[0]?.id ?? '' }, rows[0]?.icon ?? '');
      expect(toBase64Url(must(icon))).toBe(frozen.icon);
    }
  },
);

test('the frozen vault that a rotation left half done opens under the new master, old entries included', { timeout: 60_000 }, async () => {
  const vault = must(
    await openVault(ports, frozen.userId, must(parseSnapshot(frozen.rotating.snapshot)), undefined, {
      kind: 'master',
      master: frozen.rotating.master,
    }),
  );
  expect([vault.findings, vault.retired.size]).toEqual([[], 1]);
  for (const item of rowsOf(frozen.rotating.rows)) expect(codeOf(await readEntry(ports, vault, item))).toBe('ok');
});

test('the frozen rows of version 1 open in every spelling', async () => {
  const key = await importVersionOneKey(crypto.subtle, await versionOneKeyBytes(crypto.subtle, frozenOne.master));
  for (const { encoding, password, row: item } of frozenOne.rows) {
    const parsed = parseVaultRow(item);
    if (parsed === undefined) throw new Error('row');
    expect(parseVersionOne(parsed.password_encrypted)?.encoding).toBe(encoding);
    expect(must(await openVersionOne(crypto.subtle, key, parsed))).toMatchObject({
      details: { title: parsed.title, category: 'social', favorite: true },
      secrets: { password, notes: 'old note' },
    });
  }
});
