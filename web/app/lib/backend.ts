import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { StreamFailure, StreamOptions } from './answer-stream.ts';
import { type BackendFailure, classifyFailure, parseRequestId, parseRetryAfter, type ServiceError } from './backend-failure.ts';
import {
  type BackendAuth,
  type BackendRows,
  backendKey,
  type Client,
  fetchInTime,
  headersOf,
  lastAnswer,
  openBackend,
  refresh,
  requestTimeoutMs,
  takeTurn,
} from './backend-parts/client.ts';
import { reach } from './backend-parts/reach.ts';
import type { Shape } from './shape.ts';
import { storedAccessToken } from './stored-session.ts';

/** Asks the auth service; `data` must have the shape given. */
export function askAuth<Value>(
  call: (auth: BackendAuth) => Promise<{ readonly data: unknown; readonly error: ServiceError | null }>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(({ auth }) => refresh.inReach(() => call(auth)), shape);
}

/** Asks for or writes rows under the caller's own policies; `data` must have the shape given. */
export function askTable<Value>(
  call: (client: BackendRows) => PromiseLike<{ readonly data: unknown; readonly error: ServiceError | null; readonly status: number }>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(async ({ rows }) => {
    // The client asks up to three times more for what it had no answer to; a server that is known to be away is asked once.
    rows.retry = !reach.isSilent();
    const { data, error, status } = await call(rows);
    return {
      data,
      error: error === null ? null : { code: error.code, status, reasons: error.message === undefined ? [] : [error.message] },
    };
  }, shape);
}

/**
 * Calls a function of the database. What the function refuses by itself (`PT409` and the like) is `refused` with that code as
 * the reason and what the function says of it as the only detail.
 */
export function callDatabase<Value>(
  name: string,
  input: Readonly<Record<string, unknown>>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(async ({ rows }) => {
    const { data, error, status } = await rows.rpc(name, input);
    if (error === null) return { data, error };
    // The types promise text, the answer of a gateway in between does not.
    return { data: undefined, error: { code: error.code, status, reasons: error.details ? [error.details] : [] } };
  }, shape);
}

/**
 * Calls a function of the database while the page is being left: nobody waits for the answer. Best effort; nothing is sent
 * without a session.
 */
