import type { WebSocket } from 'ws';
import { addressBlock } from '../core/address-block.ts';
import { type RequestContext, resolveCaller } from '../core/caller.ts';
import { isStranger } from '../core/guests.ts';
import { callerRules, type PlatformContext } from '../core/platform-context.ts';
import { requestFacts } from '../core/run-as.ts';
import { createBroadcastRelay } from './broadcast-relay.ts';
import { answerBroadcastRequest } from './broadcast-requests.ts';
import { deliverChanges } from './changes/change-delivery.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import type { Channel } from './channel.ts';
import { failChannel } from './channel-endings.ts';
import { ChannelGate } from './channel-gate.ts';
import { ChannelService } from './channel-service.ts';
import { Connection, closeCodes } from './connection.ts';
import { EndedSessions } from './ended-sessions.ts';
import { createPresenceRelay } from './presence/presence-relay.ts';
import { type RealtimeLimits, realtimeLimits } from './realtime-limits.ts';
import { RoomMessages } from './room-messages.ts';
import { Rooms } from './rooms.ts';
import { WaitingFrames } from './waiting-frames.ts';
import type { ProtocolVersion } from './wire-protocol.ts';

/** The realtime service of one server. */
export type RealtimeService = {
  /** Resolves when changes are listened for. `captureChanges` must have run on the database. */
  readonly start: () => Promise<void>;
  /**
   * Takes over a WebSocket that was opened at `/realtime/v1/websocket`. `request` is the upgrade request: its `apikey`
   * (the publishable key in query or header, the secret key in the header alone) and `vsn` count.
   */
  readonly accept: (socket: WebSocket, request: Request, requestContext: RequestContext) => void;
  /** Answers requests below `/realtime/v1` that are no WebSockets. */
  readonly handle: (request: Request, requestContext: RequestContext) => Promise<Response>;
  /** Closes every socket with a channel of one of these sessions, and refuses their tokens from now on. */
  readonly endSessions: (sessionIds: readonly string[]) => void;
  /** Closes all sockets and the listening connection. */
  readonly stop: () => Promise<void>;
  readonly connectionCount: () => number;
};

/** Makes the realtime service; nothing is connected before `start`. Tests hand in narrower limits. */
export function createRealtimeService(context: PlatformContext, narrowed: Partial<RealtimeLimits> = {}): RealtimeService {
  const limits = { ...realtimeLimits, ...narrowed };
  const connections = new Set<Connection>();
  const waitingFrames = new WaitingFrames(limits);
  const endedSessions = new EndedSessions();
  const stopping = new AbortController();
  const warnOf = (event: string) => (error: unknown) => context.log.warn(event, { error: error instanceof Error ? error : null });
  const peers = createPresenceRelay({ database: context.database, log: context.log, clock: context.clock, limits });
  const rooms = new Rooms(limits.presencesPerChannel, peers);
  const gate = new ChannelGate(context, limits, rooms);
  const messages = new RoomMessages(rooms, gate, createBroadcastRelay(context.database, context.log));
  const channels = () => [...connections].flatMap((connection) => [...connection.channels.values()]);
  const channelService = new ChannelService({ context, limits, rooms, gate, messages, endedSessions, channels });
  const feed = new ChangeFeed({
    database: context.database,
    log: context.log,
    clock: context.clock,
    pollIntervalMs: limits.pollIntervalMs,
    deliver: (changes) =>
      deliverChanges({ context, limits, channels, fail: (channel) => failChannel(rooms, channel), stopping: stopping.signal }, changes),
    sessionsChanged: () => void review(channels().filter(isSignedIn), 0),
    presences: peers.take,
    listening: peers.listening,
    broadcast: (notification) => void messages.takeRelayed(notification).catch(warnOf('realtime_broadcast_not_delivered')),
  });
  /** What cannot be asked now is asked again at the next look. */
  const review = (reviewed: readonly Channel[], maximumAgeMs?: number) =>
    gate.sweep(reviewed, maximumAgeMs).catch(warnOf('realtime_review_failed'));
  const sweep = async () => {
    for (const connection of connections) if (connection.silentForMs() > limits.silenceMs) connection.terminate();
    await review(channels());
    // The next look is only planned now, so that two never overlap.
    if (!stopping.signal.aborted) sweeping = setTimeout(sweep, limits.sweepIntervalMs).unref();
  };
  let sweeping: NodeJS.Timeout | undefined;

  const carriers = { context, limits, waitingFrames, connections, channelService };

  return {
    start: async () => {
      peers.start({ all: () => rooms.allPresences(), tell: (topic, change) => rooms.tellOfOthers(topic, change) });
      await feed.start();
      await sweep();
    },
    accept: (socket, request, requestContext) => {
      const version = protocolVersion(request);
      if (version === undefined) return refuse(socket, closeCodes.refused, 'unsupported version');
      if (stopping.signal.aborted || !makeRoom(connections, limits, requestContext)) {
        return refuse(socket, closeCodes.tryLater, 'too many connections');
      }
      connections.add(openConnection(carriers, { socket, version, request, requestContext }));
    },
    handle: (request, requestContext) => answerBroadcastRequest({ context, limits, gate, messages }, request, requestContext),
    endSessions: (sessionIds) => {
      endedSessions.add(sessionIds, context.clock.nowMs());
      for (const channel of channels()) {
        const sessionId = channel.caller.claims?.session_id;
        if (sessionId !== undefined && sessionIds.includes(sessionId)) channel.connection.close(closeCodes.refused, 'session ended');
      }
    },
    stop: async () => {
      clearTimeout(sweeping);
      stopping.abort();
      const open = [...connections];
      for (const connection of open) connection.close(closeCodes.goingAway, 'server is stopping');
      await Promise.all(open.map((connection) => connection.gone));
      // Last, so that the other servers learn who left.
      await peers.stop();
      await feed.stop();
    },
    connectionCount: () => connections.size,
  };
}

