import { lastAnswer, mainChain } from './capture.ts';
import { type ParsedPolicies, parseMetaPolicies, parsePolicies } from './csp-policy.ts';
import type { Evidence } from './evidence.ts';
import { joinedHeader } from './header-list.ts';
import type { ResultName } from './test-result.ts';

const broad: readonly string[] = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const broadOrInline: ReadonlySet<string> = new Set([...broad, "'unsafe-inline'", 'data:']);
const passiveDirectives = ['img-src', 'media-src'];
const nonceOrHash = ["'sha256-", "'sha384-", "'sha512-", "'nonce-"];
const noPolicies: ParsedPolicies = { directives: new Map(), repeated: new Set() };

/** What the Observatory's test of the policy comes to, and whether the policies name `frame-ancestors`. */
export type CspOutcome = { readonly result: ResultName; readonly namesFrameAncestors: boolean };

/** Scores the policies of header and page together, as version 4 of the Observatory does. */
export function testContentSecurityPolicy({ capture, page }: Evidence): CspOutcome {
  const chain = mainChain(capture);
  if (chain === undefined) return { result: 'csp-not-implemented', namesFrameAncestors: false };
  const { headers } = lastAnswer(chain);
  const header = joinedHeader(headers, 'content-security-policy');
  const ofHeader = header === undefined ? [] : [header];
  const parsed = parsePolicies([...ofHeader, ...page.metaPolicies]);
  if (parsed === undefined) return { result: 'csp-header-invalid', namesFrameAncestors: false };
  // Counted apart, so that a <meta> with nothing but what a <meta> cannot say is no policy.
  const parts = [parsePolicies(ofHeader) ?? noPolicies, parseMetaPolicies(page.metaPolicies) ?? noPolicies];
  if (parts.every(({ directives, repeated }) => directives.size === 0 && repeated.size === 0)) {
    const onlyReports = (joinedHeader(headers, 'content-security-policy-report-only') ?? '') !== '';
    return { result: onlyReports ? 'csp-not-implemented-but-reporting-enabled' : 'csp-not-implemented', namesFrameAncestors: false };
  }
  const namesFrameAncestors = parsed.directives.has('frame-ancestors');
  const result = judge(parsed, capture.https !== undefined);
  const isFine = modestResults.has(result);
  return { result: isFine && parsed.repeated.size > 0 ? 'csp-implemented-but-duplicate-directives' : result, namesFrameAncestors };
}

/** Outcomes that pass, and in whose place a reporting directive that stands twice is named. */
const modestResults: ReadonlySet<ResultName> = new Set([
  'csp-implemented-with-no-unsafe',
  'csp-implemented-with-no-unsafe-default-src-none',
  'csp-implemented-with-unsafe-inline-in-style-src-only',
  'csp-implemented-with-insecure-scheme-in-passive-content-only',
]);

function judge({ directives }: ParsedPolicies, isHttps: boolean): ResultName {
  const sourcesOf = (name: string) => directives.get(name) ?? directives.get('default-src') ?? new Set(['*']);
  // One set may stand for several directives: what is dropped from it is dropped for all of them.
  const [objects, scripts, styles] = [sourcesOf('object-src'), sourcesOf('script-src'), sourcesOf('style-src')];
  for (const sources of [scripts, styles]) if (hasNonceOrHash(sources)) sources.delete("'unsafe-inline'");
  if (scripts.has("'strict-dynamic'")) {
    if (!hasNonceOrHash(scripts)) return 'csp-header-invalid';
    for (const source of [...scripts]) {
      const isIgnored = broad.some((start) => source.startsWith(start)) || source === "'self'" || source === "'unsafe-inline'";
      if (isIgnored) scripts.delete(source);
    }
  }
  const active = [...directives]
    .filter(([name]) => name !== 'script-src' && !passiveDirectives.includes(name))
    .flatMap(([, set]) => [...set]);
  const passive = passiveDirectives.flatMap((name) => [...(directives.get(name) ?? directives.get('default-src') ?? [])]);
  if ([...scripts].some((source) => broadOrInline.has(source)) || broad.some((source) => objects.has(source))) {
    return 'csp-implemented-with-unsafe-inline';
  }
  if (isHttps && [...active, ...scripts].some(isInsecure)) return 'csp-implemented-with-insecure-scheme';
  if (scripts.has("'unsafe-eval'") || styles.has("'unsafe-eval'")) return 'csp-implemented-with-unsafe-eval';
  if (isHttps && passive.some(isInsecure)) return 'csp-implemented-with-insecure-scheme-in-passive-content-only';
  if ([...styles].some((source) => broadOrInline.has(source))) return 'csp-implemented-with-unsafe-inline-in-style-src-only';
  const defaults = directives.get('default-src');
  const isNone = defaults?.size === 1 && defaults.has("'none'");
  return isNone ? 'csp-implemented-with-no-unsafe-default-src-none' : 'csp-implemented-with-no-unsafe';
}

function hasNonceOrHash(sources: ReadonlySet<string>): boolean {
  return [...sources].some((source) => nonceOrHash.some((start) => source.startsWith(start)));
}

function isInsecure(source: string): boolean {
  return source.startsWith('http:') || source.startsWith('ftp:');
}
