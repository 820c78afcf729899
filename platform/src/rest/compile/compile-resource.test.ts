import { expect, test } from 'vitest';
import { relationshipsOf } from '../embed/relationships.ts';
import { parseQueryParameters } from '../query-parameters.ts';
import type { Column, Relation, Schema } from '../schema-cache.ts';
import { compileRead } from './compile-read.ts';
import { makeAliases } from './resource.ts';
import { fromCatalog, identifier, nothing, sql, toQuery } from './sql.ts';

function column(name: string, type: string): [string, Column] {
  const typed = { type: fromCatalog(type), arrayType: fromCatalog(`${type}[]`), isJson: type === 'jsonb', isSearchVector: false };
  return [name, { name, reference: identifier(name), ...typed, defaultValue: undefined }];
}

function relation(name: string, columns: readonly [string, string][], isForOwnerSession = false): [string, Relation] {
  const found: Relation = {
    name,
    reference: sql`"public".${identifier(name)}`,
    row: sql`${identifier(name)}.*`,
    columns: new Map(columns.map(([each, type]) => column(each, type))),
    computed: new Map(),
    primaryKey: ['id'],
    kind: 'table',
    selectableBy: ['authenticated'],
    insertableBy: [],
    updatableBy: [],
    isForOwnerSession,
  };
  return [name, found];
}

const id: [string, string] = ['id', 'int4'];
const name: [string, string] = ['name', 'text'];
const key = (table: string, own: string, foreignTable: string) => ({
  constraint: `${table}_${own}_fkey`,
  table,
  foreignTable,
  columns: [[own, 'id'] as [string, string]],
  isUnique: false,
});

const schema: Schema = {
  name: 'public',
  relations: new Map([
    relation('clients', [id, name]),
    relation('projects', [id, name, ['client', 'int4']], true),
    relation('tasks', [id, ['facts', 'jsonb'], ['project', 'int4']]),
  ]),
  functions: new Map(),
  relationships: relationshipsOf(
    [key('projects', 'client', 'clients'), key('tasks', 'project', 'projects')],
    [{ name: 'newest', table: 'projects', foreignTable: 'tasks', returnsOneRow: true }],
    new Map(),
    [],
  ),
};

