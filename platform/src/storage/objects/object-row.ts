import { randomUUID } from 'node:crypto';
import { fail, succeed } from '@castellan/foundation/result';
import type pg from 'pg';
import { isAllowedType } from '../content-type.ts';
import { becomeService, type Outcome, type StorageCall } from '../storage-call.ts';
import { invalidMimeType, noSuchBucket, quotaExceeded, tooLarge } from '../storage-failure.ts';

/** What the service keeps of a content beside it. */
export type ObjectMetadata = {
  readonly eTag: string;
  readonly size: number;
  readonly mimetype: string;
  readonly cacheControl: string;
  readonly lastModified: string;
  readonly contentLength: number;
  readonly httpStatusCode: number;
};

/** An object as it is read. `content` is the SHA-256 of its bytes. */
export type ObjectRow = {
  readonly id: string;
  readonly bucket_id: string;
  readonly name: string;
  readonly owner: string | null;
  readonly owner_id: string | null;
  readonly version: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_accessed_at: Date;
  readonly metadata: ObjectMetadata | null;
  readonly user_metadata: Readonly<Record<string, unknown>> | null;
  readonly content: string | null;
};

/** The columns of an `ObjectRow`. */
export const objectColumns =
  'id, bucket_id, name, owner, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata, content';

/** Where an object lies. */
export type ObjectPlace = { readonly bucket: string; readonly name: string };

/** The row that is to be written at a place. */
export type NewObject = ObjectPlace & {
  readonly owner: string | null;
  readonly isUpsert: boolean;
  readonly metadata: ObjectMetadata | null;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
};

/** Finds an object as whoever the transaction runs as. */
export async function findObject(client: pg.ClientBase, { bucket, name }: ObjectPlace): Promise<ObjectRow | undefined> {
  const { rows } = await client.query<ObjectRow>(`select ${objectColumns} from storage.objects where bucket_id = $1 and name = $2`, [
    bucket,
    name,
  ]);
  return rows[0];
}

/** Writes a row as whoever the transaction runs as, without its content. Where one is there, only an upsert replaces it. */
export async function writeRow(client: pg.ClientBase, { bucket, name, owner, isUpsert, metadata, userMetadata }: NewObject): Promise<void> {
  await client.query(
    `insert into storage.objects (bucket_id, name, owner, owner_id, metadata, user_metadata, version)
      values ($1, $2, $3::uuid, $3::text, $4, $5, $6)
      ${
        isUpsert
          ? `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
              metadata = excluded.metadata, user_metadata = excluded.user_metadata, version = excluded.version`
          : ''
      }`,
    [bucket, name, owner, JSON.stringify(metadata), JSON.stringify(userMetadata ?? {}), randomUUID()],
  );
}

/** Only one transaction at a time counts what an owner stores. To be taken before anything is written. */
export async function lockQuota(client: pg.ClientBase, owner: string | null): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`castellan storage ${owner ?? ''}`]);
}

/**
 * Goes past the policies for the rest of the transaction, and holds what was written to what the bucket and the owner's quota allow.
 * `content`: what the row holds from now on.
 */
export async function settleRow(
  call: StorageCall,
  client: pg.PoolClient,
  place: ObjectPlace,
  content?: string,
): Promise<Outcome<ObjectRow>> {
  await becomeService(call, client);
  if (content !== undefined) {
    await client.query('update storage.objects set content = $3 where bucket_id = $1 and name = $2', [place.bucket, place.name, content]);
  }
  const row = await findObject(client, place);
  const limits = await readLimits(client, place.bucket, row?.owner_id ?? null);
  if (row === undefined || limits === undefined) return fail(noSuchBucket);
  const { size = 0, mimetype = '' } = row.metadata ?? {};
  if (!isPlaceholder(place.name) && !isAllowedType(mimetype, limits.types)) return fail(invalidMimeType(mimetype));
  if (size > Math.min(limits.bucketBytes ?? Number.POSITIVE_INFINITY, call.settings.largestFileBytes)) return fail(tooLarge);
  if (limits.usedBytes > call.settings.bytesPerCaller) return fail(quotaExceeded);
  return succeed(row);
}

/** What each object counts besides its content, so that many small ones come to an end as well. */
const bytesPerObject = 16 * 1024;

/** What a bucket allows and what its owner has used up, past the policies; `undefined`: there is no such bucket. */
export async function readLimits(
  client: pg.ClientBase,
  bucket: string,
  owner: string | null,
): Promise<{ readonly bucketBytes: number | null; readonly types: readonly string[] | null; readonly usedBytes: number } | undefined> {
  const { rows } = await client.query<{ bucketBytes: number | null; types: string[] | null; usedBytes: number }>(
    `select file_size_limit::float8 as "bucketBytes", allowed_mime_types as types, (
        select coalesce(sum((metadata->>'size')::float8 + $3), 0) from storage.objects where owner_id is not distinct from $2
      ) as "usedBytes" from storage.buckets where id = $1`,
    [bucket, owner, bytesPerObject],
  );
  return rows[0];
}

/** The empty object by which file managers keep a folder that has nothing in it: of no type, and of no length. */
export function isPlaceholder(name: string): boolean {
  return name.endsWith('.emptyFolderPlaceholder');
}
