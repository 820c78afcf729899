import { fail, succeed } from '@castellan/foundation/result';
import type { BackendFailure } from '../../../lib/backend-failure.ts';
import type { VaultFailure } from '../contract/vault-failure.ts';
import type { VaultRemoved } from '../contract/vault-removed.ts';
import type { RemovedRow } from '../ports/vault-backend.ts';
import { removedRecordsOf } from '../sealed-records/removed-records.ts';
import { failureOfBackend, failureOfJob } from '../session/failure-of.ts';
import { loadVault } from '../session/load-vault.ts';
import type { VaultCore } from '../session/store-core.ts';
import { withProof } from '../session/with-proof.ts';
import { editEntries } from './save-entries.ts';

/** What was removed or overwritten within 30 days, and the ways to bring it back or to erase it. */
export function removedOf(core: VaultCore, lock: () => Promise<void>): VaultRemoved {
  const rows = new Map<number, RemovedRow>();
  return {
    entries: async (before) => {
      const { run } = core;
      const read = await core.ports.backend.removedEntries(before);
      if (core.isOver(run)) return fail({ code: 'locked' });
      if (!read.ok) return fail(failureOfBackend(read.failure));
      const named = await core.client.ask(
        'nameRemoved',
        read.value.map(({ row }) => row),
      );
      if (core.isOver(run)) return fail({ code: 'locked' });
      if (!named.ok) return fail(failureOfJob(named.failure));
      for (const row of read.value) rows.set(row.id, row);
      const entries = read.value.map(({ id, entryId, how, removedAt }, index) => {
        const details = named.value[index];
        return { id, entryId, how, removedAt, title: details?.title, username: details?.username ?? '' };
      });
      return succeed({ entries, next: entries.length < removedPerPage ? undefined : entries.at(-1)?.id });
    },
    bringBack: async (id) => {
      const kept = rows.get(id);
      if (kept === undefined) return fail({ code: 'unexpected' });
      return editEntries(core, [{ kind: 'revive', id: core.ports.newId(), row: kept.row }]);
    },
    ...removedRecordsOf(core),
    formerKeys: async () => {
      const read = await core.ports.backend.removedKeys();
      if (!read.ok) return fail(failureOfBackend(read.failure));
      const present = core.known?.outline.vaultId;
      return succeed(read.value.map(({ at, slots, vaultId }) => ({ at, slots, isOtherVault: vaultId !== present })));
    },
    restoreKeys: async (at) => {
      const restored = await withProof(core, () => core.ports.backend.restoreKeys(at));
      if (!restored.ok) return fail(failureOf(restored.failure));
      await lock();
      await loadVault(core);
      return succeed(undefined);
    },
    eraseAll: async (without = []) => {
      const reading = await import('./read-all-back.ts').catch(() => undefined);
      if (reading === undefined) return fail({ code: 'unreachable' });
      const read = await reading.readAllBack(core, without);
      if (!read.ok) return read;
      const erased = await withProof(core, () => core.ports.backend.eraseRemoved());
      return erased.ok ? succeed(undefined) : fail(failureOf(erased.failure));
    },
  };
}

/** Rows that the server gives with one answer. */
const removedPerPage = 200;

function failureOf(failure: BackendFailure | { readonly code: 'fresh_proof_wanted' }): VaultFailure {
  return failure.code === 'fresh_proof_wanted' ? { code: failure.code } : failureOfBackend(failure);
}
