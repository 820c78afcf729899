import { parseJson } from '@castellan/foundation/parse-json';
import type { Result } from '@castellan/foundation/result';
import { z } from 'zod';
import type { EgressAnswer, EgressFailure, EgressRequest } from '../adapters/egress.ts';
import type { EgressStreamAnswer, EgressStreamRequest } from '../adapters/egress-stream.ts';

/** What a reader is given: an answer of a foreign host, or bytes that came from one earlier (status 200, no headers). */
export type ForeignAnswer = Pick<EgressAnswer, 'status' | 'headers'> & { readonly body: Uint8Array };

/** What a reader made of it: plain data, and bytes where there are some to be handed on. */
export type Made<Value> = { readonly value: Value; readonly bytes?: Uint8Array };

/**
 * Reads what a foreign host sent. `read` runs away from the thread that serves the site, where it may take its time and fail; what it
 * makes crosses a pipe as JSON and is judged by `value` here. Listed in `reader-list.ts`.
 */
export type Reader<Options, Value> = {
  readonly name: string;
  readonly read: (answer: ForeignAnswer, options: Options) => Made<Value> | Promise<Made<Value>>;
  /** The shape of what is taken, with the bounds of each part. */
  readonly value: z.ZodType<Value>;
  /** At most 1 MiB of JSON where nothing is said, and no bytes. */
  readonly maxJsonBytes?: number;
  readonly maxBytes?: number;
  /** From the beginning of the reading, in milliseconds; 5 s where nothing is said. */
  readonly longestMs?: number;
  /** Its requests carry a key of the owner's: they share no process with what reads pages and pictures of any host. */
  readonly isKeyed?: true;
};

/** Reads an answer while it comes, says lines on the way, and makes something of the whole. As a `Reader` otherwise. */
export type StreamReader<Options, Line, Value> = {
  readonly name: string;
  readonly read: (answer: EgressStreamAnswer, options: Options, say: (line: Line) => void) => Promise<Value>;
  readonly line: z.ZodType<Line>;
  readonly value: z.ZodType<Value>;
};

/**
 * Reads bytes that hold a long list. Its rows cross the pipe a few at a time and are judged as they come, so that a list of any length
 * holds the thread that serves the site no longer than one piece of it does. As a `Reader` otherwise.
 */
export type RowsReader<Row, Value> = Pick<Reader<null, Value>, 'name' | 'value' | 'longestMs'> & {
  readonly read: (bytes: Uint8Array, say: (row: Row) => void) => Value;
  readonly row: z.ZodType<Row>;
  /** More are `unreadable`. */
  readonly maxRows: number;
};

/** Rows that are told at once. */
export const rowsAtOnce = 200;

/** A reader of any kind, as the list holds it. */
export type AnyReader = Pick<Reader<never, unknown>, 'name' | 'maxJsonBytes' | 'maxBytes'> & {
  readonly read: (answer: ForeignAnswer, options: never) => Made<unknown> | Promise<Made<unknown>>;
};

/** A reader of streams of any kind, as the list holds it. */
export type AnyStreamReader = {
  readonly name: string;
  readonly read: (answer: EgressStreamAnswer, options: never, say: (line: unknown) => void) => Promise<unknown>;
};

/** A reader of rows of any kind, as the list holds it. */
export type AnyRowsReader = { readonly name: string; readonly read: (bytes: Uint8Array, say: (row: unknown) => void) => unknown };

/** Why nothing was made of it, besides what the network did: `unreadable` (the reader failed or was ended), `busy` (too much waits). */
export type ReadFailure = { readonly code: 'unreadable' | 'busy' | 'timed_out' | 'aborted' };

/** What was made, with the bytes beside it (empty where there are none). */
export type Read<Value> = { readonly value: Value; readonly bytes: Buffer<ArrayBuffer> };

/** Has readers work, on an answer that is fetched for them through the egress guard, or on bytes. Never rejects. */
export type ForeignReads = {
  readonly fetch: <Options, Value>(
    reader: Reader<Options, Value>,
    request: EgressRequest,
    options: Options,
  ) => Promise<Result<Read<Value>, EgressFailure | ReadFailure>>;
  readonly read: <Options, Value>(
    reader: Reader<Options, Value>,
    bytes: Uint8Array,
    options: Options,
    signal?: AbortSignal,
  ) => Promise<Result<Read<Value>, ReadFailure>>;
  readonly readRows: <Row, Value>(
    reader: RowsReader<Row, Value>,
    bytes: Uint8Array,
  ) => Promise<Result<{ readonly value: Value; readonly rows: readonly Row[] }, ReadFailure>>;
  readonly stream: <Options, Line, Value>(
    reader: StreamReader<Options, Line, Value>,
    request: EgressStreamRequest,
    options: Options,
    onLine: (line: Line) => void,
  ) => Promise<Result<Value, EgressFailure | ReadFailure>>;
};

/** What comes of an answer whose body is read where its status is 200. `retryAfter` is the header of any other. */
export type Answered<Value> = { readonly status: number; readonly retryAfter: string | null; readonly read: Value | null };

/** A reader of bodies of answers with status 200. `null`: the body is not of its kind, or the status is another. */
export function answerReader<Options, Value>(
  name: string,
  read: (body: Uint8Array, options: Options) => Value | null | Promise<Value | null>,
  value: z.ZodType<Value>,
  bounds: Pick<Reader<Options, Value>, 'maxJsonBytes' | 'longestMs' | 'isKeyed'> = {},
): Reader<Options, Answered<Value>> {
  return {
    name,
    ...bounds,
    read: async ({ status, headers, body }, options) => {
      const retryAfter = status === 200 ? null : (headers['retry-after']?.slice(0, maxHeaderLength) ?? null);
      return { value: { status, retryAfter, read: status === 200 ? await read(body, options) : null } };
    },
    value: z.object({
      status: z.int().min(100).max(999),
      retryAfter: z.string().max(maxHeaderLength).nullable(),
      read: value.nullable(),
    }),
  };
}

const maxHeaderLength = 100;

/** A reader of JSON of one shape: fields that the shape does not name stay behind. */
export function jsonReader<Value>(
  name: string,
  shape: z.ZodType<Value>,
  rules: Pick<Reader<null, Value>, 'isKeyed'> = {},
): Reader<null, Answered<Value>> {
  return answerReader(name, (body) => shape.safeParse(parseJson(new TextDecoder().decode(body))).data ?? null, shape, rules);
}
