import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { VaultRef } from './model.ts';
import type { VaultSource, VaultValueFailure } from './vault-values/vault-values.ts';

/** Reads the values of names for the origins that they go to, one after the other. The first that is not to be had ends it. */
export async function readValues(
  names: ReadonlySet<string>,
  refs: ReadonlyMap<string, VaultRef>,
  source: VaultSource | undefined,
  originsOf: (name: string) => readonly string[],
): Promise<Result<ReadonlyMap<string, string>, VaultValueFailure>> {
  const values = new Map<string, string>();
  for (const name of names) {
    const ref = refs.get(name);
    if (ref === undefined) continue;
    if (source === undefined) return fail({ code: 'vault_absent', name });
    const read = await source.read(ref, originsOf(name));
    if (!read.ok) return fail({ ...read.failure, name });
    if (read.value === '') return fail({ code: 'vault_empty', name });
    values.set(name, read.value);
  }
  return succeed(values);
}
