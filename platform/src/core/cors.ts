/** Every header that the public client library and its parts send, besides those that a browser always allows. */
const allowedHeaders = [
  'accept-profile',
  'apikey',
  'authorization',
  'baggage',
  'cache-control',
  'content-profile',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'prefer',
  'range',
  'range-unit',
  'traceparent',
  'tracestate',
  'x-client-info',
  'x-metadata',
  'x-region',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
];

/** Every header of an answer that the client library, or a program using it, reads. */
const exposedHeaders = [
  'content-encoding',
  'content-location',
  'content-profile',
  'content-range',
  'content-type',
  'date',
  'etag',
  'link',
  'location',
  'preference-applied',
  'range-unit',
  'retry-after',
  'sb-auth-session-id',
  'sb-auth-user-id',
  'x-relay-error',
  'x-sb-error-code',
  'x-supabase-api-version',
  'x-total-count',
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers a browser's question whether a page of another origin may call us: it may, as on a hosted project, since every
 * call proves itself by a key or token it carries. It may not with cookies: `*` excludes them.
 */
export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': allowedHeaders.join(', '),
      'access-control-max-age': '7200',
    },
  });
}

/** The same answer, readable by pages of any origin. An answer's own word on this is replaced, never added to. */
export function allowAnyOrigin(answer: Response): Response {
  const open = changeable(answer);
  const { headers } = open;
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', exposed);
  headers.delete('access-control-allow-credentials');
  return open;
}

const exposed = exposedHeaders.join(', ');

/**
 * An answer whose headers can be changed: itself, or a copy where they are fixed (a redirect, an answer that was fetched). A copy
 * turns the body into a stream, which costs more than all the rest of a short answer.
 */
export function changeable(answer: Response): Response {
  try {
    answer.headers.delete('x-castellan-none');
    return answer;
  } catch {
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
  }
}