export function tellDatabaseOnLeaving(name: string, input: Readonly<Record<string, unknown>>): void {
  const token = storedAccessToken();
  if (token === undefined) return;
  void fetch(`/rest/v1/rpc/${encodeURIComponent(name)}`, {
    method: 'POST',
    keepalive: true,
    headers: { apikey: backendKey(), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => undefined);
}

/** Calls a function of the server by name. */
export function callFunction<Value>(name: string, body: Readonly<Record<string, unknown>>, shape: Shape<Value>) {
  return post(`/functions/v1/${encodeURIComponent(name)}`, body, shape);
}

/** Posts JSON as the present session (or as anyone) to a call that the public client has no method for. */
export function post<Value>(
  path: `/${'auth' | 'functions'}/v1/${string}`,
  body: Readonly<Record<string, unknown>>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return send('POST', path, body, shape);
}

/** Reads or deletes at a function or the auth service as the present session (or as anyone); an answer without a body is `undefined` to the shape. */
export function askFunction<Value>(
  method: 'GET' | 'DELETE',
  path: `/${'auth' | 'functions'}/v1/${string}`,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return send(method, path, undefined, shape);
}

function send<Value>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: Readonly<Record<string, unknown>> | undefined,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  return ask(async (client) => {
    const headers = await headersOf(client);
    const response = await fetchInTime(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    if (!response.ok) return { data: undefined, error: await errorOf(response) };
    return { data: await response.json().catch(() => undefined), error: null };
  }, shape);
}

/**
 * Calls a function of the server whose answer comes line by line, for as long as the work takes: each line must have the shape
 * given. Calling it off ends the work on the server. An answer of which nothing is heard for 20 seconds is out of reach.
 */
export async function streamFunction<Line>(
  name: string,
  body: Readonly<Record<string, unknown>>,
  shape: Shape<Line>,
  { onLine, signal }: StreamOptions<Line>,
): Promise<Result<undefined, StreamFailure>> {
  const quiet = new AbortController();
  const ending = signal === undefined ? quiet.signal : AbortSignal.any([signal, quiet.signal]);
  let patience = setTimeout(() => quiet.abort(), requestTimeoutMs);
  const onChunk = () => {
    clearTimeout(patience);
    patience = setTimeout(() => quiet.abort(), requestTimeoutMs);
  };
  try {
    const opened = await openStream(name, body, ending);
    if (!opened.ok) return signal?.aborted === true ? fail({ code: 'cancelled' }) : opened;
    // Few pages ask for such an answer: the others need not fetch what reads it.
    const { readAnswerStream } = await import('./answer-stream.ts');
    const read = await readAnswerStream(opened.value, shape, { onLine, onChunk });
    return signal?.aborted === true && !read.ok ? fail({ code: 'cancelled' }) : read;
  } finally {
    clearTimeout(patience);
  }
}

async function openStream(
  name: string,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Result<ReadableStream<Uint8Array>, BackendFailure>> {
  try {
    const headers = await headersOf(await openBackend());
    signal.throwIfAborted();
    const path = `/functions/v1/${encodeURIComponent(name)}`;
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
    if (response.ok) return response.body === null ? fail({ code: 'answer_unreadable' }) : succeed(response.body);
    const error = await errorOf(response);
    return fail(classifyFailure(error, error.retryAfterSeconds));
  } catch {
    return fail({ code: 'backend_unreachable' });
  }
}

/** What a refusal says, with the wait of this very answer: several calls may be under way at once. */
async function errorOf(response: Response): Promise<ServiceError> {
  const answer: unknown = await response.json().catch(() => undefined);
  const { headers, status } = response;
  return {
    ...refusalOf(answer, status),
    retryAfterSeconds: parseRetryAfter(headers.get('retry-after'), Date.now()),
    requestId: parseRequestId(headers.get('x-request-id')),
  };
}

/** Asks the storage service as the present session; rejects where nobody answers within 20 seconds. */
export async function fetchStored(path: `/storage/v1/${string}`, init: RequestInit): Promise<Response> {
  const { fetch: fetchAsSession } = await openBackend();
  return fetchAsSession(path, init);
}

async function ask<Value>(
  call: (client: Client) => Promise<{ readonly data: unknown; readonly error: ServiceError | null }>,
  shape: Shape<Value>,
): Promise<Result<Value, BackendFailure>> {
  lastAnswer.retryAfterSeconds = undefined;
  lastAnswer.requestId = undefined;
  try {
    const client = await openBackend();
    await takeTurn();
    const { data, error } = await call(client);
    if (error !== null) {
      const seen = { ...error, requestId: error.requestId ?? lastAnswer.requestId };
      return fail(classifyFailure(seen, error.retryAfterSeconds ?? lastAnswer.retryAfterSeconds));
    }
    const parsed = shape.safeParse(data);
    return parsed.success ? succeed(parsed.data) : fail({ code: 'answer_unreadable' });
  } catch {
    // The client reports its own failures; what is thrown is a network that failed beneath it, or its code that did not load.
    return fail({ code: 'backend_unreachable' });
  }
}

function refusalOf(answer: unknown, status: number): ServiceError {
  if (typeof answer !== 'object' || answer === null) return { status };
  const code = 'code' in answer && typeof answer.code === 'string' ? answer.code : undefined;
  const legacyCode = 'error_code' in answer && typeof answer.error_code === 'string' ? answer.error_code : undefined;
  return { status, code: code ?? legacyCode, reasons: reasonsOf(answer) };
}

function reasonsOf(answer: object): readonly string[] {
  const holder = 'weak_password' in answer && typeof answer.weak_password === 'object' ? answer.weak_password : answer;
  const reasons = holder !== null && 'reasons' in holder ? holder.reasons : undefined;
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : [];
}
