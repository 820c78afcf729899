import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { fetchStored } from '../../../lib/backend.ts';

/** Why the storage did not do what it was asked. `storage_full`: it takes no more; `missing`: it has nothing of this name for this session; `refused`: anything else that it said. */
export type StorageFailure = { readonly code: 'away' | 'storage_full' | 'missing' | 'there_already' | 'refused' };

/** An object by its name and the moment at which the storage took it, in milliseconds since 1970. */
export type ListedObject = { readonly name: string; readonly createdMs: number };

/** The bucket of files in notes. */
export type StoredObjects = {
  /** Stores an object under a name that nothing has yet. */
  readonly put: (name: string, content: Uint8Array<ArrayBuffer>, signal?: AbortSignal) => Promise<Result<undefined, StorageFailure>>;
  readonly get: (name: string, signal?: AbortSignal) => Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>>;
  /** Removes those of the objects that may be; answers with how many went. */
  readonly remove: (names: readonly string[]) => Promise<Result<number, StorageFailure>>;
  /** Every object, by name. */
  readonly list: () => Promise<Result<readonly ListedObject[], StorageFailure>>;
};

const bucket = 'note-files';
/** What one call takes. */
const namesAtOnce = 500;

const pageSchema = z.object({
  hasNext: z.boolean(),
  nextCursor: z.optional(z.string()),
  objects: z.array(z.object({ name: z.string(), created_at: z.string() })),
});
const removedSchema = z.array(z.unknown());
const refusalSchema = z.object({ statusCode: z.union([z.string(), z.number()]) });

/** The bucket as the storage service has it. */
export const storedObjects: StoredObjects = {
  put: async (name, content, signal) => {
    const body = new Blob([content], { type: 'application/octet-stream' });
    const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'max-age=0' };
    const answer = await ask(`object/${bucket}/${name}`, { method: 'POST', headers, body }, signal);
    return answer.ok ? succeed(undefined) : answer;
  },
  get: async (name, signal) => {
    const answer = await ask(`object/authenticated/${bucket}/${name}`, { method: 'GET' }, signal);
    if (!answer.ok) return answer;
    const content = await answer.value.arrayBuffer().catch(() => undefined);
    return content === undefined ? fail({ code: 'away' }) : succeed(new Uint8Array(content));
  },
  remove: async (names) => {
    let removed = 0;
    for (let from = 0; from < names.length; from += namesAtOnce) {
      const prefixes = names.slice(from, from + namesAtOnce);
      const answer = await askJson(`object/${bucket}`, 'DELETE', { prefixes }, removedSchema);
      if (!answer.ok) return answer;
      removed += answer.value.length;
    }
    return succeed(removed);
  },
  list: async () => {
    const found: ListedObject[] = [];
    for (let cursor: string | undefined; ; ) {
      const wanted = { limit: 1000, sortBy: { column: 'name', order: 'asc' }, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await askJson(`object/list-v2/${bucket}`, 'POST', wanted, pageSchema);
      if (!answer.ok) return answer;
      const { objects, hasNext, nextCursor } = answer.value;
      for (const { name, created_at } of objects) found.push({ name, createdMs: Date.parse(created_at) });
      if (!hasNext || nextCursor === undefined || objects.length === 0) return succeed(found);
      cursor = nextCursor;
    }
  },
};

async function askJson<Value>(
  path: string,
  method: 'POST' | 'DELETE',
  body: Readonly<Record<string, unknown>>,
  schema: z.ZodMiniType<Value>,
): Promise<Result<Value, StorageFailure>> {
  const answer = await ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) return answer;
  const parsed = schema.safeParse(await answer.value.json().catch(() => undefined));
  return parsed.success ? succeed(parsed.data) : fail({ code: 'away' });
}

async function ask(path: string, init: RequestInit, signal?: AbortSignal): Promise<Result<Response, StorageFailure>> {
  try {
    const response = await fetchStored(`/storage/v1/${path}`, { ...init, ...(signal === undefined ? {} : { signal }) });
    return response.ok ? succeed(response) : fail({ code: await refusalOf(response) });
  } catch {
    return fail({ code: 'away' });
  }
}

/** Nearly every refusal comes with 400, and says its own status in the body. */
async function refusalOf(response: Response): Promise<StorageFailure['code']> {
  const said = refusalSchema.safeParse(await response.json().catch(() => undefined)).data?.statusCode;
  const status = said === undefined ? response.status : Number(said);
  if (status === 404) return 'missing';
  if (status === 409) return 'there_already';
  if (status === 413) return 'storage_full';
  return status === 429 || status >= 500 ? 'away' : 'refused';
}
