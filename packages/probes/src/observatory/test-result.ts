/** The ten tests of the HTTP Observatory, by its own names and in its own order. */
export const observatoryTests = [
  'content-security-policy',
  'cookies',
  'cross-origin-resource-sharing',
  'redirection',
  'referrer-policy',
  'strict-transport-security',
  'subresource-integrity',
  'x-content-type-options',
  'x-frame-options',
  'cross-origin-resource-policy',
] as const;

/** One of the ten tests. */
export type ObservatoryTest = (typeof observatoryTests)[number];

/** What each test may come to: points added to the score, and the outcome in a sentence. Version 4 of the algorithm. */
export const testResults = {
  'csp-implemented-with-no-unsafe-default-src-none': [10, "CSP starts from default-src 'none' and allows no unsafe sources."],
  'csp-implemented-with-no-unsafe': [5, "CSP allows neither 'unsafe-inline' nor 'unsafe-eval'."],
  'csp-implemented-with-unsafe-inline-in-style-src-only': [0, "CSP is strict for scripts and allows 'unsafe-inline' for styles."],
  'csp-implemented-with-insecure-scheme-in-passive-content-only': [-10, 'CSP allows images or media over plain HTTP.'],
  'csp-implemented-with-unsafe-eval': [-10, "CSP allows 'unsafe-eval'."],
  'csp-implemented-with-unsafe-inline': [-20, 'CSP allows inline scripts, data: or overly broad sources for scripts or plug-ins.'],
  'csp-implemented-with-insecure-scheme': [-20, 'CSP allows scripts or other active content over plain HTTP.'],
  'csp-header-invalid': [-25, 'Content-Security-Policy cannot be parsed.'],
  'csp-not-implemented': [-25, 'Content-Security-Policy header is not set.'],
  'csp-not-implemented-but-reporting-enabled': [-25, 'Content-Security-Policy is report-only and not enforced.'],
  'csp-implemented-but-duplicate-directives': [0, 'CSP repeats a reporting directive.'],
  'cookies-secure-with-httponly-sessions-and-samesite': [5, 'All cookies are Secure and SameSite, and session cookies are HttpOnly.'],
  'cookies-secure-with-httponly-sessions': [0, 'All cookies are Secure and session cookies are HttpOnly; SameSite is missing.'],
  'cookies-not-found': [0, 'No cookies are set.'],
  'cookies-without-secure-flag-but-protected-by-hsts': [-5, 'Cookie without the Secure attribute, protected by HSTS.'],
  'cookies-session-without-secure-flag-but-protected-by-hsts': [-10, 'Session cookie without the Secure attribute, protected by HSTS.'],
  'cookies-without-secure-flag': [-20, 'Cookie without the Secure attribute.'],
  'cookies-samesite-flag-invalid': [-20, 'Cookie with an invalid SameSite attribute, or SameSite=None without Secure.'],
  'cookies-anticsrf-without-samesite-flag': [-20, 'Anti-CSRF cookie without the SameSite attribute.'],
  'cookies-session-without-httponly-flag': [-30, 'Session cookie without the HttpOnly attribute.'],
  'cookies-session-without-secure-flag': [-40, 'Session cookie without the Secure attribute.'],
  'cross-origin-resource-sharing-not-implemented': [0, 'CORS is not enabled: other origins cannot read the page.'],
  'cross-origin-resource-sharing-implemented-with-public-access': [0, 'CORS allows any origin to read the page, without credentials.'],
  'cross-origin-resource-sharing-implemented-with-restricted-access': [0, 'CORS is restricted to certain origins.'],
  'cross-origin-resource-sharing-implemented-with-universal-access': [-50, 'CORS allows any origin to read the page with credentials.'],
  'redirection-all-redirects-preloaded': [0, 'Every host in the redirect chain is on the HSTS preload list.'],
  'redirection-to-https': [0, 'HTTP redirects to HTTPS on the same host.'],
  'redirection-not-needed-no-http': [0, 'The site does not answer over plain HTTP.'],
  'redirection-off-host-from-http': [-5, 'HTTP redirects to HTTPS on another host, so HSTS does not cover the first host.'],
  'redirection-not-to-https-on-initial-redirection': [-10, 'HTTP redirects to HTTPS only after a redirect over plain HTTP.'],
  'redirection-not-to-https': [-20, 'HTTP redirects do not end at HTTPS.'],
  'redirection-missing': [-20, 'HTTP does not redirect to HTTPS.'],
  'redirection-invalid-cert': [-20, 'A certificate in the redirect chain is not trusted.'],
  'referrer-policy-private': [5, 'Referrer-Policy discloses at most the origin to other sites.'],
  'referrer-policy-not-implemented': [0, 'Referrer-Policy header is not set; browsers use strict-origin-when-cross-origin.'],
  'referrer-policy-unsafe': [-5, 'Referrer-Policy is set to an unsafe value.'],
  'referrer-policy-header-invalid': [-5, 'Referrer-Policy value is not recognised.'],
  'hsts-preloaded': [5, 'The host is on the HSTS preload list.'],
  'hsts-implemented-max-age-at-least-six-months': [0, 'HSTS is set for at least six months.'],
  'hsts-implemented-max-age-less-than-six-months': [-10, 'HSTS is set for less than six months.'],
  'hsts-not-implemented': [-20, 'Strict-Transport-Security header is not set.'],
  'hsts-header-invalid': [-20, 'Strict-Transport-Security cannot be parsed.'],
  'hsts-not-implemented-no-https': [-20, 'The site does not answer over HTTPS.'],
  'hsts-invalid-cert': [-20, 'The certificate is not trusted, so browsers ignore HSTS.'],
  'sri-implemented-and-all-scripts-loaded-securely': [5, 'Scripts have integrity hashes and come from this site.'],
  'sri-implemented-and-external-scripts-loaded-securely': [5, 'All external scripts have integrity hashes.'],
  'sri-not-implemented-response-not-html': [0, 'The response is not HTML, so SRI does not apply.'],
  'sri-not-implemented-but-no-scripts-loaded': [0, 'The page loads no scripts, so SRI does not apply.'],
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': [0, 'All scripts come from this site, so SRI is not needed.'],
  'sri-not-implemented-but-external-scripts-loaded-securely': [-5, 'External script without an integrity hash (SRI).'],
  'sri-implemented-but-external-scripts-not-loaded-securely': [
    -20,
    'External script with an integrity hash, loaded over plain HTTP or by a protocol-relative URL.',
  ],
  'sri-not-implemented-and-external-scripts-not-loaded-securely': [
    -50,
    'External script without an integrity hash, loaded over plain HTTP or by a protocol-relative URL.',
  ],
  'x-content-type-options-nosniff': [0, 'X-Content-Type-Options is nosniff.'],
  'x-content-type-options-not-implemented': [-5, 'X-Content-Type-Options header is not set.'],
  'x-content-type-options-header-invalid': [-5, 'X-Content-Type-Options is not nosniff.'],
  'x-frame-options-implemented-via-csp': [5, 'CSP frame-ancestors restricts framing.'],
  'x-frame-options-sameorigin-or-deny': [0, 'X-Frame-Options restricts framing.'],
  'x-frame-options-allow-from-origin': [0, 'X-Frame-Options uses ALLOW-FROM, which browsers ignore.'],
  'x-frame-options-not-implemented': [-20, 'Any site can frame the page.'],
  'x-frame-options-header-invalid': [-20, 'X-Frame-Options value is not recognised, so any site can frame the page.'],
  'corp-header-invalid': [-5, 'Cross-Origin-Resource-Policy value is not recognised.'],
  'corp-implemented-with-cross-origin': [0, 'Cross-Origin-Resource-Policy is cross-origin.'],
  'corp-implemented-with-same-origin': [10, 'Cross-Origin-Resource-Policy is same-origin.'],
  'corp-implemented-with-same-site': [10, 'Cross-Origin-Resource-Policy is same-site.'],
  'corp-not-implemented': [0, 'Cross-Origin-Resource-Policy header is not set; any site can embed the page.'],
} as const satisfies Readonly<Record<string, readonly [modifier: number, says: string]>>;

/** An outcome by the Observatory's own name. */
export type ResultName = keyof typeof testResults;

/** Points that an outcome adds to the score. */
export function modifierOf(result: ResultName): number {
  return testResults[result][0];
}

/** An outcome in a sentence. */
export function describeResult(result: ResultName): string {
  return testResults[result][1];
}

/** The outcome that stands later in `order`, or is there alone. */
export function worseOf(one: ResultName | undefined, other: ResultName, order: readonly ResultName[]): ResultName {
  return one === undefined || order.indexOf(other) > order.indexOf(one) ? other : one;
}
