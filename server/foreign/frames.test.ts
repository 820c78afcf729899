import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../tests/support/cpu-time.ts';
import { createFrameReader, type Frame, writeFrame } from './frames.ts';

const limits = { maxJsonBytes: 1000, maxBytes: 1000 };

test('frames come out as they went in, however a pipe cuts them', () => {
  const frames = fc.array(fc.record({ message: fc.jsonValue({ maxDepth: 2 }), bytes: fc.uint8Array({ maxLength: 300 }) }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }), (given, cuts) => {
      const all = Buffer.concat(given.flatMap(({ message, bytes }) => [...writeFrame(message, new Uint8Array(bytes))]));
      const taken: Frame[] = [];
      const take = createFrameReader({ maxJsonBytes: 100_000, maxBytes: 300 }, (frame) => taken.push(frame));
      for (let at = 0, turn = 0; at < all.length; turn += 1) {
        const end = at + (cuts[turn % cuts.length] ?? 1);
        take(all.subarray(at, end));
        at = end;
      }
      expect(taken.map(({ message, bytes }) => ({ message, bytes: [...bytes] }))).toEqual(
        given.map(({ message, bytes }) => ({ message: JSON.parse(JSON.stringify(message)) as unknown, bytes: [...bytes] })),
      );
    }),
  );
});

test('a message that says it is too long is refused by its head, before anything of it is kept', () => {
  const take = createFrameReader(limits, () => {});
  const head = Buffer.alloc(8);
  head.writeUInt32BE(1001, 0);
  expect(() => take(head)).toThrow('longer than it may be');
  const other = createFrameReader(limits, () => {});
  expect(() => other(Buffer.concat(writeFrame(null, new Uint8Array(1001))).subarray(0, 8))).toThrow('longer than it may be');
});

test('what is no JSON is refused', () => {
  const take = createFrameReader(limits, () => {});
  expect(() => take(Buffer.concat([Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]), Buffer.from('{]')]))).toThrow();
});

test('what is longer than its reader takes is not written', () => {
  expect(() => writeFrame('x'.repeat(2000), undefined, limits)).toThrow('longer than it may be');
  expect(() => writeFrame(null, new Uint8Array(1001), limits)).toThrow('longer than it may be');
});

test('a megabyte of the shortest frames costs time in proportion to them', () => {
  const one = Buffer.concat(writeFrame({ kind: 'beat' }));
  const many = Buffer.concat(Array.from({ length: 40_000 }, () => one));
  let taken = 0;
  const take = createFrameReader(limits, () => {
    taken += 1;
  });
  const before = cpuNowMs();
  take(many);
  expect(taken).toBe(40_000);
  expect(cpuNowMs() - before).toBeLessThan(250);
});
