import { z } from 'zod';
import type { EgressStreamAnswer } from '../../adapters/egress-stream.ts';
import type { StreamReader } from '../../foreign/reader.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import { createChatReader, UnreadableChat } from './read-chat-answer.ts';

/** Of an endpoint's own words, when it refuses. */
const limits = { refusalBytes: 16_384, messageLength: 300 };

/** Text that comes letter by letter is told in pieces, so that a slow drip costs whoever takes it little. */
const sayEveryMs = 25;

const refusalSchema = z.object({
  code: z.enum(['not_understood', 'answer_too_long', 'endpoint_failed', 'key_refused', 'over_rate_limit', 'endpoint_refused']),
  status: z.int().optional(),
  waitSeconds: z.number().optional(),
  message: z.string().max(limits.messageLength).optional(),
});

const endSchema = z.object({
  finish: z.string().max(100),
  usage: z.object({ promptTokens: z.number(), completionTokens: z.number() }).nullable(),
});

const lineSchema = z.union([
  z.object({ kind: z.literal('text'), text: z.string().max(1_000_000) }),
  z.object({ kind: z.literal('call'), id: z.string().max(1000), name: z.string().max(1000), arguments: z.string().max(65_536) }),
]);

/** Why an endpoint gave no answer that can be used. `message` is its own word, cut and without the key. */
export type ChatRefused = z.infer<typeof refusalSchema>;

/** How an answer ended, or why there was none. */
export type ChatRead = { readonly end: z.infer<typeof endSchema> } | { readonly refused: ChatRefused };

/** Text of an answer as it comes, and the calls that the model asks for once they are whole. */
export type ChatPart = z.infer<typeof lineSchema>;

/** Reads a chat's answer. `key` is what an endpoint's words must not repeat. */
export const chatReader: StreamReader<{ readonly key: string | null; readonly nowMs: number }, ChatPart, ChatRead> = {
  name: 'chat',
  line: lineSchema,
  value: z.union([z.object({ end: endSchema }), z.object({ refused: refusalSchema })]),
  read: async (answer, { key, nowMs }, say) => {
    if (answer.status !== 200) return { refused: await refusalOf(answer, key, nowMs) };
    try {
      return { end: await tell(answer, say) };
    } catch (error) {
      if (!(error instanceof UnreadableChat)) throw error;
      const { code, message } = error.fault;
      return { refused: { code, ...(message === undefined ? {} : { message: plainMessage(message, key) }) } };
    }
  },
};

async function tell({ headers, chunks }: EgressStreamAnswer, say: (part: ChatPart) => void) {
  const reader = createChatReader((headers['content-type'] ?? '').includes('json') ? 'json' : 'events');
  let text = '';
  const sayText = () => {
    if (text !== '') say({ kind: 'text', text });
    text = '';
  };
  const saying = setInterval(sayText, sayEveryMs);
  try {
    for await (const chunk of chunks) text += reader.feed(chunk);
    const end = reader.end();
    text += end.text;
    sayText();
    for (const call of end.calls) say({ kind: 'call', ...call });
    return { finish: end.finish.slice(0, 100), usage: end.usage ?? null };
  } finally {
    sayText();
    clearInterval(saying);
  }
}

async function refusalOf({ status, headers, chunks }: EgressStreamAnswer, key: string | null, nowMs: number): Promise<ChatRefused> {
  // Of a refused key the endpoint's own words may quote a part.
  if (status === 401 || status === 403) return { code: 'key_refused', status };
  const waitSeconds = retryAfterSeconds(headers['retry-after'], nowMs);
  const message = await messageOf(chunks, key);
  const said = { status, ...(message === undefined ? {} : { message }) };
  if (status === 429) return { code: 'over_rate_limit', ...said, ...(waitSeconds === undefined ? {} : { waitSeconds }) };
  return { code: 'endpoint_refused', ...said };
}

async function messageOf(chunks: AsyncIterable<Uint8Array>, key: string | null): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > limits.refusalBytes) return undefined;
  }
  try {
    const told: unknown = JSON.parse(text);
    const error: unknown = typeof told === 'object' && told !== null && 'error' in told ? told.error : undefined;
    const message: unknown = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
    return typeof message === 'string' && message !== '' ? plainMessage(message, key) : undefined;
  } catch {
    return undefined;
  }
}

/** The endpoint's word as it may be shown: one line, cut, and never with the key in it. */
function plainMessage(message: string, key: string | null): string {
  const line = message.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const bare = key === null || key.length < 4 ? line : line.replaceAll(key, '[key]');
  return bare.length > limits.messageLength ? `${bare.slice(0, limits.messageLength - 1)}…` : bare;
}
