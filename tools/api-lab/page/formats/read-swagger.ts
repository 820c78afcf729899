import { fail, type Result } from '@castellan/foundation/result';
import { readOpenApi } from './openapi.ts';
import type { Imported, ImportFailure } from './read-postman.ts';

/** Reads Swagger 2.0: it is converted to OpenAPI 3.0 first. What converts it is fetched here alone. */
export async function readSwagger(json: Readonly<Record<string, unknown>>): Promise<Result<Imported, ImportFailure>> {
  const { upgradeFromTwoToThree } = await import('@scalar/openapi-upgrader/2.0-to-3.0');
  let converted: unknown;
  try {
    converted = upgradeFromTwoToThree({ ...json });
  } catch (error) {
    // The reader of documents says what is nested too deep.
    if (error instanceof RangeError) throw error;
    return fail({
      code: 'unreadable',
      message: 'This Swagger 2 document cannot be converted: a part of it has another form than the standard’s.',
    });
  }
  const read = readOpenApi(converted);
  return read.ok ? read : fail({ code: 'unreadable', message: 'This is no Swagger 2 document with paths.' });
}
