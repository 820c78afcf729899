import { fail, type Result, succeed } from '@castellan/foundation/result';
import { readCappedBody } from '../core/capped-body.ts';
import { badBody, bodyTooLarge, type RestFailure } from './rest-failure.ts';

/** A JSON body: its own text goes to PostgreSQL, so that numbers keep every digit. */
export type RequestBody = {
  readonly text: string;
  readonly shape: 'object' | 'array';
  /** Keys of the object, or of every object of the array. */
  readonly keys: readonly string[];
};

/** Longest body that is read, in bytes: some thousand rows at once. */
export const maximumBodyBytes = 5 * 1024 * 1024;

/**
 * Reads and parses a JSON body. `keysGiven` is true where `columns=` says which keys count: then the objects of an
 * array may differ. An empty body is `{}` where `emptyIsObject`, otherwise bad. Failures: PGRST102, 413.
 */
export async function readRequestBody(
  request: Request,
  options: { readonly keysGiven: boolean; readonly emptyIsObject: boolean },
): Promise<Result<RequestBody, RestFailure>> {
  const type = (request.headers.get('content-type') ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return fail(badBody(`Content-Type not acceptable: ${type}`));
  const read = await readText(request);
  if (!read.ok) return read;
  const text = read.value === '' && options.emptyIsObject ? '{}' : read.value;
  const parsed = parseJson(text);
  if (parsed === undefined) return fail(badBody('Empty or invalid json'));
  const keys = keysOf(parsed.value, options.keysGiven);
  if (keys === undefined) return fail(badBody('All object keys must match'));
  if (Array.isArray(parsed.value)) return succeed({ text, shape: 'array', keys });
  if (isObject(parsed.value)) return succeed({ text, shape: 'object', keys });
  // A bare number, text or null has no rows in it.
  return succeed({ text: '[]', shape: 'array', keys: [] });
}

async function readText(request: Request): Promise<Result<string, RestFailure>> {
  const bytes = await readCappedBody(request, maximumBodyBytes);
  if (!bytes.ok) return fail(bodyTooLarge(maximumBodyBytes));
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value));
  } catch {
    return fail(badBody('Empty or invalid json'));
  }
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
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
