import type { Mirror } from './mirror.ts';
import type { RawRecord } from './record.ts';
import type { RecordsServer } from './records-server.ts';
import type { RecordsStore } from './records-store.ts';
import type { Sealer } from './sealer.ts';

/** What holding a sealed collection against the vault's manifest wants of the engine. */
export type JudgePorts = {
  readonly sealer: Sealer;
  /** The server of sealed collections. */
  readonly server: RecordsServer;
  readonly takeRows: (collection: string, rows: readonly RawRecord[]) => void;
};

/** Holds all rows against the vault's manifest, once they were read; what is not as listed is kept as the mirror's faults. */
export async function judgeMirror({ sealer, server, takeRows }: JudgePorts, store: RecordsStore, mirror: Mirror): Promise<void> {
  if (mirror.collection.sealed !== true || sealer.standing() !== 'open') return;
  const { name } = mirror.collection;
  const judged = await sealer.judge(name, {
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
    drop: (ids) => dropRows(server, store, mirror, ids),
  });
  if (judged.ok && sealer.standing() === 'open') mirror.faults = new Map(judged.value.map(({ id, code }) => [id, code]));
}

/**
 * The owner's word on a record that is not as the vault lists it: one that is missing is let go, another is taken as it is. `true`
 * where it is in the trash, and is wanted back from there.
 */
export async function settleFault({ sealer, server, takeRows }: JudgePorts, mirror: Mirror, id: string): Promise<boolean> {
  const { name } = mirror.collection;
  const row = mirror.rows.get(id);
  // Where it is not done, the next look names it again.
  mirror.faults = new Map([...mirror.faults].filter(([other]) => other !== id));
  if (row === undefined) {
    await sealer.forget(name, [id]);
    return false;
  }
  const settled = await server.change(name, row, {});
  if (!settled.ok || settled.value === undefined) return false;
  takeRows(name, [settled.value]);
  return settled.value.deleted_at !== null;
}

/** Forgets rows that the server does not have any more. */
export async function dropRows(server: RecordsServer, store: RecordsStore, mirror: Mirror, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  // To a session that ended in the middle of it, the rest of the table was empty.
  const session = await server.hasSession();
  if (!session.ok || !session.value) return;
  await store.drop(mirror.collection.name, gone);
  mirror.rows = new Map([...mirror.rows].filter(([id]) => !gone.includes(id)));
}
