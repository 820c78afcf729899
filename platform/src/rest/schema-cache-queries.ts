/**
 * What the catalog says of every relation and function of one schema, whose name is the one parameter. They run with an empty `search_path`, so that
 * PostgreSQL qualifies every type name outside `pg_catalog`, and are readable by any role.
 * `format_type(…, -1)` is the one form that prints `bpchar` and `"bit"` instead of `character` and `bit`, which in a
 * cast would mean a length of one.
 */

/** Domains with what they stand for at the bottom; every other type with itself. */
const baseTypes = `
  with recursive steps(oid, base) as (
    select oid, typbasetype from pg_type where typtype = 'd'
    union all
    select steps.oid, type.typbasetype from steps join pg_type type on type.oid = steps.base where type.typtype = 'd'
  ), base_types(oid, base) as (
    select type.oid, coalesce((select steps.base from steps join pg_type found on found.oid = steps.base
      where steps.oid = type.oid and found.typtype <> 'd'), type.oid)
    from pg_type type
  )`;

/** The description of a column or parameter whose type is `base_types.base`, joined to its `pg_type` as `type`. */
const typeFields = `
  'type', format_type(type.oid, -1),
  'arrayType', coalesce(format_type(nullif(type.typarray, 0), -1), format_type(type.oid, -1)),
  'isJson', type.oid in ('json'::regtype, 'jsonb'::regtype),
  'isSearchVector', type.oid = 'tsvector'::regtype`;

/** The columns of the relation whose oid is `$owner`, in order. */
function columnsOf(owner: string): string {
  return `(select coalesce(json_agg(json_build_object('name', attribute.attname, 'default',
      case
        when declared.typtype = 'd' and attrdef.adbin is null then pg_get_expr(declared.typdefaultbin, 0)
        when attribute.attidentity = 'd' then format('nextval(%L)', sequence.objid::regclass)
        when attribute.attgenerated <> '' then null
        else pg_get_expr(attrdef.adbin, attrdef.adrelid)
      end, ${typeFields}) order by attribute.attnum), '[]')
    from pg_attribute attribute
    join pg_type declared on declared.oid = attribute.atttypid
    join base_types on base_types.oid = declared.oid
    join pg_type type on type.oid = base_types.base
    left join pg_attrdef attrdef on attrdef.adrelid = attribute.attrelid and attrdef.adnum = attribute.attnum
    left join pg_depend sequence on sequence.refobjid = attribute.attrelid and sequence.refobjsubid = attribute.attnum
      and sequence.deptype = 'i' and sequence.classid = 'pg_class'::regclass
    where attribute.attrelid = ${owner} and attribute.attnum > 0 and not attribute.attisdropped)`;
}

/** The schema that is read. Where there is none, nothing is in it. */
export const askedSchema = '(select oid from pg_namespace where nspname = $1)';

/** Whether a row of `pg_class` is a table, a view or their like in the schema. */
function isRelation(name: string): string {
  return `${name}.relnamespace = ${askedSchema} and ${name}.relkind in ('r', 'p', 'v', 'm', 'f')`;
}

/** Those of the roles that a request may take which have a privilege, by an expression on `role`. */
function rolesThat(privilege: string): string {
  return `array(select role from unnest(array['anon', 'authenticated', 'service_role']) as role where ${privilege})`;
}

/**
 * Whether each policy of a relation that shows or changes rows calls `private.owner_session()`. Of a table without policies
 * it is no: nobody but its owner sees a row of it.
 */
const everyPolicyAsksForOwner = `relation.relrowsecurity and coalesce((
    select bool_and(exists (
      select from pg_depend called
      join pg_proc asked on asked.oid = called.refobjid and asked.proname = 'owner_session' and asked.pronargs = 0
      join pg_namespace asked_in on asked_in.oid = asked.pronamespace and asked_in.nspname = 'private'
      where called.classid = 'pg_policy'::regclass and called.objid = policy.oid and called.refclassid = 'pg_proc'::regclass))
    from pg_policy policy where policy.polrelid = relation.oid and policy.polpermissive), false)`;

/** Tables, views and their like. */
export const relationsQuery = `${baseTypes}
  select relation.relname as name,
    case relation.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' else 'table' end as kind,
    ${rolesThat(`has_any_column_privilege(role, relation.oid, 'select')`)} as "selectableBy",
    ${rolesThat(`has_any_column_privilege(role, relation.oid, 'insert')`)} as "insertableBy",
    ${rolesThat(`has_any_column_privilege(role, relation.oid, 'update')`)} as "updatableBy",
    ${everyPolicyAsksForOwner} as "isForOwnerSession",
    (select coalesce(json_agg(attribute.attname order by key.position), '[]')
      from pg_constraint primary_key
      cross join unnest(primary_key.conkey) with ordinality as key(attnum, position)
      join pg_attribute attribute on attribute.attrelid = primary_key.conrelid and attribute.attnum = key.attnum
      where primary_key.conrelid = relation.oid and primary_key.contype = 'p') as "primaryKey",
    ${columnsOf('relation.oid')} as columns
  from pg_class relation
  where ${isRelation('relation')}`;

