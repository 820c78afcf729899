import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { parseJson } from '../core/parse-json.ts';
import { isPlainName } from './plain-name.ts';

/** The two text encodings of Phoenix channels: objects, and arrays (the client library's default). */
export type ProtocolVersion = '1.0.0' | '2.0.0';

/** One message of a client. `ref` is repeated in the answer; `joinRef` names the join that the message belongs to. */
export type ClientFrame = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
};

/** Where a message of the server goes. */
export type ServerFrameHead = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
};

const reference = z
  .string()
  .max(255)
  .nullish()
  .transform((value) => value ?? null);
const name = z.string().min(1).max(255).refine(isPlainName);

const arrayFrame = z
  .tuple([reference, reference, name, name, z.unknown()])
  .transform(([joinRef, ref, topic, event, payload]): ClientFrame => ({ joinRef, ref, topic, event, payload }));

const objectFrame = z
  .object({ join_ref: reference, ref: reference, topic: name, event: name, payload: z.unknown() })
  .transform(({ join_ref, ...frame }): ClientFrame => ({ joinRef: join_ref, ...frame }));

/** Reads one text frame. Failure `frame_malformed`: no JSON, or not of this version's shape. */
export function parseTextFrame(version: ProtocolVersion, text: string): Result<ClientFrame, { readonly code: 'frame_malformed' }> {
  const json = parseJson(text);
  if (!json.ok) return fail({ code: 'frame_malformed' });
  const frame = version === '2.0.0' ? arrayFrame.safeParse(json.value) : objectFrame.safeParse(json.value);
  return frame.success ? succeed(frame.data) : fail({ code: 'frame_malformed' });
}

/**
 * Writes one text frame around a payload that is JSON already, so that a message to many is serialized once and a record
 * reaches the client with PostgreSQL's own digits.
 */
export function encodeTextFrame(version: ProtocolVersion, head: ServerFrameHead, payloadJson: string): string {
  const { joinRef, ref, topic, event } = head;
  if (version === '2.0.0') return `${JSON.stringify([joinRef, ref, topic, event]).slice(0, -1)},${payloadJson}]`;
  const fields = JSON.stringify({ topic, event, ref, ...(joinRef === null ? {} : { join_ref: joinRef }) });
  return `${fields.slice(0, -1)},"payload":${payloadJson}}`;
}
