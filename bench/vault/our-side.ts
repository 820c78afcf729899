import { pooled } from '@castellan/foundation/randomness';
import type { Result } from '@castellan/foundation/result';
import { argon2idOfLibsodium } from '../../packages/vault-core/src/crypto/argon2id-libsodium.ts';
import { saveEdits } from '../../packages/vault-core/src/entries/edit-entries.ts';
import { readManySecrets } from '../../packages/vault-core/src/entries/read-entry.ts';
import { checkHealth } from '../../packages/vault-core/src/health/health-report.ts';
import { listEntries, type OpenVault } from '../../packages/vault-core/src/manifest/open-vault.ts';
import type { Snapshot } from '../../packages/vault-core/src/manifest/snapshot.ts';
import type { VaultRow } from '../../packages/vault-core/src/manifest/vault-row.ts';
import { verifyRows } from '../../packages/vault-core/src/manifest/verify-rows.ts';
import type { VaultPorts } from '../../packages/vault-core/src/ports.ts';
import type { SearchItem } from '../../packages/vault-core/src/search/search-index.ts';
import { createVault } from '../../packages/vault-core/src/slots/create-vault.ts';
import { beginRotation, nextRotationStep } from '../../packages/vault-core/src/slots/rotate-vault-key.ts';
import { openVault } from '../../packages/vault-core/src/slots/unlock.ts';
import { loadStrength } from '../../packages/vault-core/src/strength/zxcvbn-estimator.ts';
import { SimulatedServer } from '../../packages/vault-core/tests/simulated-server.ts';
import { makeEntries, makeHealthCorpus } from './entries.ts';

const userId = '0b9c7f5e-6a0d-4b1e-9c55-0d6f1f3f2a11';
const master = 'kestrel over the north tower';
const randomBytes = pooled((count) => crypto.getRandomValues(new Uint8Array(count)));

type Stand = {
  readonly empty: OpenVault;
  readonly vault: OpenVault;
  readonly server: SimulatedServer;
  readonly snapshot: Snapshot;
  readonly rows: readonly VaultRow[];
};

/** The vault's side of the comparison, as its Worker runs it. All times in milliseconds. */
export type OurSide = {
  /** From the end of the derivation to all 10,000 in the list. */
  readonly openList: () => Promise<number>;
  /** Every secret of rows that are known to be the listed ones. */
  readonly readSecrets: () => Promise<number>;
  /** Every row's digest against the manifest: what runs behind the list. */
  readonly verify: () => Promise<number>;
  /** Both halves of every open entry sealed, with the whole manifest. */
  readonly sealAll: () => Promise<number>;
  /** Everything to another vault key: each row checked, opened, sealed, and at the end read back. */
  readonly rotate: () => Promise<number>;
  /** What the page is given to list and to search in. */
  readonly list: () => Promise<readonly SearchItem[]>;
  /** Reading is not in it; loading the dictionaries is not either, and counted apart. */
  readonly health: () => Promise<{ readonly load: number; readonly report: number; readonly weak: number }>;
};

/** Makes a vault of 10,000 entries once, and what measures on it. */
export async function createOurSide(): Promise<OurSide> {
  let derivedAt = 0;
  const ports: VaultPorts = {
    crypto: crypto.subtle,
    randomBytes,
    clock: { nowMs: () => Date.now() },
    argon2id: async (...given) => {
      const key = await argon2idOfLibsodium(...given);
      derivedAt = performance.now();
      return key;
    },
  };
  const edits = makeEntries().map((entry) => ({ kind: 'add', id: crypto.randomUUID(), entry }) as const);
  const stand = await makeStand(ports, edits);
  return {
    openList: async () => {
      const vault = must(await openVault(ports, userId, stand.snapshot, undefined, { kind: 'master', master }));
      expectCount(listEntries(vault).length);
      return performance.now() - derivedAt;
    },
    readSecrets: async () => {
      const begin = performance.now();
      const read = await readManySecrets(ports, stand.vault, stand.rows, { verified: new Set(stand.rows) });
      expectCount(read.filter(({ ok }) => ok).length);
      return performance.now() - begin;
    },
    verify: async () => {
      const begin = performance.now();
      expectCount((await verifyRows(ports, stand.vault, stand.rows)).verified.size);
      return performance.now() - begin;
    },
    sealAll: async () => {
      const begin = performance.now();
      expectCount(must(await saveEdits(ports, stand.empty, edits)).change.entries.length);
      return performance.now() - begin;
    },
    rotate: () => rotateAll(ports, stand),
    list: async () => listEntries(stand.vault).map(({ id, details }) => ({ id, details })),
    health,
  };
}

async function makeStand(ports: VaultPorts, edits: Parameters<typeof saveEdits>[2]): Promise<Stand> {
  const server = new SimulatedServer();
  const slots = [{ kind: 'master', master, cost: { memoryKib: 65_536, passes: 3 } }] as const;
  const created = must(await createVault(ports, userId, slots));
  server.createVault(created.creation);
  const commit = must(await saveEdits(ports, created.next, edits));
  server.writeVault(commit.expectedEpoch, 'filling', commit.change);
  return { empty: created.next, vault: commit.next, server, snapshot: server.snapshot(), rows: server.select() };
}

async function rotateAll(ports: VaultPorts, stand: Stand): Promise<number> {
  const server = stand.server.copy();
  const wanted = [{ kind: 'recovery' }] as const;
  const started = must(await beginRotation(ports, stand.vault, { kind: 'master', master }, wanted));
  server.writeVault(started.expectedEpoch, 'start', started.change);
  let vault = started.next;
  const begin = performance.now();
  for (let step = 0; ; step += 1) {
    const next = must(await nextRotationStep(ports, vault, [...server.rows.values()]));
    if (next.kind === 'done') return performance.now() - begin;
    if (next.kind === 'blocked') throw new Error('the rotation is blocked');
    server.writeVault(next.commit.expectedEpoch, `step ${step}`, next.commit.change);
    vault = next.commit.next;
  }
}

async function health(): Promise<{ readonly load: number; readonly report: number; readonly weak: number }> {
  const corpus = makeHealthCorpus(2026).map((entry, number) => ({ id: String(number), entry }));
  const begin = performance.now();
  const strength = await loadStrength();
  const loaded = performance.now();
  for await (const step of checkHealth({ entries: corpus, nowMs: Date.now(), isWeak: strength.isWeak })) {
    if (step.kind === 'report') return { load: loaded - begin, report: performance.now() - loaded, weak: step.problems.weak.length };
    // As the product does, so that orders which come meanwhile are heard.
    await new Promise((resolve) => setTimeout(resolve));
  }
  throw new Error('the report did not come');
}

function must<Value>(result: Result<Value, { readonly code: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(`unexpected failure: ${result.failure.code}`);
}

function expectCount(count: number): void {
  if (count !== 10_000) throw new Error(`${count} instead of 10000`);
}
