import { collections } from '../../collections.ts';

/**
 * Tables whose rows the vault's key seals. A rotation of that key seals each of them again before the old key is dropped, so a
 * table that is missing here would lose its rows: a test compares the list with the database.
 */
export const sealedCollections: readonly string[] = collections.filter(({ sealed }) => sealed).map(({ name }) => name);
