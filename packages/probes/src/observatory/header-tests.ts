import { lastAnswer, mainChain } from './capture.ts';
import type { CspOutcome } from './csp-test.ts';
import type { Evidence } from './evidence.ts';
import { headerValues, joinedHeader } from './header-list.ts';
import type { ResultName } from './test-result.ts';

/** Half a year of 30-day months: many sites mean six months by it. In seconds. */
const sixMonths = 15_552_000;

/** Tests `Strict-Transport-Security` of the answer by HTTPS. */
export function testStrictTransport({ capture }: Evidence): ResultName {
  const { https, hostname, isPreloaded } = capture;
  if (https === undefined) return 'hsts-not-implemented-no-https';
  if (hostname !== undefined && isPreloaded(hostname)) return 'hsts-preloaded';
  if (!https.isVerified) return 'hsts-invalid-cert';
  const header = joinedHeader(lastAnswer(https).headers, 'strict-transport-security')?.slice(0, 1024);
  if (header === undefined) return 'hsts-not-implemented';
  if (header.includes(',')) return 'hsts-header-invalid';
  const ages = header.split(';').flatMap((part) => /^max-age=(.*)$/.exec(part.trim().toLowerCase().slice(0, 128))?.[1] ?? []);
  const age = ages.at(-1);
  if (age === undefined) return 'hsts-header-invalid';
  // An age that is no number passes: the Observatory compares it as it is.
  return Number.parseInt(age, 10) < sixMonths
    ? 'hsts-implemented-max-age-less-than-six-months'
    : 'hsts-implemented-max-age-at-least-six-months';
}

const privatePolicies = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
const openPolicies = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];

/** Tests `Referrer-Policy`: the last policy that browsers know counts, and the page's own comes last. */
export function testReferrerPolicy(evidence: Evidence): ResultName {
  const header = mainHeader(evidence, 'referrer-policy');
  const { metaReferrer } = evidence.page;
  if (header === undefined && metaReferrer === undefined) return 'referrer-policy-not-implemented';
  const named = [header, metaReferrer].flatMap((text) => text?.split(',').map((part) => part.trim().toLowerCase()) ?? []);
  const policy = named.findLast((name) => privatePolicies.includes(name) || openPolicies.includes(name));
  if (policy === undefined) return 'referrer-policy-header-invalid';
  return privatePolicies.includes(policy) ? 'referrer-policy-private' : 'referrer-policy-unsafe';
}

/** Tests `X-Content-Type-Options`. */
export function testContentTypeOptions(evidence: Evidence): ResultName {
  const header = mainHeader(evidence, 'x-content-type-options') ?? '';
  if (header === '') return 'x-content-type-options-not-implemented';
  const isRight = header.slice(0, 256).trim().toLowerCase() === 'nosniff';
  return isRight ? 'x-content-type-options-nosniff' : 'x-content-type-options-header-invalid';
}

/** Tests `X-Frame-Options`, in whose place the policy's `frame-ancestors` may stand. */
export function testFrameOptions(evidence: Evidence, csp: CspOutcome): ResultName {
  if (csp.namesFrameAncestors) return 'x-frame-options-implemented-via-csp';
  const header = (mainHeader(evidence, 'x-frame-options') ?? '').slice(0, 1024).trim().toLowerCase();
  if (header === '') return 'x-frame-options-not-implemented';
  if (header === 'deny' || header === 'sameorigin') return 'x-frame-options-sameorigin-or-deny';
  return header.startsWith('allow-from') ? 'x-frame-options-allow-from-origin' : 'x-frame-options-header-invalid';
}

/** Tests `Cross-Origin-Resource-Policy`. */
export function testResourcePolicy(evidence: Evidence): ResultName {
  const header = (mainHeader(evidence, 'cross-origin-resource-policy') ?? '').slice(0, 256).trim().toLowerCase();
  switch (header) {
    case '':
      return 'corp-not-implemented';
    case 'same-site':
      return 'corp-implemented-with-same-site';
    case 'same-origin':
      return 'corp-implemented-with-same-origin';
    case 'cross-origin':
      return 'corp-implemented-with-cross-origin';
    default:
      return 'corp-header-invalid';
  }
}

/**
 * Tests the answer to a CORS preflight. Whether any origin is answered with its own name is not scored: the published scanner
 * compares it with a request that it no longer has, and so never finds it. It is among the findings.
 */
export function testResourceSharing({ capture: { preflight } }: Evidence): ResultName {
  const origin = preflight === undefined ? undefined : headerValues(preflight, 'access-control-allow-origin').join(', ');
  if (origin === undefined || origin === '') return 'cross-origin-resource-sharing-not-implemented';
  return origin.slice(0, 256).trim() === '*'
    ? 'cross-origin-resource-sharing-implemented-with-public-access'
    : 'cross-origin-resource-sharing-implemented-with-restricted-access';
}

function mainHeader({ capture }: Evidence, name: string): string | undefined {
  const chain = mainChain(capture);
  return chain === undefined ? undefined : joinedHeader(lastAnswer(chain).headers, name);
}
