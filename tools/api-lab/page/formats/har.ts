import { fail, type Result, succeed } from '@castellan/foundation/result';
import * as z from 'zod/mini';
import { type ApiRequest, type Body, makeCollection, makeRequest } from '../model.ts';
import { splitQuery } from '../sending/build-request.ts';
import type { Imported, ImportFailure } from './read-postman.ts';

const pair = z.object({ name: z.string(), value: z._default(z.string(), '') });
const entry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z._default(z.array(pair), []),
    postData: z.nullish(
      z.object({ mimeType: z._default(z.string(), ''), text: z.optional(z.string()), params: z.optional(z.array(pair)) }),
    ),
  }),
});
const file = z.object({ log: z.object({ entries: z.array(entry).check(z.maxLength(5000)) }) });

/** What the browser sets by itself, and HTTP/2's own. */
const setByBrowser = /^(?::.*|host|connection|content-length|accept-encoding)$/i;

/** Reads the requests of a HAR 1.2. */
export function readHar(json: unknown): Result<Imported, ImportFailure> {
  const parsed = file.safeParse(json);
  if (!parsed.success) return fail({ code: 'unreadable', message: 'This is not a HAR with up to 5,000 entries.' });
  const leftOut: string[] = [];
  const items = parsed.data.log.entries.map(({ request: { method, url, headers, postData } }): ApiRequest => {
    const address = splitQuery(url);
    const body = readBody(postData ?? undefined);
    const fills = body.kind === 'form' || body.kind === 'multipart';
    return makeRequest({
      name: address.url.replace(/^https?:\/\/[^/]*/, '') || '/',
      method: method.toUpperCase(),
      ...address,
      headers: headers
        .filter(({ name }) => !setByBrowser.test(name) && !(fills && /^content-type$/i.test(name)))
        .map((header) => ({ ...header, enabled: true })),
      body,
    });
  });
  return succeed({ collections: [makeCollection({ name: 'From a HAR', items })], leftOut });
}

function readBody(given: NonNullable<z.infer<typeof entry>['request']['postData']> | undefined): Body {
  if (given === undefined) return { kind: 'none' };
  const fields = given.params?.map((field) => ({ ...field, enabled: true }));
  if (/x-www-form-urlencoded/i.test(given.mimeType) && fields !== undefined && fields.length > 0) return { kind: 'form', fields };
  if (/^multipart\//i.test(given.mimeType)) return { kind: 'multipart', fields: fields ?? [] };
  const text = given.text ?? '';
  return { kind: /json/i.test(given.mimeType) ? 'json' : 'text', text };
}
