import type { IncomingHttpHeaders } from 'node:http';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { pinned, resolveBySystem } from './egress.ts';
import { isAllowedAddress } from './egress-address.ts';

/** One request to the project. The path begins with a slash and may have a query. */
export type ProjectRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Ends the request and its answer: whoever asked has gone. */
  readonly signal?: AbortSignal;
};

/** An answer that has begun. Its body must be read or destroyed. */
export type ProjectAnswer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Readable };

/** The one way to the hosted project that the operator named: its origin and no other. */
export type ProjectLine = {
  /** Fails with `away` where there is no answer: no connection, no TLS that is trusted, none in time. Follows no redirect. Never rejects. */
  readonly send: (request: ProjectRequest) => Promise<Result<ProjectAnswer, { readonly code: 'away' }>>;
  /** A WebSocket that is about to open. It says by its events what becomes of it. */
  readonly openSocket: (path: string) => WebSocket;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly url: string;
  /** Networks that are not public and may be reached all the same. */
  readonly allowedNetworks: BlockList;
  /** The longest that nothing comes: before an answer begins, and between two pieces of it. */
  readonly quietMs?: number;
  /** From the call to the end of the body. */
  readonly wholeMs?: number;
};

const maxConnections = 64;
const connectMs = 5_000;
const largestFrameBytes = 4 * 1024 * 1024;

/**
 * Opens the way to the project. Each connection resolves its name once, has every address checked and goes to exactly those. An address of
 * this machine is the operator's own word (`BACKEND_URL` takes plain http there alone) and is taken as it is.
 */
export function openProjectLine({ url, allowedNetworks, quietMs = 30_000, wholeMs = 120_000 }: Options): ProjectLine {
  const { hostname } = new URL(url);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
  if (isIP(bare) !== 0 && !isHere && !isAllowedAddress(bare, allowedNetworks)) {
    throw new Error('BACKEND_URL names an address that is not public. Name its network in TOOLS_ALLOW_CIDRS if it is yours.');
  }
  const lookup: LookupFunction = (name, options, done) => {
    resolveBySystem(name).then(
      (addresses) => {
        const isGood = addresses.length > 0 && (isHere || addresses.every((address) => isAllowedAddress(address, allowedNetworks)));
        if (isGood) pinned(addresses)(name, options, done);
        else done(new Error('an address of the project is not public'), '', 0);
      },
      (error: Error) => done(error, '', 0),
    );
  };
  const pool = new Pool(url, {
    connections: maxConnections,
    connect: { lookup, timeout: connectMs },
    headersTimeout: quietMs,
    bodyTimeout: quietMs,
    allowH2: false,
  });
  return {
    send: async ({ method, path, headers, body = null, signal }) => {
      const deadline = AbortSignal.timeout(wholeMs);
      const ending = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
      try {
        const given = { 'accept-encoding': 'identity', ...headers };
        const answer = await pool.request({ method, path, headers: given, body, signal: ending });
        return succeed({ status: answer.statusCode, headers: answer.headers, body: answer.body });
      } catch {
        return fail({ code: 'away' });
      }
    },
    openSocket: (path) =>
      new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, {
        lookup,
        handshakeTimeout: connectMs,
        maxPayload: largestFrameBytes,
        perMessageDeflate: false,
        followRedirects: false,
      }),
    close: () => pool.destroy(),
  };
}
