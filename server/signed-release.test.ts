import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMinisign, readMinisignKey, verifyMinisign } from '@castellan/release/minisign';
import { hashOf, readRelease } from '@castellan/release/release';
import { afterAll, expect, test } from 'vitest';
import { type CheckedManifest, faultsOfManifest, policyByManifest } from '../tests/support/release/webcat-rules.ts';
import { makeDataFolder, startTestServer } from '../tests/support/running-server.ts';

const data = makeDataFolder();
const desk = mkdtempSync(join(tmpdir(), 'castellan-desk-'));
const key = join(desk, 'site.key');
afterAll(() => {
  data.remove();
  rmSync(desk, { recursive: true });
});

/** Runs the command as npm does, with a passphrase on its standard input. */
function release(given: readonly string[], input = '') {
  const program = join(import.meta.dirname, 'commands', 'release.ts');
  const env = { PATH: process.env['PATH'], CASTELLAN_DATA_DIR: data.path };
  return spawnSync(process.execPath, [program, ...given], { encoding: 'utf8', input, env });
}

/** What the site answers of a release. */
async function askFor(url: string, path: string) {
  const answer = await fetch(url + path);
  return { status: answer.status, caching: answer.headers.get('cache-control'), bytes: new Uint8Array(await answer.arrayBuffer()) };
}

test('a key is made for its owner alone, and never over another', () => {
  expect(release(['--make-key', key, '--without-passphrase']).status).toBe(0);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  const before = readFileSync(key, 'utf8');
  expect(release(['--make-key', key, '--without-passphrase'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is there already'),
  });
  expect(readFileSync(key, 'utf8')).toBe(before);
  expect(release(['--make-key', join(desk, 'empty.key')])).toMatchObject({ status: 1, stdout: '' });
});

test('what was signed is served with its key, each asked for anew, and a signature of another build is not served and is said; the release before stays', async () => {
  const signed = release(['--key', key, '--number', '4000000000']);
  expect(signed).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Release 4000000000: ') });
  const server = await startTestServer(data.path);
  let signedHash = '';
  try {
    const [offered, signature, publicKey] = await Promise.all(
      ['/release.json', '/release.json.minisig', '/release-key.pub'].map((path) => askFor(server.url, path)),
    );
    for (const one of [offered, signature, publicKey]) expect(one).toMatchObject({ status: 200, caching: 'no-cache' });
    const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
    const read = readMinisign(text(signature?.bytes));
    const by = readMinisignKey(text(publicKey?.bytes));
    expect(read.ok && by.ok && verifyMinisign(offered?.bytes ?? new Uint8Array(), read.value, by.value)).toBe(true);
    expect(read.ok && read.value.trustedComment).toBe(`version 4000000000 sha256 ${hashOf(offered?.bytes ?? new Uint8Array())}`);
    expect(readRelease(offered?.bytes ?? new Uint8Array())).toMatchObject({ ok: true, value: { version: 4_000_000_000 } });
    signedHash = hashOf(offered?.bytes ?? new Uint8Array());
    await expect.poll(() => existsSync(join(data.path, 'releases', `${signedHash}.json`))).toBe(true);
    expect(server.output()).toMatch(/^Release 4000000000: [a-z -]+ \(signed by [0-9a-f]{16}\)$/m);
  } finally {
    await server.stop();
  }
  expect(release(['--key', key])).toMatchObject({ status: 1, stderr: expect.stringContaining('Give a higher --number') });
  // As after an upgrade: what is there was signed for the build before.
  writeFileSync(join(data.path, 'release', 'release.json'), '{}\n');
  const after = await startTestServer(data.path);
  try {
    expect((await askFor(after.url, '/release.json.minisig')).status).toBe(404);
    expect((await askFor(after.url, '/release-key.pub')).status).toBe(200);
    // The one that was signed is a release before this one now.
    expect((await askFor(after.url, `/releases/${signedHash}/release.json.minisig`)).status).toBe(200);
    expect((await askFor(after.url, `/releases/${signedHash}/dashboard`)).status).toBe(200);
    expect(after.output()).toContain('The release is not served as signed');
  } finally {
    await after.stop();
  }
});

test('a wrong passphrase signs nothing, and stands in no answer', () => {
  // Of minisign 0.11, with the passphrase "correct horse".
  const encrypted =
    'RWRTY0IyHjz0rTLgKOXZX1JnYmtEGr4rKDfZvXdjGo760osnDC4AABAAAAAAAAAAAAIAAAAApkB8xDYB/tmLhXiopDsFQnvN7inTJ0NiTDGxXujWd9t8TpPXOMMA4Yhj4Z/Eb6B622Si+SniRsRmCta2KbHkvf2Vk8j8dZE+El2IMJNoDHEL0hjybhzfZuQXsWYgUfOhgBozldH5VzY=';
  const path = join(desk, 'encrypted.key');
  writeFileSync(path, `untrusted comment: minisign encrypted secret key\n${encrypted}\n`);
  const wrong = release(['--key', path], 'correct house\n');
  expect(wrong).toMatchObject({ status: 1, stdout: '', stderr: 'This passphrase does not open the key.\n' });
  expect(release(['--key', path, '--number', '4000000001'], 'correct horse\n')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Signed by the key 88382e910b33c8ee.'),
  });
});

test('a manifest for WEBCAT is one by its documented rules, and has the hash and the very policy of each page, worker and script that the server answers', async () => {
  const path = join(desk, 'webcat.json');
  expect(release(['--webcat', path])).toMatchObject({ status: 0, stderr: '' });
  const manifest: CheckedManifest = JSON.parse(readFileSync(path, 'utf8'));
  expect(faultsOfManifest(manifest)).toEqual([]);
  expect(manifest).toMatchObject({ default_index: 'dashboard', default_fallback: '/dashboard' });
  expect(manifest.wasm).toHaveLength(5);
  // What is neither a page nor a worker has the default, also where its path begins as a page's.
  for (const name of Object.keys(manifest.files))
    if (!name.startsWith('/assets/worker-') && name.includes('.') && name !== '/sw.js')
      expect([name, policyByManifest(manifest, name)]).toEqual([name, manifest.default_csp]);
  const server = await startTestServer(data.path);
  try {
    for (const name of [
      '/dashboard',
      '/settings',
      ...Object.keys(manifest.extra_csp).filter((one) => /worker-(vault|part-core)/.test(one)),
      '/sw.js',
    ]) {
      const answer = await fetch(server.url + name);
      expect([name, hashOf(new Uint8Array(await answer.arrayBuffer()))]).toEqual([name, manifest.files[name]]);
      expect([name, answer.headers.get('content-security-policy')]).toEqual([name, policyByManifest(manifest, name)]);
      // The extension blocks an answer that has one of these.
      for (const blocked of ['link', 'refresh']) expect(answer.headers.has(blocked)).toBe(false);
    }
  } finally {
    await server.stop();
  }
});
