import type { Server } from 'node:http';
import type { Log } from '@castellan/platform/core/log';
import type { Platform } from '@castellan/platform/platform';
import { WebSocketServer } from 'ws';
import type { Settings } from '../settings.ts';
import { isAllowedHost } from './allowed-hosts.ts';
import { requestContextOf } from './listener.ts';

type Options = { readonly platform: Platform; readonly settings: Settings; readonly publicUrl: () => string; readonly log: Log };

/** Larger than any frame the client library sends; the realtime service has its own, tighter limits. */
const largestFrameBytes = 256 * 1024;

/** Hands WebSockets at the realtime path to the platform. Returns the way to stop taking new ones. */
export function acceptSockets(http: Server, { platform, settings, publicUrl, log }: Options): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestFrameBytes, perMessageDeflate: false });
  const onUpgrade: Parameters<typeof http.on>[1] = (incoming, socket, head) => {
    const url = URL.parse(incoming.url ?? '', 'http://castellan.invalid');
    if (url?.pathname !== '/realtime/v1/websocket') {
      // While developing Vite listens for its own upgrades on the same server.
      if (incoming.headers['sec-websocket-protocol'] !== 'vite-hmr') socket.destroy();
      return;
    }
    if (!isAllowedHost(incoming.headers.host, { listensOn: settings.host, publicUrl: publicUrl() })) {
      socket.destroy();
      return;
    }
    socket.on('error', (error: Error) => log.debug('socket broke', { error }));
    sockets.handleUpgrade(incoming, socket, head, (webSocket) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value);
      platform.realtime.accept(webSocket, new Request(url, { headers }), requestContextOf(incoming, settings.trustedProxies));
    });
  };
  http.on('upgrade', onUpgrade);
  return () => {
    http.off('upgrade', onUpgrade);
    sockets.close();
  };
}
