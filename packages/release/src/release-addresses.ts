/** Where a release, its signature, the public key of the site and the service worker lie. */
export const releaseAddresses = {
  release: '/release.json',
  signature: '/release.json.minisig',
  key: '/release-key.pub',
  worker: '/sw.js',
} as const;
