import { utf8 } from '@castellan/foundation/bytes';
import { frame } from '@castellan/foundation/framing';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Result } from '@castellan/foundation/result';
import { argon2idOfLibsodium } from '../src/crypto/argon2id-libsodium.ts';
import { type EntryEdit, saveEdits } from '../src/entries/edit-entries.ts';
import type { Entry, EntryDetails, EntrySecrets } from '../src/entries/entry.ts';
import type { Commit } from '../src/manifest/change.ts';
import type { OpenVault } from '../src/manifest/open-vault.ts';
import type { VaultPin } from '../src/manifest/pin.ts';
import type { VaultRow } from '../src/manifest/vault-row.ts';
import type { Argon2id, VaultPorts } from '../src/ports.ts';
import { createVault } from '../src/slots/create-vault.ts';
import type { NewSlot } from '../src/slots/new-slot.ts';
import { nextRotationStep } from '../src/slots/rotate-vault-key.ts';
import type { SlotSecret } from '../src/slots/slot-secret.ts';
import { openVault } from '../src/slots/unlock.ts';
import { SimulatedServer } from './simulated-server.ts';

export const userId = '0b9c7f5e-6a0d-4b1e-9c55-0d6f1f3f2a11';
export const master = 'kestrel over the north tower';
export const byMaster = { kind: 'master', master } as const;
export const startMs = Date.UTC(2026, 0, 2, 3, 4, 5);
export const minCost = { memoryKib: 65_536, passes: 3 } as const;

/** What must be there: a test that goes on without it would prove nothing. */
export function must<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(`unexpected failure: ${result.failure.code}`);
}

/** The failure's code, or `ok`. */
export function codeOf(result: Result<unknown, { readonly code: string }>): string {
  return result.ok ? 'ok' : result.failure.code;
}

/** Bytes that look random and are the same in each run (xorshift32). */
export function seededBytes(seed: number): RandomBytes {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      state >>>= 0;
      return (state >>> 11) & 255;
    });
}

/**
 * Argon2id by libsodium for its known answers, and SHA-256 of all its inputs in place of costly derivations: most tests make
 * dozens of vaults and are not about the derivation. Those that are use libsodium throughout.
 */
export const quickArgon2id: Argon2id = async (password, salt, cost) => {
  if (cost.memoryKib < 2_048) return argon2idOfLibsodium(password, salt, cost);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', frame(password, salt, utf8(`${cost.memoryKib}.${cost.passes}`))));
};

/** Ports over Node's WebCrypto with a clock that a test sets. */
export function testPorts(
  seed = 1,
  argon2id: Argon2id = quickArgon2id,
): VaultPorts & { readonly clock: { now: number; nowMs: () => number } } {
  const clock = { now: startMs, nowMs: () => clock.now };
  return { crypto: crypto.subtle, randomBytes: seededBytes(seed), clock, argon2id };
}

/** A UUID made of a number; its first byte, and so its shard, follows the number. */
export function entryId(number: number): string {
  const hex = number.toString(16).padStart(12, '0');
  return `${(number % 256).toString(16).padStart(2, '0')}abcdef-0000-4000-8000-${hex}`;
}

/** An entry with some content of its own. */
export function sampleEntry(title: string, details: Partial<EntryDetails> = {}, secrets: Partial<EntrySecrets> = {}): Entry {
  const date = new Date(startMs).toISOString();
  const dates = { createdAt: date, updatedAt: date, passwordChangedAt: date, expiresAt: null, trashedAt: null };
  return {
    details: {
      kind: 'login',
      title,
      username: 'ada',
      url: `https://${title}.example`,
      category: 'work',
      favorite: false,
      tags: ['one'],
      ...dates,
      canary: false,
      hasTotp: false,
      ...details,
    },
    secrets: {
      password: `secret of ${title}`,
      notes: 'a note',
      totp: '',
      fields: [{ name: 'PIN', value: '1234', hidden: true }],
      history: [],
      ...secrets,
    },
  };
}

/** A vault on a simulated server, open. */
export type World = {
  readonly ports: ReturnType<typeof testPorts>;
  readonly server: SimulatedServer;
  vault: OpenVault;
  readonly recoveryKey: string;
};

let changes = 0;

/** Sends a commit as the client does; a conflict is an error here. */
export function send(server: SimulatedServer, commit: Commit): OpenVault {
  changes += 1;
  const answer = server.writeVault(commit.expectedEpoch, `change ${changes}`, commit.change);
  if ('conflict' in answer) throw new Error(`conflict at ${answer.epoch}`);
  return commit.next;
}

/** A vault with a master, a recovery key and so many entries, made the way the client makes it. */
export async function makeWorld(entries = 0, seed = 1, ports = testPorts(seed), more: readonly NewSlot[] = []): Promise<World> {
  const server = new SimulatedServer();
  const created = must(await createVault(ports, userId, [{ kind: 'master', master, cost: minCost }, { kind: 'recovery' }, ...more]));
  server.createVault(created.creation);
  const world: World = { ports, server, vault: created.next, recoveryKey: created.recoveryKey ?? '' };
  if (entries > 0)
    await edit(
      world,
      Array.from({ length: entries }, (_, index) => ({ kind: 'add', id: entryId(index + 1), entry: sampleEntry(`site${index + 1}`) })),
    );
  return world;
}

/** Saves edits and goes on from there. */
export async function edit(world: World, edits: readonly EntryEdit[]): Promise<void> {
  world.vault = send(world.server, must(await saveEdits(world.ports, world.vault, edits)));
}

/** The row of an entry as the server has it. */
export function rowOf(world: World, id: string): VaultRow {
  const row = world.server.select().find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error('no such row');
  return row;
}

/** Opens what the server shows, as after a restart of the client; one with a pin has seen the vault before. */
export function unlock(
  world: Pick<World, 'ports' | 'server'>,
  secret: SlotSecret = byMaster,
  pin?: VaultPin,
): Promise<Result<OpenVault, { readonly code: string }>> {
  return openVault(world.ports, userId, world.server.snapshot(), pin, secret);
}

/** Seals everything under the new key of a rotation that has begun, step by step; one that something is in the way of is an error. */
export async function finishRotation({ ports, server }: Pick<World, 'ports' | 'server'>, begun: OpenVault): Promise<OpenVault> {
  for (let vault = begun; ; ) {
    const step = must(await nextRotationStep(ports, vault, server.select()));
    if (step.kind === 'done') return vault;
    if (step.kind === 'blocked') throw new Error('something is in the way');
    vault = send(server, step.commit);
  }
}
