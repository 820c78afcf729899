import { toBase64Url } from '@castellan/foundation/bytes';
import { expect, test } from 'vitest';
import {
  byMaster,
  codeOf,
  finishRotation,
  makeWorld,
  master,
  minCost,
  must,
  send,
  testPorts,
  unlock,
  type World,
} from '../../tests/vault-world.ts';
import { readManySecrets } from '../entries/read-entry.ts';
import type { OpenVault } from '../manifest/open-vault.ts';
import type { NewSlot } from './new-slot.ts';
import { beginRotation } from './rotate-vault-key.ts';

const bytes = (value: number, count = 32) => new Uint8Array(count).fill(value);

/** One passkey and what its authenticator gives for a salt: another 32 bytes for each. */
const passkey = (credentialId: string, salt: number) =>
  ({ kind: 'passkey', credentialId, prfSalt: toBase64Url(bytes(salt)), label: credentialId, prfOutput: bytes(salt) }) as const;

const old = passkey('ring', 7);
const left = passkey('laptop', 8);
const fresh = passkey('ring', 9);
const wanted = (...passkeys: readonly NewSlot[]): readonly NewSlot[] => [
  { kind: 'master', master, cost: minCost },
  { kind: 'recovery' },
  ...passkeys,
];
const present = ({ credentialId, prfOutput }: typeof old) => ({ kind: 'passkey', credentialId, prfOutput }) as const;

async function rotated(world: World, ...passkeys: readonly NewSlot[]): Promise<OpenVault> {
  return finishRotation(world, send(world.server, must(await beginRotation(world.ports, world.vault, byMaster, wanted(...passkeys)))));
}

test('a passkey that is kept opens every entry after a rotation, by a new slot; its old slot and those not kept are gone', async () => {
  const world = await makeWorld(3, 1, testPorts(1), [old, left]);
  const before = [...world.server.slots.values()];
  await rotated(world, fresh);
  const after = [...world.server.slots.values()];
  expect(after.filter(({ id }) => before.some((slot) => slot.id === id))).toEqual([]);
  expect(after.map(({ kind }) => kind).sort()).toEqual(['master', 'passkey', 'recovery']);
  const vault = must(await unlock(world, present(fresh)));
  expect(vault.findings).toEqual([]);
  expect((await readManySecrets(world.ports, vault, world.server.select())).filter(({ ok }) => ok)).toHaveLength(3);
  expect(codeOf(await unlock(world, present(left)))).toBe('no_slot');
});

test('what the passkey gave before opens nothing new, neither by the new slot nor by the old one put back', async () => {
  const world = await makeWorld(1, 1, testPorts(1), [old]);
  const before = [...world.server.slots.values()].filter(({ kind }) => kind === 'passkey');
  await rotated(world, fresh);
  expect(codeOf(await unlock(world, present(old)))).toBe('wrong_key');
  for (const slot of [...world.server.slots.values()]) if (slot.kind === 'passkey') world.server.slots.delete(slot.id);
  for (const slot of before) world.server.slots.set(slot.id, slot);
  expect(codeOf(await unlock(world, present(old)))).toBe('key_superseded');
});

test('a rotation refuses a passkey under a salt that the vault has now, whichever passkey that was of, and writes nothing', async () => {
  const world = await makeWorld(1, 1, testPorts(1), [old, left]);
  expect(codeOf(await beginRotation(world.ports, world.vault, byMaster, wanted(old)))).toBe('salt_reused');
  expect(codeOf(await beginRotation(world.ports, world.vault, byMaster, wanted({ ...fresh, prfSalt: left.prfSalt })))).toBe('salt_reused');
  expect(codeOf(await unlock(world, present(old)))).toBe('ok');
});
