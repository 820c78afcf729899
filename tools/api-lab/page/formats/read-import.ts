import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { makeCollection } from '../model.ts';
import { isCommands, readCommands } from './commands/read-commands.ts';
import { readHar } from './har.ts';
import { maxImportBytes } from './import-limit.ts';
import { readOpenApi } from './openapi.ts';
import { type Imported, type ImportFailure, readPostman } from './read-postman.ts';
import { readSwagger } from './read-swagger.ts';

/** Reads a Postman collection, an OpenAPI 3 or Swagger 2 document (JSON or YAML), a HAR, or commands of a shell. */
export async function readImport(text: string): Promise<Result<Imported, ImportFailure>> {
  if (text.length > maxImportBytes) return refuse('This is larger than 20 MiB.');
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') return refuse('It is empty.');
  if (isCommands(trimmed)) {
    const read = readCommands(trimmed);
    if (!read.ok) return read;
    const { requests, leftOut } = read.value;
    return succeed({ collections: [makeCollection({ name: 'From cURL', items: requests })], leftOut });
  }
  const json = trimmed.startsWith('{') ? asObject(parseJson(trimmed)) : await parseYaml(trimmed);
  if (json === undefined) return refuse('This is not JSON, YAML or a cURL command.');
  return await readDocument(json);
}

/** Reads a document by what it says it is. One that is nested deeper than can be read is refused. */
async function readDocument(json: Json): Promise<Result<Imported, ImportFailure>> {
  try {
    return await readKnown(json);
  } catch (error) {
    if (error instanceof RangeError) return refuse('This is nested too deeply.');
    throw error;
  }
}

async function readKnown(json: Json): Promise<Result<Imported, ImportFailure>> {
  const { openapi, swagger, log, info } = json;
  if (openapi !== undefined) return readOpenApi(json);
  if (swagger !== undefined) return readSwagger(json);
  if (log !== undefined) return readHar(json);
  if (info !== undefined) return readPostman(json);
  return refuse('This is not a Postman collection, OpenAPI or Swagger document, HAR or cURL command.');
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
