import { expect, test } from 'vitest';
import { contentSecurityPolicy, vaultWorkerPolicy, workerPolicy } from './security-headers.ts';

test("strings become scripts nowhere on a page but at the worker door's one policy, which may not be made twice", () => {
  const directives = contentSecurityPolicy('abc', 'production').split('; ');
  expect(directives).toContain("require-trusted-types-for 'script'");
  expect(directives).toContain('trusted-types castellan-worker');
  expect(directives).toContain("worker-src 'self'");
  expect(directives.join(' ')).not.toMatch(/blob:|allow-duplicates|unsafe/);
});

test('no page may compile WebAssembly', () => {
  for (const mode of ['production', 'development'] as const) expect(contentSecurityPolicy('abc', mode)).not.toContain('wasm');
});

test('a page may ask no foreign host, or the one proxy that is configured, by its origin', () => {
  const connect = (proxy?: string) => /connect-src[^;]*/.exec(contentSecurityPolicy('abc', 'production', proxy))?.[0];
  expect(connect()).toBe("connect-src 'self'");
  expect(connect('https://proxy.example/get?url=')).toBe("connect-src 'self' https://proxy.example");
});

test('a worker can reach no address', () => {
  expect(workerPolicy.split('; ')).toEqual(["default-src 'none'", "script-src 'self'", "connect-src 'none'"]);
  expect(vaultWorkerPolicy.split('; ')).toEqual(["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'none'"]);
});
