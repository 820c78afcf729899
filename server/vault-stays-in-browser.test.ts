import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadStaticFiles } from './http/static-files.ts';

const build = join(import.meta.dirname, '..', 'web', 'build');
/** Names that every sealed thing is bound to, and the derivation's library: code that opens a vault has them in it. */
const marks = ['castellan.vault.2', 'castellan.slot.2', 'castellan.entry.2', 'castellan.manifest.2', 'crypto_pwhash'];

function marksIn(folder: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|html)$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    const here = marks.filter((mark) => text.includes(mark));
    if (here.length > 0) found.set(entry.name, here);
  }
  return found;
}

test("no code that opens a vault is in the server's bundle", () => {
  expect([...marksIn(join(build, 'server')).keys()]).toEqual([]);
});

test("keys and sealing are in the vault's worker and in no script of a page", () => {
  const found = marksIn(join(build, 'client'));
  const names = [...found.keys()].toSorted();
  // The build names no other script so: vite.config.ts. The decryptor is the text of the page that is saved beside a backup.
  expect(names).toEqual([
    expect.stringMatching(/^worker-part-backup-jobs-[\w-]{8}\.js$/),
    expect.stringMatching(/^worker-part-core-[\w-]{8}\.js$/),
    expect.stringMatching(/^worker-part-decryptor-[\w-]{8}\.js$/),
    expect.stringMatching(/^worker-vault\.wasm-[\w-]{8}\.js$/),
  ]);
  // A search that finds nothing anywhere would prove nothing.
  expect([...new Set([...found.values()].flat())].toSorted()).toEqual(marks.toSorted());
  const policies = names.map((name) => {
    const served = loadStaticFiles(join(build, 'client')).answer(new Request(`http://castellan.test/assets/${name}`));
    return served?.headers.get('content-security-policy');
  });
  expect(policies).toEqual([
    expect.stringContaining("connect-src 'none'"),
    expect.stringContaining("connect-src 'none'"),
    expect.stringContaining("connect-src 'none'"),
    expect.stringContaining("'wasm-unsafe-eval'; connect-src 'none'"),
  ]);
});
