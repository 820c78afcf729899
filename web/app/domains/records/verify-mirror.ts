import type { VerifiedCopies } from './copies/verified-copies.ts';
import type { RawRecord } from './record.ts';
import { closeRow } from './sealed-rows.ts';
import type { ManifestAccess, ManifestChecks, VaultSealer, VerifiedMirror } from './sealer.ts';

/**
 * Holds sealed collections against the vault's manifest, keeps copies of what is as listed, and settles what is not. The copies are
 * taken here alone, and from what this browser wrote itself: no text that was not found as listed comes among them.
 */
export function manifestChecksOf(vault: VaultSealer, copies: VerifiedCopies): ManifestChecks {
  const taken = new WeakSet<RawRecord>();
  return {
    verify: async ({ server, store, takeRows, drop }, mirror) => {
      const { name } = mirror.collection;
      let looked: readonly RawRecord[] = [];
      const verified = await vault.verify(name, {
        rows: () => {
          looked = [...mirror.rows.values()];
          return looked;
        },
        readAgain: async (ids) => {
          const asked = await server.readMany(name, ids);
          const session = asked.ok ? await server.hasSession() : asked;
          // To a session that ended every table is empty.
          if (!asked.ok || !session.ok || session.value === false) return undefined;
          await store.putRows(name, asked.value, undefined);
          takeRows(name, asked.value);
          return new Set(asked.value.map(({ id }) => id));
        },
        drop,
      });
      if (!verified.ok || vault.sealState() !== 'open') return;
      const faults = new Map(verified.value.map(({ id, code }) => [id, code]));
      mirror.faults = faults;
      const fresh = looked.filter((row) => !faults.has(row.id) && !taken.has(row));
      for (const row of fresh) taken.add(row);
      const shown = new Set(looked.map(({ id }) => id));
      // Of what the vault does not list any more, the owner let go.
      const isListed = (id: string) => (faults.has(id) ? faults.get(id) !== 'unlisted' : shown.has(id));
      void copies.take(name, fresh.map(closeRow), isListed);
    },
    settle: async (access, mirror, id) => {
      // Where it is not done, the next look names it again.
      mirror.faults = new Map([...mirror.faults].filter(([other]) => other !== id));
      if (mirror.rows.has(id)) return takeAsItIs(access, mirror, id);
      await vault.forget(mirror.collection.name, [id]);
      return false;
    },
  };
}

/** Takes a row as the server shows it; whether it is in the trash then. */
async function takeAsItIs(
  { server, takeRows }: ManifestAccess,
  { collection: { name }, rows }: VerifiedMirror,
  id: string,
): Promise<boolean> {
  const row = rows.get(id);
  const taken = row && (await server.change(name, row, {}));
  if (taken?.ok !== true || taken.value === undefined) return false;
  takeRows(name, [taken.value]);
  return taken.value.deleted_at !== null;
}
