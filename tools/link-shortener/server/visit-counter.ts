import { createHmac } from 'node:crypto';
import type { Clock } from '@castellan/foundation/clock';
import type { RandomBytes } from '@castellan/foundation/randomness';
import type { Log } from '@castellan/platform/core/log';
import { bytes, bytesSchema, nothing, type ServerRows } from '../../../server/rows/server-rows.ts';
import type { VisitFacts } from './visit-facts.ts';

/** A visit that is to be counted. `address` and `userAgent` are hashed under the day's salt and kept nowhere. */
export type Visit = {
  readonly linkId: string;
  readonly facts: VisitFacts;
  readonly address: string;
  readonly userAgent: string;
};

/** Counts visits. What was counted is in the database within 100 ms. */
type VisitCounter = {
  readonly count: (visit: Visit) => void;
  /** Writes what is not written yet, and counts no more. */
  readonly close: () => Promise<void>;
};

type Ports = {
  readonly rows: ServerRows;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
  /** The country of an address, in two letters; `undefined` where it is not known. */
  readonly countryOf: (address: string) => string | undefined;
};

/** Half of what may be lost: the other half is for writing. */
const waitMs = 50;

/** Different sums, and visitors, that wait to be written. More are counted by their visit alone. */
const maxWaiting = 5000;

/** Links that wait at all. Beyond it a visit is not counted: there is no room for what strangers could make without end. */
const maxLinks = 20_000;

/** How long a salt is used before the database is asked whether another day began. */
const saltMs = 60_000;

const forgetEveryMs = 3_600_000;

type Batch = {
  /** By link, kind and name; the separator is in none of them. */
  readonly sums: Map<string, number>;
  /** Link and what tells the visitor apart. */
  readonly visitors: Set<string>;
  readonly links: Set<string>;
  /** Of the addresses that wait, so that each is looked up once. */
  readonly countries: Map<string, string>;
};

const separator = '\u0000';

function emptyBatch(): Batch {
  return { sums: new Map(), visitors: new Set(), links: new Set(), countries: new Map() };
}

/**
 * Sums visits in memory and writes the sums together, 50 ms after the first of them: thousands of visits to one link in that
 * time are one number, so that a flood costs the database nothing and the memory little.
 */
export function createVisitCounter(ports: Ports): VisitCounter {
  const readSalt = createSaltReader(ports);
  let waiting = emptyBatch();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isClosed = false;
  let hasFailed = false;
  const writeWaiting = async () => {
    const batch = waiting;
    waiting = emptyBatch();
    try {
      await writeBatch(ports, batch, readSalt);
      hasFailed = false;
    } catch (error) {
      // Once: while the database is away each batch would say so.
      if (!hasFailed) ports.log.error('visits of short links not counted', { error: error instanceof Error ? error : String(error) });
      hasFailed = true;
    }
  };
  const write = () => {
    timer = undefined;
    // One at a time: while the database is slow, what waits is added up and not queued.
    if (writing !== undefined) return;
    writing = writeWaiting().finally(() => {
      writing = undefined;
      if (waiting.sums.size > 0 && timer === undefined) write();
    });
  };
  const forget = () => {
    ports.rows.call('server_forget_short_link_visitors', {}, nothing).catch(() => undefined);
  };
  const forgetting = setInterval(forget, forgetEveryMs);
  forgetting.unref();
  return {
    count: (visit) => {
      if (isClosed || !add(waiting, visit, ports.countryOf)) return;
      timer ??= setTimeout(write, waitMs);
    },
    close: async () => {
      isClosed = true;
      clearInterval(forgetting);
      clearTimeout(timer);
      // What came while one write ran is written by the next one, which begins as that ends.
      while (writing !== undefined) await writing;
      await writeWaiting();
    },
  };
}

/** Adds a visit to what waits; whether there was room. */
function add(batch: Batch, { linkId, facts, address, userAgent }: Visit, countryOf: Ports['countryOf']): boolean {
  if (!batch.links.has(linkId) && batch.links.size >= maxLinks) return false;
  batch.links.add(linkId);
  const sum = (kind: string, name: string) => {
    const key = `${linkId}${separator}${kind}${separator}${name}`;
    const before = batch.sums.get(key);
    if (before === undefined && kind !== 'visit' && batch.sums.size >= maxWaiting) return;
    batch.sums.set(key, (before ?? 0) + 1);
  };
  if (facts.bot !== undefined) {
    sum('bot', facts.bot);
    return true;
  }
  sum('visit', '');
  if (facts.isPrivate) return true;
  sum('referrer', facts.referrer);
  sum('browser', facts.browser);
  const country = batch.countries.get(address) ?? countryOf(address) ?? 'unknown';
  if (batch.countries.size < maxWaiting) batch.countries.set(address, country);
  sum('country', country);
  if (batch.visitors.size < maxWaiting) batch.visitors.add([linkId, address, userAgent].join(separator));
  return true;
}

async function writeBatch({ rows }: Ports, batch: Batch, readSalt: () => Promise<Buffer>): Promise<void> {
  if (batch.sums.size === 0) return;
  const sums = [...batch.sums].map(([key, visits]) => {
    const [link = '', kind = '', name = ''] = key.split(separator);
    return { link, kind, name, visits };
  });
  const salt = batch.visitors.size === 0 ? undefined : await readSalt();
  const visitors = [...batch.visitors].map((text) => ({
    link: text.slice(0, text.indexOf(separator)),
    visitor: bytes(
      createHmac('sha256', salt ?? '')
        .update(text)
        .digest()
        .subarray(0, 12),
    ),
  }));
  await rows.call('server_count_short_link_visits', { sums, visitors }, nothing);
}

/** The salt of today, the same for all servers on one database. */
function createSaltReader({ rows, clock, randomBytes }: Ports): () => Promise<Buffer> {
  let known: { readonly atMs: number; readonly day: number; readonly salt: Buffer } | undefined;
  const dayOf = (ms: number) => Math.floor(ms / 86_400_000);
  return async () => {
    const nowMs = clock.nowMs();
    if (known !== undefined && known.day === dayOf(nowMs) && Math.abs(nowMs - known.atMs) < saltMs) return known.salt;
    // Without one an address would be hashed under nothing, so no salt is no answer.
    const salt = await rows.call('server_short_link_salt', { proposed: bytes(randomBytes(32)) }, bytesSchema);
    known = { atMs: nowMs, day: dayOf(nowMs), salt };
    return salt;
  };
}
