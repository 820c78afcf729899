import type { Profile } from '@castellan/content/profile';
import { plate } from '@castellan/web/colour-tokens';

/** Half a year: RFC 9116 §2.5.5 recommends less than one, and each answer renews it. */
const securityDays = 182;

/** The addresses that may be found, as sitemaps.org 0.9 wants them. */
export function sitemap(publicUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `  <url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
}

/**
 * Rules for crawlers (RFC 9309). Private pages are not named: they say `noindex` themselves, which a crawler sees only if
 * it may fetch them, and a list of what to keep out of is a list of where to look.
 */
export function robots(publicUrl: string): string {
  const closed = ['auth', 'rest', 'realtime', 'functions', 'storage'].map((service) => `Disallow: /${service}/v1/\n`).join('');
  return `User-agent: *\nAllow: /\n${closed}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

/** Whom to tell of a weakness (RFC 9116); `undefined` where the owner named no contact, without which the file means nothing. */
export function securityText(publicUrl: string, profile: Profile, nowMs: number): string | undefined {
  if (profile.securityContact === undefined) return undefined;
  const expires = new Date(nowMs + securityDays * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  return [
    `Contact: ${profile.securityContact}`,
    `Expires: ${expires}`,
    // Addresses in this file must be https (RFC 9116 §2.5.2).
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
    // A key is named by an address: the owner's own, or the scheme for fingerprints (RFC 9116 §2.5.4).
    ...(profile.pgp === undefined ? [] : [`Encryption: ${encryptionAddress(publicUrl, profile.pgp)}`]),
    'Preferred-Languages: en',
    '',
  ].join('\n');
}

/** Addresses in this file must be https, as above. */
function encryptionAddress(publicUrl: string, { fingerprint, url, file }: NonNullable<Profile['pgp']>): string {
  if (file !== undefined && publicUrl.startsWith('https:')) return `${publicUrl}/pgp.asc`;
  return url?.startsWith('https:') === true ? url : `openpgp4fpr:${fingerprint}`;
}

/** The people behind the site (humanstxt.org). */
export function humans(publicUrl: string, { name, timeZone }: Profile): string {
  return [
    '/* TEAM */',
    `Owner: ${name}`,
    `Time zone: ${timeZone}`,
    `Site: ${publicUrl}/`,
    '',
    '/* SITE */',
    'Standards: HTML, CSS, WebGL, WAI-ARIA',
    'Type: Archivo, Azeret Mono',
    '',
  ].join('\n');
}

/** The web app manifest (W3C). */
export function webManifest({ name, givenNames }: Profile): string {
  return JSON.stringify({
    id: '/',
    name: `${name} · Security Specialist`,
    short_name: givenNames,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: plate.dark,
    theme_color: plate.dark,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icons/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icons/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icons/maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  });
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** A text as it may stand in XML, between tags or in quotes. What XML 1.0 cannot hold at all is left out. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 §2.2 excludes.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
