import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type MinisignKey, readMinisign, verifyMinisign } from '@castellan/release/minisign';
import { hashOf, type Release, readRelease, releaseCaps } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import type { Egress } from '../adapters/egress.ts';
import { weakenedDirectives } from './judge-policy.ts';
import { destinationOf, type SiteVisitor, siteVisitors } from './site-visitors.ts';

/** What to hold a site against. */
export type SiteCheck = {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Who signs its releases; without it no signature is verified. */
  readonly key: MinisignKey | undefined;
  /** The bytes of the release that one built oneself. */
  readonly own: Uint8Array | undefined;
  /** The lowest number that its release may have. */
  readonly notBefore: number;
};

/** Something that is not as the release says. `visitor`: to whom it was served. */
export type SiteFinding = {
  readonly kind:
    | 'release_missing'
    | 'release_unreadable'
    | 'release_differs'
    | 'release_older'
    | 'other_release'
    | 'signature_missing'
    | 'signature_wrong'
    | 'file_missing'
    | 'file_changed'
    | 'script_added'
    | 'policy_weaker';
  readonly path: string;
  readonly visitor: string;
  readonly detail?: string;
};

/** What a check saw. `release`: of the first visitor who got a readable one. `asked`: how many answers were compared. */
export type SiteReport = {
  readonly findings: readonly SiteFinding[];
  readonly release: { readonly version: number; readonly hash: string; readonly isSigned: boolean } | undefined;
  readonly asked: number;
};

const maxFileBytes = 16_000_000;
const timeoutMs = 30_000;
/** So many at once are what a browser asks for. */
const atOnce = 6;
/** A hostile site may make everything wrong; more of the same tells nothing new. */
const maxFindings = 500;

/** Asks a site, as each visitor, for its release and all that this lists, and compares. Follows no redirect, keeps nothing. */
export async function checkSite(egress: Egress, check: SiteCheck): Promise<SiteReport> {
  const findings: SiteFinding[] = [];
  let asked = 0;
  let first: { readonly release: Release; readonly hash: string; readonly isSigned: boolean } | undefined;
  for (const visitor of siteVisitors) {
    const find = (kind: SiteFinding['kind'], path: string, detail?: string) => {
      if (findings.length < maxFindings) findings.push({ kind, path, visitor: visitor.name, ...(detail === undefined ? {} : { detail }) });
    };
    const ask = (path: string, isPage = false) => {
      asked += 1;
      return askAs(egress, check.origin, visitor, path, isPage);
    };
    const answer = await ask(releaseAddresses.release);
    if (answer === undefined) {
      find('release_missing', releaseAddresses.release);
      continue;
    }
    const read = readRelease(answer.body.subarray(0, releaseCaps.bytes + 1));
    if (!read.ok) {
      find('release_unreadable', releaseAddresses.release, read.failure.code);
      continue;
    }
    const release = read.value;
    const hash = hashOf(answer.body);
    if (check.own !== undefined && hashOf(check.own) !== hash) find('release_differs', releaseAddresses.release);
    if (release.version < check.notBefore) find('release_older', releaseAddresses.release, String(release.version));
    if (first !== undefined && first.hash !== hash) find('other_release', releaseAddresses.release);
    const isSigned = check.key !== undefined && (await judgeSignature(answer.body, check.key, ask, find));
    first ??= { release, hash, isSigned };
    await inTurns(Object.entries(release.files), async ([path, wanted]) => {
      const isPage = release.routes.includes(path);
      const file = await ask(path, isPage);
      if (file === undefined) return find('file_missing', path);
      if (hashOf(file.body) !== wanted) {
        find('file_changed', path);
        if (isPage) for (const script of addedScripts(file.body, release, check.origin)) find('script_added', path, script);
      }
      const policy = policyFor(path, isPage, release);
      const weaker = policy === undefined ? [] : weakenedDirectives(policy, file.policy);
      if (weaker.length > 0) find('policy_weaker', path, weaker.join(', '));
    });
  }
  return { findings, release: first && { version: first.release.version, hash: first.hash, isSigned: first.isSigned }, asked };
}

type Asked = { readonly body: Uint8Array; readonly policy: string | null };

async function judgeSignature(
  bytes: Uint8Array,
  key: MinisignKey,
  ask: (path: string) => Promise<Asked | undefined>,
  find: (kind: SiteFinding['kind'], path: string) => void,
): Promise<boolean> {
  const answer = await ask(releaseAddresses.signature);
  if (answer === undefined) {
    find('signature_missing', releaseAddresses.signature);
    return false;
  }
  const read = readMinisign(Buffer.from(answer.body.subarray(0, 5000)).toString('latin1'));
  if (read.ok && verifyMinisign(bytes, read.value, key)) return true;
  find('signature_wrong', releaseAddresses.signature);
  return false;
}

/** The answer's bytes, decoded; `undefined` for anything but a whole answer of status 200. */
async function askAs(egress: Egress, origin: string, visitor: SiteVisitor, path: string, isPage: boolean): Promise<Asked | undefined> {
  const headers = { ...visitor.headers, ...destinationOf(path, isPage) };
  const answer = await egress.send({ url: origin + path, headers, maxBodyBytes: maxFileBytes, timeoutMs });
  if (!answer.ok || answer.value.status !== 200) return undefined;
  const policy = answer.value.headers['content-security-policy'];
  const body = decode(answer.value.body, answer.value.headers['content-encoding']);
  return body === undefined ? undefined : { body, policy: Array.isArray(policy) ? policy.join(', ') : (policy ?? null) };
}

function decode(body: Buffer, encoding: string | undefined): Uint8Array | undefined {
  try {
    if (encoding === 'br') return brotliDecompressSync(body, { maxOutputLength: maxFileBytes });
    if (encoding === 'gzip') return gunzipSync(body, { maxOutputLength: maxFileBytes });
    return encoding === undefined || encoding === 'identity' ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Workers bring a policy of their own, by the names that the build gives them; other files need none. */
function policyFor(path: string, isPage: boolean, { policies }: Release): string | undefined {
  if (isPage) return policies.page;
  if (path === releaseAddresses.worker) return policies['service-worker'];
  if (!path.startsWith('/assets/worker-')) return undefined;
  return /\.wasm-[\w-]{8}\.js$/.test(path) ? policies['wasm-worker'] : policies.worker;
}

/** Addresses of a page's scripts that the release does not list. */
function addedScripts(body: Uint8Array, { files }: Release, origin: string): readonly string[] {
  const found = Buffer.from(body)
    .toString('utf8')
    .matchAll(/<script\b[^>]{0,2000}?\bsrc\s{0,9}=\s{0,9}["']?([^"'\s>]{1,500})/gi);
  const added = new Set<string>();
  for (const [, address = ''] of found) {
    const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
    if (url === undefined || url.origin !== origin || !Object.hasOwn(files, url.pathname)) added.add(address.slice(0, 200));
  }
  return [...added].slice(0, 20);
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const take = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
}
