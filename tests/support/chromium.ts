/**
 * How Chromium is started for tests: nothing in it calls home, and it runs as root and without a GPU, which is how test
 * machines are.
 */
export const chromiumArguments: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
