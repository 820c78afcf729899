import { everyFile, pageType, typeOfFile } from '@castellan/release/file-headers';
import { judgeRelease, type KeptRelease, type OfferedRelease, type ReleaseVerdict } from '@castellan/release/judge-release';
import { hashOf, type Release, readRelease, releaseCaps } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { workerPolicyName } from '@castellan/release/worker-policy';
import {
  cacheNames,
  dropReleases,
  openWhole,
  type ReleaseCaches,
  type ReleaseState,
  readReleaseState,
  writeReleaseState,
} from './release-state.ts';

/** What the worker is made of: its caches, the network, this device's clock in milliseconds, and a signal that ends a look when it is due. */
export type KeeperPorts = {
  readonly caches: ReleaseCaches;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly nowMs: () => number;
  readonly lookEnds: () => AbortSignal;
};

/** Most bytes of one file of a release, of a signature and of a key. */
const most = { file: 16_000_000, signature: 4096 } as const;

/** Files that are fetched at the same time. */
const atOnce = 6;

/** Looks at most so often, in milliseconds. */
const lookEveryMs = 60 * 60 * 1000;

const ask: RequestInit = { cache: 'no-store', credentials: 'omit', redirect: 'error' };

/**
 * Keeps one release of the owner's half and answers from it.
 * `start`: a release that waits takes its place; to be done once, before anything is answered. `find`: the answer for a path, where the
 * kept release has one. `look`: asks the site for its release, judges it and takes it whole, or says why not; `agreed` is the hash that
 * the owner compared. One look runs at a time. No name of a release stands in the state whose files are not there, whenever the worker is
 * ended: a name comes after the files, and goes before them.
 */
