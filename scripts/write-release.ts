/**
 * Writes the build's `release.json`, unsigned: every file that the owner's pages can load, these pages themselves, and the policies that
 * they are served with. The same sources make the same bytes, on every machine.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, type Release, writeRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { serviceWorkerPolicy, wasmWorkerPolicy, workerPolicy } from '../server/http/security-headers.ts';
import { drawShells } from '../server/pages/draw-shells.ts';

const root = join(import.meta.dirname, '..');
const client = join(root, 'web', 'build', 'client');

/** Answers of the server's own beside the release's files. */
const ofRelease: ReadonlySet<string> = new Set([releaseAddresses.release, releaseAddresses.signature, releaseAddresses.key]);

const shells = await drawShells(join(root, 'web', 'build', 'server', 'index.js'));
const { version: name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const release: Release = {
  format: 1,
  name,
  ...numberOf(name),
  shell: '/dashboard',
  routes: Object.keys(shells.pages),
  files: { ...hashesOf('/'), ...Object.fromEntries(Object.entries(shells.pages).map(([path, bytes]) => [path, hashOf(bytes)])) },
  policies: { page: shells.policy, worker: workerPolicy, 'wasm-worker': wasmWorkerPolicy, 'service-worker': serviceWorkerPolicy },
};
writeFileSync(join(client, releaseAddresses.release), writeRelease(release));
// Copies of an earlier one: the commit may change where the files do not.
for (const ending of ['br', 'gz']) rmSync(join(client, `${releaseAddresses.release}.${ending}`), { force: true });
// For the server, which keeps the files of its releases.
mkdirSync(join(client, '..', 'shells'), { recursive: true });
for (const [path, bytes] of Object.entries(shells.pages)) writeFileSync(join(client, '..', 'shells', `${path}.html`), bytes);

function hashesOf(folder: string): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const entry of readdirSync(join(client, folder), { withFileTypes: true })) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) Object.assign(hashes, hashesOf(`${path}/`));
    else if (!/\.(br|gz|new)$/.test(path) && !ofRelease.has(path)) hashes[path] = hashOf(readFileSync(join(client, path)));
  }
  return hashes;
}

/** The commit and its time in seconds; of sources without a repository, or with changes, none, and a number from the version's parts. */
function numberOf(semver: string): Pick<Release, 'version' | 'commit'> {
  const [commit, seconds] = git('log', '-1', '--format=%H %ct')?.trim().split(' ') ?? [];
  const [major = 0, minor = 0, patch = 0] = semver.split(/[.+-]/).map(Number);
  const fallback = { version: major * 1_000_000 + minor * 1000 + patch + 1, commit: null };
  if (commit === undefined || !/^[0-9a-f]{40}$/.test(commit) || !/^\d{1,12}$/.test(seconds ?? '')) return fallback;
  return { version: Number(seconds), commit: git('status', '--porcelain', '--untracked-files=no') === '' ? commit : null };
}

function git(...given: readonly string[]): string | undefined {
  const ran = spawnSync('git', given, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return ran.status === 0 ? ran.stdout : undefined;
}
