import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hashOf, type Release, writeRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';
import { findOwnerRoutes } from './public-routes.ts';

type File = { readonly body: Uint8Array<ArrayBuffer>; readonly type: string; readonly status?: number };

/** A host in front of the journey's server, under an address of its own, which can answer something else, or not at all. */
export type ChangingHost = {
  readonly url: string;
  /** What is answered in place of the server, by path. */
  readonly instead: Map<string, File>;
  /** Ends the host: its port refuses connections until `start`. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
};

const build = join(import.meta.dirname, '..', '..', 'web', 'build', 'client');

/** Opens a host that hands everything on to `target`. */
export async function openChangingHost(target: string): Promise<ChangingHost> {
  const instead = new Map<string, File>();
  const handOn = (from: IncomingMessage, to: ServerResponse) => {
    const onward = request(new URL(from.url ?? '/', target), { method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  };
  const server = createServer((from, to) => {
    const file = instead.get(from.url ?? '');
    if (file === undefined) return handOn(from, to);
    to.writeHead(file.status ?? 200, { 'content-type': file.type, 'cache-control': 'no-store' }).end(file.body);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, instead, stop, start: () => listen(port) };
}

/** A release of the built site as the server answers it: every file of the build, and each of the owner's pages. */
export async function releaseOfSite(url: string, version: number): Promise<Release> {
  const files: Record<string, string> = {};
  for (const folder of ['assets', 'icons'])
    for (const name of readdirSync(join(build, folder)).filter((one) => !/\.(?:br|gz|new)$/.test(one)))
      files[`/${folder}/${name}`] = hashOf(readFileSync(join(build, folder, name)));
  const routes = findOwnerRoutes();
  const policies = new Set<string>();
  for (const path of routes) {
    const page = await fetch(url + path);
    files[path] = hashOf(new Uint8Array(await page.arrayBuffer()));
    policies.add(page.headers.get('content-security-policy') ?? '');
  }
  return {
    ...{ format: 1, version, name: '0.1.0', commit: null, shell: '/dashboard', routes: [...routes], files },
    policies: {
      page: withAllHashes([...policies]),
      worker: "default-src 'none'; script-src 'self'; connect-src 'none'",
      'wasm-worker': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'",
      'service-worker': "default-src 'none'; connect-src 'self'",
    },
  };
}

/** One policy for pages whose policies differ by the hashes of their inline scripts alone. */
function withAllHashes(policies: readonly string[]): string {
  const hashes = new Set(policies.flatMap((policy) => policy.match(/'sha256-[^']+'/g) ?? []));
  return (policies[0] ?? '').replace(/script-src [^;]+/, `script-src 'self' ${[...hashes].join(' ')}`);
}

/** Offers a release at the host. */
export function offerRelease({ instead }: ChangingHost, release: Release): void {
  instead.set(releaseAddresses.release, { body: writeRelease(release), type: 'application/json' });
}
