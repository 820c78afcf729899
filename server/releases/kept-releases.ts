import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf, type Release, readRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { answerBytes } from '../http/static-files.ts';
import type { ServedRelease } from './served-release.ts';
import { nameUntilWhole, writeWhole } from './write-whole.ts';

/** How long a release stays after another took its place, how many of them, and how many bytes all their files may have. */
export const keptRules = { ms: 30 * 24 * 60 * 60 * 1000, releases: 5, bytes: 200_000_000 } as const;

type KeptRules = Readonly<Record<keyof typeof keptRules, number>>;

/** The releases before the one that is offered. */
export type KeptReleases = {
  /** Whether a release before had a script, a style or another file of the build under this name. */
  readonly has: (path: string) => boolean;
  /** Answers their names under `/assets`, and everything of one under `/releases/HASH`. */
  readonly answer: (request: Request) => Promise<Response> | undefined;
  /** Puts the offered release among them, for the day when another takes its place. Resolves early where `isEnding` turns true. */
  readonly keep: (bytesOf: (path: string) => Promise<Uint8Array>, isEnding: () => boolean) => Promise<void>;
};

type Kept = { readonly hash: string; readonly release: Release; readonly leftAtMs: number };

/** A page of an earlier release is for comparing alone: here it runs nothing. */
const asData = "sandbox; default-src 'none'";

/**
 * Opens the folder of releases. In it, `files` holds each file by its hash, `HASH.json` is a release, written after its last file, and
 * `HASH.minisig` its signature. The time of `HASH.json` is when another took its place. What is over the rules is deleted.
 * Throws where the folder cannot be written.
 */
export function openKeptReleases(folder: string, offered: ServedRelease, nowMs: number, rules: KeptRules = keptRules): KeptReleases {
  mkdirSync(join(folder, 'files'), { recursive: true, mode: 0o700 });
  noteChange(folder, offered.hash, nowMs);
  const before = prune(folder, offered, nowMs, rules);
  const assets = new Map(
    before.toReversed().flatMap(({ release }) => Object.entries(release.files).filter(([path]) => path.startsWith('/assets/'))),
  );
  for (const path of Object.keys(offered.release.files)) assets.delete(path);
  return {
    has: (path) => assets.has(path),
    answer: (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const { pathname } = new URL(request.url);
      const hash = assets.get(pathname);
      if (hash !== undefined) return answerFile(folder, hash, pathname, request);
      const [, of, path] = /^\/releases\/([\w-]{43})(\/.+)$/.exec(pathname) ?? [];
      const kept = before.find((one) => one.hash === of);
      return kept === undefined || path === undefined ? undefined : answerOfRelease(folder, kept, path, request);
    },
    keep: (bytesOf, isEnding) => keep(folder, offered, bytesOf, isEnding),
  };
}

/** The release that was offered until now, if it is another one, leaves today. */
function noteChange(folder: string, hash: string, nowMs: number): void {
  const path = join(folder, 'offered');
  const last = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (last === hash) return;
  const left = join(folder, `${last}.json`);
  if (/^[\w-]{43}$/.test(last) && existsSync(left)) utimesSync(left, nowMs / 1000, nowMs / 1000);
  writeWhole(path, new TextEncoder().encode(hash));
}

/** Deletes what is over the rules, and returns the releases that stay, the newest first. */
function prune(folder: string, offered: ServedRelease, nowMs: number, rules: KeptRules) {
  const all = readdirSync(folder).flatMap((name) => readKept(folder, name));
  const recent = all
    .filter(({ hash, leftAtMs }) => hash !== offered.hash && nowMs - leftAtMs < rules.ms)
    .toSorted((one, other) => other.leftAtMs - one.leftAtMs)
    .slice(0, rules.releases);
  const wanted = new Set(Object.values(offered.release.files));
  let bytes = 0;
  const staying = recent.filter(({ release }) => {
    const own = Object.values(release.files).filter((hash) => !wanted.has(hash));
    bytes += own.reduce((sum, hash) => sum + (statSync(join(folder, 'files', hash), { throwIfNoEntry: false })?.size ?? 0), 0);
    if (bytes > rules.bytes) return false;
    for (const hash of own) wanted.add(hash);
    return true;
  });
  const names = new Set([offered, ...staying].map(({ hash }) => hash));
  // A release goes before its files: what is listed is whole at every moment.
  removeOld(folder, nowMs, (name) => !/\.(?:json|minisig|new)$/.test(name) || names.has(name.replace(/\.[a-z]+$/, '')));
  removeOld(join(folder, 'files'), nowMs, (name) => wanted.has(name));
  return staying;
}

