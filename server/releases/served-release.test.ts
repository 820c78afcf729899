import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf } from '@castellan/release/release';
import { bytesOfRelease, keyPairOf, releaseOf } from '@castellan/release/test-releases';
import { afterAll, expect, test } from 'vitest';
import { readServedRelease } from './served-release.ts';

const root = mkdtempSync(join(tmpdir(), 'castellan-served-'));
afterAll(() => rmSync(root, { recursive: true }));
const build = join(root, 'build');
mkdirSync(build);
const built = bytesOfRelease({ version: 3 });
writeFileSync(join(build, 'release.json'), built);
const { line, sign } = keyPairOf(1);
let made = 0;

/** What is offered where the folder of the signature holds these files. */
function offered(files: Readonly<Record<string, string | Uint8Array>>) {
  made += 1;
  const folder = join(root, String(made));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return readServedRelease(build, folder);
}

test('a build without a signature is offered unsigned, and nothing is amiss', () => {
  const served = readServedRelease(build, join(root, 'nowhere'));
  expect(served).toMatchObject({ hash: hashOf(built), signedBy: undefined, fault: undefined });
  expect([...(served?.files.keys() ?? [])]).toEqual(['/release.json']);
  expect(readServedRelease(root, root)).toBeUndefined();
});

test('a signature of the build is served with its key', () => {
  const served = offered({ 'release.json.minisig': sign(built), 'release-key.pub': line });
  expect(served).toMatchObject({ hash: hashOf(built), signedBy: '0101010101010101', fault: undefined });
  expect([...(served?.files.keys() ?? [])]).toEqual(['/release.json', '/release.json.minisig', '/release-key.pub']);
});

test('what was signed under another number or commit is offered in the place of a build that lists the same', () => {
  const signed = bytesOfRelease({ version: 9, commit: 'a'.repeat(40) });
  const served = offered({ 'release.json': signed, 'release.json.minisig': sign(signed), 'release-key.pub': line });
  expect(served).toMatchObject({ hash: hashOf(signed), release: { version: 9 }, signedBy: '0101010101010101' });
});

test('what does not fit is not served and is named, and the key is served still', () => {
  const other = bytesOfRelease({ version: 9, files: { ...releaseOf().files, '/assets/b.js': hashOf(built) } });
  const faulty = [
    { 'release.json.minisig': sign(bytesOfRelease({ version: 4 })), 'release-key.pub': line },
    { 'release.json.minisig': keyPairOf(2).sign(built), 'release-key.pub': line },
    { 'release.json.minisig': 'x', 'release-key.pub': line },
    { 'release.json': other, 'release.json.minisig': sign(other), 'release-key.pub': line },
    { 'release.json': 'x', 'release.json.minisig': sign(built), 'release-key.pub': line },
    { 'release-key.pub': line },
  ];
  for (const files of faulty) {
    const served = offered(files);
    expect(served).toMatchObject({ hash: hashOf(built), signedBy: undefined, fault: expect.stringContaining('not served as signed') });
    expect([...(served?.files.keys() ?? [])]).toEqual(['/release.json', '/release-key.pub']);
  }
});

test('nothing but a public key is handed out in its place', () => {
  for (const key of ['x', 'untrusted comment: minisign encrypted secret key\nRWQAAEIyAAAA\n'])
    expect([...(offered({ 'release.json.minisig': sign(built), 'release-key.pub': key })?.files.keys() ?? [])]).toEqual(['/release.json']);
});
