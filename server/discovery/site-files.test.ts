import { readFileSync } from 'node:fs';
import { parseProfile } from '@castellan/content/profile';
import { expect, test } from 'vitest';
import { escapeXml, humans, robots, securityText, sitemap, webManifest } from './site-files.ts';

const parsed = parseProfile('profile.json', readFileSync(new URL('../../content/profile.json', import.meta.url), 'utf8'));
if (!parsed.ok) throw new Error('the sample content is faulty');
const profile = parsed.value;
const publicUrl = 'https://castellan.example';
const nowMs = Date.UTC(2026, 10, 21, 9, 30, 15, 250);

test('security.txt has its contact, ends within a year of each answer, and says where it belongs', () => {
  expect(securityText(publicUrl, profile, nowMs)).toBe(
    [
      'Contact: mailto:security@varga.example',
      'Expires: 2027-05-22T09:30:15Z',
      'Canonical: https://castellan.example/.well-known/security.txt',
      'Encryption: https://varga.example/ada.asc',
      'Preferred-Languages: en',
      '',
    ].join('\n'),
  );
});

test('without TLS no canonical address is claimed, and without a contact there is no file', () => {
  expect(securityText('http://127.0.0.1:4321', profile, nowMs)).not.toContain('Canonical');
  const { securityContact: _, ...silent } = profile;
  expect(securityText(publicUrl, silent, nowMs)).toBeUndefined();
});

test('a key without an address of its own is named by its fingerprint, and one that there is not is not named', () => {
  const fingerprint = 'A'.repeat(40);
  expect(securityText(publicUrl, { ...profile, pgp: { fingerprint } }, nowMs)).toContain(`\nEncryption: openpgp4fpr:${fingerprint}\n`);
  expect(securityText(publicUrl, { ...profile, pgp: { fingerprint, url: 'http://varga.example/key' } }, nowMs)).toContain('openpgp4fpr:');
  expect(securityText(publicUrl, { ...profile, pgp: undefined }, nowMs)).not.toContain('Encryption');
});

test('the sitemap holds absolute addresses, escaped', () => {
  expect(sitemap(publicUrl, ['/', '/contact'])).toContain('<url><loc>https://castellan.example/contact</loc></url>');
  expect(sitemap(publicUrl, ["/<&>'"])).toContain('<loc>https://castellan.example/&lt;&amp;&gt;&apos;</loc>');
});

test('robots.txt names the sitemap and no private page', () => {
  expect(robots(publicUrl)).toContain('\nSitemap: https://castellan.example/sitemap.xml\n');
  expect(robots(publicUrl)).not.toMatch(/dashboard|auth-terminal|vault/);
});

test('humans.txt names the owner', () => {
  expect(humans(publicUrl, profile)).toContain('Owner: Ada Varga\n');
});

test('every icon of the manifest is a file of the size it says', () => {
  const { icons } = JSON.parse(webManifest(profile)) as { icons: readonly { src: string; type: string; sizes: string }[] };
  expect(icons.map((icon) => icon.type)).toContain('image/svg+xml');
  for (const { src, type, sizes } of icons) {
    const bytes = readFileSync(new URL(`../../web/public${src}`, import.meta.url));
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
    else expect(bytes.toString('utf8')).toContain('<svg');
  }
});

test('what XML cannot hold is left out', () => {
  expect(escapeXml('a\u0000\u0008b\uffff"')).toBe('ab&quot;');
});

test('what is installed from a page of the owner looks as what is installed from a visitor’s, names nobody and opens at the dashboard', () => {
  const owners: unknown = JSON.parse(readFileSync(new URL('../../web/public/dashboard.webmanifest', import.meta.url), 'utf8'));
  const visitors = JSON.parse(webManifest(profile));
  expect(owners).toEqual({ ...visitors, id: '/dashboard', name: 'Dashboard', short_name: 'Dashboard', start_url: '/dashboard' });
});
