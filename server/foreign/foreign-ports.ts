import type { IncomingHttpHeaders } from 'node:http';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type Report, severities } from '@castellan/probes/report';
import { z } from 'zod';
import type { Egress, EgressFailure, EgressRequest } from '../adapters/egress.ts';
import { stoppedVersion } from '../tools/stopped-run.ts';
import type { PreparedRun, Tool, ToolFailure, ToolProgress } from '../tools/tool.ts';
import type { TaskEnd, TaskFailure } from './foreign-lane.ts';
import type { ForeignPool } from './foreign-pool.ts';
import type { PlainRequest } from './foreign-task.ts';
import { type ForeignReads, type Read, type ReadFailure, type RowsReader, rowsAtOnce } from './reader.ts';

/** What a request may take where nothing is said, and what is added to it: the process ends it by itself, this is for one that does not. */
const usualMs = 10_000;
const spareMs = 1_500;

/** Of an answer's headers; Node takes 16 kB of them. */
const headersSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())])) as z.ZodType<IncomingHttpHeaders>;

const headSchema = z.object({ status: z.int().min(100).max(999), headers: headersSchema });

const failureSchema = z.object({
  ok: z.literal(false),
  failure: z.object({
    code: z.enum([
      'address_malformed',
      'name_not_found',
      'address_refused',
      'too_many_redirects',
      'redirect_malformed',
      'timed_out',
      'aborted',
      'connection_failed',
      'body_too_long',
      'busy',
    ]),
  }),
});

const resultOf = <Value extends z.ZodType>(value: Value) => z.union([z.object({ ok: z.literal(true), value }), failureSchema]);

const sentSchema = resultOf(headSchema);

/** The guard for whole answers, at work in another process. */
export function createForeignEgress(pool: ForeignPool): Egress {
  return {
    send: async (request) => {
      const done = await pool.run({ name: 'send', request: plainRequest(request) }, rulesFor(request));
      if (!done.ok) return fail({ code: egressCode(done.failure) });
      const sent = sentSchema.safeParse(done.value.value);
      if (!sent.success || done.value.bytes.byteLength > (request.maxBodyBytes ?? 1024 * 1024)) return fail({ code: 'connection_failed' });
      return sent.data.ok ? succeed({ ...sent.data.value, body: bufferOf(done.value) }) : sent.data;
    },
  };
}

/** Readers at work in another process, on answers that never come to this one. */
export function createForeignReads(pool: ForeignPool): ForeignReads {
  return {
    fetch: async (reader, request, options) => {
      const task = { name: 'fetch', reader: reader.name, options, request: plainRequest(request) } as const;
      const rules = rulesFor(request);
      const longestMs = rules.longestMs + (reader.longestMs ?? 5_000);
      const done = await pool.run(task, { ...rules, longestMs, isKeyed: reader.isKeyed });
      if (!done.ok) return fail(readFailure(done.failure));
      const failed = failureSchema.safeParse(done.value.value);
      if (failed.success) return failed.data;
      const made = z.object({ ok: z.literal(true), value: reader.value }).safeParse(done.value.value);
      return made.success ? taken(reader, made.data.value, done.value) : fail({ code: 'unreadable' });
    },
    read: async (reader, bytes, options, signal) => {
      const task = { name: 'read', reader: reader.name, options } as const;
      const done = await pool.run(task, { bytes, signal, longestMs: spareMs + (reader.longestMs ?? 5_000) });
      if (!done.ok) return fail(readFailure(done.failure));
      const made = reader.value.safeParse(done.value.value);
      return made.success ? taken(reader, made.data, done.value) : fail({ code: 'unreadable' });
    },
    readRows: async (reader, bytes) => {
      const take = takeRows(reader);
      const task = { name: 'read-rows', reader: reader.name } as const;
      const done = await pool.run(task, { bytes, longestMs: spareMs + (reader.longestMs ?? 5_000), onSay: take.piece });
      return done.ok ? take.end(done.value.value) : fail(readFailure(done.failure));
    },
    stream: async (reader, { signal, ...request }, options, onLine) => {
      const done = await pool.run(
        { name: 'stream', reader: reader.name, options, request },
        {
          signal,
          longestMs: request.timeoutMs + spareMs,
          onSay: (said) => {
            const line = reader.line.safeParse(said);
            if (line.success) onLine(line.data);
          },
        },
      );
      if (!done.ok) return fail(done.failure.code === 'ended' ? { code: 'connection_failed' } : { code: done.failure.code });
      const failed = failureSchema.safeParse(done.value.value);
      if (failed.success) return failed.data;
      const made = z.object({ ok: z.literal(true), value: reader.value }).safeParse(done.value.value);
      return made.success ? succeed(made.data.value) : fail({ code: 'unreadable' });
    },
  };
}

/** Judges rows as they come. One that is none, or one too many, makes the whole unreadable. */
function takeRows<Row, Value>({ row, value, maxRows }: RowsReader<Row, Value>) {
  const pieces = z.array(row).max(rowsAtOnce);
  const rows: Row[] = [];
  let isGood = true;
  return {
    piece: (said: unknown) => {
      const piece = isGood ? pieces.safeParse(said) : undefined;
      isGood = piece?.success === true && rows.length + piece.data.length <= maxRows;
      if (isGood && piece?.success === true) rows.push(...piece.data);
    },
    end: (said: unknown) => {
      const made = value.safeParse(said);
      return isGood && made.success ? succeed({ value: made.data, rows }) : fail({ code: 'unreadable' as const });
    },
  };
}

