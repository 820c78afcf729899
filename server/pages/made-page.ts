import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { DirectResponse } from '../http/direct-answer.ts';
import { contentSecurityPolicy, type FetchSite, type Framing, framingOf, isFramed, makeNonce } from '../http/security-headers.ts';
import { isPage, isShellPage, isWhole } from './draw-page.ts';
import { writeStart } from './page-start.ts';

/** What of a request decides which of a page's answers it gets. */
export type Wanted = FetchSite & {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
};

/** A page, or data for one, as bytes. */
export type MadePage = {
  /** Whether it may be given to others: it is whole, and no mistake of ours. */
  readonly isLasting: boolean;
  /** The hashes of its inline scripts that its policy names; none where that names a nonce. */
  readonly hashes: readonly string[];
  readonly answer: (wanted: Wanted) => DirectResponse;
};

type Making = {
  /** Where the page is: it decides about frames. */
  readonly path: string;
  /** Stands in the drawn page as the nonce. */
  readonly placeholder: string;
  /** Whether search engines may list it. */
  readonly isFound: boolean;
  readonly musicProxyUrl: string | undefined;
};

type Encoding = 'br' | 'identity';

/** What a page says that could not be made. Another status from 500 on is what a page has to say. */
const mistake = 500;

const compress = promisify(brotliCompress);

/** Pages are a few kilobytes: a window of 64 KiB holds one, and many compressed at once cost little memory. */
const compression = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** Makes the bytes of what was drawn. */
export async function makePage(drawn: Response, making: Making): Promise<MadePage> {
  const { status } = drawn;
  const headers: Record<string, string> = Object.fromEntries(drawn.headers);
  delete headers['content-length'];
  headers['cache-control'] ??= 'no-cache';
  if (status >= 400 || !making.isFound) headers['x-robots-tag'] = 'noindex';
  const text = await drawn.text();
  if (!isPage(drawn)) return makeLasting({ status, headers, text, hashes: [], policyOf: () => undefined, path: making.path });
  const { placeholder, path } = making;
  const musicProxyUrl = isShellPage(text) ? undefined : making.musicProxyUrl;
  if (status !== mistake && isWhole(text)) {
    const started = writeStart(text);
    const hashes = scriptHashes(started, placeholder);
    const html = started.replaceAll(` nonce="${placeholder}"`, '');
    const policyOf = (framing: Framing) => contentSecurityPolicy({ hashes }, 'production', musicProxyUrl, framing);
    return makeLasting({ status, headers, text: html, hashes, policyOf, path });
  }
  const nonce = makeNonce();
  const html = text.replaceAll(placeholder, nonce);
  const answer = ({ dest, site }: Wanted): DirectResponse => {
    const policy = contentSecurityPolicy({ nonce }, 'production', musicProxyUrl, framingOf(path, { dest, site }));
    return { status, headers: { ...headers, 'cache-control': 'no-store', 'content-security-policy': policy }, body: html };
  };
  return { isLasting: false, hashes: [], answer };
}

/**
 * The base64 of the SHA-256 of each inline script of ours that runs, once each, in their order. Ours are those that carry the nonce
 * of the drawing, which no content can know: a script that came in any other way is named by nothing, and does not run.
 */
export function scriptHashes(html: string, nonce: string): readonly string[] {
  const hashes = new Set<string>();
  for (let from = html.indexOf('<script'); from !== -1; from = html.indexOf('<script', from + 1)) {
    const tagEnd = html.indexOf('>', from);
    const end = html.indexOf('</script>', tagEnd);
    if (tagEnd === -1 || end === -1) break;
    const tag = html.slice(from, tagEnd);
    const isOurs = tag.includes(` nonce="${nonce}"`);
    // What is only data does not run.
    const runs = !tag.includes(' src=') && !tag.includes(' type="application/ld+json"');
    if (isOurs && runs)
      hashes.add(
        createHash('sha256')
          .update(html.slice(tagEnd + 1, end))
          .digest('base64'),
      );
    from = end;
  }
  return [...hashes];
}

type Lasting = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly hashes: readonly string[];
  /** `undefined` for what is no page: every answer's own policy holds. */
  readonly policyOf: (framing: Framing) => string | undefined;
  readonly path: string;
};

/** Headers and bodies are made once and given out as they are. */
async function makeLasting({ status, headers, text, hashes, policyOf, path }: Lasting): Promise<MadePage> {
  const identity = Buffer.from(text);
  const br = await compress(identity, { params: { ...compression, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } });
  const bodies: Readonly<Record<Encoding, Uint8Array>> = { identity, br };
  const policy = policyOf('none');
  const digest = createHash('sha256')
    .update(`${policy ?? ''}\n${text}`)
    .digest('base64url')
    .slice(0, 22);
  // What no cache may keep has nothing to be asked about again.
  const hasTag = status === 200 && !headers['cache-control']?.includes('no-store');
  const made = new Map<string, Readonly<Record<string, string>>>();
  const headersFor = (framing: Framing, encoding: Encoding): Readonly<Record<string, string>> => {
    const key = `${framing} ${encoding}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const framed = policyOf(framing);
    const fresh = {
      ...headers,
      ...(framed === undefined ? {} : { 'content-security-policy': framed }),
      ...(framed !== undefined && isFramed(framing) ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
      ...(encoding === 'br' ? { 'content-encoding': 'br' } : {}),
      ...(hasTag ? { etag: tagOf(digest, encoding) } : {}),
      vary: framed === undefined ? 'accept-encoding' : 'accept-encoding, sec-fetch-dest, sec-fetch-site',
    };
    made.set(key, fresh);
    return fresh;
  };
  return {
    isLasting: status !== mistake,
    hashes,
    answer: (wanted) => {
      const encoding = acceptsBrotli(wanted.acceptEncoding) ? 'br' : 'identity';
      const answered = headersFor(framingOf(path, wanted), encoding);
      if (hasTag && wanted.ifNoneMatch?.includes(tagOf(digest, encoding)) === true) return { status: 304, headers: answered };
      return { status, headers: answered, body: bodies[encoding] };
    },
  };
}

function tagOf(digest: string, encoding: Encoding): string {
  return encoding === 'br' ? `"${digest}-br"` : `"${digest}"`;
}

/** Whether a client takes Brotli: it names it, and not with the weight of nothing. */
function acceptsBrotli(accepted: string | undefined): boolean {
  if (accepted === undefined || !accepted.includes('br')) return false;
  const named = accepted.split(',').find((part) => part.trim().split(';')[0]?.trim().toLowerCase() === 'br');
  return named !== undefined && !/;\s*q=0(?:\.0*)?\s*$/.test(named);
}
