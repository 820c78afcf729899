/**
 * Opens a complete backup from the description in docs/vault-security.md and the age format (age-encryption.org/v1) alone: with
 * Node's own crypto and nothing of the product, so that a reader who has the file and a master needs neither our server nor our code.
 */
import { argon2Sync, createDecipheriv, createHmac, hkdfSync, scryptSync, timingSafeEqual } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeBackup } from '../src/backup/make-backup.ts';
import { argon2idOfLibsodium } from '../src/crypto/argon2id-libsodium.ts';
import { gathered, inPieces, someBytes } from './backup-world.ts';
import { makeWorld, master, minCost, must, testPorts } from './vault-world.ts';

type Stanza = { readonly args: readonly string[]; readonly body: Buffer };

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

const hkdf = (key: Buffer, info: string, size = 32, salt: Buffer = Buffer.alloc(0)) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, size));
const sortedJson = (value: Readonly<Record<string, string | number>>) =>
  JSON.stringify(Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))));

function openGcm(key: Buffer, aad: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

function openChaCha(key: Buffer, nonce: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
}

/** The header's stanzas, what its code is over, the code, and where the payload begins. */
function readHeader(file: Buffer) {
  const stanzas: { args: string[]; body: string }[] = [];
  let at = 0;
  const line = () => {
    const end = file.indexOf(10, at);
    const text = file.subarray(at, end).toString('latin1');
    at = end + 1;
    return text;
  };
  expect(line()).toBe('age-encryption.org/v1');
  for (let text = line(); ; text = line()) {
    if (text.startsWith('--- ')) {
      const covered = file.subarray(0, at - 1 - text.length + 3);
      const read = stanzas.map(({ args, body }): Stanza => ({ args, body: Buffer.from(body, 'base64') }));
      return { stanzas: read, covered, code: Buffer.from(text.slice(4), 'base64'), start: at };
    }
    if (text.startsWith('-> ')) stanzas.push({ args: text.slice(3).split(' '), body: '' });
    else stanzas[stanzas.length - 1] = { args: stanzas.at(-1)?.args ?? [], body: `${stanzas.at(-1)?.body ?? ''}${text}` };
  }
}

function readPayload(file: Buffer, fileKey: Buffer): Buffer {
  const { covered, code, start } = readHeader(file);
  const expected = createHmac('sha256', hkdf(fileKey, 'header')).update(covered).digest();
  expect(timingSafeEqual(expected, code)).toBe(true);
  const key = hkdf(fileKey, 'payload', 32, file.subarray(start, start + 16));
  const chunks: Buffer[] = [];
  const sealedBytes = 65_536 + 16;
  const payload = file.subarray(start + 16);
  for (let index = 0; index * sealedBytes < payload.length; index += 1) {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(index, 7);
    const isLast = (index + 1) * sealedBytes >= payload.length;
    nonce[11] = isLast ? 1 : 0;
    chunks.push(openChaCha(key, nonce, payload.subarray(index * sealedBytes, (index + 1) * sealedBytes)));
  }
  return Buffer.concat(chunks);
}

/** The file key by a master: slot, vault key, backup key. */
function fileKeyByMaster(file: Buffer, typed: string): Buffer {
  const { stanzas } = readHeader(file);
  const slot = stanzas.find(({ args }) => args[0] === 'castellan.backup.1/slot' && args[1] === 'master');
  const wrapping = stanzas.find(({ args }) => args[0] === 'castellan.backup.1/key');
  const [, kind = '', slotId = '', slotKeyId = ''] = slot?.args ?? [];
  const [, userId = '', vaultId = '', keyId = ''] = wrapping?.args ?? [];
  expect(slotKeyId).toBe(keyId);
  const { parameters, wrapped } = JSON.parse(slot?.body.toString() ?? '{}');
  const kek = argon2Sync('argon2id', {
    message: Buffer.from(typed.normalize('NFKC')),
    nonce: Buffer.from(parameters.salt, 'base64url'),
    parallelism: 1,
    tagLength: 32,
    memory: parameters.memoryKib,
    passes: parameters.passes,
  });
  const [version, commitment = '', sealed = ''] = wrapped.split('.');
  expect(version).toBe('s2');
  const aad = lp('castellan.slot.2', userId, slotId, kind, slotKeyId, sortedJson(parameters));
  const commits = createHmac('sha256', hkdf(kek, 'castellan.slot.2/commit')).update(aad).digest();
  expect(timingSafeEqual(commits, Buffer.from(commitment, 'base64url'))).toBe(true);
  const vaultKey = openGcm(hkdf(kek, 'castellan.slot.2/wrap'), Buffer.concat([aad, commits]), Buffer.from(sealed, 'base64url'));
  expect(hkdf(vaultKey, 'castellan.vault.2/key-id', 16).toString('base64url')).toBe(keyId);
  const backupKey = hkdf(vaultKey, 'castellan.vault.2/backup');
  return openGcm(backupKey, lp('castellan.backup.1', userId, vaultId, keyId), wrapping?.body ?? Buffer.alloc(0));
}

/** The file key by a passphrase (age's own scrypt stanza). */
function fileKeyByPassphrase(file: Buffer, passphrase: string): Buffer {
  const [stanza, ...others] = readHeader(file).stanzas;
  expect(others).toEqual([]);
  const [type, salt = '', logN = ''] = stanza?.args ?? [];
  expect(type).toBe('scrypt');
  const N = 2 ** Number(logN);
  const label = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), Buffer.from(salt, 'base64')]);
  const key = scryptSync(passphrase, label, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 });
  return openChaCha(key, Buffer.alloc(12), stanza?.body ?? Buffer.alloc(0));
}

const tools = { isWeak: () => false, scryptLogN: 10 };
const payload = someBytes(150_000);

test('a backup opens by its description alone: from the master to the last byte', { timeout: 60_000 }, async () => {
  const world = await makeWorld(1, 1, testPorts(1, argon2idOfLibsodium));
  const made = must(await makeBackup(world.ports, tools, world.vault, { kind: 'master', master }, { kind: 'keys' }));
  const file = Buffer.from(await gathered(made.encrypt(inPieces(payload))));
  expect(readPayload(file, fileKeyByMaster(file, master)).equals(payload)).toBe(true);
});

test('a backup under a passphrase opens by the age format alone', async () => {
  const world = await makeWorld();
  const passphrase = 'unhinged-marbled-outsider-gallon-thrash-clover';
  const way = { kind: 'passphrase', passphrase, cost: minCost } as const;
  const made = must(await makeBackup(world.ports, tools, world.vault, { kind: 'master', master }, way));
  const file = Buffer.from(await gathered(made.encrypt(inPieces(payload))));
  expect(readPayload(file, fileKeyByPassphrase(file, passphrase)).equals(payload)).toBe(true);
});