/** Runs a tool's probe to its end; rejects where what comes back is no report. */
export type RunTool = (
  tool: Pick<Tool, 'id' | 'schemaVersion' | 'probe'>,
  prepared: PreparedRun,
  given: {
    readonly signal: AbortSignal;
    readonly say: (progress: ToolProgress) => void;
    /** Is told of a fault of the tool's own, for the log. The report says what had been seen until then. */
    readonly onFault?: (error: Error) => void;
  },
) => Promise<Result<Report, ToolFailure>>;

/** Longer than any tool takes on a target that answers; a tool with a longer work says so itself. */
const longestRunMs = 30 * 60_000;

const progressSchema = z.object({
  done: z.number().min(0).max(1),
  doing: z.string().max(500),
  seen: z.record(z.string(), z.unknown()).optional(),
});

const faultSchema = z.object({ fault: z.string().max(2000) });

const findingSchema = z.object({
  id: z.string().max(200),
  severity: z.enum(severities),
  title: z.string().max(2000),
  evidence: z.string().max(20_000),
  why: z.string().max(5000),
  fix: z.string().max(5000),
  snippets: z
    .array(z.object({ label: z.string().max(200), text: z.string().max(20_000) }))
    .max(20)
    .optional(),
});

const checkHead = { id: z.string().max(200), title: z.string().max(2000) };

const checkSchema = z.discriminatedUnion('state', [
  z.object({ ...checkHead, state: z.literal('passed') }),
  z.object({ ...checkHead, state: z.literal('failed'), severity: z.enum(severities) }),
  z.object({
    ...checkHead,
    state: z.literal('not_looked_at'),
    reason: z.string().max(2000),
    subject: z.string().max(200).optional(),
    bars: z.enum(['grade', 'best']).optional(),
  }),
]);

/** A report's head, with bounds; what a tool has besides is bounded by the length of the whole. */
const reportSchema = z.looseObject({
  tool: z.string(),
  schemaVersion: z.int(),
  target: z.string().max(300),
  startedAt: z.iso.datetime(),
  durationMs: z.int().min(0),
  verdict: z.string().max(2000),
  mark: z.string().max(20).optional(),
  findings: z.array(findingSchema).max(5000),
  checks: z.array(checkSchema).max(5000).optional(),
});

const ranSchema = z.union([
  z.object({ ok: z.literal(true), value: reportSchema }),
  z.object({
    ok: z.literal(false),
    failure: z.object({
      code: z.enum(['input_refused', 'address_refused', 'name_not_found', 'unreachable', 'cancelled', 'timed_out', 'ended']),
      message: z.string().max(2000),
    }),
  }),
]);

/** Tools at work in processes of their own. What a process says of a target is judged again here. */
export function createToolRuns(pool: ForeignPool): RunTool {
  return async ({ id, schemaVersion, probe }, { target, options }, { signal, say, onFault }) => {
    const done = await pool.run(
      { name: 'run-tool', tool: id, target, options },
      {
        signal,
        longestMs: probe?.longestMs ?? longestRunMs,
        onSay: (value) => {
          const faulty = faultSchema.safeParse(value);
          if (faulty.success) onFault?.(new Error(faulty.data.fault));
          const progress = progressSchema.safeParse(value);
          if (progress.success) say(progress.data as ToolProgress);
        },
      },
    );
    if (!done.ok) return fail(runFailure(done.failure));
    const ran = ranSchema.safeParse(done.value.value);
    if (!ran.success) throw new Error(`a report of ${id} is none: ${z.prettifyError(ran.error).slice(0, 500)}`);
    if (!ran.data.ok) return ran.data;
    const report = ran.data.value;
    // A report of a run that stopped has a version of its own, whichever tool made it.
    const isItsVersion = report.schemaVersion === schemaVersion || report.schemaVersion === stoppedVersion;
    if (report.tool !== id || !isItsVersion || report.target !== target)
      throw new Error(`a report of ${id} is of another tool, version or target`);
    return succeed(report as unknown as Report);
  };
}

function runFailure(failure: TaskFailure): ToolFailure {
  switch (failure.code) {
    case 'aborted':
      return { code: 'cancelled', message: 'Cancelled.' };
    case 'timed_out':
      return { code: 'timed_out', message: 'The tool was ended: it took longer than it may.' };
    case 'busy':
      return { code: 'ended', message: 'Too many runs wait at the moment; nothing was sent.' };
    case 'ended':
      return { code: 'ended', message: endedMessages[failure.why] };
  }
}

const endedMessages = {
  ended: 'The tool was ended.',
  stuck: 'The tool was ended: what the target sent kept it busy for too long.',
  memory: 'The tool was ended: what the target sent took more memory than it may.',
  broken: 'The tool’s process broke off. The server’s log says more.',
  fault: 'The tool failed. The server’s log says more.',
} as const;

function plainRequest({ signal: _, body, ...request }: EgressRequest): PlainRequest {
  return { ...request, hasBody: body !== undefined };
}

function rulesFor({ body, signal, timeoutMs = usualMs }: EgressRequest) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { signal, longestMs: timeoutMs + spareMs, ...(bytes === undefined ? {} : { bytes }) };
}

function egressCode(failure: TaskFailure): EgressFailure['code'] {
  return failure.code === 'ended' ? 'connection_failed' : failure.code;
}

function readFailure(failure: TaskFailure): ReadFailure {
  return { code: failure.code === 'ended' ? 'unreadable' : failure.code };
}

function taken<Value>({ maxBytes = 0 }: { readonly maxBytes?: number }, value: Value, end: TaskEnd): Result<Read<Value>, ReadFailure> {
  return end.bytes.byteLength > maxBytes ? fail({ code: 'unreadable' }) : succeed({ value, bytes: bufferOf(end) });
}

function bufferOf({ bytes }: TaskEnd): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
