import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { type ContentFailure, describeIssues } from './content-failure.ts';
import { findJsonPlaces, maxJsonDepth } from './json-places.ts';

/**
 * The value that a content file's text holds in the schema's shape, or everything that is wrong with it. `example` is a
 * content that can be used, from which an example is shown for each field that cannot.
 */
export function parseContentFile<Value>(
  schema: z.ZodMiniType<Value>,
  example: object,
  file: string,
  text: string,
): Result<Value, ContentFailure> {
  if (text.length > maxContentLength) {
    const problem = `has ${text.length} characters, and at most ${maxContentLength} are read`;
    return fail({ code: 'content_invalid', file, faults: [{ field: undefined, problem }] });
  }
  const source = text.replace(/^\uFEFF/, '');
  const json = parseJson(source);
  if (json.ok && hasMoreValuesThan(maxContentValues, json.value)) {
    const problem = `holds more than ${maxContentValues} values, and no content needs so many`;
    return fail({ code: 'content_invalid', file, faults: [{ field: undefined, problem }] });
  }
  const places = findJsonPlaces(source);
  if (!places.isJson && places.tooDeep === true) {
    const problem = `has more than ${maxJsonDepth} groups and lists inside each other`;
    return fail({ code: 'content_invalid', file, faults: [{ field: undefined, problem, line: places.line }] });
  }
  if (!json.ok || !places.isJson) {
    const problem = json.ok ? 'is not valid JSON' : json.failure.problem;
    const line = places.isJson ? undefined : places.line;
    return fail({ code: 'content_not_json', file, faults: [{ field: undefined, problem, line }] });
  }
  const halved = halvedText(json.value, []);
  if (halved !== undefined) {
    const problem = 'holds half of a letter: a code "\\ud…" in it stands alone';
    return fail({ code: 'content_invalid', file, faults: [{ field: halved.map(String).join('.'), problem, line: places.lineOf(halved) }] });
  }
  const parsed = schema.safeParse(json.value, { reportInput: true, error: z.locales.en().localeError });
  if (parsed.success) return succeed(parsed.data);
  const [first = { field: undefined, problem: 'is not usable' }, ...others] = describeIssues(parsed.error.issues, {
    lineOf: places.lineOf,
    example,
  });
  return fail({ code: 'content_invalid', file, faults: [first, ...others] });
}

/** Letters of a content file. Whoever reads one looks at its size first. */
const maxContentLength = 400_000;

/** Values of a content file, groups and lists among them: each is judged, and each may have a fault, while the site waits. */
const maxContentValues = 20_000;

/** Counts without calling itself: how deep the value goes is judged later. */
function hasMoreValuesThan(most: number, value: unknown): boolean {
  const waiting: unknown[] = [value];
  let seen = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    seen += 1;
    if (seen + waiting.length > most) return true;
    if (typeof next !== 'object' || next === null) continue;
    const parts = Object.values(next);
    if (parts.length > most) return true;
    waiting.push(...parts);
  }
  return false;
}

/** Where a text, or a name, holds one of two codes that are a letter only together: no address and no file can be made of it. */
function halvedText(value: unknown, path: readonly (string | number)[]): readonly (string | number)[] | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(name) : name];
    const found = name.isWellFormed() ? halvedText(part, place) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** One line of text, not blank. */
export const contentLine = z.string().check(z.trim(), z.minLength(1), z.maxLength(120));

/** A few sentences, not blank. */
export const contentParagraph = z.string().check(z.trim(), z.minLength(1), z.maxLength(800));

/** An address that a link may lead to: never one that would run a script. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address such as "https://blog.example"' });

function parseJson(text: string): Result<unknown, { readonly code: 'not_json'; readonly problem: string }> {
  try {
    const value: unknown = JSON.parse(text);
    return succeed(value);
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : 'it cannot be read';
    return fail({ code: 'not_json', problem: `is not valid JSON: ${detail.replace(/\s+/g, ' ')}` });
  }
}
