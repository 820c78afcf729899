import { randomBytes } from 'node:crypto';
import { everyFile } from '@castellan/release/file-headers';
import { tools } from '@castellan/tools/registry';

/** A fresh value that lets this one answer's scripts run. */
export function makeNonce(): string {
  return randomBytes(18).toString('base64url');
}

/** `frames`: a page that shows others of ours in frames. `framed`: an answer to such a frame. `both`: such a page in a frame itself. */
export type Framing = 'none' | 'frames' | 'framed' | 'both';

/** The page that holds others in windows. */
const desktopPage = '/desktop';

const everyTool: readonly { readonly id: string; readonly framesSender?: boolean }[] = tools;

/** Tools that frame a document of their own. */
const framingTools: ReadonlySet<string> = new Set(everyTool.filter(({ framesSender }) => framesSender === true).map(({ id }) => `/${id}`));

/** What a browser says of the place that its answer goes to (Fetch Metadata); missing where it says nothing. */
export type FetchSite = { readonly dest: string | undefined; readonly site: string | undefined };

/**
 * What the answer at a path may do with frames. A page may be framed only where the browser says that a frame of our own
 * origin asked for it: whatever anybody else embeds stays refused. The desktop itself is in no frame.
 */
export function framingOf(path: string, { dest, site }: FetchSite): Framing {
  if (path === desktopPage) return 'frames';
  const isFramed = dest === 'iframe' && site === 'same-origin';
  if (framingTools.has(path)) return isFramed ? 'both' : 'frames';
  return isFramed ? 'framed' : 'none';
}

/**
 * Which scripts of a page may run. `hashes`: the page's own inline scripts, by the base64 of their SHA-256, beside the site's
 * files: for bytes that many are given. `nonce`: those of this one answer, and what they load.
 */
export type PageScripts = { readonly hashes: readonly string[] } | { readonly nonce: string };

/**
 * The one Content-Security-Policy of every page: of inline scripts only those run that it names; styles,
 * pictures, fonts and connections come from our own origin; nothing frames us but our own desktop; strings cannot become scripts (Trusted
 * Types: the one policy, made in the web app's openWorker, lets the build's own worker scripts start and nothing else).
 * The one foreign host that a page may ask is a proxy for the music, where the operator names one.
 * While developing, Vite's own client needs inline styles and has no Trusted Types.
 */
export function contentSecurityPolicy(
  scripts: PageScripts,
  mode: 'production' | 'development',
  musicProxyUrl?: string,
  framing: Framing = 'none',
): string {
  const isDevelopment = mode === 'development';
  return [
    "default-src 'none'",
    'nonce' in scripts
      ? `script-src 'nonce-${scripts.nonce}' 'strict-dynamic'`
      : ["script-src 'self'", ...scripts.hashes.map((hash) => `'sha256-${hash}'`)].join(' '),
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    musicProxyUrl === undefined ? "connect-src 'self'" : `connect-src 'self' ${new URL(musicProxyUrl).origin}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(framing === 'frames' || framing === 'both' ? ["frame-src 'self'"] : []),
    `frame-ancestors ${isFramed(framing) ? "'self'" : "'none'"}`,
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types site-worker']),
  ].join('; ');
}

/** Whether the answer goes into a frame of ours. */
export function isFramed(framing: Framing): boolean {
  return framing === 'framed' || framing === 'both';
}

/** The policy that a worker script brings along for its worker: it may load more of our scripts, and speak to no one. */
export const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'none'";

/** A worker whose module declares it (`X.wasm.worker.ts`) may compile WebAssembly besides: no page may, and no other worker. */
export const wasmWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'";

/** The service worker's: it asks this origin alone, and loads no other script. */
export const serviceWorkerPolicy = "default-src 'none'; connect-src 'self'";

/** The policy of answers that are not pages: nothing may load or run, should a browser ever show one as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Which of the headers that every answer carries an answer does not have yet. */
export function missingHeaders(has: (name: string) => boolean, secure: boolean): Readonly<Record<string, string>> {
  const missing: Record<string, string> = {};
  for (const [name, value] of everyAnswers) if (!has(name)) missing[name] = value;
  // The backend's answers are read by the client library from anywhere it is given the address; they say so by CORS.
  if (!has('access-control-allow-origin') && !has('cross-origin-resource-policy')) missing['cross-origin-resource-policy'] = 'same-origin';
  if (secure && !has('strict-transport-security')) missing['strict-transport-security'] = 'max-age=63072000; includeSubDomains; preload';
  return missing;
}

const everyAnswers = Object.entries({
  ...everyFile,
  'content-security-policy': dataPolicy,
  'x-frame-options': 'DENY',
});

/** Adds to an answer what every answer of this server carries. Headers that the answer set itself stay. */
export function secureHeaders(headers: Headers, secure: boolean): void {
  const missing = missingHeaders((name) => headers.has(name), secure);
  for (const [name, value] of Object.entries(missing)) headers.set(name, value);
}
