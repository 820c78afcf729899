import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connectionConfig, type DatabaseAddress } from '../../core/database.ts';
import type { Log } from '../../core/log.ts';

const firstRetryMs = 50;
const lastRetryMs = 5_000;

/** Who wants to know of what: of changes in the outbox, of sessions that may have ended, and of what other servers say. */
export type NewsReaders = {
  readonly changes: () => void;
  readonly sessions: () => void;
  readonly broadcasts: (notification: string) => void;
  /** Who is present at other servers. */
  readonly presences: (notification: string) => void;
  /** Called after every connect: what was said before was missed. */
  readonly connected: () => void;
};

/**
 * Owns the one connection that LISTENs. A reader is called for each notification of its kind; those of changes
 * and sessions also after every connect, since a notification may have been missed before it; a connection that breaks is made again, with growing
 * pauses.
 */
export class OutboxListener {
  readonly #address: DatabaseAddress;
  readonly #log: Log;
  readonly #readers: NewsReaders;
  readonly #stopping = new AbortController();
  #client: pg.Client | undefined;
  #reconnecting: Promise<void> = Promise.resolve();

  constructor(address: DatabaseAddress, log: Log, readers: NewsReaders) {
    this.#address = address;
    this.#log = log;
    this.#readers = readers;
  }

  /** Resolves when the first connection listens. Throws where it cannot be made. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reconnecting;
    await this.#client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...connectionConfig(this.#address, 'supabase_realtime_admin'),
      application_name: 'castellan realtime listener',
      keepAlive: true,
    });
    // Every breakage also ends the connection, and the end is what is acted on; unheard, an error would end the process.
    client.on('error', (error) => this.#log.warn('realtime_listener_broke', { error }));
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'realtime_broadcasts') this.#readers.broadcasts(payload ?? '');
      else if (channel === 'realtime_presences') this.#readers.presences(payload ?? '');
      else if (channel === 'realtime_sessions') this.#readers.sessions();
      else this.#readers.changes();
    });
    try {
      await client.connect();
      await client.query('listen realtime_changes; listen realtime_sessions; listen realtime_broadcasts; listen realtime_presences');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    client.once('end', () => {
      this.#client = undefined;
      if (!this.#stopping.signal.aborted) this.#reconnecting = this.#reconnect();
    });
    this.#readers.changes();
    this.#readers.sessions();
    this.#readers.connected();
  }

  async #reconnect(): Promise<void> {
    let retryMs = firstRetryMs;
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#connect();
        this.#log.info('realtime_listener_reconnected');
        return;
      } catch (error) {
        this.#log.warn('realtime_listener_unreachable', { error: error instanceof Error ? error : null, retryMs });
        await pause(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, lastRetryMs);
      }
    }
  }
}
