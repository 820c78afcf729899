import { fail, type Result } from '@castellan/foundation/result';
import type pg from 'pg';
import type { z } from 'zod';
import type { Caller } from '../core/caller.ts';
import type { ReadBody } from '../core/capped-body.ts';
import { isStranger } from '../core/guests.ts';
import { parseJson } from '../core/parse-json.ts';
import type { PlatformContext, StorageSettings } from '../core/platform-context.ts';
import { type RequestFacts, runAs, takeRole } from '../core/run-as.ts';
import type { ContentFiles } from './files/content-files.ts';
import type { Slots } from './slots.ts';
import { bodyTooLong, invalidRequest, noContent, type StorageFailure, slowDown } from './storage-failure.ts';

/** What all calls of the service share. */
export type StorageTools = {
  readonly context: PlatformContext;
  readonly settings: StorageSettings;
  readonly files: ContentFiles;
  readonly uploads: Slots;
  readonly downloads: Slots;
  /** Contents may have been let go of. */
  readonly collectSoon: () => void;
};

/** One request, and who makes it. */
export type StorageCall = StorageTools & {
  readonly http: Request;
  readonly url: URL;
  readonly caller: Caller;
  readonly facts: RequestFacts;
  readonly readBody: ReadBody;
};

/** What a call comes to. */
export type Outcome<Value> = Result<Value, StorageFailure>;

type Work<Value> = (client: pg.PoolClient) => Promise<Outcome<Value>>;

const service: Caller = { role: 'service_role', claims: null };

/** Does work in one transaction as the caller, so that the policies judge each row. What fails leaves nothing. */
export function asCaller<Value>(call: StorageCall, work: Work<Value>, how: 'write' | 'try' | 'read' = 'write'): Promise<Outcome<Value>> {
  return inTransaction(call, call.caller, work, how);
}

/** The same past the policies: for what the service itself must know. */
export function asService<Value>(call: StorageCall, work: Work<Value>, how: 'write' | 'read' = 'write'): Promise<Outcome<Value>> {
  return inTransaction(call, service, work, how);
}

/** `try`: all is undone, and its outcome answered. */
function inTransaction<Value>(call: StorageCall, as: Caller, work: Work<Value>, how: 'write' | 'try' | 'read'): Promise<Outcome<Value>> {
  const { requests, strangers } = call.context.database;
  const pool = isStranger(call.caller) ? strangers : requests;
  return runAs(pool, as, { ...call.facts, isUndone: how === 'try' }, work, { readOnly: how === 'read', keeps: ({ ok }) => ok });
}

/** From here on the transaction goes past the policies. */
export async function becomeService(call: StorageCall, client: pg.PoolClient): Promise<void> {
  await takeRole(client, service, call.facts);
}

/** The account that a caller writes for; `null` for nobody and for the service key. */
export function ownerOf({ claims }: Caller): string | null {
  return claims?.sub ?? null;
}

const bodyBytes = { stranger: 64 * 1024, known: 1024 * 1024 };

/** Reads the JSON of a call. An empty body is `{}`. */
export async function readJson<Schema extends z.ZodType>(call: StorageCall, schema: Schema): Promise<Outcome<z.output<Schema>>> {
  const isAnonymous = isStranger(call.caller);
  const maximumBytes = isAnonymous ? bodyBytes.stranger : bodyBytes.known;
  const body = await call.readBody(call.http, { maximumBytes, isAnonymous, address: call.facts.context.address });
  if (!body.ok) {
    if (body.failure.code === 'body_too_long') return fail(bodyTooLong);
    return fail(body.failure.code === 'too_many_bodies' ? slowDown : noContent);
  }
  const parsed = body.value.length === 0 ? ({ ok: true, value: {} } as const) : parseJson(body.value.toString('utf8'));
  if (!parsed.ok) return fail(invalidRequest('Body is not valid JSON'));
  const read = schema.safeParse(parsed.value);
  return read.success ? { ok: true, value: read.data } : fail(invalidRequest(complaintOf(read.error)));
}

/** Names the first place that is wrong, by keys that the schema knows. */
function complaintOf({ issues }: z.ZodError): string {
  const [first] = issues;
  const place = (first?.path ?? []).filter((part) => typeof part === 'string').join('/');
  return `body${place === '' ? '' : `/${place.slice(0, 60)}`} is not what this call wants`;
}
