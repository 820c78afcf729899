import type { Described, DescribedColumn, DescribedFunction, DescribedRelation } from './description-query.ts';

type Document = Readonly<Record<string, unknown>>;

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
];

/** An OpenAPI 2.0 document of what is described, in the shape that PostgREST gives it. */
export function writeDescription({ relations, functions }: Described, publicUrl: URL): Document {
  const scheme = publicUrl.protocol.slice(0, -1);
  const firstByName = new Map(functions.toReversed().map((found) => [found.name, found]));
  return {
    swagger: '2.0',
    info: {
      title: 'PostgREST API',
      description: 'Tables, views and functions that this caller may use',
      version: '16',
    },
    host: `${publicUrl.hostname}:${publicUrl.port === '' ? (scheme === 'https' ? 443 : 80) : publicUrl.port}`,
    basePath: '/rest/v1/',
    schemes: [scheme],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: Object.fromEntries([
      ['/', { get: { tags: ['Introspection'], summary: 'OpenAPI description (this document)', produces: openApiTypes, responses: ok } }],
      ...relations.map((relation) => [`/${relation.name}`, pathOf(relation)]),
      ...[...firstByName.values()].toReversed().map((found) => [`/rpc/${found.name}`, callOf(found)]),
    ]),
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definitionOf(relation)])),
    parameters: Object.fromEntries([...generalParameters, ...relations.flatMap(parametersOf)]),
    externalDocs: { description: 'PostgREST Documentation', url: 'https://postgrest.org/en/stable/references/api.html' },
  };
}

const openApiTypes = ['application/openapi+json', 'application/json'];
const ok = { '200': { description: 'OK' } };

function reference(kind: 'parameters' | 'definitions', name: string): Document {
  return { $ref: `#/${kind}/${name}` };
}

function pathOf({ name, comment, columns, isWritable }: DescribedRelation): Document {
  const about = { tags: [name], ...summaryOf(comment) };
  const refer = (...names: string[]) => names.map((each) => reference('parameters', each));
  const filters = columns.map((column) => `rowFilter.${name}.${column.name}`);
  const rows = { description: 'OK', schema: { type: 'array', items: reference('definitions', name) } };
  const get = {
    ...about,
    parameters: refer(...filters, 'select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'),
    responses: { '200': rows, '206': { description: 'Partial Content' } },
  };
  if (!isWritable) return { get };
  const done = { '204': { description: 'No Content' } };
  return {
    get,
    post: { ...about, parameters: refer(`body.${name}`, 'select', 'preferPost'), responses: { '201': { description: 'Created' } } },
    delete: { ...about, parameters: refer(...filters, 'preferReturn'), responses: done },
    patch: { ...about, parameters: refer(...filters, `body.${name}`, 'preferReturn'), responses: done },
  };
}

function callOf({ name, comment, isVolatile, parameters }: DescribedFunction): Document {
  const about = { tags: [`(rpc) ${name}`], ...summaryOf(comment), produces: mediaTypes.slice(0, 3), responses: ok };
  const required = parameters.filter(({ isRequired }) => isRequired).map((parameter) => parameter.name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, typeOf(parameter.type)])),
    ...(required.length === 0 ? {} : { required }),
  };
  const post = {
    ...about,
    parameters: [{ name: 'args', in: 'body', required: true, schema }, reference('parameters', 'preferParams')],
  };
  if (isVolatile) return { post };
  const query = parameters.map((parameter) => {
    const { type, format, items } = typeOf(parameter.type);
    const isList = parameter.isVariadic && type === 'array';
    // A list is written in braces, JSON as its text.
    const shown = isList
      ? { type, items, collectionFormat: 'multi' }
      : { type: type === undefined || type === 'array' ? 'string' : type, format };
    return { name: parameter.name, in: 'query', required: parameter.isRequired, ...shown };
  });
  return { get: { ...about, parameters: query }, post };
}

/** The first line of a comment is a summary, the rest the description. */
function summaryOf(comment: string | null): Document {
  if (comment === null) return {};
  const [summary = '', ...rest] = comment.trimStart().split('\n');
  const description = rest.join('\n').replace(/^\n+/, '');
  return description === '' ? { summary } : { summary, description };
}

