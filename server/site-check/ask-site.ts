import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { releaseCaps } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import type { Egress, EgressAnswer, EgressFailure } from '../adapters/egress.ts';
import type { SiteEnd } from './site-report.ts';

/** What a check may cost. Bytes are counted as they come and as they are unpacked, whichever is more. */
export type SiteLimits = { readonly fileBytes: number; readonly totalBytes: number; readonly totalMs: number };

/** Far above what any build is: a whole check of one asks for some 55 MB, unpacked, in 3,300 answers. */
export const siteLimits: SiteLimits = { fileBytes: 16_000_000, totalBytes: 1_000_000_000, totalMs: 600_000 };

/** A whole answer of status 200, unpacked. `policy`: its Content-Security-Policy, several parted by commas. */
export type SiteAnswer = { readonly body: Uint8Array; readonly headers: EgressAnswer['headers']; readonly policy: string | null };

/**
 * Why there is no such answer.
 * - `missing`: status 404 or 410. `redirected`: to where `detail` says. `status`: another one.
 * - `too_long`, `not_unpacked`: no answer that a browser could take for a file of a build.
 * - `no_answer`: none came whole, or the site says that it cannot answer now: it says nothing of what the site would serve.
 * - `over`: the check has used up its time or bytes, or the site answers nothing anymore; nothing was asked.
 */
export type NoSiteAnswer = {
  readonly code: 'missing' | 'redirected' | 'status' | 'too_long' | 'not_unpacked' | 'no_answer' | 'over';
  readonly detail: string;
};

/** Asks one site. `over`: why it asks nothing anymore. */
export type SiteAsker = {
  readonly ask: (egress: Egress, path: string, headers: Readonly<Record<string, string>>) => Promise<Result<SiteAnswer, NoSiteAnswer>>;
  readonly over: () => SiteEnd | undefined;
};

/** Asks as one visitor by one way; notes where no answer came. */
export type AskAsVisitor = (path: string, isPage?: boolean) => Promise<Result<SiteAnswer, NoSiteAnswer>>;

const timeoutMs = 30_000;

/** What is never as long as a file of a build may be. A page that says that there is no signature is longer than a signature. */
const small: ReadonlySet<string> = new Set([releaseAddresses.release, releaseAddresses.signature, releaseAddresses.key]);

/** So many questions in a row without an answer end the check: a site that hangs is not waited for 4,000 times. */
const maxSilent = 24;

/** What a server says that is too busy, or stands behind one that does not answer. */
const notNow: readonly number[] = [429, 502, 503, 504];

/** Makes the asking of one site within limits, which count from now. Redirects are not followed. Never throws. */
export function createSiteAsker(origin: string, { fileBytes, totalBytes, totalMs }: SiteLimits): SiteAsker {
  const signal = AbortSignal.timeout(totalMs);
  let bytesLeft = totalBytes;
  let silent = 0;
  const over = () => (signal.aborted ? 'time' : bytesLeft <= 0 ? 'bytes' : silent >= maxSilent ? 'silence' : undefined);
  const mostOf = (path: string) => (small.has(path) ? Math.min(fileBytes, releaseCaps.bytes) : fileBytes);
  const send = (egress: Egress, path: string, headers: Readonly<Record<string, string>>) =>
    egress.send({ url: origin + path, headers, maxBodyBytes: mostOf(path), timeoutMs, signal });
  const ask: SiteAsker['ask'] = async (egress, path, headers) => {
    if (over() !== undefined) return fail({ code: 'over', detail: '' });
    const first = await send(egress, path, headers);
    // A line that broke once is no answer of the site.
    const answer = !first.ok && first.failure.code === 'connection_failed' ? await send(egress, path, headers) : first;
    const judged = answer.ok ? judge(answer.value, mostOf(path)) : fail(unanswered(answer.failure, signal.aborted));
    if (answer.ok) bytesLeft -= Math.max(answer.value.body.length, judged.ok ? judged.value.body.length : 0);
    else if (answer.failure.code === 'body_too_long') bytesLeft -= mostOf(path);
    silent = !judged.ok && judged.failure.code === 'no_answer' ? silent + 1 : 0;
    return judged;
  };
  return { ask, over };
}

function unanswered({ code }: EgressFailure, isOver: boolean): NoSiteAnswer {
  if (code === 'body_too_long') return { code: 'too_long', detail: '' };
  return isOver ? { code: 'over', detail: '' } : { code: 'no_answer', detail: code };
}

function judge({ status, headers, body }: EgressAnswer, maxBytes: number): Result<SiteAnswer, NoSiteAnswer> {
  if (status === 404 || status === 410) return fail({ code: 'missing', detail: '' });
  if (status >= 300 && status < 400 && headers.location !== undefined) return fail({ code: 'redirected', detail: short(headers.location) });
  if (notNow.includes(status)) return fail({ code: 'no_answer', detail: `status_${status}` });
  if (status !== 200) return fail({ code: 'status', detail: String(status) });
  const unpacked = unpack(body, headers['content-encoding'], maxBytes);
  if (unpacked === undefined) return fail({ code: 'not_unpacked', detail: short(headers['content-encoding'] ?? '') });
  const policy = headers['content-security-policy'];
  return succeed({ body: unpacked, headers, policy: Array.isArray(policy) ? policy.join(', ') : (policy ?? null) });
}

/** A header that came several times is a list. */
function short(header: string | readonly string[]): string {
  return String(header).slice(0, 300);
}

/** Every encoding that the visitors take. */
const unpackers: Readonly<Record<string, (body: Buffer, limits: { readonly maxOutputLength: number }) => Buffer>> = {
  ...{ br: brotliDecompressSync, deflate: inflateSync, gzip: gunzipSync, zstd: zstdDecompressSync },
  identity: (body) => body,
};

function unpack(body: Buffer, header: string | undefined, maxOutputLength: number): Uint8Array | undefined {
  try {
    const encoding = header?.toLowerCase() ?? 'identity';
    return Object.hasOwn(unpackers, encoding) ? unpackers[encoding]?.(body, { maxOutputLength }) : undefined;
  } catch {
    return undefined;
  }
}
