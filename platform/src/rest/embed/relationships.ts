import { z } from 'zod';

/** Pairs of columns that are equal in related rows: of the one relation, and of the other. */
export type ColumnPairs = readonly (readonly [string, string])[];

/** How the rows of two relations are found to belong together. */
export type Link =
  | {
      readonly kind: 'foreign key';
      readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one';
      readonly constraint: string;
      /** Of the relation, and of the foreign one. */
      readonly columns: ColumnPairs;
    }
  | {
      /** A table between the two, with a foreign key to each. */
      readonly kind: 'junction';
      readonly junction: string;
      readonly constraints: readonly [string, string];
      /** Of the relation, and of the junction. */
      readonly columns: ColumnPairs;
      /** Of the foreign relation, and of the junction. */
      readonly foreignColumns: ColumnPairs;
    }
  /** A function that is given a row of the relation and returns rows of the foreign one. */
  | { readonly kind: 'function'; readonly name: string };

/** What can be embedded in the rows of `table`: rows of `foreignTable`, at most one of them where `isToOne`. */
export type Relationship = {
  readonly table: string;
  readonly foreignTable: string;
  readonly isToOne: boolean;
  /** Whether the foreign table is a view: then it is found by its own name alone. */
  readonly isToView: boolean;
  readonly link: Link;
};

/** A foreign key as the catalog tells of it. `isUnique`: no two rows of its table refer to the same row. */
export const foreignKeySchema = z.object({
  constraint: z.string(),
  table: z.string(),
  foreignTable: z.string(),
  columns: z.array(z.tuple([z.string(), z.string()])),
  isUnique: z.boolean(),
});

/** A column of a view that is a column of a table, or of another view, as it stands. */
export const viewColumnSchema = z.object({ view: z.string(), column: z.string(), table: z.string(), tableColumn: z.string() });

type ViewColumn = z.infer<typeof viewColumnSchema>;

type ForeignKey = z.infer<typeof foreignKeySchema> & { readonly isToView?: boolean; readonly isFromView?: boolean };

/** A function of one row. */
export type RowFunction = {
  readonly name: string;
  readonly table: string;
  readonly foreignTable: string;
  readonly returnsOneRow: boolean;
};

/**
 * All relationships by the relation that they start from. A view has the foreign keys of the tables that it shows, and is referred
 * to as they are, where it shows all columns of the key. A function takes the place of the foreign keys that lead to a
 * relation of its own name.
 */
export function relationshipsOf(
  keys: readonly ForeignKey[],
  functions: readonly RowFunction[],
  primaryKeys: ReadonlyMap<string, readonly string[]>,
  viewColumns: readonly ViewColumn[],
): ReadonlyMap<string, readonly Relationship[]> {
  const computed = functions.map(
    ({ name, table, foreignTable, returnsOneRow }): Relationship => ({
      table,
      foreignTable,
      isToOne: returnsOneRow,
      isToView: false,
      link: { kind: 'function', name },
    }),
  );
  const replaced = new Set(functions.map(({ table, name }) => JSON.stringify([table, name])));
  const found = [...[...keys, ...keysOfViews(keys, viewColumns)].flatMap(bothWays), ...junctionsOf(keys, primaryKeys)];
  const kept = found.filter(({ table, foreignTable }) => !replaced.has(JSON.stringify([table, foreignTable])));
  return Map.groupBy([...computed, ...kept], ({ table }) => table);
}

function bothWays(key: ForeignKey): readonly Relationship[] {
  const { constraint, table, foreignTable, columns, isUnique, isToView = false, isFromView = false } = key;
  const back = columns.map(([own, referred]): [string, string] => [referred, own]);
  const there: Link = { kind: 'foreign key', cardinality: isUnique ? 'one-to-one' : 'many-to-one', constraint, columns };
  const andBack: Link = { kind: 'foreign key', cardinality: isUnique ? 'one-to-one' : 'one-to-many', constraint, columns: back };
  return [
    { table, foreignTable, isToOne: true, isToView, link: there },
    { table: foreignTable, foreignTable: table, isToOne: isUnique, isToView: isFromView, link: andBack },
  ];
}

/** Views of views that are followed down to a table. */
const maximumViews = 8;

/** The foreign keys that views have from, and to, the tables that they show. */
function keysOfViews(keys: readonly ForeignKey[], viewColumns: readonly ViewColumn[]): readonly ForeignKey[] {
  /** By view and table: the table's columns, with what the view calls them. */
  const shown = new Map<string, { readonly view: string; readonly table: string; readonly names: Map<string, string> }>();
  for (const { view, column, ...origin } of viewColumns) {
    let { table, tableColumn } = origin;
    for (let depth = 0; depth < maximumViews; depth += 1) {
      const inner = viewColumns.find((candidate) => candidate.view === table && candidate.column === tableColumn);
      if (inner === undefined) break;
      ({ table, tableColumn } = inner);
    }
    const key = JSON.stringify([view, table]);
    const names = shown.get(key)?.names ?? new Map<string, string>();
    if (!names.has(tableColumn)) names.set(tableColumn, column);
    shown.set(key, { view, table, names });
  }
  const views = [...shown.values()];
  return keys.flatMap((key) => {
    const sources = [undefined, ...views.filter(({ table, names }) => table === key.table && key.columns.every(([own]) => names.has(own)))];
    const targets = [
      undefined,
      ...views.filter(({ table, names }) => table === key.foreignTable && key.columns.every(([, referred]) => names.has(referred))),
    ];
    return sources.flatMap((source) =>
      targets.flatMap((target): readonly ForeignKey[] => {
        if (source === undefined && target === undefined) return [];
        const columns = key.columns.map(([own, referred]): [string, string] => [
          source?.names.get(own) ?? own,
          target?.names.get(referred) ?? referred,
        ]);
        const table = source?.view ?? key.table;
        const foreignTable = target?.view ?? key.foreignTable;
        return [{ ...key, table, foreignTable, columns, isFromView: source !== undefined, isToView: target !== undefined }];
      }),
    );
  });
}

/** A table relates those that its foreign keys refer to where the columns of both keys are in its primary key. */
function junctionsOf(keys: readonly ForeignKey[], primaryKeys: ReadonlyMap<string, readonly string[]>): readonly Relationship[] {
  return keys.flatMap((here) =>
    keys.flatMap((there): readonly Relationship[] => {
      if (there.table !== here.table || there.constraint === here.constraint) return [];
      const primaryKey = primaryKeys.get(here.table) ?? [];
      const isWithin = [...here.columns, ...there.columns].every(([column]) => primaryKey.includes(column));
      if (!isWithin) return [];
      const turned = ({ columns }: ForeignKey) => columns.map(([own, referred]): [string, string] => [referred, own]);
      return [
        {
          table: here.foreignTable,
          foreignTable: there.foreignTable,
          isToOne: false,
          isToView: false,
          link: {
            kind: 'junction',
            junction: here.table,
            constraints: [here.constraint, there.constraint],
            columns: turned(here),
            foreignColumns: turned(there),
          },
        },
      ];
    }),
  );
}
