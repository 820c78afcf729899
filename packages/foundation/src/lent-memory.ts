/** Bytes that WebCrypto takes: never a view on shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** What is larger is made for the one time, so that one huge text does not keep its memory for ever. */
const maxKept = 1_048_576;

let kept: Bytes = new Uint8Array(65_536);
let used = 0;

/**
 * Lends a task memory, all zero, and overwrites it as soon as the task has returned: the task must have read the bytes by then,
 * as WebCrypto's calls have (Web Cryptography §14.3, "get a copy of the bytes"). A task may borrow again inside.
 *
 * The same memory is lent again and again, because a platform call with fresh arrays costs half as much again as one with views
 * of memory that it has seen before, and tens of thousands of calls follow an unlock.
 */
export function lend<Outcome>(size: number, task: (memory: Bytes) => Outcome): Outcome {
  const from = used;
  const memory = roomFrom(from, size);
  if (memory.buffer === kept.buffer) used = from + size;
  try {
    return task(memory);
  } finally {
    memory.fill(0);
    used = from;
  }
}

function roomFrom(from: number, size: number): Bytes {
  // Grown only while nobody borrows from it.
  if (from === 0 && size > kept.byteLength && size <= maxKept) kept = new Uint8Array(size);
  return from + size <= kept.byteLength ? kept.subarray(from, from + size) : new Uint8Array(size);
}
