import type { Clock } from '@castellan/foundation/clock';
import type pg from 'pg';
import { z } from 'zod';
import type { DatabaseRole } from '../core/caller.ts';
import { inTransaction } from '../core/database.ts';
import { fromCatalog, identifier, qualified, type Sql, sql } from './compile/sql.ts';
import { foreignKeySchema, type Relationship, type RowFunction, relationshipsOf, viewColumnSchema } from './embed/relationships.ts';
import { foreignKeysQuery, functionsQuery, relationsQuery, viewColumnsQuery } from './schema-cache-queries.ts';

/** A typed name: a column, or a parameter of a function. */
export type Column = {
  readonly name: string;
  readonly reference: Sql;
  /** What its values are cast to. A domain's column has the type under it: a filter need not satisfy the domain. */
  readonly type: Sql;
  readonly arrayType: Sql;
  readonly isJson: boolean;
  readonly isSearchVector: boolean;
  /** The expression of its default, if it has one. */
  readonly defaultValue: Sql | undefined;
  /** The function of a whole row that gives its values, where it is no column of the table itself. */
  readonly computedBy?: Sql;
};

/** Columns by name. */
export type Columns = ReadonlyMap<string, Column>;

/** A table or view. */
export type Relation = {
  readonly name: string;
  readonly reference: Sql;
  readonly columns: Columns;
  /** Functions of a whole row that give one value: they are read like columns, and are not among `*`. */
  readonly computed: Columns;
  /** A whole row of it, in a statement that calls it by its own name. */
  readonly row: Sql;
  readonly primaryKey: readonly string[];
  /** What PostgreSQL calls it in a refusal. */
  readonly kind: 'table' | 'view' | 'materialized view' | 'foreign table';
  /** The roles that may read at least one column. */
  readonly selectableBy: readonly DatabaseRole[];
  /** The roles that may write at least one column. */
  readonly insertableBy: readonly DatabaseRole[];
  readonly updatableBy: readonly DatabaseRole[];
  /** Whether every policy of the table asks `private.owner_session()`, so that nobody else sees or changes a row of it. */
  readonly isForOwnerSession: boolean;
};

/** One parameter of a function. An unnamed one has an empty name. */
export type Parameter = Column & { readonly isRequired: boolean; readonly isVariadic: boolean; readonly typeName: string };

/** A function; several may share a name. */
export type DatabaseFunction = {
  readonly name: string;
  readonly reference: Sql;
  readonly parameters: readonly Parameter[];
  readonly executableBy: readonly DatabaseRole[];
  readonly isVolatile: boolean;
  readonly returnsSet: boolean;
  readonly returns: 'void' | 'scalar' | 'row';
  /** Of the row that is returned; empty for a scalar. */
  readonly columns: Columns;
  /** The table or view whose rows are returned, if it is one. */
  readonly rowRelation: string | undefined;
};

/** What an exposed schema holds. No name reaches a statement that is not in here. */
export type Schema = {
  readonly name: string;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly functions: ReadonlyMap<string, readonly DatabaseFunction[]>;
  /** What can be embedded in the rows of a relation, by the relation's name. */
  readonly relationships: ReadonlyMap<string, readonly Relationship[]>;
};

/** The schema as last read. */
export type SchemaCache = {
  readonly current: () => Promise<Schema>;
  /**
   * The schema read again, because something was not found in it; as last read where that is under a second ago. One reading at a
   * time, however slow the database is: whoever asks for what does not exist makes no more of them.
   */
  readonly refreshed: () => Promise<Schema>;
};

/** Shortest time from the end of one reading to the next, so that asking for what does not exist costs little. */
const refreshIntervalMs = 1000;

/** Reads the schema when it is first wanted and again when something is missing from it. */
export function createSchemaCache(pool: pg.Pool, clock: Clock, name: string): SchemaCache {
  let reading: Promise<Schema> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let isUnderWay = false;
  const read = () => {
    const started = readSchema(pool, name);
    reading = started;
    isUnderWay = true;
    const ended = () => {
      isUnderWay = false;
      readAtMs = clock.nowMs();
    };
    // A reading that failed is not kept: the next request tries again.
    started.then(ended, () => {
      ended();
      reading = undefined;
    });
    return started;
  };
  return {
    current: () => reading ?? read(),
    refreshed: () => {
      const isOld = !isUnderWay && clock.nowMs() - readAtMs >= refreshIntervalMs;
      return reading === undefined || isOld ? read() : reading;
    },
  };
}

const typed = { type: z.string(), arrayType: z.string(), isJson: z.boolean(), isSearchVector: z.boolean() };

const columnSchema = z.object({ name: z.string(), default: z.string().nullable(), ...typed });

const argumentSchema = z.object({ name: z.string(), mode: z.enum(['i', 'o', 'b', 'v', 't']), ...typed });

const rolesSchema = z.array(z.enum(['anon', 'authenticated', 'service_role']));

const relationSchema = z.object({
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized view', 'foreign table']),
  primaryKey: z.array(z.string()),
  columns: z.array(columnSchema),
  selectableBy: rolesSchema,
  insertableBy: rolesSchema,
  updatableBy: rolesSchema,
  isForOwnerSession: z.boolean(),
});

