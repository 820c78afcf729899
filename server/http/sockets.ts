import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '@castellan/platform/core/log';
import type { Platform } from '@castellan/platform/platform';
import { WebSocketServer } from 'ws';
import type { Settings } from '../settings.ts';
import { isAllowedHost } from './allowed-hosts.ts';
import { requestContextOf } from './listener.ts';

type Options = {
  /** Who takes the sockets over: the embedded backend, or the gateway to a project. */
  readonly backend: { readonly realtime: Pick<Platform['realtime'], 'accept'> };
  readonly settings: Settings;
  readonly publicUrl: () => string;
  readonly log: Log;
};

/** Larger than any frame the client library sends; the realtime service has its own, tighter limits. */
const largestFrameBytes = 256 * 1024;

const noSocketHere = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Whether a request wants a WebSocket; any other upgrade (HTTP/2 in clear, say) is an offer that may be passed over (RFC 9110 §7.8). */
export function wantsSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/** Hands WebSockets at the realtime path to the backend. Returns the way to stop taking new ones. */
export function acceptSockets(http: Server, { backend, settings, publicUrl, log }: Options): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestFrameBytes, perMessageDeflate: false });
  const onUpgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', (error: Error) => log.debug('socket broke', { error }));
    // A throw in here would have nobody to catch it: one strange request must not end the process.
    try {
      const request = parseUpgrade(incoming, { listensOn: settings.host, publicUrl: publicUrl() });
      if (request === undefined) {
        // While developing Vite listens for its own upgrades on the same server.
        if (incoming.headers['sec-websocket-protocol'] !== 'vite-hmr') socket.end(noSocketHere);
        return;
      }
      sockets.handleUpgrade(incoming, socket, head, (webSocket) => {
        backend.realtime.accept(webSocket, request, requestContextOf(incoming, settings.trustedProxies));
      });
    } catch (error) {
      log.warn('upgrade refused', { error: error instanceof Error ? error : new Error(String(error)) });
      socket.destroy();
    }
  };
  http.on('upgrade', onUpgrade);
  return () => {
    http.off('upgrade', onUpgrade);
    sockets.close();
  };
}

/**
 * The upgrade as a request to the realtime path, or `undefined` where it is for something else, for another host, or from a
 * page of another origin. Only a path is taken from the request's target: `//user@host/…` would count as a whole address.
 */
export function parseUpgrade(
  incoming: Pick<IncomingMessage, 'url' | 'headers' | 'headersDistinct'>,
  server: { readonly listensOn: string; readonly publicUrl: string },
): Request | undefined {
  const target = incoming.url ?? '';
  if (!/^\/(?!\/)/.test(target)) return undefined;
  const url = URL.parse(`${server.publicUrl}${target}`);
  if (url?.pathname !== '/realtime/v1/websocket') return undefined;
  const { host, origin } = incoming.headers;
  if ((incoming.headersDistinct['host']?.length ?? 0) > 1 || !isAllowedHost(host, server)) return undefined;
  if (origin !== undefined && URL.parse(origin)?.host !== host?.toLowerCase() && origin !== server.publicUrl) return undefined;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value);
  return new Request(url, { headers });
}
