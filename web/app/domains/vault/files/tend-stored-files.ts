import { type Result, succeed } from '@castellan/foundation/result';
import { looseName, readObjectName } from './part-name.ts';
import { type ListedObject, type StorageFailure, type StoredObjects, storedObjects } from './stored-objects.ts';

const dayMs = 86_400_000;

/** What is to be done with the objects of the bucket: marks to set and to take away, and objects to remove. */
type Tending = { readonly mark: readonly string[]; readonly unmark: readonly string[]; readonly remove: readonly string[] };

/**
 * What becomes of files that no record names. `named`: the ids that records name, those in the trash too. Such a file is marked once its
 * newest part is a day old, and goes with its mark 30 days later: until then a record that was deleted for good can come back. A mark on a
 * file that is named again goes.
 */
export function planTending(objects: readonly ListedObject[], named: ReadonlySet<string>, nowMs: number): Tending {
  const files = new Map<string, { readonly names: string[]; newestMs: number; markedMs: number | undefined }>();
  for (const { name, createdMs } of objects) {
    const { id, isMark } = readObjectName(name);
    const file = files.get(id) ?? { names: [], newestMs: 0, markedMs: undefined };
    files.set(id, file);
    file.names.push(name);
    if (isMark) file.markedMs = createdMs;
    else file.newestMs = Math.max(file.newestMs, createdMs);
  }
  const plan: { readonly [Kind in keyof Tending]: string[] } = { mark: [], unmark: [], remove: [] };
  for (const [id, { names, newestMs, markedMs }] of files) {
    const mark = looseName(id);
    if (named.has(id)) {
      if (markedMs !== undefined) plan.unmark.push(mark);
    } else if (markedMs === undefined) {
      if (newestMs <= nowMs - dayMs) plan.mark.push(mark);
    } else if (markedMs <= nowMs - 30 * dayMs) {
      // The mark last: while a part is left it says since when.
      plan.remove.push(...names.filter((name) => name !== mark), mark);
    }
  }
  return plan;
}

/** Does so. The database decides on each removal once more, by its own clock. */
export async function tendStoredFiles(
  named: ReadonlySet<string>,
  nowMs: number,
  objects: StoredObjects = storedObjects,
): Promise<Result<Tending, StorageFailure>> {
  const listed = await objects.list();
  if (!listed.ok) return listed;
  const plan = planTending(listed.value, named, nowMs);
  for (const name of plan.mark) {
    const marked = await objects.put(name, new Uint8Array(1));
    if (!marked.ok && marked.failure.code !== 'there_already') return marked;
  }
  for (const names of [plan.unmark, plan.remove]) {
    const gone = names.length === 0 ? succeed(0) : await objects.remove(names);
    if (!gone.ok) return gone;
  }
  return succeed(plan);
}
