/** Where the figures come from. */
export const modelSource = {
  name: 'fingerprint-generator 2.1.88, by Apify (Apache-2.0)',
  date: '2026-05-04',
  address: 'https://github.com/apify/fingerprint-suite',
} as const;