/** What was written just now may be of another server on this folder, whose release is not whole yet. */
const freshMs = 60 * 60 * 1000;

function removeOld(folder: string, nowMs: number, stays: (name: string) => boolean): void {
  for (const name of readdirSync(folder)) {
    if (stays(name)) continue;
    const path = join(folder, name);
    const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (nowMs - mtimeMs > freshMs) rmSync(path, { force: true });
  }
}

function readKept(folder: string, name: string): readonly Kept[] {
  const [, hash] = /^([\w-]{43})\.json$/.exec(name) ?? [];
  if (hash === undefined) return [];
  const bytes = new Uint8Array(readFileSync(join(folder, name)));
  const read = readRelease(bytes);
  if (!read.ok || hashOf(bytes) !== hash) return [];
  if (!hasFiles(folder, read.value)) return [];
  return [{ hash, release: read.value, leftAtMs: statSync(join(folder, name)).mtimeMs }];
}

/** Another server on this folder, or a person, may have removed some: a release is kept as a whole or not. */
function hasFiles(folder: string, { files }: Release): boolean {
  return Object.values(files).every((hash) => existsSync(join(folder, 'files', hash)));
}

/** The files first, each under a name of its own until it is whole; the release last. */
async function keep(
  folder: string,
  { release, hash: of, files }: ServedRelease,
  bytesOf: (path: string) => Promise<Uint8Array>,
  isEnding: () => boolean,
): Promise<void> {
  const manifest = join(folder, `${of}.json`);
  const signature = files.get(releaseAddresses.signature);
  if (signature !== undefined) writeWhole(join(folder, `${of}.minisig`), signature, 0o600);
  if (existsSync(manifest) && hasFiles(folder, release)) return;
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
  for (const [path, hash] of Object.entries(release.files)) {
    if (isEnding()) return;
    const bytes = await bytesOf(path);
    if (fastHash(bytes) !== hash) throw new Error(`${path} of the build is not as its release says`);
    const target = join(folder, 'files', hash);
    const there = await stat(target).catch(() => undefined);
    if (there?.size === bytes.length) continue;
    const unfinished = nameUntilWhole(target);
    try {
      await writeFile(unfinished, bytes, { mode: 0o600 });
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
  const listed = files.get(releaseAddresses.release);
  if (listed !== undefined) writeWhole(manifest, listed, 0o600);
}

function answerOfRelease(folder: string, { hash, release }: Kept, path: string, request: Request): Promise<Response> {
  if (path === releaseAddresses.release) return answerRead(join(folder, `${hash}.json`), path, request);
  if (path === releaseAddresses.signature) return answerRead(join(folder, `${hash}.minisig`), path, request);
  const file = Object.hasOwn(release.files, path) ? release.files[path] : undefined;
  return file === undefined ? Promise.resolve(notThere()) : answerFile(folder, file, path, request, asData);
}

/** A file by its hash; what lies there is answered only as long as it has that hash. */
async function answerFile(folder: string, hash: string, path: string, request: Request, policy?: string): Promise<Response> {
  const bytes = await readFile(join(folder, 'files', hash)).catch(() => undefined);
  if (bytes === undefined || fastHash(bytes) !== hash) return notThere();
  return answerBytes(path, new Uint8Array(bytes), request, policy);
}

async function answerRead(file: string, path: string, request: Request): Promise<Response> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes === undefined ? notThere() : answerBytes(path, new Uint8Array(bytes), request, asData);
}

/** As `hashOf`, by the platform: a build has tens of megabytes. */
function fastHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

function notThere(): Response {
  return Response.json(
    { message: 'No such file is kept of an earlier release.' },
    { status: 404, headers: { 'cache-control': 'no-store' } },
  );
}
