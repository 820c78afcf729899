import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { type ApiRequest, type Auth, type Body, type Folder, makeCollection, makeRequest, newId, type Pair } from '../model.ts';
import type { Imported, ImportFailure } from './read-postman.ts';

type Json = Readonly<Record<string, unknown>>;

const verbs = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;
const maxOperations = 5000;

/** Characters that one example may be built of, and all of a document: a few references can name a part again and again. */
const exampleRoom = 1_000_000;
const documentRoom = 50_000_000;

/** What a part of an example counts as besides what it holds. */
const costOfPart = 20;

/** Characters that may still be built. */
type Room = { left: number };
const head = z.object({
  openapi: z.string().check(z.regex(/^3\./)),
  info: z.object({ title: z._default(z.string(), 'OpenAPI') }),
  servers: z._default(z.array(z.object({ url: z.string() })), []),
  paths: z.record(z.string(), z.unknown()),
});

/**
 * Reads OpenAPI 3.0 and 3.1: an operation becomes a request, its first tag a folder. References are followed within the document;
 * those to other files are named and left out.
 */
export function readOpenApi(json: unknown): Result<Imported, ImportFailure> {
  const parsed = head.safeParse(json);
  if (!parsed.success || !isObject(json)) return fail({ code: 'unreadable', message: 'This is not an OpenAPI 3 document with paths.' });
  const leftOut = new Set<string>();
  const resolve = (value: unknown) => resolveIn(json, value, leftOut);
  const room: Room = { left: documentRoom };
  const folders = new Map<string, ApiRequest[]>();
  let count = 0;
  for (const [path, given] of Object.entries(parsed.data.paths)) {
    const shared = resolve(given);
    if (!isObject(shared)) continue;
    for (const verb of verbs) {
      const operation = resolve(shared[verb]);
      if (!isObject(operation)) continue;
      count += 1;
      if (count > maxOperations) return fail({ code: 'unreadable', message: `There are more than ${maxOperations} operations.` });
      const tag = listOf(operation['tags']).find((one) => typeof one === 'string') ?? '';
      const request = readOperation(path, verb, operation, shared, json, resolve, room);
      if (room.left <= 0) return fail({ code: 'unreadable', message: 'Its examples exceed 50 million characters.' });
      folders.set(String(tag), [...(folders.get(String(tag)) ?? []), request]);
    }
  }
  const server = parsed.data.servers[0]?.url ?? '';
  const items = [...folders].flatMap(([name, requests]): (ApiRequest | Folder)[] =>
    name === '' ? requests : [{ kind: 'folder', id: newId(), name, auth: { kind: 'inherit' }, items: requests }],
  );
  const collection = makeCollection({
    name: parsed.data.info.title,
    auth: readSecurity(json['security'], json, resolve) ?? { kind: 'none' },
    variables: [{ name: 'baseUrl', value: server.replace(/\/$/, ''), enabled: true }],
    items,
  });
  return succeed({ collections: [collection], leftOut: [...leftOut] });
}

type Resolve = (value: unknown) => unknown;

function readOperation(path: string, verb: string, operation: Json, shared: Json, root: Json, resolve: Resolve, room: Room): ApiRequest {
  const parameters = [...listOf(shared['parameters']), ...listOf(operation['parameters'])].map(resolve).filter(isObject);
  const values = (place: string): Pair[] =>
    parameters
      .filter((one) => one['in'] === place && typeof one['name'] === 'string')
      .map((one) => ({ name: String(one['name']), value: exampleText(one, resolve, room), enabled: one['required'] === true }));
  const inPath = new Map(values('path').map(({ name, value }) => [name, value]));
  const summary = operation['summary'] ?? operation['operationId'];
  return makeRequest({
    name: typeof summary === 'string' && summary !== '' ? summary : `${verb.toUpperCase()} ${path}`,
    method: verb.toUpperCase(),
    url: `{{baseUrl}}${path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => inPath.get(name) || `{{${name}}}`)}`,
    query: values('query'),
    headers: values('header'),
    body: readBody(resolve(operation['requestBody']), resolve, room),
    auth: readSecurity(operation['security'], root, resolve) ?? { kind: 'inherit' },
  });
}

