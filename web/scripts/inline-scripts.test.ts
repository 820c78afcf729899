import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleScript } from './inline-scripts.ts';

const decryptor = join(import.meta.dirname, '..', 'app', 'domains', 'vault', 'offline', 'decryptor.ts');

test('the script of the offline decryptor is one piece, the same each time, and can stand in a page', async () => {
  const text = await bundleScript(decryptor);
  expect((await bundleScript(decryptor)) === text).toBe(true);
  // It imports nothing, names no path of the machine that built it, and reaches for no network.
  expect(/\bimport\s*\(|\brequire\(|XMLHttpRequest|WebSocket|\bfetch\(/.exec(text)?.[0]).toBeUndefined();
  expect(text.includes(join(import.meta.dirname, '..', '..'))).toBe(false);
  expect(/<\/script|<script|<!--/i.exec(text)?.[0]).toBeUndefined();
  // Bytes that lie beside each backup.
  expect(text.length).toBeLessThan(400_000);
});
