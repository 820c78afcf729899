import pg from 'pg';

/** A value sent beside the statement, never inside it. PostgreSQL reads its text as the type of the cast around it. */
export type BoundValue = string | null | readonly string[];

type Binding = { readonly value: BoundValue };

const pieces: unique symbol = Symbol('pieces of a statement');

/**
 * A piece of SQL that is safe to run. There is no way to make one from a client's text but `bound` and `identifier`:
 * the template takes pieces only, so that a plain string inside it does not compile.
 */
export type Sql = { readonly [pieces]: readonly (string | Binding)[] };

/** Writes SQL: the literal text is ours, everything between is another piece. */
export function sql(text: TemplateStringsArray, ...fragments: readonly Sql[]): Sql {
  const all = text.flatMap((literal, index) => [literal, ...(fragments[index]?.[pieces] ?? [])]);
  return { [pieces]: all };
}

/** A value as a parameter. The same piece used twice is one parameter. */
export function bound(value: BoundValue): Sql {
  return { [pieces]: [{ value }] };
}

/** A quoted name: of the schema cache, or the alias that a client gives an output column. */
export function identifier(name: string): Sql {
  return { [pieces]: [pg.escapeIdentifier(name)] };
}

/** The name of something in a schema, so that no search path decides what is meant. */
export function qualified(schema: string, name: string): Sql {
  return sql`${identifier(schema)}.${identifier(name)}`;
}

/** SQL text that PostgreSQL's own catalog wrote: the name of a type, the expression of a default. Never a client's. */
export function fromCatalog(text: string): Sql {
  return { [pieces]: [text] };
}

/** Pieces with a separator between them; nothing where there are none. */
export function joined(fragments: readonly Sql[], separator: Sql): Sql {
  return { [pieces]: fragments.flatMap((fragment, index) => [...(index === 0 ? [] : separator[pieces]), ...fragment[pieces]]) };
}

/** No SQL at all. */
export const nothing: Sql = sql``;

/** The comma of a list. */
export const comma: Sql = sql`, `;

/** The statement and its parameters, as the driver takes them. */
export function toQuery(fragment: Sql): { readonly text: string; readonly values: BoundValue[] } {
  const numbers = new Map<Binding, number>();
  const values: BoundValue[] = [];
  const text = fragment[pieces].map((piece) => {
    if (typeof piece === 'string') return piece;
    const known = numbers.get(piece);
    if (known !== undefined) return `$${known}`;
    values.push(piece.value);
    numbers.set(piece, values.length);
    return `$${values.length}`;
  });
  return { text: text.join(''), values };
}
