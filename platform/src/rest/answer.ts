import { contentType, type Representation } from './media-type.ts';
import type { RestFailure } from './rest-failure.ts';

/** An answer before it is an HTTP response. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | null;
};

/** The HTTP response of an answer. A header without a value is left out. */
export function toResponse({ status, headers, body }: Answer): Response {
  const present = Object.entries(headers).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
  return new Response(body, { status, headers: new Headers([...present, ['vary', 'Accept, Prefer, Range']]) });
}

/** A refusal as PostgREST sends it. `isHead` leaves the body out. */
export function failureAnswer(failure: RestFailure, isHead: boolean): Answer {
  const { code, details, hint, message } = failure;
  return {
    status: failure.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
      ...failure.headers,
    },
    body: isHead ? null : JSON.stringify({ code, details, hint, message }),
  };
}

/** `Content-Type` of an answer with rows in it. */
export function typeHeader(representation: Representation): Readonly<Record<string, string>> {
  return { 'content-type': contentType(representation) };
}
