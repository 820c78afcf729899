import { fail, type Result, succeed } from '@castellan/foundation/result';
import { z } from 'zod';
import { parseJson } from '../core/parse-json.ts';
import { isPlainName } from './plain-name.ts';

/** A client's broadcast as version 2.0.0 sends it: always binary, even where the payload is JSON. */
export type BroadcastPush = {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: BroadcastPayload;
  /** Whether the frame's metadata asks that the message be stored, which is not offered. */
  readonly asksForStorage: boolean;
};

/** What a broadcast carries: JSON (checked, still as text) or bytes. */
export type BroadcastPayload =
  | { readonly kind: 'json'; readonly json: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> };

/** A broadcast ready to be sent: the whole payload as JSON, or bytes with the event's name. */
export type BroadcastMessage = { readonly event: string; readonly content: BroadcastPayload };

const metadataSchema = z.object({ persist: z.unknown().optional() });
const pushKind = 3;
const broadcastKind = 4;
const bytesEncoding = 0;
const jsonEncoding = 1;

/**
 * Reads a binary frame: kind 3, the byte lengths of join reference, reference, topic, event and metadata, the encoding,
 * those five strings, then the payload (realtime-js, lib/serializer.ts).
 * Failure `frame_malformed`: another kind, lengths beyond the frame, bytes that are no UTF-8, a payload or metadata that is no JSON.
 */
export function parseBroadcastPush(frame: Uint8Array): Result<BroadcastPush, { readonly code: 'frame_malformed' }> {
  const malformed = fail({ code: 'frame_malformed' });
  const [kind, ...header] = frame.subarray(0, 7);
  const [joinRefBytes, refBytes, topicBytes, eventBytes, metadataBytes, encoding] = header;
  if (kind !== pushKind || encoding === undefined) return malformed;
  const lengths = [joinRefBytes ?? 0, refBytes ?? 0, topicBytes ?? 0, eventBytes ?? 0, metadataBytes ?? 0];
  const payloadAt = 7 + lengths.reduce((sum, length) => sum + length, 0);
  if (payloadAt > frame.length) return malformed;
  const strings = readStrings(frame.subarray(7), lengths);
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = strings ?? [];
  const asked = metadataSchema.safeParse(metadata === '' ? {} : readJson(metadata));
  const payload = readPayload(encoding, frame.slice(payloadAt));
  if (strings === undefined || payload === undefined || !asked.success || topic === '' || event === '') return malformed;
  if (!isPlainName(topic) || !isPlainName(event)) return malformed;
  const asksForStorage = Boolean(asked.data.persist);
  return succeed({ joinRef: joinRef === '' ? null : joinRef, ref: ref === '' ? null : ref, topic, event, payload, asksForStorage });
}

/** Writes the frame that carries bytes to a client of version 2.0.0: kind 4. Topic and event are at most 255 bytes each. */
export function encodeBroadcast(topic: string, event: string, bytes: Uint8Array): Uint8Array {
  const topicBytes = Buffer.from(topic);
  const eventBytes = Buffer.from(event);
  return Buffer.concat([
    Uint8Array.of(broadcastKind, topicBytes.length, eventBytes.length, 0, bytesEncoding),
    topicBytes,
    eventBytes,
    bytes,
  ]);
}

function readJson(text: string): unknown {
  const json = parseJson(text);
  return json.ok ? json.value : undefined;
}

function readStrings(bytes: Uint8Array, lengths: readonly number[]): readonly string[] | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let offset = 0;
  try {
    return lengths.map((length) => {
      offset += length;
      return decoder.decode(bytes.subarray(offset - length, offset));
    });
  } catch {
    return undefined;
  }
}

function readPayload(encoding: number, bytes: Uint8Array<ArrayBuffer>): BroadcastPayload | undefined {
  if (encoding === bytesEncoding) return { kind: 'bytes', bytes };
  if (encoding !== jsonEncoding) return undefined;
  const [json] = readStrings(bytes, [bytes.length]) ?? [];
  if (json === undefined || !parseJson(json).ok) return undefined;
  return { kind: 'json', json };
}
