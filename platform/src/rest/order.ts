import { type Field, readField, readName } from './field.ts';
import { attempt, isNext, miss, readList, type Scanner, skip } from './scanner.ts';

/** One term of `order=`. */
export type OrderTerm = {
  /** The embedded resource whose field it is; `undefined` for the resource's own. */
  readonly resource: string | undefined;
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
  const related = attempt(scanner, readRelated);
  const field = related?.field ?? readField(scanner);
  if (field === undefined) return undefined;
  const direction = skip(scanner, '.asc') ? 'asc' : skip(scanner, '.desc') ? 'desc' : undefined;
  const nulls = skip(scanner, '.nullsfirst') ? 'first' : skip(scanner, '.nullslast') ? 'last' : undefined;
  if (isNext(scanner, /[ \t]*(?:,|$)/y)) return { resource: related?.resource, field, direction, nulls };
  return miss(scanner, '"asc", "desc", "nullsfirst" or "nullslast"');
}

/** Reads `resource(field)`. */
function readRelated(scanner: Scanner): { readonly resource: string; readonly field: Field } | undefined {
  const resource = readName(scanner);
  if (resource === undefined || !skip(scanner, '(')) return undefined;
  const field = readField(scanner);
  return field === undefined || !skip(scanner, ')') ? undefined : { resource, field };
}