/** The statement that reads a table, without what is around its rows, and its parameters. */
function compile(table: string, query: string): { readonly rows: string; readonly values: readonly unknown[] } {
  const parameters = parseQueryParameters(query, false);
  const source = schema.relations.get(table);
  if (!parameters.ok || source === undefined) throw new Error('this is not a request');
  const gate = (found: Relation) => (found.isForOwnerSession ? sql`(select private.owner_session())` : nothing);
  const compiled = compileRead({
    statement: {
      schema,
      role: 'authenticated',
      gate,
      maximumEmbedded: 1000n,
      mayAggregate: true,
      nextAlias: makeAliases(),
      spend: () => true,
    },
    source,
    relation: table,
    from: nothing,
    gate: gate(source),
    parameters: parameters.value,
    range: { offset: 0n, limit: 1000n },
    count: undefined,
    representation: undefined,
  });
  if (!compiled.ok) throw new Error(compiled.failure.message);
  const { text, values } = toQuery(compiled.value);
  return { rows: /castellan_rows as \((.*) limit \$\d+::bigint offset/s.exec(text)?.[1] ?? text, values: values.slice(0, -2) };
}

const gated = '(select private.owner_session())';
const cases: readonly (readonly [string, string, string, string, readonly unknown[]])[] = [
  [
    'its own columns',
    'clients',
    'select=id,other:name',
    'select "public"."clients"."id" as "id", "public"."clients"."name" as "other" from "public"."clients"',
    [],
  ],
  [
    'rows that refer to it: a subquery, under the gate of their own table',
    'clients',
    'select=id,projects(name)',
    `select "public"."clients"."id" as "id", (select coalesce(json_agg(castellan_item), '[]') from (select "castellan_1"."name" as "name" from "public"."projects" "castellan_1" where ${gated} and "castellan_1"."client" = "public"."clients"."id" limit $1::bigint) castellan_item) as "projects" from "public"."clients"`,
    ['1000'],
  ],
  [
    'rows in rows that stand behind a gate already: asked for each of these',
    'projects',
    'select=id,clients(projects(id))',
    `select "public"."projects"."id" as "id", (select row_to_json(castellan_item) from (select (select coalesce(json_agg(castellan_item), '[]') from (select "castellan_2"."id" as "id" from "public"."projects" "castellan_2" where "castellan_2"."client" = "castellan_1"."id" limit $1::bigint) castellan_item) as "projects" from "public"."clients" "castellan_1" where "castellan_1"."id" = "public"."projects"."client") castellan_item) as "clients" from "public"."projects" where ${gated}`,
    ['1000'],
  ],
  [
    'the row that it refers to, with a filter',
    'projects',
    'select=clients(*)&clients.name=eq.x',
    `select (select row_to_json(castellan_item) from (select "castellan_1".* from "public"."clients" "castellan_1" where "castellan_1"."id" = "public"."projects"."client" and ("castellan_1"."name" = $1::text)) castellan_item) as "clients" from "public"."projects" where ${gated}`,
    ['x'],
  ],
  [
    'rows with some that refer to them',
    'clients',
    'select=id,projects!inner()',
    `select "public"."clients"."id" as "id" from "public"."clients" where exists (select 1 from "public"."projects" "castellan_1" where ${gated} and "castellan_1"."client" = "public"."clients"."id")`,
    [],
  ],
  [
    'rows with none',
    'clients',
    'select=id,projects()&or=(projects.is.null,id.eq.1)',
    `select "public"."clients"."id" as "id" from "public"."clients" where (not exists (select 1 from "public"."projects" "castellan_1" where ${gated} and "castellan_1"."client" = "public"."clients"."id") or ("public"."clients"."id" = $1::int4))`,
    ['1'],
  ],
  [
    'a spread row: joined',
    'projects',
    'select=id,...clients(client_name:name)',
    `select "public"."projects"."id" as "id", "castellan_2"."c0" as "client_name" from "public"."projects" left join lateral (select "castellan_1"."name" as "c0" from "public"."clients" "castellan_1" where "castellan_1"."id" = "public"."projects"."client") "castellan_2" on true where ${gated}`,
    [],
  ],
  [
    'an order by the row that it refers to',
    'projects',
    'select=id,clients()&order=clients(name).desc',
    `select "public"."projects"."id" as "id" from "public"."projects" where ${gated} order by (select "castellan_1"."name" from "public"."clients" "castellan_1" where "castellan_1"."id" = "public"."projects"."client" limit 1) desc`,
    [],
  ],
  [
    'what a function of the row gives',
    'projects',
    'select=newest(id)',
    `select (select row_to_json(castellan_item) from (select "castellan_1"."id" as "id" from "public"."newest"("projects".*) "castellan_1" limit $1::bigint) castellan_item) as "newest" from "public"."projects" where ${gated}`,
    ['1'],
  ],
  [
    'sums by a place inside JSON, in its order',
    'tasks',
    'select=facts->a,id.count()::text&order=facts->a',
    'select "public"."tasks"."facts"->$1::text as "a", cast(count("public"."tasks"."id") as text) as "count" from "public"."tasks" group by "public"."tasks"."facts"->$1::text order by "public"."tasks"."facts"->$1::text',
    ['a'],
  ],
  [
    'the sum of a spread row, over the rows around',
    'projects',
    'select=...clients(id.sum(),name)',
    `select sum("castellan_2"."c0") as "sum", "castellan_2"."c1" as "name" from "public"."projects" left join lateral (select "castellan_1"."id" as "c0", "castellan_1"."name" as "c1" from "public"."clients" "castellan_1" where "castellan_1"."id" = "public"."projects"."client") "castellan_2" on true where ${gated} group by "castellan_2"."c1"`,
    [],
  ],
  [
    'a name, a value and a path of a client’s: quoted, or sent beside the statement',
    'clients',
    'select=%22a%5C%22;--%22:name,%22x%5C%22%22:projects(id)&%22x%5C%22%22.name=eq.%27;--&%22x%5C%22%22.limit=2',
    `select "public"."clients"."name" as "a"";--", (select coalesce(json_agg(castellan_item), '[]') from (select "castellan_1"."id" as "id" from "public"."projects" "castellan_1" where ${gated} and "castellan_1"."client" = "public"."clients"."id" and ("castellan_1"."name" = $1::text) limit $2::bigint) castellan_item) as "x""" from "public"."clients"`,
    ["';--", '2'],
  ],
];

test.each(cases)('%s', (_, table, query, rows, values) => {
  expect(compile(table, query)).toEqual({ rows, values });
});
