import { extname } from 'node:path';
import { releaseAddresses } from '@castellan/release/release-addresses';

/** A visitor as the check plays one: what a site could tell visitors apart by. */
export type SiteVisitor = { readonly name: string; readonly headers: Readonly<Record<string, string>> };

/** Browsers of different kinds, languages and encodings, with and without a cookie, and a program that says nothing of itself. */
export const siteVisitors: readonly SiteVisitor[] = [
  {
    name: 'Chromium, English, no cookie',
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      'accept-language': 'en-US,en;q=0.9',
      'accept-encoding': 'gzip, br',
    },
  },
  {
    name: 'Firefox, German, with a cookie',
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'accept-language': 'de,en;q=0.5',
      'accept-encoding': 'gzip',
      cookie: 'seen=1',
    },
  },
  {
    name: 'Safari on a phone, Japanese, no cookie',
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'accept-language': 'ja',
      'accept-encoding': 'gzip, br',
    },
  },
  { name: 'a program', headers: { 'accept-encoding': 'identity' } },
];

const destinations: Readonly<Record<string, string>> = {
  '.js': 'script',
  '.css': 'style',
  '.woff2': 'font',
  '.png': 'image',
  '.svg': 'image',
};

/** What a browser says of where an answer goes (Fetch Metadata), by the address that it asks for. */
export function destinationOf(path: string, isPage: boolean): Readonly<Record<string, string>> {
  if (isPage)
    return { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', accept: 'text/html,*/*;q=0.8' };
  const dest = path === releaseAddresses.worker ? 'serviceworker' : (destinations[extname(path)] ?? 'empty');
  return { 'sec-fetch-dest': dest, 'sec-fetch-mode': 'same-origin', 'sec-fetch-site': 'same-origin' };
}
