import { countsText, joined, recordText } from '../../../../domains/record-counts.ts';
import type { HeldItem } from '../../../../domains/vault/contract/held-item.ts';
import type { VaultItem } from '../../../../domains/vault/contract/vault-state.ts';

/** How many are named; of the others the number is. */
const named = 6;

/** What was not read back, by name: entries by their titles, records by kind and id. */
export function heldNames(held: readonly HeldItem[], items: readonly VaultItem[]): string {
  const titles = new Map(items.map(({ id, details }) => [id, details.title]));
  const names = held
    .slice(0, named)
    .map(({ id, collection }) => (collection === undefined ? `“${titles.get(id) ?? id}”` : recordText({ collection, id })));
  return joined(held.length > named ? [...names, `${held.length - named} more`] : names);
}

/** The same as numbers: "1 entry and 2 notes". */
export function heldCount(held: readonly HeldItem[]): string {
  const entries = held.filter(({ collection }) => collection === undefined).length;
  const records = new Map<string, number>();
  for (const { collection } of held) if (collection !== undefined) records.set(collection, (records.get(collection) ?? 0) + 1);
  const ofEntries = entries === 0 ? [] : [entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`];
  return joined(records.size === 0 ? ofEntries : [...ofEntries, countsText(records)]);
}
