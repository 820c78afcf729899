import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { DatabaseRole } from '../core/caller.ts';
import { permissionDenied } from './database-failure.ts';
import type { WholeBody } from './request-body.ts';
import { functionAmbiguous, functionNotFound, type RestFailure } from './rest-failure.ts';
import type { DatabaseFunction, Schema } from './schema-cache.ts';
import { mostSimilar } from './similar-name.ts';

/** What a call brings: named arguments (in the query string, or in a JSON body), or a body that is no JSON. */
export type GivenArguments =
  | { readonly kind: 'query' | 'json'; readonly names: readonly string[] }
  | { readonly kind: 'whole'; readonly type: WholeBody['type'] };

/**
 * Chooses among the functions of a name the one that takes exactly these arguments; else, for a POST, one that takes the
 * whole body as its single unnamed parameter, of json, jsonb, text, xml or bytea as the body's type says. A JSON body whose
 * only key is empty gives a single unnamed parameter of any of these types, as if the parameter had that name. Failures:
 * PGRST202 none, with a hint at what `role` may call; PGRST203 several, of which those are named that
 * `role` may call; 42501 where it may call none of these.
 */
export function findFunction(
  schema: Schema,
  role: DatabaseRole,
  name: string,
  given: GivenArguments,
): Result<DatabaseFunction, RestFailure> {
  const candidates = schema.functions.get(name) ?? [];
  const names = new Set(given.kind === 'whole' ? [] : given.names);
  const matching = given.kind === 'whole' ? [] : candidates.filter((candidate) => takes(candidate, names));
  const found = matching.length > 0 ? matching : candidates.filter((candidate) => takesBodyOf(candidate, given));
  const [only, ...others] = found;
  if (only === undefined) {
    const whole = given.kind === 'whole' ? given.type : given.kind === 'json' ? 'json/jsonb' : undefined;
    const argumentNames = given.kind === 'whole' ? undefined : [...names].sort();
    const hint = argumentNames === undefined ? null : meant(schema, role, name, argumentNames);
    return fail({ ...functionNotFound({ schema: schema.name, name }, argumentNames, whole), hint });
  }
  if (others.length === 0) return succeed(only);
  const callable = found.filter(({ executableBy }) => executableBy.includes(role));
  if (callable.length === 0) return fail(permissionDenied(`function ${name}`, role === 'anon'));
  return fail(functionAmbiguous(callable.toSorted(inOrder).map((candidate) => signature(schema, candidate))));
}

/** Whether a function's one parameter has no name: it is given the body as it is. */
export function takesWholeBody(candidate: DatabaseFunction): boolean {
  return candidate.parameters.length === 1 && candidate.parameters[0]?.name === '';
}

function takesBodyOf(candidate: DatabaseFunction, given: GivenArguments): boolean {
  const [parameter] = candidate.parameters;
  if (!takesWholeBody(candidate) || parameter === undefined || given.kind === 'query') return false;
  return given.kind === 'whole' ? parameter.typeName === given.type : parameter.isJson;
}

/** PostgREST's order of overloads: fewer parameters first, then by their names and types. */
function inOrder(left: DatabaseFunction, right: DatabaseFunction): number {
  if (left.parameters.length !== right.parameters.length) return left.parameters.length - right.parameters.length;
  const [leftKey, rightKey] = [left, right].map(({ parameters }) =>
    JSON.stringify(parameters.map(({ name, typeName }) => [name, typeName])),
  );
  return leftKey === rightKey ? 0 : (leftKey ?? '') < (rightKey ?? '') ? -1 : 1;
}

function takes(candidate: DatabaseFunction, given: ReadonlySet<string>): boolean {
  const known = new Set(candidate.parameters.map((parameter) => parameter.name));
  const required = candidate.parameters.filter((parameter) => parameter.isRequired);
  return [...given].every((name) => known.has(name)) && required.every((parameter) => given.has(parameter.name));
}

/** What PostgREST guesses was meant: another name, or, where the name is known, other parameters. */
function meant(schema: Schema, role: DatabaseRole, name: string, argumentNames: readonly string[]): string | null {
  const isKnown = (schema.functions.get(name) ?? []).length > 0;
  const mayCall = ({ executableBy }: DatabaseFunction) => executableBy.includes(role);
  const listed = (names: readonly string[]) => `(${names.toSorted().join(', ')})`;
  const overloads = (schema.functions.get(name) ?? []).filter(mayCall).map(({ parameters }) => listed(parameters.map((each) => each.name)));
  const others = [...schema.functions].flatMap(([other, functions]) => (functions.some(mayCall) ? [other] : []));
  const similar = isKnown ? mostSimilar(listed(argumentNames), overloads, 0.33) : mostSimilar(name, others, 0.75);
  if (similar === undefined) return null;
  return `Perhaps you meant to call the function ${schema.name}.${isKnown ? name : ''}${similar}`;
}

function signature(schema: Schema, candidate: DatabaseFunction): string {
  const parameters = candidate.parameters.map((parameter) => `${parameter.name} => ${parameter.typeName}`);
  return `${schema.name}.${candidate.name}(${parameters.join(', ')})`;
}
