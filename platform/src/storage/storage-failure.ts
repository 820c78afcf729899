import pg from 'pg';
import { isConnectionFailure } from '../core/connection-failure.ts';

/** A refusal in the storage service's own form. Nearly all come with HTTP 400, and say the true status in the body. */
export type StorageFailure = {
  /** What the body says, as a text. */
  readonly statusCode: string;
  readonly code: string;
  readonly error: string;
  readonly message: string;
  /** The status of HTTP. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
};

function failure(statusCode: number, code: string, message: string, error = code, status = 400): StorageFailure {
  return { statusCode: String(statusCode), code, error, message, status };
}

/** Nobody is known by what the request brings. */
export function unauthorized(message: string): StorageFailure {
  return failure(403, 'AccessDenied', message, 'Unauthorized');
}

/** The policies, or the caller's grants, do not allow it. */
export const accessDenied = failure(403, 'AccessDenied', 'new row violates row-level security policy', 'Unauthorized');

/** There is no such bucket for this caller. */
export const noSuchBucket = failure(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');

/** There is no such object for this caller. */
export const noSuchObject = failure(404, 'NoSuchKey', 'Object not found', 'not_found');

/** There is no such call. */
export const noSuchCall = failure(404, 'NotFound', 'Route not found', 'Not Found', 404);

/** The name is taken. */
export const alreadyExists = failure(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate');

/** Only an empty bucket can be removed. */
export const bucketNotEmpty = failure(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty');

/** A name that no object can have. It is not repeated: it may hold anything. */
export const invalidKey = failure(400, 'InvalidKey', 'Invalid key');

/** A name that no bucket can have. */
export const invalidBucketName = failure(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input');

/** Longer than the bucket, or the server, allows. */
export const tooLarge = failure(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large');

/** All that the caller may store is used up. The hosted service has no such limit for each caller. */
export const quotaExceeded = failure(413, 'EntityTooLarge', 'The storage that this caller may use is full', 'Payload too large');

/** The bucket does not take this type. Only a type that was understood is repeated. */
export function invalidMimeType(type: string | undefined): StorageFailure {
  return failure(415, 'InvalidMimeType', `mime type ${type ?? 'given'} is not supported`, 'invalid_mime_type');
}

/** The request is not what the call wants. */
export function invalidRequest(message: string): StorageFailure {
  return failure(400, 'InvalidRequest', message);
}

/** The body broke off, or is no upload. */
export const noContent = invalidRequest('No content provided');

/** The signed address was not signed here, or for something else. */
export const invalidSignature = failure(400, 'InvalidSignature', 'Invalid signature');

/** The signed address has ended. */
export const signatureExpired = failure(400, 'InvalidJWT', '"exp" claim timestamp check failed');

/** Nothing of the object lies in the range asked for. */
export function rangeNotSatisfiable(size: number): StorageFailure {
  const refusal = failure(416, 'InvalidRange', 'invalid range provided', 'invalid_range', 416);
  return { ...refusal, headers: { 'content-range': `bytes */${size}` } };
}

/** What a hosted project has and this server has not. */
export function notSupported(feature: string): StorageFailure {
  return failure(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`);
}

/** More than the server does at once. */
export const slowDown: StorageFailure = {
  ...failure(429, 'SlowDown', 'Too many requests', 'Too many requests', 429),
  headers: { 'retry-after': '1' },
};

/** The body of a call is longer than any of them needs. */
export const bodyTooLong = failure(413, 'EntityTooLarge', 'Request body is too large', 'Payload too large');

/** A fault of ours: the log has what happened, the client has not. */
export const internalFault = failure(500, 'InternalError', 'Internal server error', 'InternalError', 500);

const timedOut = failure(544, 'DatabaseTimeout', 'The connection to the database timed out', 'DatabaseTimeout', 503);

/** The database's refusal in the service's words; `undefined`: the fault is ours. */
export function parseDatabaseFailure(error: unknown): StorageFailure | undefined {
  if (!(error instanceof pg.DatabaseError)) return isConnectionFailure(error) ? timedOut : undefined;
  switch (error.code) {
    case '42501':
      return accessDenied;
    case '23505':
      return alreadyExists;
    case '23503':
      // An object that still lies in a bucket, or a bucket that is not there.
      if (error.constraint !== 'objects_bucket_id_fkey') return undefined;
      return error.message.startsWith('update or delete') ? bucketNotEmpty : noSuchBucket;
    case '57014':
      return timedOut;
    case 'P0001':
      return invalidRequest('The database refused the request');
    default:
      return /^2[23]/.test(error.code ?? '') ? invalidRequest('The database refused a value') : undefined;
  }
}
