import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';

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
const name = z.string().min(1).max(255);

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

/** Levels of lists and objects in one message: deeper ones could not be written again, since that takes a call a level. */
const nestingLimit = 100;

/** JSON to value, where text that is no JSON, or is nested too deeply, is expected. */
export function parseJson(text: string): Result<unknown, { readonly code: 'json_malformed' }> {
  if (nestsTooDeeply(text)) return fail({ code: 'json_malformed' });
  try {
    const value: unknown = JSON.parse(text);
    return succeed(value);
  } catch {
    return fail({ code: 'json_malformed' });
  }
}

/** One pass over the characters: a pattern could be made to look at them again and again. */
function nestsTooDeeply(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length && depth <= nestingLimit; index += 1) {
    const character = text.charAt(index);
    if (isInString && character === '\\') index += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && (character === '[' || character === '{')) depth += 1;
    else if (!isInString && (character === ']' || character === '}')) depth -= 1;
  }
  return depth > nestingLimit;
}
