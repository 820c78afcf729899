import { archiveCryptoOf, type SubtlePart } from '@castellan/vault-core/export/archive-crypto';

/** The platform's cryptography takes no view on shared memory: what is handed over is copied. */
const subtle: SubtlePart<CryptoKey> = {
  digest: (algorithm, data) => crypto.subtle.digest(algorithm, Uint8Array.from(data)),
  importKey: (format, key, algorithm, extractable, usages) =>
    crypto.subtle.importKey(format, Uint8Array.from(key), algorithm, extractable, usages),
  sign: (algorithm, key, data) => crypto.subtle.sign(algorithm, key, Uint8Array.from(data)),
  deriveBits: ({ salt, ...algorithm }, key, bits) => crypto.subtle.deriveBits({ ...algorithm, salt: Uint8Array.from(salt) }, key, bits),
  encrypt: (cipher, key, data) => crypto.subtle.encrypt(owned(cipher), key, Uint8Array.from(data)),
  decrypt: (cipher, key, data) => crypto.subtle.decrypt(owned(cipher), key, Uint8Array.from(data)),
};

function owned({ name, iv, additionalData }: { readonly name: string; readonly iv: Uint8Array; readonly additionalData?: Uint8Array }) {
  const cipher = { name, iv: Uint8Array.from(iv) };
  return additionalData === undefined ? cipher : { ...cipher, additionalData: Uint8Array.from(additionalData) };
}

/** The cryptography of files that leave and come, over the platform's own. */
export const platformArchive = archiveCryptoOf(subtle);