function definitionOf({ comment, columns }: DescribedRelation): Document {
  const required = columns.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    ...(comment === null ? {} : { description: comment }),
    properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(column)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function propertyOf(column: DescribedColumn): Document {
  const { isPrimaryKey, refersTo, comment, maximumLength, values } = column;
  const notes = [
    ...(isPrimaryKey ? ['This is a Primary Key.<pk/>'] : []),
    ...(refersTo === null
      ? []
      : [`This is a Foreign Key to \`${refersTo.join('.')}\`.<fk table='${refersTo[0]}' column='${refersTo[1]}'/>`]),
  ];
  const noted = notes.length === 0 ? undefined : `Note:\n${notes.join('\n')}`;
  const description = [comment ?? undefined, noted].filter((text) => text !== undefined).join('\n\n');
  const preset = defaultOf(column);
  return {
    ...typeOf(column.type),
    ...(maximumLength === null ? {} : { maxLength: maximumLength }),
    ...(values === null ? {} : { enum: values }),
    ...(preset === undefined ? {} : { default: preset }),
    ...(description === '' ? {} : { description }),
  };
}

type TypeDescription = { readonly type?: string; readonly format: string; readonly items?: Document };

/** A type of PostgreSQL's as JSON has it. JSON itself may be anything. */
function typeOf(name: string): TypeDescription {
  const format = formats.get(name) ?? name;
  if (name === 'json' || name === 'jsonb') return { format };
  if (!name.endsWith('[]')) return { type: types.get(name) ?? 'string', format };
  const inner = typeOf(name.slice(0, -2)).type;
  return { type: 'array', format, items: inner === undefined ? {} : { type: inner } };
}

const types: ReadonlyMap<string, string> = new Map([
  ['boolean', 'boolean'],
  ['smallint', 'integer'],
  ['integer', 'integer'],
  ['bigint', 'integer'],
  ['numeric', 'number'],
  ['real', 'number'],
  ['double precision', 'number'],
]);

const formats: ReadonlyMap<string, string> = new Map([
  ['smallint', 'int32'],
  ['integer', 'int32'],
  ['bigint', 'int64'],
]);

/** A default that is a plain value; of a text also the expression that makes it. */
function defaultOf({ type, default: preset }: DescribedColumn): unknown {
  if (preset === null) return undefined;
  const suffix = `::${type}`;
  if (typeOf(type).type === 'string') {
    return preset.endsWith(suffix) ? preset.slice(0, -suffix.length).replace(/^'/, '').replace(/'$/, '') : preset;
  }
  return /^(?:-?\d{1,15}(?:\.\d{1,15})?|true|false)$/.test(preset) ? JSON.parse(preset) : undefined;
}

function parametersOf({ name, columns }: DescribedRelation): readonly (readonly [string, Document])[] {
  const body = { name, description: name, in: 'body', required: false, schema: reference('definitions', name) };
  const filters = columns.map((column): readonly [string, Document] => [
    `rowFilter.${name}.${column.name}`,
    {
      name: column.name,
      in: 'query',
      required: false,
      type: 'string',
      ...(column.comment === null ? {} : { description: column.comment }),
    },
  ]);
  return [[`body.${name}`, body], ...filters];
}

const preference = (values: readonly string[]): Document => ({
  name: 'Prefer',
  description: 'Preference',
  in: 'header',
  required: false,
  type: 'string',
  ...(values.length === 0 ? {} : { enum: values }),
});
const returned = ['return=representation', 'return=minimal', 'return=none'];
const general = (name: string, place: 'query' | 'header', description: string): Document => ({
  name,
  description,
  in: place,
  required: false,
  type: 'string',
});

/** What every path may refer to. */
const generalParameters: readonly (readonly [string, Document])[] = [
  ['preferParams', preference([])],
  ['preferReturn', preference(returned)],
  ['preferCount', preference(['count=none'])],
  ['preferPost', preference([...returned, 'resolution=ignore-duplicates', 'resolution=merge-duplicates'])],
  ['select', general('select', 'query', 'Filtering Columns')],
  ['on_conflict', general('on_conflict', 'query', 'On Conflict')],
  ['order', general('order', 'query', 'Ordering')],
  ['range', general('Range', 'header', 'Limiting and Pagination')],
  ['rangeUnit', { ...general('Range-Unit', 'header', 'Limiting and Pagination'), default: 'items' }],
  ['offset', general('offset', 'query', 'Limiting and Pagination')],
  ['limit', general('limit', 'query', 'Limiting and Pagination')],
];
