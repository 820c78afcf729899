import { expect, test } from 'vitest';
import { contentSecurityPolicy, type Framing, framingOf, wasmWorkerPolicy, workerPolicy } from './security-headers.ts';

test('strings become scripts nowhere on a page but at the one policy of openWorker, which may not be made twice', () => {
  const directives = contentSecurityPolicy({ nonce: 'abc' }, 'production').split('; ');
  expect(directives).toContain("require-trusted-types-for 'script'");
  expect(directives).toContain('trusted-types site-worker');
  expect(directives).toContain("worker-src 'self'");
  expect(directives.join(' ')).not.toMatch(/blob:|allow-duplicates|unsafe/);
});

test('a page that many are given names its inline scripts by what is in them, and lets no nonce in', () => {
  const policy = contentSecurityPolicy({ hashes: ['YWJj', 'ZGVm'] }, 'production');
  expect(policy).toContain("script-src 'self' 'sha256-YWJj' 'sha256-ZGVm';");
  expect(policy).not.toMatch(/nonce|strict-dynamic|unsafe/);
});

test('no page may compile WebAssembly', () => {
  for (const mode of ['production', 'development'] as const) expect(contentSecurityPolicy({ nonce: 'abc' }, mode)).not.toContain('wasm');
});

test('a page may ask no foreign host, or the one proxy that is configured, by its origin', () => {
  const connect = (proxy?: string) => /connect-src[^;]*/.exec(contentSecurityPolicy({ nonce: 'abc' }, 'production', proxy))?.[0];
  expect(connect()).toBe("connect-src 'self'");
  expect(connect('https://proxy.example/get?url=')).toBe("connect-src 'self' https://proxy.example");
});

test('a worker can reach no address', () => {
  expect(workerPolicy.split('; ')).toEqual(["default-src 'none'", "script-src 'self'", "connect-src 'none'"]);
  expect(wasmWorkerPolicy.split('; ')).toEqual(["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'none'"]);
});

test('a page may be framed only where a frame of our own origin asked for it, and only the desktop and a tool with a document of its own may frame', () => {
  const asked = (path: string, dest?: string, site?: string) => framingOf(path, { dest, site });
  expect(asked('/contact', 'iframe', 'same-origin')).toBe('framed');
  for (const [dest, site] of [
    ['document', 'same-origin'],
    ['iframe', 'cross-site'],
    ['iframe', 'same-site'],
    ['iframe', 'none'],
    ['embed', 'same-origin'],
    ['object', 'same-origin'],
  ] as const)
    expect([dest, site, asked('/contact', dest, site)]).toEqual([dest, site, 'none']);
  expect(asked('/contact')).toBe('none');
  // In a frame it could hold itself without end.
  expect(asked('/desktop', 'iframe', 'same-origin')).toBe('frames');
  expect(asked('/api-lab', 'document', 'none')).toBe('frames');
  expect(asked('/api-lab', 'iframe', 'same-origin')).toBe('both');
  expect(asked('/api-lab', 'iframe', 'cross-site')).toBe('frames');
  const policy = (framing: Framing) =>
    contentSecurityPolicy({ nonce: 'abc' }, 'production', undefined, framing)
      .split('; ')
      .filter((directive) => directive.startsWith('frame'));
  expect(policy('none')).toEqual(["frame-ancestors 'none'"]);
  expect(policy('framed')).toEqual(["frame-ancestors 'self'"]);
  expect(policy('frames')).toEqual(["frame-src 'self'", "frame-ancestors 'none'"]);
  expect(policy('both')).toEqual(["frame-src 'self'", "frame-ancestors 'self'"]);
});
