import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { loadStaticFiles } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'castellan-static-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets', 'entry-abc.js'), 'console.info(1)');
writeFileSync(join(folder, 'assets', 'entry-abc.js.br'), brotliCompressSync('console.info(1)'));
writeFileSync(join(folder, 'assets', 'worker-scene-abc.js'), 'close()');
for (const name of [
  'vault.wasm-abcd_-12',
  'wasm-abcd_-12',
  'vault-wasm-abcd_-12',
  'vault.net-abcd_-12',
  'vault.net.wasm-abcd_-12',
  'part-x.wasm-abcd_-12',
])
  writeFileSync(join(folder, 'assets', `worker-${name}.js`), 'close()');
writeFileSync(join(folder, 'worker-scene.js'), 'close()');
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'notes.secret'), 'not for the public');
const files = loadStaticFiles(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.answer(new Request(`http://castellan.test${path}`, { method, headers }));

test('a fingerprinted asset may be kept for a year, and is sent in the smallest form the browser takes', () => {
  const response = get('/assets/entry-abc.js', { 'accept-encoding': 'gzip, br' });
  expect(response?.headers.get('content-encoding')).toBe('br');
  expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('copies that became smaller while the server runs are sent once they are read again', async () => {
  const path = join(folder, 'assets', 'late-abc.css');
  const rules = Array.from({ length: 200 }, (_, index) => `.a${index}{width:${index}px}`).join('');
  writeFileSync(path, rules);
  writeFileSync(`${path}.br`, brotliCompressSync(rules, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
  const late = loadStaticFiles(folder);
  const sent = async () =>
    late
      .answer(new Request('http://castellan.test/assets/late-abc.css', { headers: { 'accept-encoding': 'br' } }))
      ?.arrayBuffer()
      .then((bytes) => Buffer.from(bytes).toString('hex'));
  const smaller = brotliCompressSync(rules);
  writeFileSync(`${path}.br`, smaller);
  const before = await sent();
  late.readCopies();
  expect(before).not.toBe(smaller.toString('hex'));
  expect(await sent()).toBe(smaller.toString('hex'));
});

test('an encoding that the browser refuses is not used', () => {
  expect(get('/assets/entry-abc.js', { 'accept-encoding': 'br;q=0' })?.headers.has('content-encoding')).toBe(false);
});

test('a file that did not change is not sent again', async () => {
  const etag = get('/favicon.svg')?.headers.get('etag') ?? '';
  const again = get('/favicon.svg', { 'if-none-match': etag });
  expect(again?.status).toBe(304);
  expect(await again?.text()).toBe('');
});

test.each(['/assets/../../package.json', '/%2e%2e/package.json', '/assets/entry-abc.js.br', '/notes.secret', '/assets', '/favicon.svg%00'])(
  '%s is no file',
  (path) => {
    expect(get(path)).toBeUndefined();
  },
);

test('a worker script of the build brings its own policy, in which it can speak to no one; other files bring none', () => {
  expect(get('/assets/worker-scene-abc.js')?.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'none'",
  );
  for (const path of ['/assets/entry-abc.js', '/worker-scene.js', '/favicon.svg'])
    expect(get(path)?.headers.has('content-security-policy')).toBe(false);
});

test('a worker whose module declares it may compile WebAssembly; one that is only called so may not, and no declaration lets one speak', () => {
  const policyOf = (name: string) => get(`/assets/worker-${name}.js`)?.headers.get('content-security-policy');
  expect(policyOf('vault.wasm-abcd_-12')).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'");
  for (const name of ['wasm-abcd_-12', 'vault-wasm-abcd_-12', 'vault.net-abcd_-12', 'vault.net.wasm-abcd_-12', 'part-x.wasm-abcd_-12'])
    expect([name, policyOf(name)]).toEqual([name, "default-src 'none'; script-src 'self'; connect-src 'none'"]);
});

test('only GET and HEAD read files', () => {
  expect(get('/favicon.svg', {}, 'POST')).toBeUndefined();
  expect(get('/favicon.svg', {}, 'HEAD')?.headers.get('content-length')).toBe('6');
});
