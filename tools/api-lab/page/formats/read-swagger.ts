import { fail, type Result } from '@castellan/foundation/result';
import { readOpenApi } from './openapi.ts';
import type { Imported, ImportFailure } from './read-postman.ts';

type Json = Readonly<Record<string, unknown>>;

/** Reads Swagger 2.0: it is converted to OpenAPI 3.0 first. What converts it is fetched here alone. */
export async function readSwagger(json: Json): Promise<Result<Imported, ImportFailure>> {
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  let converted: unknown;
  try {
    converted = upgradeFromTwoToThree({ ...json, paths: placeParameters(json) });
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

/**
 * The paths with each operation's parameters in it: those of its path and those that it names. In OpenAPI 3 a body is no parameter, and
 * the conversion moves only those that stand in their operation.
 */
function placeParameters({ paths, parameters }: Json): unknown {
  if (!isObject(paths)) return paths;
  const resolve = (given: unknown) => {
    const [, name = ''] = /^#\/parameters\/(.+)$/.exec(isObject(given) ? String(given['$ref']) : '') ?? [];
    return isObject(parameters) && Object.hasOwn(parameters, name) ? parameters[name] : given;
  };
  const listOf = (given: unknown) => (Array.isArray(given) ? given.map(resolve) : []).filter(isObject);
  return mapValues(paths, (path) => {
    if (!isObject(path)) return path;
    const { parameters: shared, ...operations } = path;
    return mapValues(operations, (operation, verb) => {
      if (!isObject(operation) || !/^(?:get|put|post|delete|options|head|patch)$/.test(verb)) return operation;
      const own = listOf(operation['parameters']);
      const isOwn = (one: Json) => own.some(({ in: place, name }) => place === one['in'] && name === one['name']);
      return { ...operation, parameters: [...listOf(shared).filter((one) => !isOwn(one)), ...own] };
    });
  });
}

function mapValues(object: Json, change: (value: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
