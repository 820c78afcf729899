import type { Change } from '../change.ts';
import type { Fields } from '../record.ts';
import type { RecordsStore } from '../records-store.ts';

/** A change with what later ones of the same record made of some of its fields, and those later ones without these fields. */
export type WithLater = {
  readonly change: Change;
  /** Later changes of which something is left. */
  readonly trimmed: readonly Change[];
  /** Later changes of which nothing is left. */
  readonly emptied: readonly Change[];
};

/**
 * Takes the newest values of fields into a change, so that the owner is asked once, about what is in sight, and not about every state
 * that was saved on the way there. Changes that the server makes together with others keep what they have.
 */
export function withLater(change: Change, queue: readonly Change[], fields: readonly string[]): WithLater {
  let values: Fields = change.values;
  const trimmed: Change[] = [];
  const emptied: Change[] = [];
  for (const later of queue) {
    if (later.sequence <= change.sequence || later.collection !== change.collection || later.recordId !== change.recordId) continue;
    if (later.whole !== undefined || later.kind !== 'change' || later.unread !== undefined || later.trouble !== undefined) break;
    const own = fields.filter((field) => field in later.values && field in change.values);
    if (own.length === 0) continue;
    values = { ...values, ...pick(later.values, own) };
    const rest = { ...later, values: omit(later.values, own), base: omit(later.base, own) };
    if (Object.keys(rest.values).length === 0) emptied.push(rest);
    else trimmed.push(rest);
  }
  return { change: { ...change, values }, trimmed, emptied };
}

/**
 * Takes what later changes made of fields into a change of the store, where there are any; whether there were. Killed in between, a later
 * change says again what this one says by then.
 */
export async function takeLater(
  store: Pick<RecordsStore, 'changes' | 'replace' | 'settle'>,
  change: Change,
  fields: readonly string[],
): Promise<boolean> {
  const { change: taken, trimmed, emptied } = withLater(change, await store.changes(), fields);
  if (trimmed.length + emptied.length === 0) return false;
  for (const one of [taken, ...trimmed]) await store.replace(one);
  await store.settle(
    change.collection,
    emptied.map(({ sequence }) => sequence),
    [],
  );
  return true;
}

const pick = (fields: Fields, names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]));

const omit = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
