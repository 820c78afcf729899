import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { crypto } from '../../tests/archive-ports.ts';
import { buildDecryptorPage } from './decryptor-page.ts';

async function page(script: string): Promise<string> {
  const built = await buildDecryptorPage(script, crypto.sha256);
  if (!built.ok) throw new Error(built.failure.code);
  return built.value;
}

const hashOf = (text: string | undefined) =>
  createHash('sha256')
    .update(text ?? '')
    .digest('base64');

test('the page is one file whose policy allows its own script and no connection', async () => {
  const html = await page('const a = 1;\r\nconst b = 2;\r');
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1];
  expect(script).toBe('const a = 1;\nconst b = 2;\n');
  expect(policy).toContain(`script-src 'sha256-${hashOf(script)}' 'wasm-unsafe-eval';`);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).toContain(`style-src 'sha256-${hashOf(/<style>([\s\S]*)<\/style>/.exec(html)?.[1])}'`);
  expect(html).not.toMatch(/https?:\/\/|src=|<link|@import|unsafe-inline/i);
});

test('a script that would end its element is refused', async () => {
  for (const text of ['"</script>"', '<!-- x', '<SCRIPT']) {
    expect(await buildDecryptorPage(text, crypto.sha256)).toEqual({ ok: false, failure: { code: 'library_not_inlinable' } });
  }
});
