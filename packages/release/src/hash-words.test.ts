import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashWords } from './hash-words.ts';

test('a hash is six words, and hashes that differ in their first 77 bits have other words', () => {
  const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(sixteen, fc.nat(8), (hash, at) => {
      const words = hashWords(hash);
      expect(words).toHaveLength(6);
      const changed = Uint8Array.from(hash);
      changed[15 - at] = (changed[15 - at] ?? 0) ^ 1;
      expect(hashWords(changed)).not.toEqual(words);
    }),
  );
});

test('the words of a hash stay the same for ever: people wrote them down', () => {
  expect(hashWords(new Uint8Array(32)).join(' ')).toBe('abacus abacus abacus abacus abacus abacus');
  expect(hashWords(Uint8Array.from({ length: 32 }, (_, at) => at)).join(' ')).toMatchInlineSnapshot(
    `"fastness dock ladylike postbox goes grimace"`,
  );
});
