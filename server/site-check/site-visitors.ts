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
      'accept-encoding': 'gzip, deflate, br, zstd',
    },
  },
  {
    name: 'Firefox, German, with a cookie',
    isBrowser: true,
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'accept-language': 'de,en;q=0.5',
      'accept-encoding': 'gzip, deflate, br, zstd',
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
      'accept-encoding': 'gzip, deflate, br',
    },
  },
  { name: 'a program', isBrowser: false, headers: { 'accept-encoding': 'identity' } },
];

/** Where the answer goes, and how browsers ask for it: scripts are modules, and fonts are always asked for with CORS. */
const destinations: Readonly<Record<string, readonly [string, string]>> = {
  '.js': ['script', 'cors'],
  '.css': ['style', 'no-cors'],
  '.woff2': ['font', 'cors'],
  '.ttf': ['font', 'cors'],
  '.png': ['image', 'no-cors'],
  '.svg': ['image', 'no-cors'],
  '.ico': ['image', 'no-cors'],
  '.webmanifest': ['manifest', 'cors'],
};

/** What a visitor says of one request, besides what it says of itself: browsers tell where the answer goes (Fetch Metadata). */
export function headersFor({ isBrowser, headers }: SiteVisitor, path: string, isPage: boolean): Readonly<Record<string, string>> {
  if (!isBrowser) return headers;
  const said = (dest: string, mode: string) => ({ 'sec-fetch-dest': dest, 'sec-fetch-mode': mode, 'sec-fetch-site': 'same-origin' });
  if (isPage) {
    const asked = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-user': '?1', 'upgrade-insecure-requests': '1' };
    return { ...headers, ...said('document', 'navigate'), ...asked, 'sec-fetch-site': 'none' };
  }
  const kind = workerPolicyName(path);
  const all = { ...headers, accept: '*/*' };
  if (kind === 'service-worker') return { ...all, ...said('serviceworker', 'same-origin'), 'service-worker': 'script' };
  if (kind !== undefined) return { ...all, ...said('worker', 'same-origin') };
  return { ...all, ...said(...(destinations[extname(path)] ?? ['empty', 'cors'])) };
}
