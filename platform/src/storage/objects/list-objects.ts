import { fail, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { jsonAnswer } from '../storage-answer.ts';
import { asCaller, type Outcome, readJson, type StorageCall } from '../storage-call.ts';
import { invalidRequest } from '../storage-failure.ts';

const text = z
  .string()
  .max(1024)
  .refine((value) => !value.includes('\0'));
const order = z.enum(['asc', 'desc']).nullish();

const listSchema = z.object({
  prefix: text,
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).max(1_000_000).default(0),
  search: text.nullish(),
  sortBy: z.object({ column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).nullish(), order }).nullish(),
});

const listPagesSchema = z.object({
  prefix: text.nullish(),
  limit: z.int().min(1).max(1000).default(1000),
  cursor: z.string().max(4096).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z.object({ column: z.enum(['name', 'updated_at', 'created_at']), order }).nullish(),
});

/**
 * Objects below a prefix (`$2`) in a bucket (`$1`) as the caller may see them and, where `$3` says so, each folder once. A folder is as
 * old as the first of its objects.
 */
const entries = `
  with visible as (
    select id, name, substr(name, length($2) + 1) as rest, created_at, updated_at, last_accessed_at, metadata
    from storage.objects where bucket_id = $1 and starts_with(name, $2)
  ), entries as (
    select id, name, rest, created_at, updated_at, last_accessed_at, metadata from visible where not $3 or strpos(rest, '/') = 0
    union all
    select null, $2 || split_part(rest, '/', 1) || '/', split_part(rest, '/', 1),
      min(created_at), min(updated_at), min(last_accessed_at), null
    from visible where $3 and strpos(rest, '/') > 0 group by 2, 3
  )`;

type Entry = {
  readonly id: string | null;
  readonly name: string;
  readonly rest: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_accessed_at: Date;
  readonly metadata: unknown;
  readonly sorted_by: string;
};

/** `POST /object/list/BUCKET`: one folder's objects and folders, named within it. */
export async function listObjects(call: StorageCall, bucket: string): Promise<Outcome<Response>> {
  const body = await readJson(call, listSchema);
  if (!body.ok) return body;
  const { prefix, limit, offset, search, sortBy } = body.value;
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const column = sortBy?.column ?? 'name';
  const direction = sortBy?.order ?? 'asc';
  return asCaller(
    call,
    async (client) => {
      const { rows } = await client.query<Entry>(
        `${entries} select * from entries where starts_with(lower(rest), lower($4))
          order by ${column === 'name' ? 'rest collate "C"' : column} ${direction}, rest collate "C" limit $5 offset $6`,
        [bucket, folder, true, search ?? '', limit, offset],
      );
      return succeed(jsonAnswer(rows.map(toListed)));
    },
    'read',
  );
}

function toListed({ id, rest, metadata, ...times }: Entry) {
  const isFolder = id === null;
  const told = (time: Date) => (isFolder ? null : time);
  return {
    name: rest,
    id,
    updated_at: told(times.updated_at),
    created_at: told(times.created_at),
    last_accessed_at: told(times.last_accessed_at),
    metadata,
  };
}

const cursorSchema = z.object({ name: text, by: z.string().max(1100) });

/** `POST /object/list-v2/BUCKET`: page by page, named in full. A page goes on after the last entry of the one before. */
export async function listObjectPages(call: StorageCall, bucket: string): Promise<Outcome<Response>> {
  const body = await readJson(call, listPagesSchema);
  if (!body.ok) return body;
  const { prefix, limit, cursor, with_delimiter: withFolders, sortBy } = body.value;
  const after = parseCursor(cursor ?? undefined);
  if (!after.ok) return after;
  const column = sortBy?.column ?? 'name';
  // As text that sorts as the time does, to the microsecond, so that a cursor loses nothing.
  const by = column === 'name' ? 'name' : `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
  const isDescending = sortBy?.order === 'desc';
  const direction = isDescending ? 'desc' : 'asc';
  return asCaller(
    call,
    async (client) => {
      const { rows } = await client.query<Entry>(
        `${entries}, sorted as (select *, ${by} collate "C" as sorted_by from entries)
          select * from sorted where not $4 or (sorted_by, name collate "C") ${isDescending ? '<' : '>'} ($5 collate "C", $6 collate "C")
          order by sorted_by ${direction}, name collate "C" ${direction} limit $7`,
        [
          ...[bucket, prefix ?? '', withFolders === true],
          ...[after.value !== undefined, after.value?.by ?? '', after.value?.name ?? '', limit + 1],
        ],
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return succeed(
        jsonAnswer({
          hasNext: last !== undefined,
          ...(last === undefined ? {} : { nextCursor: writeCursor(last) }),
          folders: shown.filter(({ id }) => id === null).map(({ name, rest }) => ({ key: rest, name })),
          objects: shown.filter(({ id }) => id !== null).map(({ rest, sorted_by: _, ...object }) => ({ ...object, key: rest })),
        }),
      );
    },
    'read',
  );
}

function writeCursor({ name, sorted_by: by }: Entry): string {
  return Buffer.from(JSON.stringify({ name, by })).toString('base64url');
}

function parseCursor(cursor: string | undefined): Outcome<z.infer<typeof cursorSchema> | undefined> {
  if (cursor === undefined || cursor === '') return succeed(undefined);
  try {
    const read = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return read.by.includes('\0') ? fail(invalidRequest('Invalid cursor')) : succeed(read);
  } catch {
    return fail(invalidRequest('Invalid cursor'));
  }
}