function readBody(given: unknown, resolve: Resolve, room: Room): Body {
  const content = isObject(given) ? given['content'] : undefined;
  if (!isObject(content)) return { kind: 'none' };
  const [type, media] =
    Object.entries(content).toSorted(([one], [other]) => Number(/json/.test(other)) - Number(/json/.test(one)))[0] ?? [];
  const told = resolve(media);
  if (type === undefined || !isObject(told)) return { kind: 'none' };
  const example = exampleOf(told, resolve, room);
  if (/json/.test(type)) return { kind: 'json', text: JSON.stringify(example ?? {}, null, 2) };
  const fields = Object.entries(isObject(example) ? example : {}).map(([name, value]) => ({ name, value: asText(value), enabled: true }));
  if (/x-www-form-urlencoded/.test(type)) return { kind: 'form', fields };
  if (/^multipart\//.test(type)) return { kind: 'multipart', fields };
  return { kind: 'text', text: asText(example) };
}

/** The first of the schemes that one is enough of; `undefined` where nothing is said, so that it is inherited. */
function readSecurity(given: unknown, root: Json, resolve: Resolve): Auth | undefined {
  if (!Array.isArray(given)) return undefined;
  const [first] = given.filter(isObject);
  const name = first === undefined ? undefined : Object.keys(first)[0];
  if (name === undefined) return { kind: 'none' };
  const components = root['components'];
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  const scheme = resolve(isObject(schemes) ? schemes[name] : undefined);
  if (!isObject(scheme)) return { kind: 'none' };
  if (scheme['type'] === 'http' && scheme['scheme'] === 'basic')
    return { kind: 'basic', username: '{{username}}', password: '{{password}}' };
  if (scheme['type'] === 'http' && scheme['scheme'] === 'bearer') return { kind: 'bearer', token: '{{token}}' };
  if (scheme['type'] === 'apiKey' && (scheme['in'] === 'header' || scheme['in'] === 'query'))
    return { kind: 'apikey', name: asText(scheme['name']), value: '{{apiKey}}', in: scheme['in'] };
  const flows = scheme['flows'];
  const flow = isObject(flows) ? flows['clientCredentials'] : undefined;
  if (!isObject(flow)) return { kind: 'none' };
  const scopes = listOf(first?.[name]).map(asText).join(' ');
  return {
    kind: 'oauth2',
    tokenUrl: asText(flow['tokenUrl']),
    clientId: '{{clientId}}',
    clientSecret: '{{clientSecret}}',
    scope: scopes,
    in: 'header',
  };
}

function exampleText(parameter: Json, resolve: Resolve, room: Room): string {
  const example = exampleOf(parameter, resolve, room);
  return example === undefined || example === null ? '' : asText(example);
}

/** The example of a parameter or a media type: given, or built from its schema. */
function exampleOf(told: Json, resolve: Resolve, document: Room): unknown {
  const room: Room = { left: exampleRoom };
  const example = givenOrBuilt(told, resolve, room);
  document.left -= costOfPart + exampleRoom - room.left;
  return example;
}

function givenOrBuilt(told: Json, resolve: Resolve, room: Room): unknown {
  if (told['example'] !== undefined) return within(room, told['example']);
  const named = isObject(told['examples']) ? resolve(Object.values(told['examples'])[0]) : undefined;
  if (isObject(named) && named['value'] !== undefined) return within(room, named['value']);
  return schemaExample(told['schema'], resolve, room, 0);
}

/** A given value, where there is room for it. */
function within(room: Room, value: unknown): unknown {
  room.left -= asText(value).length;
  return room.left > 0 ? value : undefined;
}

/** A value that a schema describes. Schemas may hold themselves: six steps down, or without room, nothing more is built. */
function schemaExample(given: unknown, resolve: Resolve, room: Room, depth: number): unknown {
  const schema = resolve(given);
  room.left -= costOfPart;
  if (!isObject(schema) || depth > 6 || room.left <= 0) return undefined;
  for (const name of ['example', 'default', 'const']) if (schema[name] !== undefined) return within(room, schema[name]);
  const examples = listOf(schema['examples']);
  if (examples.length > 0) return within(room, examples[0]);
  const choices = listOf(schema['enum']);
  if (choices.length > 0) return within(room, choices[0]);
  const parts = listOf(schema['allOf']);
  if (parts.length > 0) {
    const built = parts.slice(0, 20).map((part) => schemaExample(part, resolve, room, depth + 1));
    return Object.assign({}, ...built.filter(isObject));
  }
  const [either] = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
  if (either !== undefined) return schemaExample(either, resolve, room, depth + 1);
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'array') return [schemaExample(schema['items'], resolve, room, depth + 1)].filter((one) => one !== undefined);
  if (type === 'object' || isObject(schema['properties'])) {
    const properties = isObject(schema['properties']) ? Object.entries(schema['properties']).slice(0, 100) : [];
    const entries = properties.map(([name, property]) => [name, schemaExample(property, resolve, room, depth + 1)] as const);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (type === 'integer' || type === 'number') return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
  return type === 'boolean' ? false : type === 'string' ? '' : undefined;
}

/** Follows `#/…` references, at most 20 in a row. */
function resolveIn(root: Json, value: unknown, leftOut: Set<string>): unknown {
  let reached = value;
  for (let turn = 0; turn < 20; turn += 1) {
    const reference = isObject(reached) ? reached['$ref'] : undefined;
    if (typeof reference !== 'string') return reached;
    if (!reference.startsWith('#/')) {
      leftOut.add(`Defined in another file: ${reference.slice(0, 100)}`);
      return undefined;
    }
    reached = reference
      .slice(2)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(
        (at, step) => (typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? Reflect.get(at, step) : undefined),
        root,
      );
  }
  return undefined;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
