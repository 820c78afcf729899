import { succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { type Outcome, refuse } from './auth-failure.ts';

/** The largest body any auth call takes. */
export const maximumBodyBytes = 64 * 1024;

/** A text that may be left out or `null`, which the hosted service both takes for an empty one. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Deeper documents are refused: nothing sent here needs them, and what reads them later may recurse. */
const maximumDepth = 32;

/** The error code where a client went away before its body was whole. Nobody is there to read it. */
export const requestAborted = 'request_aborted';

/**
 * The JSON body of a request, checked against a schema. Failures: 415 for another content type, 413 above 64 KiB, 400
 * `bad_json` where it is no JSON or holds text that PostgreSQL cannot store, 400 `validation_failed` naming the field, 400
 * `request_aborted` where the rest of it never came.
 */
export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<Outcome<z.output<Schema>>> {
  if (!/^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return refuse(415, 'bad_json', 'The content type must be application/json');
  }
  const bytes = await readBytes(request);
  if (!bytes.ok) return bytes;
  const document = parseJson(bytes.value);
  if (!document.ok) return document;
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return succeed(parsed.data);
  const [issue] = parsed.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.map(String).join('.');
  return refuse(400, 'validation_failed', `Invalid value for ${field}: ${issue?.message ?? 'not as expected'}`);
}

const tooLarge = refuse(413, 'request_entity_too_large', `Request body too large (max ${maximumBodyBytes} bytes)`);

async function readBytes(request: Request): Promise<Outcome<Uint8Array>> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBodyBytes) return tooLarge;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > maximumBodyBytes) return tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    // Whoever took the connection aborts the request's signal when the client closes it. Any other failure is ours.
    if (!request.signal.aborted) throw error;
    return refuse(400, requestAborted, 'The request ended before its body did');
  }
  return succeed(Buffer.concat(chunks));
}

function parseJson(bytes: Uint8Array): Outcome<unknown> {
  try {
    const document: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isStorable(document, 0)) return succeed(document);
    return refuse(400, 'bad_json', 'Could not read request body: it is nested too deeply or holds characters that are not text');
  } catch {
    return refuse(400, 'bad_json', 'Could not parse request body as JSON');
  }
}

/** Whether PostgreSQL can hold it: its text has no NUL and no half of a surrogate pair. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth === maximumDepth) return false;
  return Object.entries(value).every(([key, child]) => isStorable(key, depth) && isStorable(child, depth + 1));
}
