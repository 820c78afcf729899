import { collections } from '../../collections.ts';
import { rowsPerPage } from '../ports/vault-backend.ts';

/**
 * Tables whose rows the vault's key seals. A rotation of that key seals each of them anew before the old key is dropped, so a
 * table that is missing here would lose its rows: a test compares the list with the database.
 */
export const sealedCollections: readonly string[] = collections.filter(({ sealed }) => sealed).map(({ name }) => name);

const large: ReadonlySet<string> = new Set(collections.filter((one) => one.sealed && one.isLarge === true).map(({ name }) => name));

/** Rows that one answer may have, so that it stays some ten megabytes at most. */
const largeRowsPerPage = 20;

/** How many rows of a sealed collection are read with one request. */
export function pageRowsOf(collection: string): number {
  return large.has(collection) ? largeRowsPerPage : rowsPerPage;
}
