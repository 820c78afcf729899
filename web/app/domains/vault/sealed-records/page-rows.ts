import { collections } from '../../collections.ts';
import { rowsPerPage } from '../ports/vault-backend.ts';

const large: ReadonlySet<string> = new Set(collections.filter((one) => one.sealed && one.isLarge === true).map(({ name }) => name));

/** Rows that one answer may have, so that it stays some ten megabytes at most. */
const largeRowsPerPage = 20;

/** How many rows of a sealed collection are read with one request. */
export function pageRowsOf(collection: string): number {
  return large.has(collection) ? largeRowsPerPage : rowsPerPage;
}
