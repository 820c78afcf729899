import { fail, type Result } from '@castellan/foundation/result';
import { maxImportBytes } from './import-limit.ts';
import { readOpenApi } from './openapi.ts';
import type { Imported, ImportFailure } from './read-postman.ts';

type Json = Readonly<Record<string, unknown>>;

/** Reads Swagger 2.0: it is converted to OpenAPI 3.0 first. What converts it is fetched here alone. */
export async function readSwagger(json: Json): Promise<Result<Imported, ImportFailure>> {
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  let converted: unknown;
  try {
    const lean = leanOf(json);
    if (lean === undefined)
      return fail({ code: 'unreadable', message: 'This document refers to its parameters too often to be converted.' });
    converted = upgradeFromTwoToThree(lean);
  } catch (error) {
    // The reader of documents says what is nested too deep.
    if (error instanceof RangeError) throw error;
    return fail({
      code: 'unreadable',
      message: 'This Swagger 2 document is malformed and cannot be converted.',
    });
  }
  const read = readOpenApi(converted);
  return read.ok ? read : fail({ ...read.failure, message: read.failure.message.replace('an OpenAPI 3', 'a Swagger 2') });
}

/** Together the parameters of all operations may be so long, in characters. */
const maxParametersLength = maxImportBytes;

/** Of the types that a body may have the first is taken, or else the first that is JSON; a form has one of two. */
const maxTypes = 20;

/**
 * The document without what requests are not made of, so that a small one is not converted into a large one or for hours: no answers,
 * few types of bodies, no inheritance of vendors. `undefined` where its parameters multiply.
 */
function leanOf({ produces: _, consumes, definitions, ...json }: Json): Json | undefined {
  const placed = placeParameters(json);
  if (placed === undefined) return undefined;
  const withoutVendors = (one: unknown) => {
    if (!isObject(one)) return one;
    const { 'x-ms-discriminator-value': __, 'x-discriminator-value': ___, ...schema } = one;
    return schema;
  };
  return {
    ...json,
    ...placed,
    ...(isObject(definitions) ? { definitions: mapValues(definitions, withoutVendors) } : {}),
    ...(consumes === undefined ? {} : { consumes: fewOf(consumes) }),
  };
}

function fewOf(types: unknown): unknown {
  if (!Array.isArray(types) || types.length <= maxTypes) return types;
  return [
    ...types.slice(0, maxTypes),
    ...types
      .slice(maxTypes)
      .filter((one) => typeof one === 'string' && one.includes('json'))
      .slice(0, 1),
  ];
}

/**
 * The paths with each operation's parameters in it: those of its path and those that it names. In OpenAPI 3 a body is no parameter, and
 * the conversion moves only those that stand in their operation. `undefined`: they would become too long.
 */
function placeParameters({ paths, parameters }: Json): { readonly paths: unknown } | undefined {
  if (!isObject(paths)) return { paths };
  const lengths = new WeakMap<Json, number>();
  let length = 0;
  const weigh = (one: Json) => {
    const own = lengths.get(one) ?? JSON.stringify(one).length;
    lengths.set(one, own);
    length += own;
  };
  const resolve = (given: unknown) => {
    const [, name = ''] = /^#\/parameters\/(.+)$/.exec(isObject(given) ? String(given['$ref']) : '') ?? [];
    return isObject(parameters) && Object.hasOwn(parameters, name) ? parameters[name] : given;
  };
  const listOf = (given: unknown) => (Array.isArray(given) ? given.map(resolve) : []).filter(isObject);
  const placed = mapValues(paths, (path) => {
    if (!isObject(path)) return path;
    const { parameters: shared, ...operations } = path;
    return mapValues(operations, (operation, verb) => {
      if (!isObject(operation) || !/^(?:get|put|post|delete|options|head|patch)$/.test(verb)) return operation;
      const { responses: _, produces: __, consumes, ...rest } = operation;
      const own = listOf(operation['parameters']);
      const keyOf = (one: Json) => JSON.stringify([one['in'], one['name']]);
      const owned = new Set(own.map(keyOf));
      const all = [...listOf(shared).filter((one) => !owned.has(keyOf(one))), ...own];
      for (const one of all) if (length <= maxParametersLength) weigh(one);
      if (length > maxParametersLength) return {};
      return { ...rest, parameters: all, ...(consumes === undefined ? {} : { consumes: fewOf(consumes) }) };
    });
  });
  return length > maxParametersLength ? undefined : { paths: placed };
}

function mapValues(object: Json, change: (value: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
