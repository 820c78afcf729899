import { type Field, readField } from './field.ts';
import { isNext, miss, readList, type Scanner, skip } from './scanner.ts';

/** One term of `order=`. */
export type OrderTerm = {
  readonly field: Field;
  readonly direction: 'asc' | 'desc' | undefined;
  readonly nulls: 'first' | 'last' | undefined;
};

/** Terms one order may have. */
const maximumTerms = 100;

/** Reads `a.desc.nullslast,b`. */
export function readOrder(scanner: Scanner): readonly OrderTerm[] | undefined {
  return readList(scanner, maximumTerms, readTerm);
}

function readTerm(scanner: Scanner): OrderTerm | undefined {
  const field = readField(scanner);
  if (field === undefined) return undefined;
  const direction = skip(scanner, '.asc') ? 'asc' : skip(scanner, '.desc') ? 'desc' : undefined;
  const nulls = skip(scanner, '.nullsfirst') ? 'first' : skip(scanner, '.nullslast') ? 'last' : undefined;
  if (isNext(scanner, /[ \t]*(?:,|$)/y)) return { field, direction, nulls };
  return miss(scanner, '"asc", "desc", "nullsfirst" or "nullslast"');
}
