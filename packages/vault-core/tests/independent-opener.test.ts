/**
 * Opens a vault of version 2 from the description in docs/vault-security.md alone: with Node's own crypto and nothing of the
 * product, so that a reader who has rows, slots and manifest in a file needs neither its server nor its code.
 */
import { argon2Sync, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { frozenEntries } from './frozen-vault.ts';
import { frozen, frozenChained, frozenOne } from './frozen-vectors.ts';

type FrozenSlot = {
  readonly id: string;
  readonly kind: string;
  readonly key_id: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly wrapped: string;
};
type FrozenRow = { readonly id: string; readonly password_encrypted: string; readonly icon: string | null };
type FrozenPart = { readonly part: number; readonly envelope: string };

/** Parts, each behind its length as 4 bytes big-endian. */
function lp(...parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

function hkdf(key: Buffer, info: string, size = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), info, size));
}

function sortedJson(value: Readonly<Record<string, string | number>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** iv ‖ ciphertext ‖ tag under AES-256-GCM. Throws where anything is not as it was sealed. */
function open(key: Buffer, aad: Buffer, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

function unpad(padded: Buffer): Buffer {
  const length = padded.readUInt32BE(0);
  if (padded.length % 64 !== 0 || padded.subarray(4 + length).some((byte) => byte !== 0)) throw new Error('padding');
  return padded.subarray(4, 4 + length);
}

/** The key-encryption key that a master gives for its slot. */
function masterKek(master: string, { parameters }: FrozenSlot): Buffer {
  return argon2Sync('argon2id', {
    message: Buffer.from(master.normalize('NFKC')),
    nonce: Buffer.from(String(parameters['salt']), 'base64url'),
    parallelism: 1,
    tagLength: 32,
    memory: Number(parameters['memoryKib']),
    passes: Number(parameters['passes']),
  });
}

/** The key-encryption key that a printed recovery key gives. */
function recoveryKek(printed: string): Buffer {
  const digits = [...printed.replaceAll('-', '')].map((character) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'),
  );
  const bytes = Buffer.from((digits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return hkdf(bytes, 'castellan.slot.2/recovery');
}

/** The key-encryption key that a passkey's PRF output gives. */
function passkeyKek(prfOutput: string): Buffer {
  return hkdf(Buffer.from(prfOutput, 'base64url'), 'castellan.slot.2/passkey');
}

/** The key-encryption key of a device's own key and the server's share. */
function deviceKek(key: string, share: string, slotId: string): Buffer {
  const message = lp('castellan.slot.2/device', Buffer.from(share, 'base64url'), slotId);
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(message).digest();
}

/** What a slot wraps: the vault key, or a device slot's details root. */
function unwrap(userId: string, slot: FrozenSlot, kek: Buffer): Buffer {
  const [version, commitment = '', sealed = ''] = slot.wrapped.split('.');
  const aad = lp('castellan.slot.2', userId, slot.id, slot.kind, slot.key_id, sortedJson(slot.parameters));
  const expected = createHmac('sha256', hkdf(kek, 'castellan.slot.2/commit')).update(aad).digest();
  if (version !== 's2' || !timingSafeEqual(expected, Buffer.from(commitment, 'base64url'))) throw new Error('wrong key');
  return open(hkdf(kek, 'castellan.slot.2/wrap'), Buffer.concat([aad, expected]), sealed);
}

/** The keys below a vault key. */
function keysOf(vaultKey: Buffer) {
  const details = hkdf(vaultKey, 'castellan.vault.2/details');
  const secrets = hkdf(vaultKey, 'castellan.vault.2/secrets');
  return {
    ...detailsKeys(details),
    keyId: hkdf(vaultKey, 'castellan.vault.2/key-id', 16).toString('base64url'),
    entrySecrets: hkdf(secrets, 'castellan.vault.2/entry-secrets'),
    retired: hkdf(vaultKey, 'castellan.vault.2/retired'),
  };
}

/** The keys below a details root. */
function detailsKeys(root: Buffer) {
  return {
    entryDetails: hkdf(root, 'castellan.vault.2/entry-details'),
    icon: hkdf(root, 'castellan.vault.2/entry-icon'),
    manifest: hkdf(root, 'castellan.vault.2/manifest'),
    retiredDetails: hkdf(root, 'castellan.vault.2/retired-details'),
  };
}

/** One half of an entry. */
function openHalf(half: 'details' | 'secrets', key: Buffer, userId: string, row: FrozenRow): unknown {
  const [version, keyId = '', number = '', details = '', secrets = ''] = row.password_encrypted.split('.');
  if (version !== 'v2') throw new Error('version');
  const aad = lp('castellan.entry.2', half, userId, row.id, number, keyId);
  return JSON.parse(unpad(open(key, aad, half === 'details' ? details : secrets)).toString('utf8'));
}

/** An entry's icon. */
function openIcon(key: Buffer, userId: string, row: FrozenRow): Buffer {
  const [version, keyId = '', sealed = ''] = (row.icon ?? '').split('.');
  if (version !== 'i2') throw new Error('version');
  return unpad(open(key, lp('castellan.entry.2', 'icon', userId, row.id, keyId), sealed));
}

/** A part of the manifest: the head is part -1. */
function openPart(key: Buffer, userId: string, vaultId: string, { part, envelope }: FrozenPart): unknown {
  const [version, keyId = '', epoch = '', sealed = ''] = envelope.split('.');
  if (version !== 'm2') throw new Error('version');
  const aad = lp('castellan.manifest.2', part === -1 ? 'head' : 'shard', userId, vaultId, String(part), epoch, keyId);
  return JSON.parse(unpad(open(key, aad, sealed)).toString('utf8'));
}

/** A vault key that a rotation has retired. */
function openRetired(key: Buffer, userId: string, vaultId: string, oldKeyId: string, newKeyId: string, wrapped: string): Buffer {
  return open(key, lp('castellan.retired.2', userId, vaultId, oldKeyId, newKeyId), wrapped);
}

/** What the manifest keeps of a stored text. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** What the manifest's head keeps of a slot. */
function slotDigest(slot: FrozenSlot): string {
  return createHash('sha256')
    .update(lp(slot.kind, slot.key_id, sortedJson(slot.parameters), slot.wrapped))
    .digest('base64url');
}

/** The password in a row of version 1. */
function openVersionOne(master: string, text: string): string {
  const key = createHash('sha256').update(master).digest();
  return open(key, Buffer.alloc(0), text).toString('utf8');
}

const [bank, server] = frozenEntries;
const { history: _, ...present } = bank.secrets;
const secretsOfBank = { ...present, password: 'the second password' };

test('another program opens it from the description of the format alone', { timeout: 60_000 }, () => {
  const { userId, vault } = frozen;
  const find = (kind: string) => {
    const found = vault.snapshot.slots.find((item) => item.kind === kind);
    if (found === undefined) throw new Error(kind);
    return found;
  };
  const vaultKeys = [
    unwrap(userId, find('master'), masterKek(frozen.master, find('master'))),
    unwrap(userId, find('recovery'), recoveryKek(frozen.recoveryKey)),
    unwrap(userId, find('passkey'), passkeyKek(frozen.passkey.prfOutput)),
  ];
  const keys = vaultKeys.map((key) => keysOf(key));
  expect(keys[1]).toEqual(keys[0]);
  expect(keys[2]).toEqual(keys[0]);
  const [own] = keys;
  if (own === undefined) throw new Error('no keys');
  expect(own.keyId).toBe(find('master').key_id);
  const kek = deviceKek(frozen.device.key, frozen.device.share, frozen.device.slotId);
  expect(detailsKeys(unwrap(userId, find('device'), kek)).entryDetails).toEqual(own.entryDetails);

  const [first, second] = vault.rows;
  if (first === undefined || second === undefined) throw new Error('rows');
  expect(openHalf('details', own.entryDetails, userId, first)).toMatchObject({
    title: 'Bank',
    tags: bank.details.tags,
    hasTotp: true,
  });
  expect(openHalf('secrets', own.entrySecrets, userId, first)).toMatchObject(secretsOfBank);
  expect(openHalf('secrets', own.entrySecrets, userId, second)).toEqual(server.secrets);
  expect(openIcon(own.icon, userId, first).toString('base64url')).toBe(frozen.icon);
  expect(() => openHalf('secrets', own.entryDetails, userId, first)).toThrow();

  const head = z
    .object({
      shards: z.record(z.string(), z.object({ digest: z.string() })),
      slots: z.array(z.object({ id: z.string(), digest: z.string() })),
    })
    .parse(
      openPart(
        own.manifest,
        userId,
        vault.snapshot.vault_id,
        vault.snapshot.parts.find(({ part }) => part === -1) ?? { part: -1, envelope: '' },
      ),
    );
  for (const item of vault.snapshot.slots) expect(head.slots).toContainEqual({ id: item.id, digest: slotDigest(item) });
  for (const part of vault.snapshot.parts.filter((item) => item.part >= 0)) {
    expect(head.shards[String(part.part)]?.digest).toBe(digestOf(part.envelope));
    const shard = z
      .object({ items: z.array(z.object({ id: z.string(), digest: z.string() })) })
      .parse(openPart(own.manifest, userId, vault.snapshot.vault_id, part));
    for (const { id, digest } of shard.items)
      expect(digest).toBe(digestOf(vault.rows.find((item) => item.id === id)?.password_encrypted ?? ''));
  }
});

test('another program opens a retired key, and rows of version 1', { timeout: 60_000 }, () => {
  const { userId, rotating } = frozen;
  const [slot] = rotating.snapshot.slots;
  if (slot === undefined) throw new Error('slot');
  const present = keysOf(unwrap(userId, slot, masterKek(rotating.master, slot)));
  const headPart = rotating.snapshot.parts.find(({ part }) => part === -1) ?? { part: -1, envelope: '' };
  const head = z
    .object({ retired: z.array(z.object({ keyId: z.string(), wrapped: z.string() })) })
    .parse(openPart(present.manifest, userId, rotating.snapshot.vault_id, headPart));
  const [retired] = head.retired;
  if (retired === undefined) throw new Error('retired');
  const old = keysOf(openRetired(present.retired, userId, rotating.snapshot.vault_id, retired.keyId, present.keyId, retired.wrapped));
  expect(old.keyId).toBe(retired.keyId);
  const [first] = rotating.rows;
  if (first !== undefined) expect(openHalf('secrets', old.entrySecrets, userId, first)).toMatchObject(secretsOfBank);
  const [one] = frozenOne.rows;
  if (one !== undefined) expect(openVersionOne(frozenOne.master, one.row.password_encrypted)).toBe(one.password);
});

test('another program walks the history of heads to the chain that is sealed in the last', { timeout: 60_000 }, () => {
  const { userId, recoveryKey, vault } = frozenChained;
  const { slots, parts, vault_id: vaultId } = vault.snapshot;
  const slot = slots.find(({ kind }) => kind === 'recovery');
  const head = parts.find(({ part }) => part === -1);
  if (slot === undefined || head === undefined) throw new Error('no slot or head');
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');
  let chain = sha256(lp('castellan.chain.2', 'first', userId, vaultId));
  for (const [index, link] of vault.history.entries()) {
    const before = vault.history[index - 1];
    if (before !== undefined) chain = sha256(lp('castellan.chain.2', 'next', chain, before.digest));
    expect(link.chain).toBe(chain);
  }
  const { manifest } = keysOf(unwrap(userId, slot, recoveryKek(recoveryKey)));
  expect(openPart(manifest, userId, vaultId, head)).toMatchObject({ chain });
  expect(vault.history.at(-1)?.digest).toBe(digestOf(head.envelope));
});
