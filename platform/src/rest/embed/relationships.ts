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

type ForeignKey = z.infer<typeof foreignKeySchema>;

/** A function of one row. */
export type RowFunction = {
  readonly name: string;
  readonly table: string;
  readonly foreignTable: string;
  readonly returnsOneRow: boolean;
};

/**
 * All relationships by the relation that they start from. A function takes the place of the foreign keys that lead to a
 * relation of its own name.
 */
export function relationshipsOf(
  keys: readonly ForeignKey[],
  functions: readonly RowFunction[],
  primaryKeys: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly Relationship[]> {
  const computed = functions.map(
    ({ name, table, foreignTable, returnsOneRow }): Relationship => ({
      table,
      foreignTable,
      isToOne: returnsOneRow,
      link: { kind: 'function', name },
    }),
  );
  const replaced = new Set(functions.map(({ table, name }) => JSON.stringify([table, name])));
  const found = [...keys.flatMap(bothWays), ...junctionsOf(keys, primaryKeys)];
  const kept = found.filter(({ table, foreignTable }) => !replaced.has(JSON.stringify([table, foreignTable])));
  return Map.groupBy([...computed, ...kept], ({ table }) => table);
}

function bothWays({ constraint, table, foreignTable, columns, isUnique }: ForeignKey): readonly Relationship[] {
  const back = columns.map(([own, referred]): [string, string] => [referred, own]);
  const there = isUnique ? 'one-to-one' : 'many-to-one';
  const andBack = isUnique ? 'one-to-one' : 'one-to-many';
  return [
    { table, foreignTable, isToOne: true, link: { kind: 'foreign key', cardinality: there, constraint, columns } },
    {
      table: foreignTable,
      foreignTable: table,
      isToOne: isUnique,
      link: { kind: 'foreign key', cardinality: andBack, constraint, columns: back },
    },
  ];
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
