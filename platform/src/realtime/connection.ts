import type { Clock } from '@castellan/foundation/clock';
import type { RawData, WebSocket } from 'ws';
import { anonymousCaller, type Caller } from '../core/caller.ts';
import { isStranger } from '../core/guests.ts';
import type { Log } from '../core/log.ts';
import type { RequestFacts } from '../core/run-as.ts';
import { type BroadcastPush, encodeBroadcast, parseBroadcastPush } from './broadcast-frame.ts';
import type { Carrier, Channel } from './channel.ts';
import { countRequestedChanges } from './join-request.ts';
import type { RealtimeLimits } from './realtime-limits.ts';
import { TooManyWaiting } from './turns.ts';
import type { WaitingFrames } from './waiting-frames.ts';
import { type ClientFrame, encodeTextFrame, type ProtocolVersion, parseTextFrame, type ServerFrameHead } from './wire-protocol.ts';

/** One message of a client: a text frame, or a broadcast that came as a binary one. */
export type IncomingMessage =
  | { readonly kind: 'frame'; readonly frame: ClientFrame }
  | { readonly kind: 'broadcast'; readonly push: BroadcastPush };

/** What a connection needs. `open` runs before the first message is handled; messages are handled one after the other. */
export type ConnectionOptions = {
  readonly socket: WebSocket;
  readonly version: ProtocolVersion;
  readonly facts: RequestFacts;
  readonly limits: RealtimeLimits;
  /** Shared by all connections of the service. */
  readonly waitingFrames: WaitingFrames;
  readonly clock: Clock;
  readonly log: Log;
  readonly open: (connection: Connection) => Promise<void>;
  /** Must not hold on to the message itself while it waits for anything. */
  readonly handle: (connection: Connection, message: IncomingMessage) => Promise<void>;
  readonly closed: (connection: Connection) => void;
};

/** WebSocket close codes (RFC 6455 §7.4.1). */
export const closeCodes = { goingAway: 1001, malformed: 1007, refused: 1008, tooBig: 1009, failed: 1011, tryLater: 1013 } as const;

/** A client that comes back joins all its channels at once: the allowance of this many seconds may be used in one go. */
const burstSeconds = 5;
/** What a join or a new token counts as, and each change that a join asks for: the database looks at each. */
const costOfQuestion = 5;
const costOfChange = 5;
/** Messages waiting to be handled before the socket is no longer read from. */
const waitingLimit = 16;
/** How long a client may take to answer a close. */
const closeGraceMs = 1_000;

/**
 * Owns one client's WebSocket: nothing a client sends or fails to read gets past it as an exception. What waits is kept as
 * the bytes that came and is parsed only when its turn comes: parsed, JSON can take twenty times its length.
 */
export class Connection implements Carrier {
  readonly version: ProtocolVersion;
  readonly facts: RequestFacts;
  /** The channels joined over this socket, by topic. */
  readonly channels = new Map<string, Channel>();
  /** Whom the API key stands for: the caller of channels that bring no token. */
  keyCaller: Caller = anonymousCaller;
  /** Settles when the socket has gone. */
  readonly gone: Promise<void>;
  readonly #options: ConnectionOptions;
  #handling: Promise<void>;
  #waiting = 0;
  #isOpen = true;
  #lastHeardMs: number;
  #frameAllowance: number;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.version = options.version;
    this.facts = options.facts;
    this.#lastHeardMs = options.clock.nowMs();
    this.#frameAllowance = options.limits.framesPerSecond * burstSeconds;
    this.#handling = Promise.resolve();
    this.#enqueue(() => options.open(this));
    options.socket.on('message', (data, isBinary) => this.#receive(bytesOf(data), isBinary));
    options.socket.on('error', (error) => options.log.debug('realtime_socket_error', { error }));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.gone = promise;
    options.socket.on('close', () => {
      this.#finish();
      resolve();
    });
  }

  /** False from the moment a close was decided, even before the client has answered it. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Milliseconds since the client last sent anything. */
  silentForMs(): number {
    return this.#options.clock.nowMs() - this.#lastHeardMs;
  }

  /** Sends a message whose payload is JSON already. */
  send(head: ServerFrameHead, payloadJson: string): void {
    this.#write(encodeTextFrame(this.version, head, payloadJson));
  }

  /** Sends a broadcast of bytes, for which version 1.0.0 has no frame: such a client does not get it. */
  sendBytes(topic: string, event: string, bytes: Uint8Array): void {
    if (this.version === '2.0.0') this.#write(encodeBroadcast(topic, event, bytes));
  }

