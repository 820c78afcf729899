import 'fake-indexeddb/auto';
import type { VaultPin } from '@castellan/vault-core/manifest/pin';
import type { SentState } from '@castellan/vault-core/manifest/sent-state';
import { expect, test } from 'vitest';
import { browserDeviceMemory } from './device-memory.ts';

const userId = '0b9c7f5e-6a0d-4b1e-9c55-0d6f1f3f2a11';
const vaultId = '7d3f5e0a-91c2-4b6e-8a44-2c5b9e7f1d02';

function pinAt(epoch: number, letter: string, seenAtMs = epoch): VaultPin {
  return { userId, vaultId, epoch, headDigest: letter.repeat(43), strongest: { memoryKib: 65_536, passes: 3 }, seenAtMs };
}

const stateAt = (epoch: number, letter: string, seenAtMs?: number): SentState => ({
  pin: pinAt(epoch, letter, seenAtMs),
  parts: new Map([
    [-1, `head ${letter}`],
    [3, 'shard'],
    [4, null],
  ]),
});

const digests = async () => (await browserDeviceMemory().sent()).map(({ pin }) => pin.headDigest[0]).sort();

test('what is sent outlives the page whole, beside the pin, until a later state is remembered; the owner’s choice ends all of it', async () => {
  const memory = browserDeviceMemory();
  await memory.keepPin(pinAt(5, 'a'), false);
  await memory.keepSent(stateAt(6, 'b'));
  await memory.keepSent(stateAt(6, 'c'));
  await memory.keepSent(stateAt(7, 'd'));
  expect(await browserDeviceMemory().sent()).toContainEqual(stateAt(6, 'b'));
  expect(await browserDeviceMemory().pins()).toEqual([pinAt(5, 'a')]);
  await memory.forgetSent(stateAt(6, 'c'));
  expect(await digests()).toEqual(['b', 'd']);
  await memory.keepPin(pinAt(5, 'a'), false);
  expect(await digests()).toEqual(['b', 'd']);
  await memory.keepPin(pinAt(6, 'b'), false);
  expect(await digests()).toEqual(['d']);
  await memory.keepPin(pinAt(2, 'e'), true);
  expect([await digests(), await memory.pins()]).toEqual([[], [pinAt(2, 'e')]]);
});

test('of many that were never answered the newest are kept, and none once the vault is forgotten', async () => {
  const memory = browserDeviceMemory();
  for (const [index, letter] of [...'abcdefghijkl'].entries()) await memory.keepSent(stateAt(9, letter, 100 - index));
  expect(await digests()).toEqual([...'abcdefgh']);
  await memory.forgetPin(userId);
  expect([await digests(), await memory.pins()]).toEqual([[], []]);
});
