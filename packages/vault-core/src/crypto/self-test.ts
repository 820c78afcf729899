import { concatBytes, equalBytes, utf8 } from '@castellan/foundation/bytes';
import type { Bytes, VaultPorts } from '../ports.ts';
import { selfTestArgon2id } from './argon2id.ts';
import { checkPublishedVectors } from './published-vectors.ts';
import { deriveBytes, importRoot, openBytes, sealBytes } from './sealing.ts';

/** One known answer asked of this device. */
export type SelfTestOutcome = { readonly name: string; readonly source: string; readonly passed: boolean; readonly milliseconds: number };

function hex(text: string): Bytes {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

const gcm = {
  key: hex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'),
  iv: hex('cafebabefacedbaddecaf888'),
  plain: hex('d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39'),
  aad: hex('feedfacedeadbeeffeedfacedeadbeefabaddad2'),
  sealed: hex(
    '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
  ),
};

type Known = { readonly name: string; readonly source: string; readonly run: (ports: VaultPorts) => Promise<boolean> };

const known: readonly Known[] = [
  {
    name: 'SHA-256',
    source: 'FIPS 180-4, example "abc"',
    run: async ({ crypto }) =>
      equalBytes(
        new Uint8Array(await crypto.digest('SHA-256', utf8('abc'))),
        hex('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'),
      ),
  },
  {
    name: 'HMAC-SHA-256',
    source: 'RFC 4231 §4.2',
    run: async ({ crypto }) => {
      // The vault's own keys are 32 bytes: the vector's 20 are filled up with zeros, which HMAC does itself (RFC 2104 §2).
      const key = await crypto.importKey(
        'raw',
        concatBytes(new Uint8Array(20).fill(0x0b), new Uint8Array(12)),
        { name: 'HMAC', hash: 'SHA-256', length: 256 },
        false,
        ['sign'],
      );
      const mac = new Uint8Array(await crypto.sign('HMAC', key, utf8('Hi There')));
      return equalBytes(mac, hex('b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'));
    },
  },
  {
    name: 'HKDF-SHA-256',
    source: 'RFC 5869 A.3',
    run: async ({ crypto }) => {
      const root = await importRoot(crypto, new Uint8Array(22).fill(0x0b));
      const okm = hex('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8');
      return equalBytes(await deriveBytes(crypto, root, '', 42), okm);
    },
  },
  {
    name: 'AES-256-GCM',
    source: 'McGrew and Viega, The Galois/Counter Mode of Operation, test case 16',
    run: async (ports) => {
      const key = await ports.crypto.importKey('raw', gcm.key, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
      const sealed = await sealBytes({ ...ports, randomBytes: () => gcm.iv }, key, gcm.aad, gcm.plain);
      if (!equalBytes(sealed, concatBytes(gcm.iv, gcm.sealed))) return false;
      const opened = await openBytes(ports.crypto, key, gcm.aad, sealed);
      return opened !== undefined && equalBytes(opened, gcm.plain);
    },
  },
  {
    name: 'AES-256-GCM refuses a changed byte',
    source: 'the same, with its last byte changed',
    run: async ({ crypto }) => {
      const key = await crypto.importKey('raw', gcm.key, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
      const sealed = concatBytes(gcm.iv, gcm.sealed.subarray(0, -1), Uint8Array.of(0));
      return (await openBytes(crypto, key, gcm.aad, sealed)) === undefined;
    },
  },
  {
    name: 'Argon2id',
    source: 'answers on which libsodium, hash-wasm and OpenSSL agree',
    run: ({ argon2id }) => selfTestArgon2id(argon2id),
  },
];

/** Asks this device for answers that are known, the very way the vault asks it. An implementation that throws has failed. */
export async function runSelfTest(ports: VaultPorts): Promise<SelfTestOutcome[]> {
  const outcomes: SelfTestOutcome[] = [];
  for (const { name, source, run } of known) {
    const start = ports.clock.nowMs();
    const passed = await run(ports).catch(() => false);
    outcomes.push({ name, source, passed, milliseconds: ports.clock.nowMs() - start });
  }
  for (const { name, source, wrong, milliseconds } of await checkPublishedVectors(ports)) {
    outcomes.push({ name, source, passed: wrong.length === 0, milliseconds });
  }
  return outcomes;
}
