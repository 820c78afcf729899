import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Release, readRelease, writeRelease } from '@castellan/release/release';
import { releaseAddresses } from '@castellan/release/release-addresses';

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

/** The release that a site offers, under another number. */
export async function releaseOfSite(url: string, version: number): Promise<Release> {
  const read = readRelease(await (await fetch(new URL(releaseAddresses.release, url))).bytes());
  if (!read.ok) throw new Error(`the site offers no release: ${read.failure}`);
  return { ...read.value, version };
}

/** Offers a release at the host. */
export function offerRelease({ instead }: ChangingHost, release: Release): void {
  instead.set(releaseAddresses.release, { body: writeRelease(release), type: 'application/json' });
}
