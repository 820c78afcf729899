import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '@castellan/foundation/clock';
import type { Database } from '../../core/database.ts';
import type { Log } from '../../core/log.ts';
import { currentCursor, type OutboxChange, type OutboxCursor, pruneChanges, readChanges } from './change-outbox.ts';
import { OutboxListener } from './outbox-listener.ts';

/** What the feed needs. `deliver` must not return before the changes are delivered; where it throws it is called again. */
export type ChangeFeedOptions = {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly pollIntervalMs: number;
  readonly deliver: (changes: readonly OutboxChange[]) => Promise<void>;
  /** Called when sessions may have ended. */
  readonly sessionsChanged: () => void;
  /** Called with what another server broadcast. */
  readonly broadcast: (notification: string) => void;
  /** Called with what another server says of who is present. */
  readonly presences: (notification: string) => void;
  /** Called whenever the feed begins to listen. */
  readonly listening: () => void;
};

const pageSize = 500;
const pruneIntervalMs = 5 * 60_000;
const lastRetryMs = 5_000;

/** Between two looks where there is no connection that could be told of changes. */
const unheardPollMs = 1_000;

/**
 * Hands on every change committed after `start`, once. A notification only says "look": what is read is decided by the
 * cursor, so a lost notification or connection delays a change (by the poll interval at most) and loses none. Behind a
 * pooler, which lets nobody listen, it is looked for every second.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #listener: OutboxListener | undefined;
  readonly #stopping = new AbortController();
  #woken = Promise.withResolvers<void>();
  #cursor: OutboxCursor = '';
  /** A reading that was begun and not finished, so that trying again does not repeat what was delivered. */
  #unfinished: { readonly until: OutboxCursor; after: string } | undefined;
  #prunedAtMs = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    const { listensAt } = options.database;
    const readers = {
      changes: () => this.#woken.resolve(),
      sessions: options.sessionsChanged,
      broadcasts: options.broadcast,
      presences: options.presences,
      connected: options.listening,
    };
    this.#listener = listensAt && new OutboxListener(listensAt, options.log, readers);
  }

  /** Resolves when the feed listens: every change committed from now on will be handed on. */
  async start(): Promise<void> {
    this.#cursor = await currentCursor(this.#options.database.realtime);
    await this.#listener?.start();
    this.#running = this.#run();
  }

  /** Finishes the batch in hand and closes the connection. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#woken.resolve();
    await this.#running;
    await this.#listener?.stop();
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      await this.#waitForNews();
      try {
        await this.#catchUp();
        await this.#prune();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#options.log.warn('realtime_outbox_unreadable', { error: error instanceof Error ? error : null, failures });
        await pause(Math.min(50 * 2 ** failures, lastRetryMs), undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        this.#woken.resolve();
      }
    }
  }

  async #waitForNews(): Promise<void> {
    const { pollIntervalMs, sessionsChanged } = this.#options;
    const waitMs = this.#listener === undefined ? Math.min(pollIntervalMs, unheardPollMs) : pollIntervalMs;
    const poll = setTimeout(() => this.#woken.resolve(), waitMs);
    await this.#woken.promise;
    clearTimeout(poll);
    // Where nobody tells, it may be so at any time.
    if (this.#listener === undefined) sessionsChanged();
    // Made again before the reading starts, so that news during the reading leads to another one.
    this.#woken = Promise.withResolvers<void>();
  }

  async #catchUp(): Promise<void> {
    const pool = this.#options.database.realtime;
    const isResumed = this.#unfinished !== undefined;
    const reading = this.#unfinished ?? { until: await currentCursor(pool), after: '0' };
    this.#unfinished = reading;
    for (let isLast = false; !isLast && !this.#stopping.signal.aborted; ) {
      const page = await readChanges(pool, { since: this.#cursor, until: reading.until, after: reading.after, limit: pageSize });
      if (page.length > 0) await this.#options.deliver(page);
      reading.after = page.at(-1)?.id ?? reading.after;
      isLast = page.length < pageSize;
    }
    this.#cursor = reading.until;
    this.#unfinished = undefined;
    // What was committed while the interrupted reading waited lies beyond its end.
    if (isResumed) this.#woken.resolve();
  }

  async #prune(): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    if (nowMs - this.#prunedAtMs < pruneIntervalMs) return;
    await pruneChanges(this.#options.database.realtime, this.#cursor);
    this.#prunedAtMs = nowMs;
  }
}
