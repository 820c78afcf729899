import { extname } from 'node:path';
import { workerPolicyName } from '@castellan/release/worker-policy';

/** A visitor as the check plays one: what a site could tell visitors apart by. A browser says of each request where the answer goes. */
export type SiteVisitor = { readonly name: string; readonly isBrowser: boolean; readonly headers: Readonly<Record<string, string>> };

/** Browsers of different kinds, languages and encodings, with and without a cookie, and a program that says nothing of itself. */
export const siteVisitors: readonly SiteVisitor[] = [
  {
    name: 'Chromium, English, no cookie',
    isBrowser: true,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'accept-language': 'en-US,en;q=0.9',
      'accept-encoding': 'gzip, br',
    },
  },
  {
    name: 'Firefox, German, with a cookie',
    isBrowser: true,
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'accept-language': 'de,en;q=0.5',
      'accept-encoding': 'gzip',
      cookie: 'seen=1',
    },
  },
  {
    name: 'Safari on a phone, Japanese, no cookie',
    isBrowser: true,
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'accept-language': 'ja',
      'accept-encoding': 'gzip, br',
    },
  },
  { name: 'a program', isBrowser: false, headers: { 'accept-encoding': 'identity' } },
];

const destinations: Readonly<Record<string, string>> = {
  '.js': 'script',
  '.css': 'style',
  '.woff2': 'font',
  '.png': 'image',
  '.svg': 'image',
};

/** What a visitor says of one request, besides what it says of itself: browsers tell where the answer goes (Fetch Metadata). */
export function headersFor({ isBrowser, headers }: SiteVisitor, path: string, isPage: boolean): Readonly<Record<string, string>> {
  if (!isBrowser) return headers;
  const site = { 'sec-fetch-site': isPage ? 'none' : 'same-origin' };
  if (isPage) return { ...headers, ...site, accept: 'text/html,*/*;q=0.8', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };
  const kind = workerPolicyName(path);
  const asWorker = kind === 'service-worker' ? { 'service-worker': 'script' } : {};
  const destination =
    kind === undefined ? (destinations[extname(path)] ?? 'empty') : kind === 'service-worker' ? 'serviceworker' : 'worker';
  return { ...headers, ...site, ...asWorker, accept: '*/*', 'sec-fetch-dest': destination, 'sec-fetch-mode': 'same-origin' };
}
