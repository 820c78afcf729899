import { attempt, match, miss, readQuoted, type Scanner, skip } from './scanner.ts';

/** One step into a JSON value: by key, or by position where the operand is a whole number. */
export type JsonStep = { readonly arrow: '->' | '->>'; readonly key: string } | { readonly arrow: '->' | '->>'; readonly index: string };

/** A column, or a place inside its JSON. */
export type Field = { readonly column: string; readonly path: readonly JsonStep[] };

/** Steps one field may have; far more than any real document is deep. */
const maximumSteps = 32;

/** Reads a name: letters, digits, `_`, `$`, blanks and inner dashes, or anything between double quotes. */
export function readName(scanner: Scanner): string | undefined {
  if (scanner.text[scanner.position] === '"') return readQuoted(scanner);
  const name = match(scanner, /[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*/uy)?.trim();
  return name === undefined || name === '' ? miss(scanner, 'field name (* or [a..z0..9_$])') : name;
}

/** Reads a column with its JSON path, if it has one. */
export function readField(scanner: Scanner): Field | undefined {
  const column = readName(scanner);
  if (column === undefined) return undefined;
  const path = readPath(scanner);
  return path === undefined ? undefined : { column, path };
}

/** Reads `->key`, `->>key`, `->0` as long as there are any. */
export function readPath(scanner: Scanner): readonly JsonStep[] | undefined {
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = skip(scanner, '->>') ? '->>' : skip(scanner, '->') ? '->' : undefined;
    if (arrow === undefined) return path;
    const step = attempt(scanner, readIndex) ?? readKey(scanner);
    if (step === undefined || path.length === maximumSteps) return miss(scanner, 'json key or index');
    path.push({ arrow, ...step });
  }
}

/** What an output column is called that reads inside JSON and has no alias: its last key, or the column. */
export function pathName(field: Field): string | undefined {
  if (field.path.length === 0) return undefined;
  return field.path.flatMap((step) => ('key' in step ? [step.key] : [])).at(-1) ?? field.column;
}

function readIndex(scanner: Scanner): { readonly index: string } | undefined {
  const index = match(scanner, /-?[0-9]+(?=->|::|\.|,|\)|$)/y);
  return index === undefined ? undefined : { index };
}

function readKey(scanner: Scanner): { readonly key: string } | undefined {
  if (scanner.text[scanner.position] === '"') {
    const quoted = readQuoted(scanner);
    return quoted === undefined ? undefined : { key: quoted };
  }
  const key = match(scanner, /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y);
  return key === undefined ? miss(scanner, 'any non reserved character different from: .,>()') : { key: key.trim() };
}
