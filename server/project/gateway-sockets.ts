import { siteKey } from '@castellan/foundation/site-key';
import { addressBlock } from '@castellan/platform/core/address-block';
import type { RequestContext } from '@castellan/platform/core/caller';
import type { Log } from '@castellan/platform/core/log';
import { parseJson } from '@castellan/platform/core/parse-json';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { ProjectLine } from '../adapters/project-line.ts';
import type { ProjectKeys } from './project-keys.ts';

/** Passes WebSockets of `/realtime/v1/websocket` on to the project. */
export type GatewaySockets = {
  readonly accept: (socket: WebSocket, request: Request, context: RequestContext) => void;
  /** Closes all of them. */
  readonly stop: () => void;
};

type Tools = { readonly line: ProjectLine; readonly keys: ProjectKeys; readonly anonKey: string; readonly log: Log };

const maxSockets = 200;
const maxSocketsPerBlock = 30;
/** What a client sends before the project's side is open, or while a token is verified. */
const maxWaitingBytes = 512 * 1024;
/** Of somebody who has shown no session: a join with its token has room. */
const maxStrangerFrame = 8 * 1024;
/** Waiting to be sent to one side before both are dropped as too slow. */
const maxBufferedBytes = 4 * 1024 * 1024;
const strangerMs = 30_000;

const closeCodes = { refused: 1008, tryLater: 1013, goingAway: 1001, tooLong: 1009, failed: 1011 };

type Frame = { readonly data: Buffer; readonly isBinary: boolean };

/**
 * Makes the bridge. Until a join has shown a token of the project's, a socket may say nothing but that it is alive: whoever has no session
 * is told of no change. From then on the project judges every channel, and ends those whose session ended.
 */
export function createGatewaySockets({ line, keys, anonKey, log }: Tools): GatewaySockets {
  const open = new Map<WebSocket, string>();
  return {
    accept: (socket, request, context) => {
      // A socket that breaks with nobody listening would end the process.
      socket.on('error', () => socket.terminate());
      const query = new URL(request.url).searchParams;
      const block = addressBlock(context.address);
      const version = query.get('vsn') ?? '1.0.0';
      const key = query.get('apikey') ?? request.headers.get('apikey');
      if ((key !== anonKey && key !== siteKey) || !['1.0.0', '2.0.0'].includes(version))
        return socket.close(closeCodes.refused, 'invalid key or version');
      if (open.size >= maxSockets || [...open.values()].filter((held) => held === block).length >= maxSocketsPerBlock) {
        return socket.close(closeCodes.tryLater, 'too many connections');
      }
      open.set(socket, block);
      socket.on('close', () => open.delete(socket));
      const project = line.openSocket(`/realtime/v1/websocket?${new URLSearchParams({ apikey: anonKey, vsn: version })}`);
      project.on('error', (error) => log.debug('socket to the project broke', { error }));
      bridge(socket, project, keys);
    },
    stop: () => {
      for (const socket of open.keys()) socket.close(closeCodes.goingAway, 'server is stopping');
    },
  };
}

/** Hands frames from one side to the other, in order, until either closes. */
function bridge(client: WebSocket, project: WebSocket, keys: ProjectKeys): void {
  let hasSession = false;
  let waitingBytes = 0;
  let turn: Promise<void> = new Promise((resolve) => {
    project.once('open', () => resolve());
    project.once('close', () => resolve());
  });
  const end = (code: number, reason: string) => {
    clearTimeout(patience);
    if (client.readyState === client.OPEN) client.close(code, reason);
    if (project.readyState === project.OPEN || project.readyState === project.CONNECTING) project.terminate();
  };
  // Whoever shows no session gets no socket for long.
  const patience = setTimeout(() => hasSession || end(closeCodes.refused, 'no session'), strangerMs);
  const pass = (to: WebSocket, { data, isBinary }: Frame) => {
    if (to.readyState !== to.OPEN) return;
    if (to.bufferedAmount > maxBufferedBytes) return end(closeCodes.failed, 'too slow');
    to.send(data, { binary: isBinary });
  };
  const judge = async (frame: Frame) => {
    if (!hasSession) {
      const asked = readFrame(frame);
      if (asked === undefined) return end(closeCodes.refused, 'no session');
      if (asked.token !== undefined) hasSession = (await keys.verify(asked.token)).ok;
      if (!hasSession && !asked.isHeartbeat) return end(closeCodes.refused, 'no session');
    }
    pass(project, frame);
  };
  client.on('message', (raw, isBinary) => {
    const frame = { data: bytesOf(raw), isBinary };
    const { length } = frame.data;
    if (waitingBytes + length > maxWaitingBytes || (!hasSession && length > maxStrangerFrame))
      return end(closeCodes.tooLong, 'too much at once');
    waitingBytes += length;
    turn = turn
      .then(() => judge(frame))
      .finally(() => {
        waitingBytes -= length;
      });
  });
  project.on('message', (raw, isBinary) => pass(client, { data: bytesOf(raw), isBinary }));
  client.on('close', () => end(closeCodes.goingAway, ''));
  project.on('close', () => end(closeCodes.goingAway, 'the project closed the connection'));
}

const messageSchema = z.union([
  z
    .tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])
    .transform(([, , topic, event, payload]) => ({ topic, event, payload })),
  z.object({ topic: z.string(), event: z.string(), payload: z.unknown() }),
]);

const tokenSchema = z.object({ access_token: z.string().min(1).max(8192) });

/** What a frame of somebody without a session asks for; `undefined`: nothing that is let through. */
function readFrame({ data, isBinary }: Frame): { readonly isHeartbeat: boolean; readonly token: string | undefined } | undefined {
  if (isBinary) return undefined;
  const parsed = parseJson(data.toString('utf8'));
  const message = parsed.ok ? messageSchema.safeParse(parsed.value).data : undefined;
  if (message === undefined) return undefined;
  const isHeartbeat = message.topic === 'phoenix' && message.event === 'heartbeat';
  const token = message.event === 'phx_join' ? tokenSchema.safeParse(message.payload).data?.access_token : undefined;
  return isHeartbeat || token !== undefined ? { isHeartbeat, token } : undefined;
}

function bytesOf(raw: RawData): Buffer {
  if (Array.isArray(raw)) return Buffer.concat(raw);
  return raw instanceof ArrayBuffer ? Buffer.from(raw) : raw;
}
