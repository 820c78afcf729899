import { Readable } from 'node:stream';
import { fail, succeed } from '@castellan/foundation/result';
import { isStranger } from '../../core/guests.ts';
import { seesBucket } from '../buckets.ts';
import { parseByteRange } from '../byte-range.ts';
import { harmlessType } from '../content-type.ts';
import { jsonAnswer } from '../storage-answer.ts';
import { asCaller, asService, becomeService, type Outcome, type StorageCall } from '../storage-call.ts';
import { internalFault, noSuchBucket, noSuchObject, rangeNotSatisfiable, slowDown } from '../storage-failure.ts';
import { findObject, type ObjectPlace, type ObjectRow } from './object-row.ts';

/** By what right an object is read: its bucket's being public, a signed address, the caller's policies, or the first or the last. */
export type ReadingRight = 'public' | 'signed' | 'policies' | 'public or policies';

type Found = { readonly row: ObjectRow; readonly isPublic: boolean };

/** Finds what may be read. A caller who may not know of a bucket is told that there is none. */
export function findReadable(call: StorageCall, place: ObjectPlace, right: ReadingRight): Promise<Outcome<Found>> {
  const find = right === 'signed' || right === 'public' ? asService : asCaller;
  return find<Found>(
    call,
    async (client) => {
      const own = right === 'public' ? undefined : await findObject(client, place);
      if (own !== undefined) return succeed({ row: own, isPublic: false });
      const isSeen = right !== 'public' && (await seesBucket(client, place.bucket));
      if (right === 'public' || right === 'public or policies') {
        if (right !== 'public') await becomeService(call, client);
        const { rows } = await client.query('select from storage.buckets where id = $1 and public', [place.bucket]);
        if (rows.length > 0) {
          const row = await findObject(client, place);
          return row === undefined ? fail(noSuchObject) : succeed({ row, isPublic: true });
        }
      }
      return fail(isSeen ? noSuchObject : noSuchBucket);
    },
    'read',
  );
}

/** `GET /object/info/…`: what is known of an object. */
export async function describeObject(call: StorageCall, place: ObjectPlace, right: ReadingRight): Promise<Outcome<Response>> {
  const found = await findReadable(call, place, right);
  if (!found.ok) return found;
  const { id, name, version, bucket_id, metadata, user_metadata, updated_at, created_at } = found.value.row;
  return succeed(
    jsonAnswer({
      ...{ id, name, version, bucket_id, created_at, last_modified: updated_at, metadata: user_metadata ?? {} },
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
    }),
  );
}

/** How an object is handed out: by which right, and for how long the right lasts, where it ends. */
export type Reading = { readonly right: ReadingRight; readonly secondsLeft?: number };

/** `GET` and `HEAD` of an object: the content, or a part of it. */
export async function readObject(call: StorageCall, place: ObjectPlace, reading: Reading): Promise<Outcome<Response>> {
  const found = await findReadable(call, place, reading.right);
  if (!found.ok) return found;
  const { row, isPublic } = found.value;
  const { content, metadata } = row;
  if (content === null || metadata === null) return fail(noSuchObject);
  const headers = headersOf(call, row, cacheControlOf(metadata.cacheControl, isPublic, reading));
  const { headers: asked, method } = call.http;
  if (matches(asked.get('if-none-match'), metadata.eTag)) return succeed(new Response(null, { status: 304, headers }));
  const ifRange = asked.get('if-range');
  const range = parseByteRange(ifRange === null || ifRange === metadata.eTag ? asked.get('range') : null, metadata.size);
  if (!range.ok) return fail(rangeNotSatisfiable(metadata.size));
  const span = range.value ?? { from: 0, to: metadata.size - 1 };
  headers.set('content-length', String(span.to - span.from + 1));
  if (range.value !== undefined) headers.set('content-range', `bytes ${span.from}-${span.to}/${metadata.size}`);
  const status = range.value === undefined ? 200 : 206;
  if (method === 'HEAD') return succeed(new Response(null, { status, headers }));
  const body = await openBody(call, content, span);
  return body.ok ? succeed(new Response(body.value, { status, headers })) : body;
}

/** How long somebody who is not signed in may take over one content. */
const strangersPatienceMs = 10 * 60 * 1000;

async function openBody(call: StorageCall, content: string, span: { readonly from: number; readonly to: number }) {
  const isLimited = isStranger(call.caller);
  const release = isLimited ? call.downloads.take(call.facts.context.address) : () => {};
  if (release === undefined) return fail(slowDown);
  try {
    const bytes = await call.files.read(content, span);
    if (bytes === undefined) {
      call.context.log.error('storage_content_missing', { requestId: call.facts.context.requestId, content });
      release();
      return fail(internalFault);
    }
    const late = isLimited ? setTimeout(() => bytes.destroy(new Error('The reader takes too long.')), strangersPatienceMs) : undefined;
    late?.unref();
    bytes.once('close', () => {
      clearTimeout(late);
      release();
    });
    return succeed(Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
  } catch (error) {
    release();
    throw error;
  }
}

/** What is not public is kept by nobody between; what the policies gave is asked for each time. */
function cacheControlOf(kept: string, isPublic: boolean, { right, secondsLeft = 0 }: Reading): string {
  if (isPublic) return kept;
  if (right !== 'signed') return 'no-store';
  const [, age] = /(?:^|[ ,])max-age=(\d{1,9})/.exec(kept) ?? [];
  return age === undefined ? 'no-store' : `private, max-age=${Math.min(Number(age), secondsLeft)}`;
}

/** Whatever was uploaded is a download to a browser, and nothing that it runs, shows as a page or guesses a type of. */
function headersOf(call: StorageCall, { name, metadata, updated_at }: ObjectRow, cacheControl: string): Headers {
  return new Headers({
    'content-type': harmlessType(metadata?.mimetype ?? 'application/octet-stream'),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'content-disposition': dispositionOf(call.url.searchParams.get('download'), name),
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    etag: metadata?.eTag ?? '',
    'last-modified': updated_at.toUTCString(),
  });
}

function dispositionOf(download: string | null, name: string): string {
  const wanted = download === null || download === '' ? (name.split('/').at(-1) ?? '') : download;
  const encoded = encodeURIComponent(wanted.slice(0, 255).toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}

function matches(header: string | null, eTag: string): boolean {
  return header !== null && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === eTag));
}
