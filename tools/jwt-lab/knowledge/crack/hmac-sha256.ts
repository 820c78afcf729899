import { concatBytes, utf8Into } from '../text-bytes.ts';

/** The round constants of SHA-256 (FIPS 180-4 §4.2.2), eight of them a line. */
// biome-ignore format: a table
const constants = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

const start = Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
const blockBytes = 64;

/**
 * Tells whether a secret makes a given HMAC-SHA-256 of `signed`. Made for guessing: what is the same for every guess is prepared once, and a
 * guess calls nothing outside. Several times as fast as a general hash, which is why it is written out here; for nothing but guessing.
 */
export function createSha256Guess(signed: Uint8Array, signature: Uint8Array): (secret: string | Uint8Array) => boolean {
  if (signature.length !== 32) return () => false;
  const message = padded(signed, blockBytes + signed.length);
  const wanted = wordsOf(signature);
  const key = new Uint8Array(blockBytes);
  const [innerKey, outerKey, outerMessage] = [new Int32Array(16), new Int32Array(16), new Int32Array(16)];
  const [inner, outer] = [new Int32Array(8), new Int32Array(8)];
  outerMessage[8] = 0x80000000;
  outerMessage[15] = (blockBytes + 32) * 8;
  return (secret) => {
    fillKey(key, secret);
    for (let at = 0; at < 16; at += 1) {
      const word = wordAt(key, at * 4);
      innerKey[at] = word ^ 0x36363636;
      outerKey[at] = word ^ 0x5c5c5c5c;
    }
    inner.set(start);
    compress(inner, innerKey, 0);
    for (let at = 0; at < message.length; at += 16) compress(inner, message, at);
    outerMessage.set(inner);
    outer.set(start);
    compress(outer, outerKey, 0);
    compress(outer, outerMessage, 0);
    for (let at = 0; at < 8; at += 1) if (outer[at] !== wanted[at]) return false;
    return true;
  };
}

/** The key of RFC 2104: filled up with zeros, or hashed where it is longer than a block. */
function fillKey(key: Uint8Array, secret: string | Uint8Array): void {
  key.fill(0);
  if (typeof secret === 'string') {
    const { read, written } = utf8Into(secret, key);
    if (read === secret.length) return;
    key.fill(0, 0, written);
    const whole = new Uint8Array(secret.length * 3);
    fillKey(key, whole.subarray(0, utf8Into(secret, whole).written));
  } else if (secret.length <= blockBytes) key.set(secret);
  else {
    const state = Int32Array.from(start);
    const message = padded(secret, secret.length);
    for (let at = 0; at < message.length; at += 16) compress(state, message, at);
    for (const [at, word] of state.entries()) for (let byte = 0; byte < 4; byte += 1) key[at * 4 + byte] = word >>> (24 - 8 * byte);
  }
}

/** Blocks of a message with its padding (FIPS 180-4 §5.1.1). `totalBytes`: with what was hashed before it. */
function padded(bytes: Uint8Array, totalBytes: number): Int32Array {
  const rest = (bytes.length + 9) % blockBytes;
  const padding = new Uint8Array(9 + (rest === 0 ? 0 : blockBytes - rest));
  padding[0] = 0x80;
  const bits = totalBytes * 8;
  for (let byte = 0; byte < 4; byte += 1) padding[padding.length - 1 - byte] = bits >>> (8 * byte);
  return wordsOf(concatBytes(bytes, padding));
}

function wordsOf(bytes: Uint8Array): Int32Array {
  return Int32Array.from({ length: bytes.length / 4 }, (_, at) => wordAt(bytes, at * 4));
}

function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
}

const schedule = new Int32Array(64);

/** One block into the state (FIPS 180-4 §6.2.2). */
function compress(state: Int32Array, blocks: Int32Array, from: number): void {
  for (let at = 0; at < 16; at += 1) schedule[at] = blocks[from + at] as number;
  for (let at = 16; at < 64; at += 1) {
    const near = schedule[at - 2] as number;
    const far = schedule[at - 15] as number;
    const one = ((near >>> 17) | (near << 15)) ^ ((near >>> 19) | (near << 13)) ^ (near >>> 10);
    const zero = ((far >>> 7) | (far << 25)) ^ ((far >>> 18) | (far << 14)) ^ (far >>> 3);
    schedule[at] = (schedule[at - 16] as number) + (schedule[at - 7] as number) + one + zero;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let at = 0; at < 64; at += 1) {
    const one = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const mixed = (h + one + ((e & f) ^ (~e & g)) + (constants[at] as number) + (schedule[at] as number)) | 0;
    const zero = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const other = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + mixed) | 0;
    d = c;
    c = b;
    b = a;
    a = (mixed + other) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}
