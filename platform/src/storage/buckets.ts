import { fail, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { isBucketName } from './object-name.ts';
import { jsonAnswer } from './storage-answer.ts';
import { asCaller, type Outcome, ownerOf, readJson, type StorageCall } from './storage-call.ts';
import { accessDenied, invalidBucketName, invalidRequest, noSuchBucket, tooLarge } from './storage-failure.ts';

const columns = 'id, name, owner, public, file_size_limit::float8, allowed_mime_types, created_at, updated_at';

const limitSchema = z.union([z.int().min(0), z.string().max(20)]).nullish();
const typesSchema = z.array(z.string().min(3).max(255)).max(100).nullish();

const newBucketSchema = z.object({
  id: z.string().optional(),
  name: z.string(),
  public: z.boolean().nullish(),
  file_size_limit: limitSchema,
  allowed_mime_types: typesSchema,
  type: z.string().optional(),
});

const bucketChangeSchema = z.object({ public: z.boolean().nullish(), file_size_limit: limitSchema, allowed_mime_types: typesSchema });

const units: Readonly<Record<string, number>> = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** A limit in bytes: a number, or a text such as `20MB`, counted in thousands as the hosted service does. */
function parseLimit(given: number | string | null | undefined, most: number): Outcome<number | null | undefined> {
  if (given === null || given === undefined) return succeed(given);
  const [, count = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?) ?([kmg]?b?)$/i.exec(String(given)) ?? [];
  const factor = units[unit.toUpperCase()];
  if (count === '' || factor === undefined) return fail(invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'));
  const bytes = Math.floor(Number(count) * factor);
  return bytes > most ? fail(tooLarge) : succeed(bytes);
}

/** `POST /bucket`. */
export async function createBucket(call: StorageCall): Promise<Outcome<Response>> {
  const body = await readJson(call, newBucketSchema);
  if (!body.ok) return body;
  const { name, id = name, type = 'STANDARD' } = body.value;
  if (type !== 'STANDARD') return fail(invalidRequest('Only standard buckets are served'));
  if (!isBucketName(id) || !isBucketName(name)) return fail(invalidBucketName);
  const limit = parseLimit(body.value.file_size_limit, call.settings.largestFileBytes);
  if (!limit.ok) return limit;
  const owner = ownerOf(call.caller);
  return asCaller(call, async (client) => {
    await client.query(
      `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
        values ($1, $2, $3::uuid, $3::text, $4, $5, $6)`,
      [id, name, owner, body.value.public === true, limit.value ?? null, body.value.allowed_mime_types ?? null],
    );
    return succeed(jsonAnswer({ name }));
  });
}

/** `GET /bucket/ID`. */
export function readBucket(call: StorageCall, id: string): Promise<Outcome<Response>> {
  return asCaller(
    call,
    async (client) => {
      const { rows } = await client.query(`select ${columns} from storage.buckets where id = $1`, [id]);
      return rows[0] === undefined ? fail(noSuchBucket) : succeed(jsonAnswer(rows[0]));
    },
    'read',
  );
}

const sorts = ['id', 'name', 'created_at', 'updated_at'] as const;
const listSchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  search: z.string().max(100).default(''),
  sortColumn: z.enum(sorts).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

/** `GET /bucket`. */
export function listBuckets(call: StorageCall): Promise<Outcome<Response>> | Outcome<Response> {
  const read = listSchema.safeParse(Object.fromEntries(call.url.searchParams));
  if (!read.success || read.data.search.includes('\0')) return fail(invalidRequest('querystring is not what this call wants'));
  const { limit, offset, search, sortColumn, sortOrder } = read.data;
  return asCaller(
    call,
    async (client) => {
      const { rows } = await client.query(
        `select ${columns} from storage.buckets where strpos(lower(name), lower($1)) > 0
          order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
        [search, limit, offset],
      );
      return succeed(jsonAnswer(rows));
    },
    'read',
  );
}

/** `PUT /bucket/ID`: what is not named stays. */
export async function updateBucket(call: StorageCall, id: string): Promise<Outcome<Response>> {
  const body = await readJson(call, bucketChangeSchema);
  if (!body.ok) return body;
  const { public: isPublic, allowed_mime_types: types } = body.value;
  const limit = parseLimit(body.value.file_size_limit, call.settings.largestFileBytes);
  if (!limit.ok) return limit;
  if (isPublic === undefined && types === undefined && limit.value === undefined) return fail(invalidRequest('No content provided'));
  return asCaller(call, async (client) => {
    const { rowCount } = await client.query(
      `update storage.buckets set public = coalesce($2, public),
        file_size_limit = case when $3 then $4 else file_size_limit end,
        allowed_mime_types = case when $5 then $6 else allowed_mime_types end where id = $1`,
      [id, isPublic ?? null, limit.value !== undefined, limit.value ?? null, types !== undefined, types ?? null],
    );
    if (rowCount === 1) return succeed(jsonAnswer({ message: 'Successfully updated' }));
    return fail((await seesBucket(client, id)) ? accessDenied : noSuchBucket);
  });
}

/** `DELETE /bucket/ID`: an empty one. */
export function deleteBucket(call: StorageCall, id: string): Promise<Outcome<Response>> {
  return asCaller(call, async (client) => {
    const { rowCount } = await client.query('delete from storage.buckets where id = $1', [id]);
    if (rowCount === 1) return succeed(jsonAnswer({ message: 'Successfully deleted' }));
    return fail((await seesBucket(client, id)) ? accessDenied : noSuchBucket);
  });
}

/** `POST /bucket/ID/empty`: the objects go at once, what they held within two hours. */
export async function emptyBucket(call: StorageCall, id: string): Promise<Outcome<Response>> {
  const emptied = await asCaller(call, async (client) => {
    if (!(await seesBucket(client, id))) return fail(noSuchBucket);
    await client.query('delete from storage.objects where bucket_id = $1', [id]);
    return succeed(jsonAnswer({ message: 'Empty bucket has been queued. Completion may take up to an hour.' }));
  });
  if (emptied.ok) call.collectSoon();
  return emptied;
}

type Client = Parameters<Parameters<typeof asCaller>[1]>[0];

/** Whether this caller's policies show a bucket. */
export async function seesBucket(client: Client, id: string): Promise<boolean> {
  const { rows } = await client.query('select from storage.buckets where id = $1', [id]);
  return rows.length > 0;
}
