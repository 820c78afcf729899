/** How much one client, and all of them, may ask of the realtime service. */
export type RealtimeLimits = {
  /** Sockets open at once, over all addresses. */
  readonly sockets: number;
  /** Sockets open at once from one address (of IPv6: one /64). */
  readonly socketsPerAddress: number;
  /** Channels joined at once over one socket. */
  readonly channelsPerSocket: number;
  /** Channels joined at once over one socket by somebody who is not signed in. */
  readonly anonymousChannelsPerSocket: number;
  /** Channels joined at once from one address (of IPv6: one /64) by whoever is not signed in. */
  readonly anonymousChannelsPerAddress: number;
  /** Bytes of one frame from a client. The `maxPayload` of the WebSocket server should say the same. */
  readonly frameBytes: number;
  /** Bytes of one frame over a socket on which nobody is signed in: a join with its token has room. */
  readonly anonymousFrameBytes: number;
  /** Bytes of frames waiting to be handled, over all sockets. */
  readonly waitingBytes: number;
  /** The part of them that sockets may take on which nobody is signed in. */
  readonly anonymousWaitingBytes: number;
  /** Frames a second from one socket, sustained, of which a join counts as five, and as five more for each change it asks for; five times as many may come in one burst. */
  readonly framesPerSecond: number;
  /** Bytes waiting to be sent to one socket before it is dropped as too slow. */
  readonly bufferedBytes: number;
  /** Bytes of one record as JSON; of a longer one only the primary key is sent. */
  readonly recordBytes: number;
  /** Presences of one channel, over all sockets of all servers. */
  readonly presencesPerChannel: number;
  /** Milliseconds between two signs of life of a server that has presences, and without one until another takes it for dead. */
  readonly presenceBeatMs: number;
  readonly presenceLeaseMs: number;
  /** Milliseconds without a frame after which a socket counts as dead. The public client sends one every 25 seconds. */
  readonly silenceMs: number;
  /** Milliseconds between two looks for expired tokens and dead sockets. */
  readonly sweepIntervalMs: number;
  /** Milliseconds for which an answer of the policies of a channel may be used again. */
  readonly authorityMs: number;
  /** Milliseconds after which the policies of an idle channel are asked again, so that a session ended elsewhere is noticed. */
  readonly reviewMs: number;
  /** Milliseconds between two reads of the outbox that no notification asked for. */
  readonly pollIntervalMs: number;
};

/** The limits of a real server. */
export const realtimeLimits: RealtimeLimits = {
  sockets: 500,
  socketsPerAddress: 30,
  channelsPerSocket: 100,
  anonymousChannelsPerSocket: 10,
  anonymousChannelsPerAddress: 50,
  frameBytes: 256 * 1024,
  anonymousFrameBytes: 8 * 1024,
  waitingBytes: 16 * 1024 * 1024,
  anonymousWaitingBytes: 2 * 1024 * 1024,
  framesPerSecond: 100,
  bufferedBytes: 4 * 1024 * 1024,
  recordBytes: 1024 * 1024,
  presencesPerChannel: 500,
  presenceBeatMs: 5_000,
  presenceLeaseMs: 15_000,
  silenceMs: 75_000,
  sweepIntervalMs: 1_000,
  authorityMs: 1_000,
  reviewMs: 15_000,
  pollIntervalMs: 10_000,
};
