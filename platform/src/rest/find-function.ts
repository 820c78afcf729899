import { fail, type Result, succeed } from '@castellan/foundation/result';
import { functionAmbiguous, functionNotFound, type RestFailure } from './rest-failure.ts';
import type { DatabaseFunction, Schema } from './schema-cache.ts';

/**
 * Chooses among the functions of a name the one that takes exactly these arguments; else, for a POST, one that takes the
 * whole body as its single unnamed parameter. Failures: PGRST202 none, PGRST203 several.
 */
export function findFunction(
  schema: Schema,
  name: string,
  argumentNames: readonly string[],
  hasBody: boolean,
): Result<DatabaseFunction, RestFailure> {
  const given = new Set(argumentNames);
  const candidates = schema.functions.get(name) ?? [];
  const matching = candidates.filter((candidate) => takes(candidate, given));
  const found = matching.length > 0 ? matching : candidates.filter((candidate) => hasBody && takesWholeBody(candidate));
  const [only, ...others] = found;
  if (only === undefined) return fail(functionNotFound(name, [...given].sort(), hasBody));
  return others.length === 0 ? succeed(only) : fail(functionAmbiguous(found.map(signature)));
}

/** Whether a function's one parameter has no name: it is given the body as it is. */
export function takesWholeBody(candidate: DatabaseFunction): boolean {
  return candidate.parameters.length === 1 && candidate.parameters[0]?.name === '';
}

function takes(candidate: DatabaseFunction, given: ReadonlySet<string>): boolean {
  if (takesWholeBody(candidate)) return false;
  const known = new Set(candidate.parameters.map((parameter) => parameter.name));
  const required = candidate.parameters.filter((parameter) => parameter.isRequired);
  return [...given].every((name) => known.has(name)) && required.every((parameter) => given.has(parameter.name));
}

function signature(candidate: DatabaseFunction): string {
  const parameters = candidate.parameters.map((parameter) => `${parameter.name} => ${parameter.typeName}`);
  return `public.${candidate.name}(${parameters.join(', ')})`;
}
