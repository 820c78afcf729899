import * as z from 'zod/mini';
import { storedUserId } from '../../lib/stored-session.ts';
import { answer, openRecordsDatabase, pictureKey, transact } from './indexed-db-store.ts';

/**
 * Small pictures that the server keeps of rows, kept beside the rows in the browser's database, so that they are there offline. They
 * are forgotten together with the rows. Where the browser refuses its database, nothing is kept.
 */
export type RowPictures = {
  /** The pictures that are kept of these rows, by id, as addresses of data. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Keeps what the server said of these rows: a picture, or that there is none. */
  readonly keep: (said: ReadonlyMap<string, string | undefined>) => Promise<void>;
};

const keptPicture = z.object({ value: z.string().check(z.startsWith('data:image/')) });
const keptUser = z.object({ value: z.string() });

/** Characters of a picture that are kept: the server makes them small. */
const largestPicture = 400_000;

/** The pictures of a collection's rows. `userId` is whose session this browser has now. */
export function rowPictures(collection: string, factory: IDBFactory, userId: () => string | undefined = storedUserId): RowPictures {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => (opened ??= openRecordsDatabase(factory));
  return {
    read: async (ids) => {
      try {
        return await transact(await open(), 'readonly', async (read) => {
          const facts = read.objectStore('facts');
          const kept = await Promise.all(ids.map((id) => answer(facts.get(pictureKey(collection, id)))));
          return new Map(
            kept.flatMap((one: unknown, index) => {
              const parsed = keptPicture.safeParse(one);
              return parsed.success ? [[ids[index] ?? '', parsed.data.value] as const] : [];
            }),
          );
        });
      } catch {
        opened = undefined;
        return new Map();
      }
    },
    keep: async (said) => {
      try {
        await transact(await open(), 'readwrite', async (write) => {
          const facts = write.objectStore('facts');
          // What is answered after a sign-out, or for another owner, is not kept.
          const owner = keptUser.safeParse(await answer(facts.get('user')));
          if (!owner.success || owner.data.value !== userId()) return;
          for (const [id, picture] of said) {
            const key = pictureKey(collection, id);
            if (picture === undefined) facts.delete(key);
            else if (picture.length <= largestPicture) facts.put({ key, value: picture });
          }
        });
      } catch {
        opened = undefined;
      }
    },
  };
}
