import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { DatabaseRole } from '../core/caller.ts';
import type { BodyFailure } from '../core/capped-body.ts';
import { isStranger } from '../core/guests.ts';
import { parseJson } from '../core/parse-json.ts';
import { badBody, bodyInterrupted, bodyTooLarge, type RestFailure, tooManyBodies } from './rest-failure.ts';
import type { RestRequest } from './rest-request.ts';

/** A JSON body: its own text goes to PostgreSQL, so that numbers keep every digit. */
export type RequestBody = {
  readonly text: string;
  readonly shape: 'object' | 'array';
  /** Keys of the object, or of every object of the array. */
  readonly keys: readonly string[];
};

/** The body of a call as it is, for a function whose one parameter has no name and this type. */
export type WholeBody = { readonly type: 'text' | 'xml' | 'bytea'; readonly text: string };

/** Which type of parameter takes a body of a content type whole (PostgREST, functions with a single unnamed parameter). */
const wholeBodyTypes: ReadonlyMap<string, WholeBody['type']> = new Map([
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'bytea'],
]);

/** The type that a request's body would have as the one argument of a function; `undefined` where it is JSON or anything else. */
export function wholeBodyType(http: Request): WholeBody['type'] | undefined {
  return wholeBodyTypes.get(contentTypeOf(http));
}

/** Reads a body that is handed over as it is: text must be UTF-8, bytes may be any. Failures: PGRST102, 413, 429. */
export async function readWholeBody(request: BodyRequest, type: WholeBody['type']): Promise<Result<WholeBody, RestFailure>> {
  if (type !== 'bytea') {
    const read = await readText(request);
    return read.ok ? succeed({ type, text: read.value }) : read;
  }
  const read = await readBytes(request);
  return read.ok ? succeed({ type, text: `\\x${read.value.toString('hex')}` }) : read;
}

function contentTypeOf(http: Request): string {
  return (http.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
}

/**
 * Longest body that is read of each role, in bytes. Of a signed-in person one change of a vault: its longest entry beside the
 * manifest of twenty thousand.
 */
export const maximumBodyBytes: Readonly<Record<DatabaseRole, number>> = {
  anon: 64 * 1024,
  authenticated: 16 * 1024 * 1024,
  service_role: 5 * 1024 * 1024,
};

/**
 * Reads and parses a JSON body. `keysGiven` is true where `columns=` says which keys count: then the objects of an
 * array may differ. An empty body is `{}` where `emptyIsObject`, otherwise bad. Failures: PGRST102, 413, 429.
 */
export async function readRequestBody(
  request: BodyRequest,
  options: { readonly keysGiven: boolean; readonly emptyIsObject: boolean },
): Promise<Result<RequestBody, RestFailure>> {
  const type = contentTypeOf(request.http);
  if (type !== 'application/json') return fail(badBody(`Content-Type not acceptable: ${type}`));
  const read = await readText(request);
  if (!read.ok) return read;
  const text = read.value === '' && options.emptyIsObject ? '{}' : read.value;
  const parsed = parseJson(text);
  if (!parsed.ok) return fail(badBody('Empty or invalid json'));
  const keys = keysOf(parsed.value, options.keysGiven);
  if (keys === undefined) return fail(badBody('All object keys must match'));
  if (Array.isArray(parsed.value)) return succeed({ text, shape: 'array', keys });
  if (isObject(parsed.value)) return succeed({ text, shape: 'object', keys });
  // A bare number, text or null has no rows in it.
  return succeed({ text: '[]', shape: 'array', keys: [] });
}

type BodyRequest = Pick<RestRequest, 'http' | 'caller' | 'facts' | 'readBody'>;

async function readText(request: BodyRequest): Promise<Result<string, RestFailure>> {
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value));
  } catch {
    return fail(badBody('Empty or invalid json'));
  }
}

async function readBytes({ http, caller, facts, readBody }: BodyRequest): Promise<Result<Buffer<ArrayBuffer>, RestFailure>> {
  const maximumBytes = maximumBodyBytes[isStranger(caller) ? 'anon' : caller.role];
  const bytes = await readBody(http, { maximumBytes, isAnonymous: isStranger(caller), address: facts.context.address });
  return bytes.ok ? bytes : fail(bodyFailure(bytes.failure, maximumBytes));
}

function bodyFailure({ code }: BodyFailure, maximumBytes: number): RestFailure {
  switch (code) {
    case 'body_too_long':
      return bodyTooLarge(maximumBytes);
    case 'body_interrupted':
      return bodyInterrupted;
    case 'too_many_bodies':
      return tooManyBodies;
  }
}

/** The keys that all rows share; `undefined` where they do not. */
function keysOf(value: unknown, mayDiffer: boolean): readonly string[] | undefined {
  if (isObject(value)) return Object.keys(value);
  if (!Array.isArray(value) || mayDiffer) return [];
  const [first] = value;
  if (first === undefined) return [];
  if (!isObject(first)) return undefined;
  const keys = Object.keys(first);
  const expected = new Set(keys);
  const agree = value.every((row) => {
    if (!isObject(row)) return false;
    const own = Object.keys(row);
    return own.length === expected.size && own.every((key) => expected.has(key));
  });
  return agree ? keys : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