/** Functions that can be called: not procedures, aggregates or triggers. */
export const functionsQuery = `${baseTypes}
  select function.proname as name,
    ${rolesThat(`has_function_privilege(role, function.oid, 'execute')`)} as "executableBy",
    function.proretset as "returnsSet",
    function.provolatile = 'v' as "isVolatile",
    function.pronargs - function.pronargdefaults as "requiredCount",
    result.oid = 'void'::regtype as "returnsVoid",
    result.typtype = 'c' or coalesce(function.proargmodes::text[] && '{t,b,o}', false) as "returnsRow",
    (select returned.relname from pg_class returned where ${isRelation('returned')} and returned.oid = result.typrelid) as "rowRelation",
    not function.proretset or function.prorows = 1 as "returnsOneRow",
    (select argument_row.relname from pg_type argument_type join pg_class argument_row on argument_row.oid = argument_type.typrelid
      where function.pronargs = 1 and argument_type.oid = function.proargtypes[0] and ${isRelation('argument_row')}) as "rowArgument",
    json_build_object(${typeFields.replaceAll('type.', 'result.')}) as result,
    case when result.typtype = 'c' then ${columnsOf('result.typrelid')} else '[]' end as "rowColumns",
    (select coalesce(json_agg(json_build_object('name', coalesce(argument.name, ''), 'mode', coalesce(argument.mode, 'i'),
        ${typeFields.replaceAll('type.', 'argument_type.')}) order by argument.position), '[]')
      from unnest(coalesce(function.proallargtypes, function.proargtypes::oid[]), function.proargnames, function.proargmodes)
        with ordinality as argument(oid, name, mode, position)
      join base_types argument_base on argument_base.oid = argument.oid
      join pg_type argument_type on argument_type.oid = argument_base.base) as arguments
  from pg_proc function
  join base_types on base_types.oid = function.prorettype
  join pg_type result on result.oid = base_types.base
  where function.pronamespace = ${askedSchema} and function.prokind = 'f' and result.oid <> 'trigger'::regtype
  order by function.oid`;

/** The columns of a foreign key with those they refer to, in its own order. */
const keyColumns = `(select json_agg(json_build_array(own.attname, referred.attname) order by key.position)
    from unnest(found.conkey, found.confkey) with ordinality as key(own, referred, position)
    join pg_attribute own on own.attrelid = found.conrelid and own.attnum = key.own
    join pg_attribute referred on referred.attrelid = found.confrelid and referred.attnum = key.referred)`;

/** Foreign keys between tables of the schema. Those that a partition has from its parent are the parent's. */
export const foreignKeysQuery = `
  select found.conname as "constraint", own_table.relname as "table", referred_table.relname as "foreignTable",
    ${keyColumns} as columns,
    exists (select from pg_constraint alone where alone.conrelid = found.conrelid and alone.contype in ('p', 'u')
      and alone.conkey <@ found.conkey and alone.conkey @> found.conkey) as "isUnique"
  from pg_constraint found
  join pg_class own_table on own_table.oid = found.conrelid
  join pg_class referred_table on referred_table.oid = found.confrelid
  where found.contype = 'f' and found.conparentid = 0 and ${isRelation('own_table')} and ${isRelation('referred_table')}
  order by own_table.relname, found.conname`;

/**
 * Which columns of views are columns of a table or of another view, as they stand. PostgreSQL keeps that in the view's rule alone,
 * written out, where entries of subqueries look the same: what more than one entry might mean is left out.
 */
export const viewColumnsQuery = `
  select view.relname as view, own.attname as column, min(origin.relname) as "table", min(origin_column.attname) as "tableColumn"
  from pg_class view
  join pg_rewrite rule on rule.ev_class = view.oid and rule.rulename = '_RETURN'
  cross join regexp_matches(rule.ev_action::text,
    ':resno (\\d+) :resname (\\S+) :ressortgroupref \\d+ :resorigtbl (\\d+) :resorigcol (\\d+) :resjunk false', 'g') as entry
  join pg_attribute own on own.attrelid = view.oid and own.attnum = entry[1]::int and own.attname = entry[2] and not own.attisdropped
  left join pg_class origin on origin.oid = entry[3]::oid and ${isRelation('origin')}
  left join pg_attribute origin_column on origin_column.attrelid = origin.oid and origin_column.attnum = entry[4]::int
  where view.relkind in ('v', 'm') and ${isRelation('view')}
  group by view.relname, own.attname
  having count(distinct (entry[3], entry[4])) = 1 and min(origin_column.attname) is not null`;