export function createReleaseKeeper(ports: KeeperPorts) {
  const { caches, nowMs } = ports;
  let looking: Promise<ReleaseState | undefined> | undefined;

  const start = async () => {
    const state = await readReleaseState(caches);
    if (state?.next === undefined) return;
    const { next, ...rest } = state;
    const isThere = (await openWhole(caches, next.hash)) !== undefined;
    await writeReleaseState(caches, isThere ? { ...rest, kept: next, before: state.kept } : rest);
  };

  const find = async (path: string, isPage: boolean): Promise<Response | undefined> => {
    const state = await readReleaseState(caches);
    if (state === undefined) return undefined;
    if (isPage) return findPage(caches, state.kept, path);
    for (const one of [state.kept, state.before, state.next]) {
      const found = one && (await (await openWhole(caches, one.hash))?.match(path));
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const look = (agreed?: string) => {
    // What the owner agreed to is looked for anew: a look that began before knows nothing of it.
    if (looking !== undefined && agreed === undefined) return looking;
    const before = looking?.catch(() => undefined) ?? Promise.resolve(undefined);
    const mine: typeof looking = before
      .then(() => lookNow(ports, agreed))
      .finally(() => {
        if (looking === mine) looking = undefined;
      });
    looking = mine;
    return mine;
  };
  const isDue = async () => {
    const state = await readReleaseState(caches);
    // A clock that was set back must not end the looking.
    return state !== undefined && Math.abs(nowMs() - state.looked.atMs) >= lookEveryMs;
  };
  return { start, find, look, lookIfDue: async () => ((await isDue()) ? look() : undefined) };
}

type Accepted = Exclude<ReleaseVerdict, { readonly verdict: 'refuse' }>;

async function lookNow(ports: KeeperPorts, agreed: string | undefined): Promise<ReleaseState | undefined> {
  const { caches, fetch, lookEnds } = ports;
  const state = await readReleaseState(caches);
  const newest = await newestWhole(caches, state);
  const signal = lookEnds();
  const fetchInTime: KeeperPorts['fetch'] = (address, init) => fetch(address, { ...init, signal });
  const offered = await fetchOffer(fetchInTime);
  if (offered === undefined) return note(ports, state, { found: 'no-answer' });
  const judged = judgeRelease(state?.pinned, newest, offered);
  if (judged.verdict === 'refuse') return note(ports, state, { found: 'refused', reason: judged.reason });
  const { hash, release } = judged;
  if (judged.verdict === 'same') return note(ports, state, { found: 'same' });
  if (judged.verdict === 'ask' && hash !== agreed)
    return note(ports, state, { found: 'asks', offered: { hash, version: release.version } });
  return takeWhole({ ...ports, fetch: fetchInTime }, state, judged, offered.bytes);
}

async function note({ caches, nowMs }: KeeperPorts, state: ReleaseState | undefined, looked: Omit<ReleaseState['looked'], 'atMs'>) {
  if (state === undefined) return undefined;
  const noted = { ...state, looked: { ...looked, atMs: nowMs() } };
  await writeReleaseState(caches, noted);
  return noted;
}

async function takeWhole(ports: KeeperPorts, state: ReleaseState | undefined, judged: Accepted, bytes: Uint8Array<ArrayBuffer>) {
  const { caches, nowMs } = ports;
  const { hash, release, key } = judged;
  const kept = state && { pinned: state.pinned, kept: state.kept, looked: state.looked };
  if (kept !== undefined) {
    // Room for this one first: what waited, and what was there before, goes.
    await writeReleaseState(caches, kept);
    await dropReleases(caches, [kept.kept.hash]);
  }
  const failed = await fetchFiles(ports, hash, release, bytes);
  if (failed !== undefined) {
    await caches.delete(cacheNames.files + hash);
    return note(ports, kept, { found: 'refused', ...failed });
  }
  const one = { hash, version: release.version };
  const taken: ReleaseState = {
    pinned: { ...one, key },
    kept: state?.kept ?? one,
    ...(state === undefined || state.kept.hash === hash ? {} : { next: one }),
    looked: { atMs: nowMs(), found: 'taken' },
  };
  await writeReleaseState(caches, taken);
  return taken;
}

/** The newest release whose files are there. */
async function newestWhole(caches: ReleaseCaches, state: ReleaseState | undefined): Promise<KeptRelease | undefined> {
  for (const one of [state?.next, state?.kept]) if (one !== undefined && (await openWhole(caches, one.hash)) !== undefined) return one;
  return undefined;
}

/** The page of a guarded route: its own where the release has one, otherwise the one that starts every such route. */
async function findPage(caches: ReleaseCaches, { hash }: KeptRelease, path: string): Promise<Response | undefined> {
  const files = await openWhole(caches, hash);
  const listed = await files?.match(releaseAddresses.release);
  const release = listed === undefined ? undefined : readRelease(new Uint8Array(await listed.arrayBuffer()));
  if (files === undefined || release?.ok !== true || !release.value.routes.includes(path)) return undefined;
  return (await files.match(path)) ?? files.match(release.value.shell);
}

async function fetchOffer(
  fetch: KeeperPorts['fetch'],
): Promise<(OfferedRelease & { readonly bytes: Uint8Array<ArrayBuffer> }) | undefined> {
  const release = await fetchBytes(fetch, releaseAddresses.release, releaseCaps.bytes);
  if (release === undefined || release.bytes === undefined) return undefined;
  const [signature, key] = await Promise.all(
    [releaseAddresses.signature, releaseAddresses.key].map(async (address) => {
      const found = await fetchBytes(fetch, address, most.signature);
      return found?.bytes === undefined ? null : new TextDecoder().decode(found.bytes);
    }),
  );
  return { bytes: release.bytes, signature: signature ?? null, key: key ?? null };
}

/** What came: the answer and its bytes, which are missing where the answer is no plain success or is too long. `undefined` without an answer. */
async function fetchBytes(fetch: KeeperPorts['fetch'], address: string, mostBytes: number) {
  try {
    const response = await fetch(address, ask);
    const isPlain = response.status === 200 && !response.redirected && (response.type === 'basic' || response.type === 'default');
    if (!isPlain) return { response, bytes: undefined };
    return { response, bytes: await readAtMost(response, mostBytes) };
  } catch {
    return undefined;
  }
}

async function readAtMost(response: Response, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    length += part.value.length;
    if (length > mostBytes) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

type Failed = { readonly reason: string; readonly file: string };

/** Fetches every file of a release into its cache. The first one that is not as listed ends it, and is named. */
async function fetchFiles(
  { caches, fetch }: Pick<KeeperPorts, 'caches' | 'fetch'>,
  hash: string,
  release: Release,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Failed | undefined> {
  const files = await caches.open(cacheNames.files + hash);
  // The worker's own file is the browser's to fetch; it is never answered from here.
  const waiting = Object.entries(release.files).filter(([path]) => path !== releaseAddresses.worker);
  let failed: Failed | undefined;
  const takeTurns = async () => {
    for (let next = waiting.shift(); next !== undefined && failed === undefined; next = waiting.shift()) {
      const [path, wanted] = next;
      const came = await fetchBytes(fetch, path, most.file);
      const reason = came === undefined ? 'no_answer' : reasonAgainst(came, wanted);
      if (reason !== undefined) failed ??= { reason, file: path };
      else if (came?.bytes !== undefined && !(await isPut(files, path, answerOf(path, came.bytes, release)))) failed ??= noRoom(path);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  const { release: list } = releaseAddresses;
  if (failed === undefined && !(await isPut(files, list, new Response(bytes)))) failed = noRoom(list);
  return failed;
}

const noRoom = (file: string): Failed => ({ reason: 'no_room', file });

/** Whether a file could be put: the browser refuses where its storage is full. */
async function isPut(files: Awaited<ReturnType<ReleaseCaches['open']>>, path: string, response: Response): Promise<boolean> {
  return files.put(path, response).then(
    () => true,
    () => false,
  );
}

function reasonAgainst({ response, bytes }: { response: Response; bytes: Uint8Array | undefined }, wanted: string): string | undefined {
  if (bytes === undefined) return response.status === 200 ? 'unusable_answer' : `status_${response.status}`;
  return hashOf(bytes) === wanted ? undefined : 'other_bytes';
}

/** A file as the worker answers it. Of the host's answer it has the bytes alone: the policies are the signed release's, all else is ours. */
function answerOf(path: string, bytes: Uint8Array<ArrayBuffer>, { policies }: Release): Response {
  const type = typeOfFile(path);
  const kind = type === pageType ? 'page' : workerPolicyName(path);
  const policy = kind === undefined ? "default-src 'none'; frame-ancestors 'none'; sandbox" : policies[kind];
  return new Response(bytes, { headers: { ...everyFile, 'content-type': type, 'content-security-policy': policy } });
}
