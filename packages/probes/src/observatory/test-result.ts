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
  'csp-implemented-with-no-unsafe-default-src-none': [10, 'Everything is refused unless the policy names it, and it names nothing unsafe.'],
  'csp-implemented-with-no-unsafe': [5, 'The policy allows neither inline scripts nor eval.'],
  'csp-implemented-with-unsafe-inline-in-style-src-only': [0, 'The policy is strict for scripts and loose for styles.'],
  'csp-implemented-with-insecure-scheme-in-passive-content-only': [-10, 'The policy lets images or media come by plain HTTP.'],
  'csp-implemented-with-unsafe-eval': [-10, "The policy allows 'unsafe-eval'."],
  'csp-implemented-with-unsafe-inline': [-20, 'The policy lets inline scripts, data: or any host run scripts or plug-ins.'],
  'csp-implemented-with-insecure-scheme': [-20, 'The policy lets scripts or other active content come by plain HTTP.'],
  'csp-header-invalid': [-25, 'The policy cannot be read.'],
  'csp-not-implemented': [-25, 'There is no Content-Security-Policy.'],
  'csp-not-implemented-but-reporting-enabled': [-25, 'There is a policy that only reports, and none that is enforced.'],
  'csp-implemented-but-duplicate-directives': [0, 'The policy names a reporting directive twice.'],
  'cookies-secure-with-httponly-sessions-and-samesite': [5, 'Every cookie is Secure and SameSite, and session cookies are HttpOnly.'],
  'cookies-secure-with-httponly-sessions': [0, 'Every cookie is Secure and session cookies are HttpOnly; SameSite is missing.'],
  'cookies-not-found': [0, 'No cookies.'],
  'cookies-without-secure-flag-but-protected-by-hsts': [-5, 'A cookie lacks Secure; only HSTS keeps it from plain HTTP.'],
  'cookies-session-without-secure-flag-but-protected-by-hsts': [-10, 'A session cookie lacks Secure; only HSTS keeps it from plain HTTP.'],
  'cookies-without-secure-flag': [-20, 'A cookie lacks Secure and travels by plain HTTP.'],
  'cookies-samesite-flag-invalid': [-20, 'A cookie’s SameSite is not Strict, Lax, or None with Secure.'],
  'cookies-anticsrf-without-samesite-flag': [-20, 'A token against forged requests has no SameSite.'],
  'cookies-session-without-httponly-flag': [-30, 'Scripts can read a session cookie: it lacks HttpOnly.'],
  'cookies-session-without-secure-flag': [-40, 'A session cookie lacks Secure and travels by plain HTTP.'],
  'cross-origin-resource-sharing-not-implemented': [0, 'Other sites cannot read the page.'],
  'cross-origin-resource-sharing-implemented-with-public-access': [0, 'Every site may read the page, without the visitor’s cookies.'],
  'cross-origin-resource-sharing-implemented-with-restricted-access': [0, 'Named sites may read the page.'],
  'cross-origin-resource-sharing-implemented-with-universal-access': [-50, 'Every site may read the page with the visitor’s cookies.'],
  'redirection-all-redirects-preloaded': [0, 'Every host on the way is on the HSTS preload list.'],
  'redirection-to-https': [0, 'Plain HTTP leads to HTTPS on the same host.'],
  'redirection-not-needed-no-http': [0, 'Nothing answers by plain HTTP.'],
  'redirection-off-host-from-http': [-5, 'Plain HTTP leads to HTTPS on another host, so HSTS never covers the first.'],
  'redirection-not-to-https-on-initial-redirection': [-10, 'Plain HTTP leads to plain HTTP first, and to HTTPS only then.'],
  'redirection-not-to-https': [-20, 'Plain HTTP leads to an address that is not HTTPS.'],
  'redirection-missing': [-20, 'Plain HTTP shows the page and does not lead to HTTPS.'],
  'redirection-invalid-cert': [-20, 'On the way from plain HTTP stands a certificate that cannot be trusted.'],
  'referrer-policy-private': [5, 'Other sites learn at most where the visitor comes from, not from which page.'],
  'referrer-policy-not-implemented': [0, 'There is no Referrer-Policy; browsers use strict-origin-when-cross-origin.'],
  'referrer-policy-unsafe': [-5, 'The Referrer-Policy tells other sites more than browsers would by themselves.'],
  'referrer-policy-header-invalid': [-5, 'The Referrer-Policy is none that browsers know.'],
  'hsts-preloaded': [5, 'Browsers know without asking that this host is HTTPS only.'],
  'hsts-implemented-max-age-at-least-six-months': [0, 'Strict-Transport-Security holds for at least six months.'],
  'hsts-implemented-max-age-less-than-six-months': [-10, 'Strict-Transport-Security holds for less than six months.'],
  'hsts-not-implemented': [-20, 'There is no Strict-Transport-Security.'],
  'hsts-header-invalid': [-20, 'Strict-Transport-Security cannot be read.'],
  'hsts-not-implemented-no-https': [-20, 'The host cannot be reached by HTTPS.'],
  'hsts-invalid-cert': [-20, 'The certificate cannot be trusted, so browsers ignore Strict-Transport-Security.'],
  'sri-implemented-and-all-scripts-loaded-securely': [5, 'Scripts carry their hash, and all come from this site.'],
  'sri-implemented-and-external-scripts-loaded-securely': [5, 'Every script from elsewhere carries its hash.'],
  'sri-not-implemented-response-not-html': [0, 'The page is not HTML: no scripts to protect.'],
  'sri-not-implemented-but-no-scripts-loaded': [0, 'The page has no scripts.'],
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': [0, 'All scripts come from this site.'],
  'sri-not-implemented-but-external-scripts-loaded-securely': [-5, 'A script from elsewhere carries no hash.'],
  'sri-implemented-but-external-scripts-not-loaded-securely': [
    -20,
    'A script with a hash comes by plain HTTP or by an address without a scheme.',
  ],
  'sri-not-implemented-and-external-scripts-not-loaded-securely': [
    -50,
    'A script without a hash comes by plain HTTP or by an address without a scheme.',
  ],
  'x-content-type-options-nosniff': [0, 'Browsers do not guess what kind of file this is.'],
  'x-content-type-options-not-implemented': [-5, 'There is no X-Content-Type-Options.'],
  'x-content-type-options-header-invalid': [-5, 'X-Content-Type-Options is not nosniff.'],
  'x-frame-options-implemented-via-csp': [5, 'The policy’s frame-ancestors says who may frame the page.'],
  'x-frame-options-sameorigin-or-deny': [0, 'X-Frame-Options keeps other sites from framing the page.'],
  'x-frame-options-allow-from-origin': [0, 'X-Frame-Options uses ALLOW-FROM, which browsers ignore.'],
  'x-frame-options-not-implemented': [-20, 'Every site may show this page in a frame.'],
  'x-frame-options-header-invalid': [-20, 'X-Frame-Options is none that browsers know, so every site may frame the page.'],
  'corp-header-invalid': [-5, 'Cross-Origin-Resource-Policy is none that browsers know.'],
  'corp-implemented-with-cross-origin': [0, 'Every site may embed this, and the page says so.'],
  'corp-implemented-with-same-origin': [10, 'Other origins cannot embed this.'],
  'corp-implemented-with-same-site': [10, 'Other sites cannot embed this.'],
  'corp-not-implemented': [0, 'There is no Cross-Origin-Resource-Policy: every site may embed this.'],
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
