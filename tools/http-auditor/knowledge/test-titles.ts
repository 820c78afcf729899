import type { ObservatoryTest } from '@castellan/probes/observatory/test-result';

/** What each test looks at. */
export const testTitles: Readonly<Record<ObservatoryTest, string>> = {
  'content-security-policy': 'Content-Security-Policy',
  cookies: 'Cookies',
  'cross-origin-resource-sharing': 'Cross-origin resource sharing',
  redirection: 'Redirection from plain HTTP',
  'referrer-policy': 'Referrer-Policy',
  'strict-transport-security': 'Strict-Transport-Security',
  'subresource-integrity': 'Subresource integrity',
  'x-content-type-options': 'X-Content-Type-Options',
  'x-frame-options': 'X-Frame-Options',
  'cross-origin-resource-policy': 'Cross-Origin-Resource-Policy',
};
