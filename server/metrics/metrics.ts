import type { Queryable } from '@castellan/platform/core/database';
import type { Log } from '@castellan/platform/core/log';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type KnownRoutes, routeLabel } from './route-label.ts';

/** One request that was answered. `ms`: until its answer's head was there. */
export type AnsweredRequest = { readonly method: string; readonly path: string; readonly status: number; readonly ms: number };

/** What is measured besides requests and the process. Each is asked when somebody reads, and never more often than every five seconds. */
export type MetricSources = {
  readonly known: KnownRoutes;
  /** The connections, by the name of their pool. */
  readonly pools: Readonly<Record<string, pg.Pool>>;
  /** Open WebSockets. */
  readonly sockets: () => number;
  /** For counting rows; `auth` may read the outbox. */
  readonly rows: Queryable;
  readonly auth: Queryable;
  readonly log: Log;
};

export type Metrics = {
  readonly count: (request: AnsweredRequest) => void;
  /** Prometheus' text format, and its media type. Never rejects: what could not be asked is not in it, and `castellan_database_up` is 0. */
  readonly read: () => Promise<{ readonly text: string; readonly contentType: string }>;
};

/** Seconds; the last but one is the longest that the server's own limits let a request take. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** How long what the database said is repeated, and how long it is waited for, in milliseconds. */
const repeatMs = 5_000;
const patienceMs = 2_000;

/** The methods that are told apart: a stranger can make up others. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures one process. Several servers on one database are told apart by whoever reads them. */
export function createMetrics({ known, pools, sockets, rows, auth, log }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'castellan_http_requests_total',
    help: 'Answered requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'castellan_http_request_duration_seconds',
    help: "Time until an answer's head was there, by route.",
    labelNames: ['route'],
    buckets,
    registers,
  });
  new Gauge({
    name: 'castellan_realtime_sockets',
    help: 'Open WebSockets.',
    registers,
    collect() {
      this.set(sockets());
    },
  });
  new Gauge({
    name: 'castellan_database_connections',
    help: 'Connections to the database by pool: those at work, those that are free, and callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
  const readRows = countRows(registers, { rows, auth, log });
  let running: ReturnType<Metrics['read']> | undefined;
  const read = async () => {
    await readRows();
    return { text: await registry.metrics(), contentType: registry.contentType };
  };
  return {
    count: ({ method, path, status, ms }) => {
      const route = routeLabel(path, known);
      requests.inc({ route, method: methods.has(method) ? method : 'other', status: String(status) });
      durations.observe({ route }, ms / 1000);
    },
    // Whoever asks meanwhile gets the same text.
    read: () => {
      running ??= read().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

type Counted = { readonly state: string; readonly count: number };

/** Gauges of what lies in the database. */
function countRows(registers: Registry[], { rows, auth, log }: Pick<MetricSources, 'rows' | 'auth' | 'log'>): () => Promise<void> {
  const up = new Gauge({ name: 'castellan_database_up', help: '1 where the database answered, else 0.', registers });
  const size = new Gauge({
    name: 'castellan_database_size_bytes',
    help: 'What the database takes on its disk.',
    labelNames: [],
    registers,
  });
  const states = { labelNames: ['state'], registers } as const;
  const jobs = new Gauge({ name: 'castellan_tool_jobs', help: 'Runs of tools that wait or are under way, on every server.', ...states });
  const mails = new Gauge({ name: 'castellan_mails', help: 'Mails that are kept, by state.', ...states });
  const ask = async () => {
    const [bytes, waiting, outbox] = await Promise.all([
      rows.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes'),
      rows.query<Counted>(
        "select state, count(*)::float8 as count from private.tool_jobs where state in ('waiting', 'running') group by state",
      ),
      auth.query<Counted>('select state, count(*)::float8 as count from auth.mails group by state'),
    ]);
    return { bytes: bytes.rows[0]?.bytes ?? 0, jobs: waiting.rows, mails: outbox.rows };
  };
  let askedAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - askedAtMs < repeatMs) return;
    askedAtMs = performance.now();
    const found = await inTime(ask()).catch((error: unknown) => {
      log.warn('metrics of the database not read', { error: error instanceof Error ? error : String(error) });
      return undefined;
    });
    up.set(found === undefined ? 0 : 1);
    // An old figure would look like a present one.
    size.remove();
    jobs.reset();
    mails.reset();
    if (found === undefined) return;
    size.set(found.bytes);
    for (const state of ['waiting', 'running']) jobs.set({ state }, found.jobs.find((row) => row.state === state)?.count ?? 0);
    for (const { state, count } of found.mails) mails.set({ state }, count);
  };
}

/** `undefined`: it took too long, and what comes later is dropped. */
async function inTime<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), patienceMs);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
