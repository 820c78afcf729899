import { openIndexedDbStore } from '../../records/indexed-db-store.ts';
import type { RawRecord } from '../../records/record.ts';
import type { VaultCore } from '../session/store-core.ts';

/** What of one collection goes into a file: the ids of its rows, which are not always those of what they hold. */
export type ExportedRecords = { readonly collection: string; readonly ids: readonly string[] };

type ReadRow = (collection: string, id: string) => Promise<RawRecord | undefined>;

const keyIdOf = (row: RawRecord | undefined) => /^r2\.([\w-]{22})\./.exec(String(row?.['sealed']))?.[1];

/** The rows of this browser; where it refuses its database, none. */
async function rowsOfBrowser(): Promise<ReadRow> {
  const store = await openIndexedDbStore(indexedDB).catch(() => undefined);
  return async (collection, id) => store?.row(collection, id);
}

/**
 * How many records of a file this browser has in a text under another key than the vault's present one: a rotation ended without them, or
 * still goes on. Only what was opened goes into a file, and such a text opens for being listed.
 */
export async function formerTextsOf(
  { known, ports }: VaultCore,
  records: readonly ExportedRecords[],
  openRows = rowsOfBrowser,
): Promise<number> {
  const userId = known?.outline.userId;
  const present = (await ports.memory.pins()).find((pin) => pin.userId === userId)?.keyId;
  if (present === undefined) return 0;
  const readRow = await openRows();
  let count = 0;
  for (const { collection, ids } of records) {
    for (const id of ids) {
      const keyId = keyIdOf(await readRow(collection, id).catch(() => undefined));
      if (keyId !== undefined && keyId !== present) count += 1;
    }
  }
  return count;
}

/** What is said of them behind the name of the file; nothing where there are none. */
export function saidOfFormerTexts(count: number): string {
  if (count === 0) return '';
  const one = count === 1;
  return ` ${count.toLocaleString('en-GB')} ${one ? 'record' : 'records'} in it ${one ? 'is' : 'are'} still encrypted with an earlier vault key, which may have leaked. ${one ? 'It is' : 'They are'} as the vault lists ${one ? 'it' : 'them'}; the next save seals ${one ? 'it' : 'them'} with the current key.`;
}
