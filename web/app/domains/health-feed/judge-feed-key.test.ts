import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeFeedKey } from './judge-feed-key.ts';

// Few names, so that the published key is often among the pairs, and the vault's key among those that pairs were made under.
const name = fc.constantFrom('a', 'b', 'c');
const pairs = fc.array(fc.record({ public_key: name, vault_key: fc.option(name) }), { maxLength: 5 });

test('without a pair of its own a vault calls every published key exchanged, and none where nothing is published', () => {
  fc.assert(
    fc.property(name, pairs, fc.option(name, { nil: undefined }), (published, keys, present) => {
      const isThere = keys.some(({ public_key }) => public_key === published);
      expect(judgeFeedKey(published, keys, present) === 'exchanged').toBe(!isThere);
      expect(judgeFeedKey(null, keys, present)).toBe('none');
    }),
  );
});

test('a pair is the own one only if it was made under the present key of the vault, in whatever order the pairs come', () => {
  fc.assert(
    fc.property(name, pairs, name, (published, keys, present) => {
      const verdict = judgeFeedKey(published, keys, present);
      const isPresent = keys.some((pair) => pair.public_key === published && pair.vault_key === present);
      expect(verdict === 'own').toBe(isPresent);
      expect(judgeFeedKey(published, keys.toReversed(), present)).toBe(verdict);
      // A key that this device does not know ends no pair.
      expect(judgeFeedKey(published, keys, undefined)).toBe(verdict === 'former' ? 'own' : verdict);
    }),
  );
});
