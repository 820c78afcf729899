/** The type of a page of a release. */
export const pageType = 'text/html; charset=utf-8';

/** The types of the build's files, by their ending with its dot. */
export const fileTypes: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': pageType,
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.minisig': 'text/plain; charset=utf-8',
  '.pub': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** What the server says with every answer, and a device with every file that it keeps, besides type and Content-Security-Policy. */
export const everyFile = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** The type of a path that a release lists. A path without an ending is a page's. */
export function typeOfFile(path: string): string {
  const [ending] = /\.\w+$/.exec(path) ?? [];
  return ending === undefined ? pageType : (fileTypes[ending] ?? 'application/octet-stream');
}
