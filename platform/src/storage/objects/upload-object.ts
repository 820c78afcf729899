import { fail, succeed } from '@castellan/foundation/result';
import { isStranger } from '../../core/guests.ts';
import { isAllowedType } from '../content-type.ts';
import type { ReceivedContent } from '../files/content-files.ts';
import { jsonAnswer } from '../storage-answer.ts';
import { asCaller, asService, type Outcome, ownerOf, type StorageCall } from '../storage-call.ts';
import { invalidMimeType, noSuchBucket, quotaExceeded, slowDown } from '../storage-failure.ts';
import {
  isPlaceholder,
  lockQuota,
  type NewObject,
  type ObjectMetadata,
  type ObjectPlace,
  type ObjectRow,
  readLimits,
  settleRow,
  writeRow,
} from './object-row.ts';
import { type ReceivedUpload, receiveUpload } from './upload-body.ts';

/** For whom an upload is written: as the caller, or as whoever signed the address, whose right was asked for then. */
export type Uploader = { readonly isSigned: boolean; readonly owner: string | null; readonly isUpsert: boolean };

/** `POST` and `PUT /object/BUCKET/NAME`. */
export function uploadObject(call: StorageCall, place: ObjectPlace): Promise<Outcome<Response>> {
  const isUpsert = call.http.method === 'PUT' || call.http.headers.get('x-upsert') === 'true';
  return upload(call, place, { isSigned: false, owner: ownerOf(call.caller), isUpsert });
}

/**
 * Takes an upload. Whether it may be is asked before the body is read, and again when it is written. The row is written by one
 * transaction after its content lies in its place: whatever is cut off before that is seen by nobody.
 */
export async function upload(call: StorageCall, place: ObjectPlace, uploader: Uploader): Promise<Outcome<Response>> {
  const release = call.uploads.take(isStranger(call.caller) ? call.facts.context.address : 'known');
  if (release === undefined) return fail(slowDown);
  try {
    const may = await mayWrite(call, place, uploader);
    if (!may.ok) return may;
    const allowed = await readAllowed(call, place, uploader.owner);
    if (!allowed.ok) return allowed;
    const { maximumBytes, types } = allowed.value;
    const received = await receiveUpload(call.files, call.http, maximumBytes);
    if (!received.ok) return received;
    const isOfType = isPlaceholder(place.name) || isAllowedType(received.value.type, types);
    if (!isOfType) {
      await received.value.content.drop();
      return fail(invalidMimeType(received.value.type));
    }
    const written = await write(call, { ...place, ...uploader }, received.value);
    if (!written.ok) return written;
    const Key = `${place.bucket}/${place.name}`;
    return succeed(jsonAnswer(uploader.isSigned ? { Key } : { Id: written.value.id, Key }));
  } finally {
    release();
  }
}

/** Whether the policies let the caller write here: tried and undone. */
export function mayWrite(call: StorageCall, place: ObjectPlace, uploader: Uploader): Promise<Outcome<null>> {
  const row: NewObject = { ...place, ...uploader, metadata: null, userMetadata: null };
  const attempt = async (client: Parameters<Parameters<typeof asCaller>[1]>[0]) => {
    await writeRow(client, row);
    return succeed(null);
  };
  // What is signed was asked for as its signer.
  return uploader.isSigned ? Promise.resolve(succeed(null)) : asCaller(call, attempt, 'try');
}

async function readAllowed(
  call: StorageCall,
  { bucket, name }: ObjectPlace,
  owner: string | null,
): Promise<Outcome<{ readonly maximumBytes: number; readonly types: readonly string[] | null }>> {
  const read = await asService(call, async (client) => succeed(await readLimits(client, bucket, owner)), 'read');
  if (!read.ok) return read;
  if (read.value === undefined) return fail(noSuchBucket);
  const { bucketBytes, types, usedBytes } = read.value;
  const { largestFileBytes, bytesPerCaller } = call.settings;
  if (usedBytes >= bytesPerCaller) return fail(quotaExceeded);
  const maximumBytes = isPlaceholder(name) ? 0 : Math.min(largestFileBytes, bucketBytes ?? largestFileBytes);
  return succeed({ maximumBytes, types });
}

async function write(
  call: StorageCall,
  target: ObjectPlace & Uploader,
  { content, type, cacheControl, userMetadata }: ReceivedUpload,
): Promise<Outcome<ObjectRow>> {
  const metadata = metadataOf(content, type, cacheControl, call.context.clock.nowMs());
  const row: NewObject = { ...target, metadata, userMetadata };
  try {
    await asService(call, async (client) => {
      // A collector that is about to remove such a file has done so when this returns; another will leave it alone.
      await client.query(
        `insert into storage.contents (hash, touched_at) values ($1, $2)
          on conflict (hash) do update set touched_at = excluded.touched_at`,
        [content.hash, new Date(call.context.clock.nowMs())],
      );
      return succeed(null);
    });
    await content.keep();
  } catch (error) {
    await content.drop();
    throw error;
  }
  const inTransaction = async (client: Parameters<Parameters<typeof asCaller>[1]>[0]) => {
    await lockQuota(client, target.owner);
    await writeRow(client, row);
    return settleRow(call, client, target, content.hash);
  };
  return target.isSigned ? asService(call, inTransaction) : asCaller(call, inTransaction);
}

function metadataOf({ hash, size }: ReceivedContent, type: string, cacheControl: string, nowMs: number): ObjectMetadata {
  return {
    eTag: `"${hash}"`,
    size,
    mimetype: type,
    cacheControl,
    lastModified: new Date(nowMs).toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}
