import type { ManifestAccess, ManifestChecks, VaultSealer, VerifiedMirror } from './sealer.ts';

/** Holds sealed collections against the vault's manifest, and settles what is not as listed. */
export function manifestChecksOf(vault: VaultSealer): ManifestChecks {
  return {
    verify: async ({ server, store, takeRows, drop }, mirror) => {
      const { name } = mirror.collection;
      const verified = await vault.verify(name, {
        rows: () => [...mirror.rows.values()],
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
      if (verified.ok && vault.sealState() === 'open') mirror.faults = new Map(verified.value.map(({ id, code }) => [id, code]));
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
