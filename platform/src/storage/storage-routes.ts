import { fail } from '@castellan/foundation/result';
import { createBucket, deleteBucket, emptyBucket, listBuckets, readBucket, updateBucket } from './buckets.ts';
import { isBucketName, isObjectName } from './object-name.ts';
import { listObjectPages, listObjects } from './objects/list-objects.ts';
import { copyObject, moveObject } from './objects/move-object.ts';
import type { ObjectPlace } from './objects/object-row.ts';
import { describeObject, readObject } from './objects/read-object.ts';
import { removeObject, removeObjects } from './objects/remove-objects.ts';
import { signObject, signObjects, signUpload } from './objects/sign-objects.ts';
import { upload, uploadObject } from './objects/upload-object.ts';
import { verifyAddress } from './signed-addresses.ts';
import type { Outcome, StorageCall } from './storage-call.ts';
import {
  invalidBucketName,
  invalidKey,
  invalidSignature,
  noSuchCall,
  notSupported,
  type StorageFailure,
  signatureExpired,
} from './storage-failure.ts';

/** One call of the service. */
export type Route = {
  readonly answer: (call: StorageCall) => Promise<Outcome<Response>> | Outcome<Response>;
  /** Whether it is answered to somebody without an API key. */
  readonly needsNoKey?: boolean;
};

/** Where a call leads to, or why nowhere. */
export type Found = { readonly route: Route; readonly failure?: never } | { readonly route?: never; readonly failure: StorageFailure };

/** `METHODS PATTERN`; `:bucket` is one part of the path, `*` the rest of it, which is an object's name. The first that fits counts. */
type Declared = readonly [pattern: string, answer: (call: StorageCall, place: ObjectPlace) => ReturnType<Route['answer']>, open?: 'open'];

const routes: readonly Declared[] = [
  ['GET bucket', listBuckets],
  ['POST bucket', createBucket],
  ['GET bucket/:bucket', (call, { bucket }) => readBucket(call, bucket)],
  ['PUT bucket/:bucket', (call, { bucket }) => updateBucket(call, bucket)],
  ['DELETE bucket/:bucket', (call, { bucket }) => deleteBucket(call, bucket)],
  ['POST bucket/:bucket/empty', (call, { bucket }) => emptyBucket(call, bucket)],
  ['POST object/move', moveObject],
  ['POST object/copy', copyObject],
  ['POST object/list/:bucket', (call, { bucket }) => listObjects(call, bucket)],
  ['POST object/list-v2/:bucket', (call, { bucket }) => listObjectPages(call, bucket)],
  ['POST object/sign/:bucket', (call, { bucket }) => signObjects(call, bucket)],
  ['POST object/sign/:bucket/*', signObject],
  ['GET,HEAD object/sign/:bucket/*', readSigned, 'open'],
  ['POST object/upload/sign/:bucket/*', signUpload],
  ['PUT object/upload/sign/:bucket/*', uploadSigned, 'open'],
  ['GET,HEAD object/public/:bucket/*', (call, place) => readObject(call, place, { right: 'public' }), 'open'],
  ['GET object/info/public/:bucket/*', (call, place) => describeObject(call, place, 'public'), 'open'],
  ['GET,HEAD object/authenticated/:bucket/*', (call, place) => readObject(call, place, { right: 'policies' })],
  ['GET object/info/authenticated/:bucket/*', (call, place) => describeObject(call, place, 'policies')],
  ['GET object/info/:bucket/*', (call, place) => describeObject(call, place, 'public or policies')],
  ['DELETE object/:bucket', (call, { bucket }) => removeObjects(call, bucket)],
  ['GET,HEAD object/:bucket/*', (call, place) => readObject(call, place, { right: 'public or policies' }), 'open'],
  ['POST,PUT object/:bucket/*', uploadObject],
  ['DELETE object/:bucket/*', removeObject],
];

const absent: readonly (readonly [start: string, feature: string])[] = [
  ['render/', 'imageTransformation'],
  ['upload/resumable', 'resumableUploads'],
  ['cdn/', 'purgeCache'],
  ['s3', 's3Protocol'],
  ['iceberg/', 'icebergCatalog'],
  ['vector/', 'vectorBuckets'],
];

/** Finds the call that a path below `/storage/v1` means. Names are judged before anything else hears of them. */
export function findRoute(method: string, path: string): Found {
  const rest = path.replace(/^\/storage\/v1\/?/, '');
  const missing = absent.find(([start]) => rest.startsWith(start));
  if (missing !== undefined) return { failure: notSupported(missing[1]) };
  const parts = rest.split('/').map(decode);
  for (const [pattern, answer, open] of routes) {
    const place = placeOf(pattern, method, parts);
    if (place === undefined) continue;
    if (place === 'malformed' || (place.bucket !== '' && !isBucketName(place.bucket))) return { failure: invalidBucketName };
    if (pattern.endsWith('*') && !isObjectName(place.name)) return { failure: invalidKey };
    return { route: { answer: (call) => answer(call, place), ...(open === undefined ? {} : { needsNoKey: true }) } };
  }
  return { failure: noSuchCall };
}

function placeOf(pattern: string, method: string, parts: readonly (string | undefined)[]): ObjectPlace | 'malformed' | undefined {
  const [methods = '', shape = ''] = pattern.split(' ');
  if (!methods.split(',').includes(method)) return undefined;
  const wanted = shape.split('/');
  const takesRest = wanted.at(-1) === '*';
  const fixed = takesRest ? wanted.slice(0, -1) : wanted;
  if (takesRest ? parts.length <= fixed.length : parts.length !== fixed.length) return undefined;
  let bucket = '';
  for (const [index, part] of fixed.entries()) {
    if (part === ':bucket') bucket = parts[index] ?? '';
    else if (part !== parts[index]) return undefined;
  }
  const names = parts.slice(fixed.length);
  if (names.includes(undefined) || (shape.includes(':bucket') && bucket === '')) return 'malformed';
  return { bucket, name: names.join('/') };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

async function readSigned(call: StorageCall, place: ObjectPlace): Promise<Outcome<Response>> {
  const address = await addressOf(call, place, 'download');
  return address.ok ? readObject(call, place, { right: 'signed', secondsLeft: address.value.secondsLeft }) : address;
}

async function uploadSigned(call: StorageCall, place: ObjectPlace): Promise<Outcome<Response>> {
  const address = await addressOf(call, place, 'upload');
  if (!address.ok) return address;
  const { owner, upsert } = address.value;
  return upload(call, place, { isSigned: true, owner, isUpsert: upsert });
}

async function addressOf<Scope extends 'download' | 'upload'>(call: StorageCall, { bucket, name }: ObjectPlace, scope: Scope) {
  const token = call.url.searchParams.get('token') ?? '';
  const expected = { scope, url: `${bucket}/${name}`, nowMs: call.context.clock.nowMs() };
  const verified = await verifyAddress(call.context.keys(), token, expected);
  if (verified.ok) return verified;
  return fail(verified.failure.code === 'signature_expired' ? signatureExpired : invalidSignature);
}
