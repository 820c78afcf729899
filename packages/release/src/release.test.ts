import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf, readRelease, releaseCaps, writeRelease } from './release.ts';
import { bytesOfRelease, releaseOf } from './test-releases.ts';

const encode = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

test('what is written is read, and has one writing however it was put together', () => {
  const release = releaseOf();
  const turned = { ...release, routes: release.routes.toReversed(), files: Object.fromEntries(Object.entries(release.files).toReversed()) };
  expect(writeRelease(turned)).toEqual(writeRelease(release));
  expect(readRelease(writeRelease(turned))).toMatchObject({ ok: true, value: { version: 7, shell: '/dashboard' } });
});

test('no other writing of a release is one: each content has one identity', () => {
  const text = new TextDecoder().decode(bytesOfRelease());
  for (const other of [
    text.trimEnd(),
    `${text}\n`,
    ` ${text}`,
    JSON.stringify(JSON.parse(text)),
    text.replace('"version": 7', '"version": 7.0'),
  ])
    expect(readRelease(encode(other))).toEqual({ ok: false, failure: { code: 'not_canonical' } });
});

test('a changed byte is never read as the same release', () => {
  const bytes = bytesOfRelease();
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ change;
      const read = readRelease(changed);
      expect(read.ok && hashOf(changed) === hashOf(bytes)).toBe(false);
    }),
  );
});

test('nothing but paths of the build is listed', () => {
  const hash = hashOf(encode('x'));
  const badPaths = [
    ...['assets/a.js', '/assets/../a.js', '//evil.example/a.js', '/rest/v1/tasks', '/functions/v1/x.js', '/assets/.a.js', '/assets/a/b.js'],
    ...['/a.js?b', '/assets/é.js', '/__proto__/a.js', '/A', '/a.php', ''],
  ];
  for (const path of badPaths) {
    const release = releaseOf();
    expect(
      readRelease(encode(`${JSON.stringify({ ...release, files: { ...release.files, [path]: hash } }, undefined, 2)}\n`)).ok,
      path,
    ).toBe(false);
  }
});

test('numbers are positive whole ones, the shell is a listed file, and nothing unknown stands beside', () => {
  const release = releaseOf();
  const faulty = [
    ...[0, -1, 1.5, 2 ** 53, '7', null].map((version) => ({ ...release, version })),
    ...[
      { ...release, shell: '/other' },
      { ...release, more: 1 },
      { ...release, format: 2 },
      { ...release, routes: ['/a', '/a'] },
    ],
    ...[{ ...release, files: {} }, { ...release, commit: 'main' }, { ...release, policies: {} }, null, [], 'release'],
  ];
  for (const one of faulty) expect(readRelease(encode(`${JSON.stringify(one, undefined, 2)}\n`)).ok, JSON.stringify(one)).toBe(false);
});

test('what is over a cap is refused before it is used', () => {
  const hash = hashOf(encode('x'));
  const files = Object.fromEntries(Array.from({ length: releaseCaps.files }, (_, at) => [`/assets/${at}.js`, hash]));
  expect(() => bytesOfRelease({ files: { ...files, '/dashboard': hash } })).toThrow();
  expect(readRelease(new Uint8Array(releaseCaps.bytes + 1))).toEqual({ ok: false, failure: { code: 'too_large' } });
});

test('no bytes at all make the reading throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(readRelease(bytes).ok).toBe(false);
    }),
  );
});
