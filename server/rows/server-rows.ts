import { z } from 'zod';

/** What a function of the database is given: JSON. An instant is `instant(…)`, bytes are `bytes(…)`; lists and objects arrive as `jsonb`. */
export type RowArgument = string | number | boolean | null | object;

/**
 * The server's own rows. Everything that the server itself reads or writes is one function of the database, named `server_…`,
 * which answers one JSON value; no other role of the API may execute it but `service_role`. So the same call is one statement where
 * the server holds a connection, and one request with the service key where it holds none.
 */
export type ServerRows = {
  /**
   * Calls one function and reads its answer. Rejects where the database is away or refuses, and where the answer is not what
   * `answer` says: two programs that do not fit each other.
   */
  readonly call: <Answer>(
    name: `server_${string}`,
    args: Readonly<Record<string, RowArgument>>,
    answer: z.ZodType<Answer>,
  ) => Promise<Answer>;
};

/** The answer of a function that only does something. */
export const nothing = z.null();

/** An instant as an argument, from milliseconds since 1970. */
export function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** An instant in an answer, as milliseconds since 1970. */
export const instantSchema = z.string().transform((text, context) => {
  const atMs = Date.parse(text);
  if (Number.isNaN(atMs)) context.addIssue({ code: 'custom', message: 'no instant' });
  return atMs;
});

/** Bytes as an argument, in PostgreSQL's own spelling. */
export function bytes(value: Uint8Array): string {
  return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
}

/** Bytes in an answer. */
export const bytesSchema = z
  .string()
  .regex(/^\\x(?:[0-9a-f]{2})*$/)
  .transform((text) => Buffer.from(text.slice(2), 'hex'));
