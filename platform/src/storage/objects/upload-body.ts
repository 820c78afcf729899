import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import busboy from 'busboy';
import { parseJson } from '../../core/parse-json.ts';
import { parseContentType } from '../content-type.ts';
import type { ContentFiles, ReceivedContent } from '../files/content-files.ts';
import type { Outcome } from '../storage-call.ts';
import { invalidMimeType, invalidRequest, noContent, tooLarge } from '../storage-failure.ts';

/** An upload that lies on the disk, in nobody's reach yet. */
export type ReceivedUpload = {
  readonly content: ReceivedContent;
  readonly type: string;
  /** Such as `max-age=3600`. */
  readonly cacheControl: string;
  /** What the uploader says of it. */
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
};

type Described = Pick<ReceivedUpload, 'type' | 'cacheControl' | 'userMetadata'>;

/** What the uploader may say of an object, in bytes of JSON. */
const longestMetadata = 8 * 1024;

/** One file, and the few short fields that say something of it. */
const formLimits = {
  ...{ files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: longestMetadata + 1, headerPairs: 20 },
};

/**
 * Receives an upload: a form whose one file is the content, or a body that is. Both are written to the disk as they come. What is cut
 * off, too long, or no upload leaves nothing.
 */
export async function receiveUpload(files: ContentFiles, request: Request, maximumBytes: number): Promise<Outcome<ReceivedUpload>> {
  const { headers, body } = request;
  if (body === null) return receiveEmpty(files, headers);
  const isForm = /^multipart\/form-data/i.test(headers.get('content-type') ?? '');
  // A form's own length counts its fields as well.
  if (!isForm && Number(headers.get('content-length') ?? 0) > maximumBytes) {
    await body.cancel();
    return fail(tooLarge);
  }
  return isForm ? receiveForm(files, request, maximumBytes) : receiveBody(files, headers, body, maximumBytes);
}

/** A folder's placeholder, for one. */
function receiveEmpty(files: ContentFiles, headers: Headers): Promise<Outcome<ReceivedUpload>> {
  return receiveBody(files, headers, new Blob([]).stream(), 0);
}

async function receiveBody(
  files: ContentFiles,
  headers: Headers,
  body: ReadableStream<Uint8Array>,
  maximumBytes: number,
): Promise<Outcome<ReceivedUpload>> {
  const described = describe(
    headers.get('content-type') ?? 'application/octet-stream',
    headers.get('cache-control') ?? 'no-cache',
    decoded(headers.get('x-metadata')),
  );
  if (!described.ok) {
    await body.cancel();
    return described;
  }
  const received = await receiveContent(files, body, maximumBytes);
  return received.ok ? succeed({ content: received.value, ...described.value }) : received;
}

async function receiveContent(
  files: ContentFiles,
  bytes: AsyncIterable<Uint8Array>,
  maximumBytes: number,
): Promise<Outcome<ReceivedContent>> {
  let isSourceBroken = false;
  const told = async function* () {
    try {
      yield* bytes;
    } catch (error) {
      isSourceBroken = true;
      throw error;
    }
  };
  try {
    const received = await files.receive(told(), maximumBytes);
    return received.ok ? received : fail(tooLarge);
  } catch (error) {
    // A body can only fail by its sender; a disk is ours.
    if (isSourceBroken) return fail(noContent);
    throw error;
  }
}

/** Its fields may come before the file or after it. */
async function receiveForm(files: ContentFiles, { headers, body }: Request, maximumBytes: number): Promise<Outcome<ReceivedUpload>> {
  const fields = new Map<string, string>();
  let file: { readonly stream: Readable; readonly type: string; readonly received: Promise<Outcome<ReceivedContent>> } | undefined;
  const opened = openForm(headers, maximumBytes);
  if (!opened.ok) {
    await body?.cancel();
    return opened;
  }
  const form = opened.value;
  const refused = new AbortController();
  let isTooMuch = false;
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(limit, () => {
      isTooMuch = true;
    });
  }
  form.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated || value.length > longestMetadata) isTooMuch = true;
    else fields.set(name ?? '', value);
  });
  form.on('file', (_name, stream, { mimeType: type }) => {
    // It only tells of a form that ended too early, and would otherwise be waited for without end.
    stream.on('error', (error) => stream.destroy(error));
    const received = receiveContent(files, stream, maximumBytes);
    // Where it is not taken the rest of the form is not read. It is waited for below.
    received.then(
      ({ ok }) => ok || refused.abort(),
      () => refused.abort(),
    );
    file = { stream, type, received };
  });
  const isWhole = await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), form, { signal: refused.signal }).then(
    () => true,
    () => false,
  );
  const given = file as typeof file | undefined;
  if (given === undefined) return fail(noContent);
  if (!isWhole) given.stream.destroy(new Error('The form ended too early.'));
  const received = await given.received;
  if (!received.ok) return received;
  const described =
    isWhole && !isTooMuch
      ? describe(
          fields.get('contentType') ?? given.type,
          fields.has('cacheControl') ? `max-age=${fields.get('cacheControl')}` : 'no-cache',
          fields.get('metadata') ?? fields.get('userMetadata'),
        )
      : fail(noContent);
  if (described.ok) return succeed({ content: received.value, ...described.value });
  await received.value.drop();
  return described;
}

/** A form without a boundary is none. */
function openForm(headers: Headers, maximumBytes: number): Outcome<busboy.Busboy> {
  try {
    const limits = { ...formLimits, fileSize: maximumBytes + 1 };
    return succeed(busboy({ headers: { 'content-type': headers.get('content-type') ?? '' }, limits, defParamCharset: 'utf8' }));
  } catch {
    return fail(noContent);
  }
}

function describe(type: string, cacheControl: string, metadata: string | undefined): Outcome<Described> {
  const parsed = parseContentType(type);
  if (parsed === undefined) return fail(invalidMimeType(undefined));
  const userMetadata = parseMetadata(metadata);
  if (!userMetadata.ok) return fail(invalidRequest('Metadata is a JSON object of 8 KiB at most'));
  return succeed({
    type: parsed,
    cacheControl: /^[\w=, -]{1,100}$/.test(cacheControl) ? cacheControl : 'no-cache',
    userMetadata: userMetadata.value,
  });
}

function parseMetadata(
  text: string | undefined,
): Result<Readonly<Record<string, unknown>> | null, { readonly code: 'metadata_malformed' }> {
  if (text === undefined || text === '') return succeed(null);
  if (Buffer.byteLength(text) > longestMetadata) return fail({ code: 'metadata_malformed' });
  const parsed = parseJson(text);
  const isObject = parsed.ok && typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value);
  return isObject ? succeed(parsed.value as Readonly<Record<string, unknown>>) : fail({ code: 'metadata_malformed' });
}

/** `X-Metadata` is JSON in base64. */
export function decoded(header: string | null): string | undefined {
  return header === null ? undefined : Buffer.from(header, 'base64').toString('utf8');
}
