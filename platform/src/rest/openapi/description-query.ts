import { z } from 'zod';
import { askedSchema } from '../schema-cache-queries.ts';

const columnSchema = z.object({
  name: z.string(),
  type: z.string(),
  isRequired: z.boolean(),
  default: z.string().nullable(),
  maximumLength: z.number().nullable(),
  values: z.array(z.string()).nullable(),
  isPrimaryKey: z.boolean(),
  /** Table and column that it refers to. */
  refersTo: z.tuple([z.string(), z.string()]).nullable(),
  comment: z.string().nullable(),
});

const relationSchema = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  isWritable: z.boolean(),
  columns: z.array(columnSchema),
});

const parameterSchema = z.object({ name: z.string(), type: z.string(), isRequired: z.boolean(), isVariadic: z.boolean() });

const functionSchema = z.object({
  name: z.string(),
  comment: z.string().nullable(),
  isVolatile: z.boolean(),
  parameters: z.array(parameterSchema),
});

/** What of a schema a role may use. */
export const describedSchema = z.object({ relations: z.array(relationSchema), functions: z.array(functionSchema) });

/** What of a schema a role may use. */
export type Described = z.infer<typeof describedSchema>;

/** A table, view or their like as it is described. */
export type DescribedRelation = Described['relations'][number];

/** A column as it is described. */
export type DescribedColumn = DescribedRelation['columns'][number];

/** A function as it is described. */
export type DescribedFunction = Described['functions'][number];

const mayUseColumn = ['select', 'insert', 'update']
  .map((privilege) => `has_column_privilege(relation.oid, own.attnum, '${privilege}')`)
  .join(' or ');

const refersTo = `(select json_build_array(referred.relname, referred_column.attname)
    from pg_constraint found
    join pg_class referred on referred.oid = found.confrelid and referred.relnamespace = ${askedSchema}
    join pg_attribute referred_column on referred_column.attrelid = referred.oid and referred_column.attnum = found.confkey[1]
    where found.contype = 'f' and found.conrelid = relation.oid and found.conkey = array[own.attnum]
      and has_column_privilege(referred.oid, referred_column.attnum, 'select')
    order by found.conname limit 1)`;

const columns = `(select coalesce(json_agg(json_build_object('name', own.attname, 'type', format_type(own.atttypid, null),
      'isRequired', own.attnotnull, 'default', pg_get_expr(set_to.adbin, set_to.adrelid),
      'maximumLength', case when own.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and own.atttypmod > 4 then own.atttypmod - 4 end,
      'values', (select json_agg(label.enumlabel order by label.enumsortorder) from pg_enum label where label.enumtypid = own.atttypid),
      'isPrimaryKey', exists (select from pg_constraint key
        where key.contype = 'p' and key.conrelid = relation.oid and own.attnum = any(key.conkey)),
      'refersTo', ${refersTo},
      'comment', col_description(relation.oid, own.attnum)) order by own.attnum), '[]')
    from pg_attribute own
    left join pg_attrdef set_to on set_to.adrelid = own.attrelid and set_to.adnum = own.attnum
    where own.attrelid = relation.oid and own.attnum > 0 and not own.attisdropped and (${mayUseColumn}))`;

const parameters = `(select coalesce(json_agg(json_build_object('name', coalesce(found.proargnames[given.place], ''),
      'type', format_type(given.type, null), 'isRequired', given.place <= found.pronargs - found.pronargdefaults,
      'isVariadic', found.provariadic <> 0 and given.place = found.pronargs) order by given.place), '[]')
    from unnest(found.proargtypes::oid[]) with ordinality as given(type, place))`;

/**
 * Asks PostgreSQL, as the caller, what of the schema that is the one parameter the caller may use: one column `described` of one row. A column, a table
 * and a function without any privilege is not in it.
 */
export const descriptionQuery = `select json_build_object(
  'relations', (select coalesce(json_agg(json_build_object('name', relation.relname, 'comment', obj_description(relation.oid, 'pg_class'),
      'isWritable', has_any_column_privilege(relation.oid, 'insert, update') or has_table_privilege(relation.oid, 'delete'),
      'columns', ${columns}) order by relation.relname), '[]')
    from pg_class relation where relation.relnamespace = ${askedSchema} and relation.relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_any_column_privilege(relation.oid, 'select, insert, update') or has_table_privilege(relation.oid, 'delete'))),
  'functions', (select coalesce(json_agg(json_build_object('name', found.proname, 'comment', obj_description(found.oid, 'pg_proc'),
      'isVolatile', found.provolatile = 'v', 'parameters', ${parameters}) order by found.proname, found.pronargs, found.oid), '[]')
    from pg_proc found where found.pronamespace = ${askedSchema} and found.prokind = 'f'
      and found.prorettype <> 'trigger'::regtype and has_function_privilege(found.oid, 'execute')
      and (found.pronargs = 0 or coalesce(found.proargnames[1], '') <> ''))) as described`;
