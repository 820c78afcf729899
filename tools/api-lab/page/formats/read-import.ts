import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { makeCollection } from '../model.ts';
import { readCurl } from './curl.ts';
import { readHar } from './har.ts';
import { maxImportBytes } from './import-limit.ts';
import { readOpenApi } from './openapi.ts';
import { type Imported, type ImportFailure, readPostman } from './read-postman.ts';

/** Reads a Postman collection, an OpenAPI 3 document (JSON or YAML), a HAR or a cURL command. */
export async function readImport(text: string): Promise<Result<Imported, ImportFailure>> {
  if (text.length > maxImportBytes) return refuse('This is larger than 20 MiB.');
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return refuse('There is nothing in it.');
  if (/^(?:\S*\/)?curl(?:\.exe)?\s/.test(trimmed)) {
    const read = readCurl(trimmed);
    return read.ok ? succeed({ collections: [makeCollection({ name: 'From cURL', items: [read.value] })], leftOut: [] }) : read;
  }
  const json = trimmed.startsWith('{') ? asObject(parseJson(trimmed)) : await parseYaml(trimmed);
  if (json === undefined) return refuse('This is neither JSON, nor YAML, nor a cURL command.');
  return readDocument(json);
}

/** Reads a document by what it says it is. One that is nested deeper than can be read is refused. */
function readDocument(json: Json): Result<Imported, ImportFailure> {
  try {
    return readKnown(json);
  } catch (error) {
    if (error instanceof RangeError) return refuse('This is nested too deep.');
    throw error;
  }
}

function readKnown(json: Json): Result<Imported, ImportFailure> {
  const { openapi, swagger, log, info } = json;
  if (openapi !== undefined) return readOpenApi(json);
  if (swagger !== undefined) return refuse('Swagger 2 is not read. Convert it to OpenAPI 3 first.');
  if (log !== undefined) return readHar(json);
  if (info !== undefined) return readPostman(json);
  return refuse('This is no Postman collection, OpenAPI 3 document, HAR or cURL command.');
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Aliases may not multiply: a small file must not become a large one. Comparing each key of a map with all others, and quoting the text
 * around each fault, takes time by the square of its length: minutes for a file of a megabyte.
 */
async function parseYaml(text: string): Promise<Json | undefined> {
  const { parse } = await import('yaml');
  try {
    return asObject(parse(text, { maxAliasCount: 100, uniqueKeys: false, prettyErrors: false }));
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function refuse(message: string): Result<never, ImportFailure> {
  return fail({ code: 'unreadable', message });
}
