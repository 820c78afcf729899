import { expect, test } from 'vitest';
import { pinOf } from './capture-pin.ts';

test('a pin is another one for every owner, vault and key, and begins with its owner', () => {
  const key = { userId: 'owner', vaultId: 'vault', keyId: 'k', publicKey: 'BPoint', sealedPrivate: 's' };
  const others = [{ userId: 'o' }, { vaultId: 'v' }, { publicKey: 'B' }].map((change) => pinOf({ ...key, ...change }));
  expect(new Set([pinOf(key), ...others]).size).toBe(4);
  expect(pinOf(key)).toBe('owner vault BPoint');
  // Another half under another key of the vault is the same pair.
  expect(pinOf({ ...key, keyId: 'next', sealedPrivate: 'again' })).toBe(pinOf(key));
});
