import type { StorageFailure } from './storage-failure.ts';

/** An answer in JSON. */
export function jsonAnswer(value: unknown): Response {
  return Response.json(value, { headers: { 'x-content-type-options': 'nosniff' } });
}

/** A refusal. `isHead` leaves the body out. */
export function failureAnswer({ status, headers, statusCode, code, error, message }: StorageFailure, isHead: boolean): Response {
  return new Response(isHead ? null : JSON.stringify({ statusCode, code, error, message }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff', ...headers },
  });
}
