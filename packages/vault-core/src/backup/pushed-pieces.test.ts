import { concatBytes } from '@castellan/foundation/bytes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gathered, someBytes } from '../../tests/backup-world.ts';
import type { Bytes } from '../ports.ts';
import { pushedPieces } from './pushed-pieces.ts';

async function* plain(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  for await (const piece of pieces) yield Uint8Array.from(piece);
}

test('whatever is pushed comes out in its order, and all of it with the last piece', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 12 }), async (pieces) => {
      const pushed = pushedPieces(plain);
      const out: Bytes[] = [];
      for (const [index, piece] of pieces.entries()) out.push(await pushed.push(piece, index === pieces.length - 1));
      expect(concatBytes(...out)).toEqual(concatBytes(...pieces));
    }),
  );
});

test('what goes wrong is told to whoever pushes, at the piece or at the end', async () => {
  const failing = pushedPieces(async function* (pieces) {
    for await (const piece of pieces) if (piece.length > 3) throw new RangeError('long');
    yield* [];
  });
  expect(await failing.push(someBytes(2), false)).toEqual(new Uint8Array(0));
  await expect(failing.push(someBytes(4), false)).rejects.toThrow(RangeError);
  const atEnd = pushedPieces(async function* (pieces) {
    await gathered(pieces);
    yield* [];
    throw new RangeError('short');
  });
  await expect(atEnd.push(someBytes(4), true)).rejects.toThrow(RangeError);
});

test('no more than one piece waits', async () => {
  let taken = 0;
  const counting = pushedPieces(async function* (pieces) {
    for await (const piece of pieces) {
      taken += piece.length;
      yield Uint8Array.from(piece);
    }
  });
  for (let pushed = 1; pushed < 20; pushed += 1) {
    await counting.push(someBytes(1), false);
    expect(taken).toBe(pushed);
  }
});
