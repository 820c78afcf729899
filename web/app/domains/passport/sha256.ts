const roundConstants = new Uint32Array(64);
const initialState = new Uint32Array(8);
fillConstants();

const blockBytes = 64;

/** A digest that is fed piece by piece. */
export type Sha256 = {
  readonly update: (bytes: Uint8Array) => void;
  /** Lower-case hexadecimal of everything fed so far; nothing may be fed afterwards. */
  readonly digest: () => string;
};

/**
 * SHA-256 of a stream of any length, in constant memory (FIPS 180-4 §6.2). The browser's own digest wants the whole at once, and
 * is not there on plain http. For checksums: it takes no care to hide what it hashes from who measures time.
 */
export function createSha256(): Sha256 {
  const state = Uint32Array.from(initialState);
  const schedule = new Uint32Array(64);
  const pending = new Uint8Array(blockBytes);
  let pendingBytes = 0;
  let totalBytes = 0;

  const update = (bytes: Uint8Array) => {
    totalBytes += bytes.length;
    let at = 0;
    if (pendingBytes > 0) {
      at = Math.min(blockBytes - pendingBytes, bytes.length);
      pending.set(bytes.subarray(0, at), pendingBytes);
      pendingBytes += at;
      if (pendingBytes < blockBytes) return;
      compress(state, schedule, pending, 0);
      pendingBytes = 0;
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) compress(state, schedule, bytes, at);
    pending.set(bytes.subarray(at));
    pendingBytes = bytes.length - at;
  };

  return {
    update,
    digest: () => {
      const bits = totalBytes * 8;
      const padding = new Uint8Array((pendingBytes < 56 ? 64 : 128) - pendingBytes);
      padding[0] = 0x80;
      const length = new DataView(padding.buffer, padding.length - 8);
      length.setUint32(0, Math.floor(bits / 2 ** 32));
      length.setUint32(4, bits % 2 ** 32);
      update(padding);
      return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
    },
  };
}

function compress(state: Uint32Array, schedule: Uint32Array, bytes: Uint8Array, at: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, blockBytes);
  for (let step = 0; step < 16; step += 1) schedule[step] = view.getUint32(step * 4);
  for (let step = 16; step < 64; step += 1) {
    const far = word(schedule, step - 15);
    const near = word(schedule, step - 2);
    const small0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const small1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    schedule[step] = word(schedule, step - 16) + small0 + word(schedule, step - 7) + small1;
  }
  let a = word(state, 0);
  let b = word(state, 1);
  let c = word(state, 2);
  let d = word(state, 3);
  let e = word(state, 4);
  let f = word(state, 5);
  let g = word(state, 6);
  let h = word(state, 7);
  for (let step = 0; step < 64; step += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + big1 + choice + word(roundConstants, step) + word(schedule, step)) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + big0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = word(state, index) + value;
  });
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
function fillConstants(): void {
  let found = 0;
  for (let candidate = 2; found < 64; candidate += 1) {
    if (!isPrime(candidate)) continue;
    if (found < 8) initialState[found] = fraction(Math.sqrt(candidate));
    roundConstants[found] = fraction(Math.cbrt(candidate));
    found += 1;
  }
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) return false;
  return true;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}
