import { createHash, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { expect, test } from 'vitest';
import { crypto, randomBytes } from '../../tests/archive-ports.ts';
import { buildDecryptorPage } from './decryptor-page.ts';
import { sealExport } from './encrypted-export.ts';
import { sampleEntry } from './entry-samples.ts';
import { hashWasmArgon2 } from './hash-wasm-argon2.ts';

const library = readFileSync(createRequire(import.meta.url).resolve('hash-wasm/dist/argon2.umd.min.js'), 'utf8');

async function page(): Promise<string> {
  const built = await buildDecryptorPage(library, crypto.sha256);
  if (!built.ok) throw new Error(built.failure.code);
  return built.value;
}

const scriptOf = (html: string) => /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';

test('the page is one file whose policy allows its own script and no connection', async () => {
  const html = await page();
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(scriptOf(html)).digest('base64');
  expect(policy).toContain(`script-src 'sha256-${hash}' 'wasm-unsafe-eval';`);
  expect(policy).toMatch(/^default-src 'none';/);
  const style = createHash('sha256')
    .update(/<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '')
    .digest('base64');
  expect(policy).toContain(`style-src 'sha256-${style}'`);
  // The library's licence comment names its home; nothing else may hold an address.
  expect(html.replace(/\/\*![\s\S]*?\*\//, '')).not.toMatch(/https?:\/\/|src=|<link|@import|unsafe-inline/i);
  expect(html.length).toBeLessThan(60_000);
});

test('its script alone opens a real export, and names a wrong password', { timeout: 30_000 }, async () => {
  const entries = [sampleEntry(0), sampleEntry(1), sampleEntry(77)];
  const made = await sealExport(entries, 'correct horse battery', 0, { crypto, argon2: hashWasmArgon2, randomBytes });
  if (!made.ok) throw new Error(made.failure.code);
  // A realm of its own with what every browser has, and no network, file or module in it.
  const realm = vm.createContext({
    crypto: webcrypto,
    TextEncoder,
    TextDecoder,
    WebAssembly: Reflect.get(globalThis, 'WebAssembly'),
    atob,
  });
  vm.runInContext(`globalThis.self = globalThis; ${scriptOf(await page())}; globalThis.open = castellanOpen;`, realm);
  const opened: unknown = await realm['open'](made.value, 'correct horse battery');
  expect(JSON.parse(JSON.stringify(opened))).toEqual(entries);
  await expect(realm['open'](made.value, 'wrong horse battery')).rejects.toThrow('Wrong password.');
  await expect(realm['open']('{"format":"other"}', 'x')).rejects.toThrow('not a castellan.export.2');
});

test('a library that would end its script element is refused', async () => {
  for (const text of ['"</script>"', '<!-- x', '<SCRIPT']) {
    expect(await buildDecryptorPage(text, crypto.sha256)).toEqual({ ok: false, failure: { code: 'library_not_inlinable' } });
  }
});