  /** Leaves all channels now, and ends the socket whether or not the client answers. `reason` is at most 123 bytes. */
  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    const { socket } = this.#options;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), closeGraceMs).unref();
    this.#finish();
  }

  /** Ends the socket without a word. */
  terminate(): void {
    this.#options.socket.terminate();
    this.#finish();
  }

  #finish(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#options.closed(this);
  }

  #write(frame: string | Uint8Array): void {
    if (!this.#isOpen) return;
    const { socket, limits, log } = this.#options;
    if (socket.bufferedAmount > limits.bufferedBytes) {
      log.warn('realtime_socket_too_slow', { bufferedBytes: socket.bufferedAmount });
      this.terminate();
      return;
    }
    socket.send(frame, (error) => {
      if (error) log.debug('realtime_send_failed', { error });
    });
  }

  #receive(bytes: Buffer, isBinary: boolean): void {
    if (!this.#isOpen) return;
    const { limits, waitingFrames } = this.#options;
    const isAnonymous = !this.#isSignedIn();
    this.#refillAllowance();
    if (!this.#charge(1)) return;
    if (bytes.length > (isAnonymous ? limits.anonymousFrameBytes : limits.frameBytes)) {
      this.close(closeCodes.tooBig, 'frame too big');
      return;
    }
    const giveBack = waitingFrames.take(bytes.length, isAnonymous);
    if (giveBack === undefined) {
      this.close(closeCodes.tryLater, 'too many messages are waiting');
      return;
    }
    // A copy: the bytes as they came may be a small part of a large chunk that they would keep alive.
    const waiting = Buffer.from(bytes);
    this.#enqueue(() => this.#handle(waiting, isBinary), giveBack);
  }

  /** Not `async`: what was parsed must be gone as soon as the handler no longer needs it. */
  #handle(bytes: Buffer, isBinary: boolean): Promise<void> {
    const message = parseMessage(this.version, bytes, isBinary);
    if (message === undefined) {
      this.close(closeCodes.malformed, 'malformed message');
      return Promise.resolve();
    }
    if (message.kind === 'frame' && !this.#charge(costOf(message.frame) - 1)) return Promise.resolve();
    return this.#options.handle(this, message);
  }

  /** Whether the socket's key or one of its channels is somebody's. */
  #isSignedIn(): boolean {
    return !isStranger(this.keyCaller) || [...this.channels.values()].some(({ caller }) => !isStranger(caller));
  }

  #refillAllowance(): void {
    const nowMs = this.#options.clock.nowMs();
    const { framesPerSecond } = this.#options.limits;
    const refill = (Math.max(0, nowMs - this.#lastHeardMs) / 1000) * framesPerSecond;
    this.#frameAllowance = Math.min(this.#frameAllowance + refill, framesPerSecond * burstSeconds);
    this.#lastHeardMs = nowMs;
  }

  /** Counts against an allowance that refills with time; what makes the database work counts more. False: the socket is closed. */
  #charge(cost: number): boolean {
    this.#frameAllowance -= cost;
    if (this.#frameAllowance < 0) this.close(closeCodes.refused, 'too many messages');
    return this.#frameAllowance >= 0;
  }

  #enqueue(work: () => Promise<void>, done: () => void = () => {}): void {
    const { socket, log } = this.#options;
    this.#waiting += 1;
    if (this.#waiting >= waitingLimit) socket.pause();
    this.#handling = this.#handling
      .then(() => (this.#isOpen ? work() : undefined))
      .catch((error: unknown) => {
        if (error instanceof TooManyWaiting) return this.close(closeCodes.tryLater, 'too many messages are waiting');
        log.error('realtime_message_failed', { error: error instanceof Error ? error : null });
        this.close(closeCodes.failed, 'internal error');
      })
      .finally(() => {
        done();
        this.#waiting -= 1;
        if (this.#waiting === 0) socket.resume();
      });
  }
}

function costOf({ event, payload }: ClientFrame): number {
  if (event === 'access_token') return costOfQuestion;
  return event === 'phx_join' ? costOfQuestion + costOfChange * countRequestedChanges(payload) : 1;
}

function parseMessage(version: ProtocolVersion, bytes: Buffer, isBinary: boolean): IncomingMessage | undefined {
  if (isBinary) {
    const push = version === '2.0.0' ? parseBroadcastPush(bytes) : undefined;
    return push?.ok ? { kind: 'broadcast', push: push.value } : undefined;
  }
  const frame = parseTextFrame(version, bytes.toString('utf8'));
  return frame.ok ? { kind: 'frame', frame: frame.value } : undefined;
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
