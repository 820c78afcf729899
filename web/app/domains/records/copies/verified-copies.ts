import * as z from 'zod/mini';
import { storedUserId } from '../../../lib/stored-session.ts';
import { answer, openRecordsDatabase, transact } from '../indexed-db-store.ts';
import { type RawRecord, rawRecordSchema } from '../record.ts';

/**
 * This device's sealed copies of records that were found as the vault lists them. They lie beside the rows, which are whatever the server
 * showed last: a copy gives way to a later one that was found as listed, and to nothing else. They go when the rows are forgotten.
 */
export type VerifiedCopies = {
  /** Keeps rows that were just found as listed. `isListed`: whether the vault may still want a copy of that record; others go. */
  readonly take: (collection: string, rows: readonly RawRecord[], isListed?: (id: string) => boolean) => Promise<void>;
  readonly read: (collection: string, id: string) => Promise<RawRecord | undefined>;
};

/** Where nothing is kept. */
export const noCopies: VerifiedCopies = { take: async () => undefined, read: async () => undefined };

const keptCopy = z.object({ value: z.string() });
const keptUser = z.object({ value: z.string() });

const rangeOf = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`);
const placeOf = (collection: string, id = '') => `copy:${collection}:${id}`;

/** A copy's key says which text it is without the text: the last bytes of what authenticates it. */
const keyOf = (collection: string, { id, version, sealed }: RawRecord) =>
  `${placeOf(collection, id)}:${version}:${String(sealed).slice(-16)}`;

type NamedKey = { readonly key: string; readonly id: string; readonly version: number };

function namedKey(collection: string, key: IDBValidKey): readonly NamedKey[] {
  const [id, version] = typeof key === 'string' ? key.slice(placeOf(collection).length).split(':') : [];
  return typeof key === 'string' && id !== undefined ? [{ key, id, version: Number(version) }] : [];
}

/** The copies in the browser's own database; where the browser refuses it, nothing is kept. */
export function verifiedCopies(factory: IDBFactory, userId: () => string | undefined = storedUserId): VerifiedCopies {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => (opened ??= openRecordsDatabase(factory));
  return {
    take: async (collection, rows, isListed = () => true) => {
      try {
        await transact(await open(), 'readwrite', async (write) => {
          const facts = write.objectStore('facts');
          // What is found after a sign-out, or for another owner, is not kept.
          const owner = keptUser.safeParse(await answer(facts.get('user')));
          if (!owner.success || owner.data.value !== userId()) return;
          const keys = await answer(facts.getAllKeys(rangeOf(placeOf(collection))));
          const known = new Map(keys.flatMap((key) => namedKey(collection, key)).map((named) => [named.id, named]));
          for (const { id, key } of known.values()) if (!isListed(id)) facts.delete(key);
          for (const row of rows) {
            const [key, before] = [keyOf(collection, row), known.get(row.id)];
            if (before?.key === key || (before !== undefined && before.version > row.version)) continue;
            if (before !== undefined) facts.delete(before.key);
            facts.put({ key, value: JSON.stringify(row) });
          }
        });
      } catch {
        opened = undefined;
      }
    },
    read: async (collection, id) => {
      try {
        const kept = await transact(await open(), 'readonly', async (read) =>
          answer(read.objectStore('facts').getAll(rangeOf(`${placeOf(collection, id)}:`))),
        );
        const copy = keptCopy.safeParse(kept.at(-1));
        const row = copy.success ? rawRecordSchema.safeParse(JSON.parse(copy.data.value)) : undefined;
        return row?.success === true && row.data.id === id ? row.data : undefined;
      } catch {
        opened = undefined;
        return undefined;
      }
    },
  };
}
