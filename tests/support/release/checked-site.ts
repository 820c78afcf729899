import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { everyFile } from '@castellan/release/file-headers';
import { readMinisignKey } from '@castellan/release/minisign';
import { hashOf, type Release, writeRelease } from '@castellan/release/release';
import { keyPairOf, releaseOf } from '@castellan/release/test-releases';
import { onTestFinished } from 'vitest';
import { checkSite, type SiteCheck } from '../../../server/site-check/check-site.ts';
import { verdictOf } from '../../../server/site-check/tell-report.ts';
import { createLoopbackEgress } from '../foreign-services.ts';
import { listenForTest } from '../listen.ts';

export const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
export const workerPolicy = "default-src 'none'; script-src 'self'";
export const page = '<!doctype html><script src="/assets/a.js"></script>';
export const shape: Partial<Release> = {
  version: 7,
  routes: ['/dashboard', '/tasks'],
  files: {
    '/dashboard': hashOf(Buffer.from(page)),
    '/assets/a.js': hashOf(Buffer.from('a()')),
    '/assets/worker-x.js': hashOf(Buffer.from('x()')),
    '/sw.js': hashOf(Buffer.from('sw()')),
  },
  policies: { page: policy, worker: workerPolicy, 'wasm-worker': workerPolicy, 'service-worker': workerPolicy },
};
export const own = releaseOf(shape);
export const ownBytes = writeRelease(own);
export const older = writeRelease(releaseOf({ ...shape, version: 3 }));
export const pair = keyPairOf(1);
export const comment = (bytes: Uint8Array, version = 7) => `version ${version} sha256 ${hashOf(bytes)}`;

/** What a host answers. */
export type Answer = { status?: number; headers?: Record<string, string | string[]>; body?: string | Uint8Array };

/** What a whole site with a signed release answers. */
export const whole: Readonly<Record<string, Answer>> = {
  '/release.json': { body: ownBytes, headers: { 'content-type': 'application/json' } },
  '/release.json.minisig': { body: pair.sign(ownBytes, comment(ownBytes)) },
  '/release-key.pub': { body: `untrusted comment: key\n${pair.line}\n` },
  '/dashboard': { body: page, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } },
  '/tasks': { body: page, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } },
  '/assets/a.js': { body: 'a()', headers: { 'content-type': 'text/javascript; charset=utf-8' } },
  '/assets/worker-x.js': { body: 'x()', headers: { 'content-type': 'text/javascript', 'content-security-policy': workerPolicy } },
  '/sw.js': { body: 'sw()', headers: { 'content-type': 'text/javascript', 'content-security-policy': workerPolicy } },
};

/** How a host changes an answer; `undefined`: it serves what the whole site does. `'hang'`: it never answers; `'break'`: it hangs up. */
export type Change = (path: string, request: IncomingMessage) => Answer | 'hang' | 'break' | undefined;

/** Pages that say so are long. */
export const nothingHere: Answer = { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>'.repeat(20_000) };

/** A host that answers as the whole site does, but for what it changes. Returns its port; it ends with the test. */
export async function hostThat(change: Change): Promise<number> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const answer = change(path, request) ?? whole[path] ?? nothingHere;
    if (answer === 'break') response.destroy();
    else if (answer !== 'hang') send(response, answer);
  });
  onTestFinished(() => server.closeAllConnections());
  return listenForTest(server);
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Answer): void {
  response.writeHead(status, { ...everyFile, ...headers }).end(body);
}

const readKey = readMinisignKey(pair.line);
export const key = readKey.ok ? readKey.value : undefined;
export const everything = { key, own } as const;

/** Checks a site that a host changes. */
export async function check(change: Change, given: Partial<SiteCheck> = everything) {
  const port = await hostThat(change);
  const origin = `http://127.0.0.1:${port}`;
  const checked = await checkSite({ origin, ways: [{ name: 'IPv4', egress: createLoopbackEgress() }], ...given });
  if (!checked.ok) throw new Error(`${checked.failure.code} ${checked.failure.detail}`);
  const report = checked.value;
  const found = report.findings.map(({ kind, path, detail }) => [kind, path, detail].join(' ').trim()).toSorted();
  const visitors = new Set(report.findings.flatMap((one) => one.visitors));
  return { found, visitors: [...visitors], report, verdict: verdictOf(report) };
}

export const isFirefox = (request: IncomingMessage) => request.headers['user-agent']?.includes('Firefox') === true;
export const at =
  (wanted: string, answer: Answer): Change =>
  (path) =>
    path === wanted ? { ...whole[wanted], ...answer } : undefined;
export const withHeader = (path: string, headers: Answer['headers']) => at(path, { headers: { ...whole[path]?.headers, ...headers } });
