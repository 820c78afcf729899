import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { hashOf, type Release, writeRelease } from './release.ts';

/** A release with a shell and one script. @internal */
export function releaseOf(some: Partial<Release> = {}): Release {
  return {
    format: 1,
    version: 7,
    name: '0.1.0',
    commit: null,
    shell: '/dashboard',
    routes: ['/dashboard', '/tasks'],
    files: { '/dashboard': hashOf(utf8ToBytes('shell')), '/assets/a.js': hashOf(utf8ToBytes('a')) },
    policies: { page: "default-src 'none'", worker: 'w', 'wasm-worker': 'x', 'service-worker': 's' },
    ...some,
  };
}

/** Bytes of a release. @internal */
export function bytesOfRelease(some: Partial<Release> = {}): Uint8Array<ArrayBuffer> {
  return writeRelease(releaseOf(some));
}

/** A minisign key pair from a seed of one number, and its signing. @internal */
export function keyPairOf(seed: number) {
  const secret = new Uint8Array(32).fill(seed);
  const id = new Uint8Array(8).fill(seed);
  const line = base64.encode(concatBytes(utf8ToBytes('Ed'), id, ed25519.getPublicKey(secret)));
  const sign = (bytes: Uint8Array, comment = 'version 7') => {
    const signature = ed25519.sign(blake2b(bytes, { dkLen: 64 }), secret);
    const whole = ed25519.sign(concatBytes(signature, utf8ToBytes(comment)), secret);
    const first = base64.encode(concatBytes(utf8ToBytes('ED'), id, signature));
    return `untrusted comment: signature\n${first}\ntrusted comment: ${comment}\n${base64.encode(whole)}\n`;
  };
  return { line, sign };
}