const functionSchema = z.object({
  name: z.string(),
  executableBy: rolesSchema,
  returnsSet: z.boolean(),
  isVolatile: z.boolean(),
  requiredCount: z.number(),
  returnsVoid: z.boolean(),
  returnsRow: z.boolean(),
  rowRelation: z.string().nullable(),
  returnsOneRow: z.boolean(),
  rowArgument: z.string().nullable(),
  result: z.object(typed),
  rowColumns: z.array(columnSchema),
  arguments: z.array(argumentSchema),
});

type FoundFunction = z.infer<typeof functionSchema>;

async function readSchema(pool: pg.Pool, name: string): Promise<Schema> {
  return inTransaction(pool, async (client) => {
    await client.query("set local search_path = ''");
    const relations = z.array(relationSchema).parse((await client.query(relationsQuery, [name])).rows);
    const functions = z.array(functionSchema).parse((await client.query(functionsQuery, [name])).rows);
    const keys = z.array(foreignKeySchema).parse((await client.query(foreignKeysQuery, [name])).rows);
    const viewColumns = z.array(viewColumnSchema).parse((await client.query(viewColumnsQuery, [name])).rows);
    const primaryKeys = new Map(relations.map((relation) => [relation.name, relation.primaryKey]));
    return {
      name,
      relations: new Map(relations.map((relation) => [relation.name, relationOf(name, relation, functions)])),
      relationships: relationshipsOf(keys, functions.flatMap(rowFunctionOf), primaryKeys, viewColumns),
      functions: Map.groupBy(
        functions.filter(isCallable).map((found) => functionOf(name, found)),
        (found) => found.name,
      ),
    };
  });
}

function relationOf(schema: string, found: z.infer<typeof relationSchema>, functions: readonly FoundFunction[]): Relation {
  const computed = functions.flatMap((candidate): [string, Column][] => {
    if (candidate.rowArgument !== found.name || candidate.returnsRow || candidate.returnsVoid || candidate.returnsSet) return [];
    const column = columnOf({ name: candidate.name, ...candidate.result }, null);
    return [[candidate.name, { ...column, computedBy: qualified(schema, candidate.name) }]];
  });
  return {
    ...found,
    reference: qualified(schema, found.name),
    row: sql`${identifier(found.name)}.*`,
    columns: columnsByName(found.columns),
    computed: new Map(computed),
  };
}

/** A function that is given a row of one relation and returns rows of another relates the two. */
function rowFunctionOf({ name, rowArgument, rowRelation, returnsOneRow }: FoundFunction): readonly RowFunction[] {
  if (rowArgument === null || rowRelation === null) return [];
  return [{ name, table: rowArgument, foreignTable: rowRelation, returnsOneRow }];
}

type Typed = {
  readonly name: string;
  readonly type: string;
  readonly arrayType: string;
  readonly isJson: boolean;
  readonly isSearchVector: boolean;
};

function columnOf({ name, type, arrayType, isJson, isSearchVector }: Typed, defaultText: string | null): Column {
  return {
    name,
    reference: identifier(name),
    type: fromCatalog(type),
    arrayType: fromCatalog(arrayType),
    isJson,
    isSearchVector,
    defaultValue: defaultText === null ? undefined : fromCatalog(defaultText),
  };
}

function columnsByName(columns: readonly z.infer<typeof columnSchema>[]): Columns {
  return new Map(columns.map((column) => [column.name, columnOf(column, column.default)]));
}

/** Types beside JSON as which a body can be handed over whole. */
const wholeTypes = ['text', 'xml', 'bytea'];

const isInput = (argument: z.infer<typeof argumentSchema>) => argument.mode !== 'o' && argument.mode !== 't';

/** A function whose parameters have no names can be called with the whole body as its one argument, else not at all. */
function isCallable(found: z.infer<typeof functionSchema>): boolean {
  const inputs = found.arguments.filter(isInput);
  const unnamed = inputs.filter((argument) => argument.name === '');
  return unnamed.length === 0 || (inputs.length === 1 && inputs.every(({ isJson, type }) => isJson || wholeTypes.includes(type)));
}

function functionOf(schema: string, found: z.infer<typeof functionSchema>): DatabaseFunction {
  const inputs = found.arguments.filter(isInput);
  const outputs = found.arguments.filter((argument) => argument.mode === 'o' || argument.mode === 't' || argument.mode === 'b');
  const outputColumns = outputs.map((argument): [string, Column] => [argument.name, columnOf(argument, null)]);
  return {
    name: found.name,
    reference: qualified(schema, found.name),
    parameters: inputs.map((argument, index) => ({
      ...columnOf(argument, null),
      isRequired: index < found.requiredCount,
      isVariadic: argument.mode === 'v',
      typeName: argument.type,
    })),
    executableBy: found.executableBy,
    isVolatile: found.isVolatile,
    returnsSet: found.returnsSet,
    returns: found.returnsVoid && !found.returnsSet ? 'void' : found.returnsRow ? 'row' : 'scalar',
    columns: found.rowColumns.length > 0 ? columnsByName(found.rowColumns) : new Map(outputColumns),
    rowRelation: found.rowRelation ?? undefined,
  };
}
