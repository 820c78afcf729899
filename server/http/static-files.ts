import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { fileTypes } from '@castellan/release/file-headers';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { workerPolicyName } from '@castellan/release/worker-policy';
import { serviceWorkerPolicy, wasmWorkerPolicy, workerPolicy } from './security-headers.ts';

type Encoding = 'br' | 'gzip' | 'identity';

type Bodies = Map<Encoding, Uint8Array<ArrayBuffer>>;

type StaticFile = {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly etag: string;
  /** Of its own where a worker runs it; otherwise the one of all answers. */
  readonly contentSecurityPolicy: string | undefined;
  readonly bodies: Bodies;
};

/** The files of the web build. */
type StaticFiles = {
  /** `undefined` where there is no such file. */
  readonly answer: (request: Request) => Response | undefined;
  /** Whether there is a file at a path. */
  readonly has: (path: string) => boolean;
  /** Reads the compressed copies again, which became smaller. The files themselves stay as they were. */
  readonly readCopies: () => void;
};

/** The one script that a browser may keep as this origin's service worker. */
export const serviceWorkerPath = releaseAddresses.worker;

/** What the signature's folder decides, and no file of the build. */
const ofRelease = [releaseAddresses.release, releaseAddresses.signature, releaseAddresses.key];

/** What a browser asks for anew each time: which release there is, and the worker that keeps it. */
const askedEachTime: ReadonlySet<string> = new Set(Object.values(releaseAddresses));

/**
 * Reads the whole build into memory (a megabyte or two), so that a request costs no disk and a path can never leave the folder.
 * @param instead - what is answered at the addresses of the release, its signature and its key: these alone, whatever the folder holds there
 */
export function loadStaticFiles(folder: string, instead?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): StaticFiles {
  const files = new Map<string, StaticFile>();
  readFolder(folder, '/', files);
  if (instead !== undefined) for (const name of ofRelease) files.delete(name);
  for (const [name, bytes] of instead ?? []) files.set(name, fileOf(name, fileTypes[extname(name)] ?? 'text/plain', bytes));
  return {
    answer: (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const file = files.get(new URL(request.url).pathname);
      return file === undefined ? undefined : answer(file, request);
    },
    has: (path) => files.has(path),
    readCopies: () => {
      // What takes a file's place has no copies.
      for (const [name, { bodies }] of files) if (instead?.has(name) !== true) readCopies(join(folder, name), bodies);
    },
  };
}

/**
 * Answers bytes as the file of that name is answered, uncompressed.
 * @param policy - in the place of the one that the name asks for
 */
export function answerBytes(name: string, bytes: Uint8Array<ArrayBuffer>, request: Request, policy?: string): Response {
  const file = fileOf(name, fileTypes[extname(name)] ?? 'text/plain; charset=utf-8', bytes);
  return answer(policy === undefined ? file : { ...file, contentSecurityPolicy: policy }, request);
}

function readFolder(folder: string, prefix: string, files: Map<string, StaticFile>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const name = posix.join(prefix, entry.name);
    if (entry.isDirectory()) {
      readFolder(path, name, files);
      continue;
    }
    const contentType = fileTypes[extname(entry.name)];
    if (contentType !== undefined) files.set(name, readFile(path, name, contentType));
  }
}

function readFile(path: string, name: string, contentType: string): StaticFile {
  const file = fileOf(name, contentType, new Uint8Array(readFileSync(path)));
  readCopies(path, file.bodies);
  return file;
}

function fileOf(name: string, contentType: string, bytes: Uint8Array<ArrayBuffer>): StaticFile {
  return {
    contentType,
    cacheControl: cacheControlOf(name),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    contentSecurityPolicy: policyOf(name),
    bodies: new Map([['identity', bytes]]),
  };
}

/** Names under /assets hold a hash of what is in them. */
function cacheControlOf(name: string): string {
  if (askedEachTime.has(name)) return 'no-cache';
  return name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

function readCopies(path: string, bodies: Bodies): void {
  if (existsSync(`${path}.br`)) bodies.set('br', new Uint8Array(readFileSync(`${path}.br`)));
  if (existsSync(`${path}.gz`)) bodies.set('gzip', new Uint8Array(readFileSync(`${path}.gz`)));
}

const workerPolicies = { worker: workerPolicy, 'wasm-worker': wasmWorkerPolicy, 'service-worker': serviceWorkerPolicy };

function policyOf(name: string): string | undefined {
  const kind = workerPolicyName(name);
  return kind === undefined ? undefined : workerPolicies[kind];
}

function answer(file: StaticFile, request: Request): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '', file.bodies);
  const body = file.bodies.get(encoding);
  const headers = new Headers({
    'content-type': file.contentType,
    'cache-control': file.cacheControl,
    etag: file.etag,
    vary: 'accept-encoding',
    ...(file.contentSecurityPolicy === undefined ? {} : { 'content-security-policy': file.contentSecurityPolicy }),
  });
  if (request.headers.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers });
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  headers.set('content-length', String(body?.byteLength ?? 0));
  return new Response(request.method === 'HEAD' ? null : (body ?? null), { headers });
}

function chooseEncoding(accepted: string, bodies: StaticFile['bodies']): Encoding {
  const refused = new Set(
    accepted
      .split(',')
      .filter((part) => /;\s*q=0(\.0+)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  const accepts = (encoding: Encoding) => bodies.has(encoding) && accepted.includes(encoding) && !refused.has(encoding);
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}
