import fc from 'fast-check';
import { expect, test } from 'vitest';
import { releaseOf } from './test-releases.ts';
import { findWasm, makeWebcatManifest } from './webcat.ts';

const release = releaseOf({
  version: 1_795_840_144,
  shell: '/dashboard',
  routes: ['/dashboard', '/settings'],
  files: Object.fromEntries(
    [
      '/dashboard',
      '/settings',
      '/dashboard.webmanifest',
      '/assets/a.js',
      '/assets/worker-x-abcdefgh.js',
      '/assets/worker-y.wasm-abcdefgh.js',
      '/sw.js',
    ].map((path, index) => [path, String.fromCharCode(65 + index).repeat(43)]),
  ),
  policies: { page: 'union', worker: 'w', 'wasm-worker': 'ww', 'service-worker': 'sw' },
});

test('each page and worker has its own policy, everything else that of the pages together', () => {
  const pagePolicies = { '/dashboard': 'd', '/settings': 's' };
  const manifest = makeWebcatManifest({ name: 'site', release, pagePolicies, wasm: ['b', 'a', 'b'] });
  expect(manifest).toEqual({
    ...{ name: 'site', version: '1795840144', default_csp: 'union', default_index: 'dashboard', default_fallback: '/dashboard' },
    extra_csp: {
      '/dashboard': 'd',
      '/settings': 's',
      '/dashboard.webmanifest': 'union',
      '/assets/worker-x-abcdefgh.js': 'w',
      '/assets/worker-y.wasm-abcdefgh.js': 'ww',
      '/sw.js': 'sw',
    },
    files: release.files,
    wasm: ['a', 'b'],
  });
});

test('every module is found whole, whatever stands around it', () => {
  const module = fc.uint8Array({ maxLength: 60 }).map((rest) => Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, ...rest]).toString('base64'));
  const around = fc.string().map((text) => `"${text.replaceAll('AGFzbQEAAA', '')}"`);
  fc.assert(
    fc.property(fc.array(fc.tuple(around, module)), around, (parts, last) => {
      const script = `${parts.map(([before, text]) => `${before}\`${text}\``).join('')}${last}`;
      expect(findWasm(script)).toEqual(parts.map(([, text]) => text));
    }),
  );
});