type Carriers = {
  readonly context: PlatformContext;
  readonly limits: RealtimeLimits;
  readonly waitingFrames: WaitingFrames;
  readonly connections: Set<Connection>;
  readonly channelService: ChannelService;
};

type Opened = {
  readonly socket: WebSocket;
  readonly version: ProtocolVersion;
  readonly request: Request;
  readonly requestContext: RequestContext;
};

function openConnection({ context, limits, waitingFrames, connections, channelService }: Carriers, opened: Opened): Connection {
  const { socket, version, request, requestContext } = opened;
  return new Connection({
    socket,
    version,
    facts: requestFacts(request, requestContext),
    limits,
    waitingFrames,
    clock: context.clock,
    log: context.log,
    open: (connection) => readApiKey(context, connection, request),
    handle: (connection, message) => channelService.handle(connection, message),
    closed: (connection) => {
      connections.delete(connection);
      channelService.closed(connection);
    },
  });
}

function isSignedIn({ caller }: Channel): boolean {
  return caller.claims?.session_id !== undefined;
}

function refuse(socket: WebSocket, code: number, reason: string): void {
  // A refused socket may still break, and an error nobody listens for would end the process.
  socket.on('error', () => socket.terminate());
  socket.close(code, reason);
}

function protocolVersion(request: Request): ProtocolVersion | undefined {
  const version = new URL(request.url).searchParams.get('vsn') ?? '1.0.0';
  return version === '1.0.0' || version === '2.0.0' ? version : undefined;
}

/**
 * Whether there is room for one more. Where all places are taken, the oldest socket on which nobody is signed in gives up
 * its own, so that strangers who hold sockets open cannot keep the owner out.
 */
function makeRoom(connections: ReadonlySet<Connection>, limits: RealtimeLimits, { address }: RequestContext): boolean {
  const block = addressBlock(address);
  const ofAddress = [...connections].filter((connection) => addressBlock(connection.facts.context.address) === block);
  if (ofAddress.length >= limits.socketsPerAddress) return false;
  if (connections.size < limits.sockets) return true;
  const anonymous = [...connections].find(({ channels }) =>
    [...channels.values()].every(({ caller }) => caller.claims === null || isStranger(caller)),
  );
  anonymous?.close(closeCodes.tryLater, 'too many connections');
  return anonymous !== undefined;
}

/** A client library can put its key, the secret one too, nowhere but in its socket's address: here that counts as a header. */
async function readApiKey(context: PlatformContext, connection: Connection, request: Request): Promise<void> {
  const headers = new Headers(request.headers);
  const parameter = new URL(request.url).searchParams.get('apikey');
  if (parameter !== null && !headers.has('apikey')) headers.set('apikey', parameter);
  const caller = await resolveCaller(new Request(request.url, { headers }), context.keys(), callerRules(context));
  if (caller.ok) connection.keyCaller = caller.value;
  else connection.close(closeCodes.refused, 'invalid API key');
}
