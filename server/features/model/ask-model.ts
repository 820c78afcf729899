import type { EgressFailure } from '../../adapters/egress.ts';
import type { EgressStreamAnswer, EgressStreams } from '../../adapters/egress-stream.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import type { ChatRequest } from './chat-request.ts';
import { chatAddress } from './model-endpoint.ts';
import type { ModelConnection } from './model-store.ts';
import { type AskedCall, type ChatEnd, type ChatFault, createChatReader, UnreadableChat } from './read-chat-answer.ts';

/** Why there is no answer, or no whole one. `message` is the endpoint's own word, cut and without the key. */
export type ChatRefusal = {
  readonly code: EgressFailure['code'] | ChatFault['code'] | 'no_model' | 'key_refused' | 'over_rate_limit' | 'endpoint_refused';
  readonly status?: number;
  readonly waitSeconds?: number;
  readonly message?: string;
};

/** One line of the answer: text as it comes, the calls that the model asks for once they are whole, then how it ended. */
export type ChatLine =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'call' } & AskedCall)
  | ({ readonly kind: 'done' } & Pick<ChatEnd, 'finish'> & { readonly usage: NonNullable<ChatEnd['usage']> | null })
  | ({ readonly kind: 'refused' } & ChatRefusal);

/** How a call ended, for the log. */
export type ChatOutcome = { readonly outcome: 'answered' | ChatRefusal['code']; readonly usage?: ChatEnd['usage'] };

/** A model at home may load for a minute before its first word; a whole answer may take ten. */
const limits = { maxBodyBytes: 8 * 1024 * 1024, timeoutMs: 600_000, quietMs: 120_000, refusalBytes: 16_384, messageLength: 300 };

type Options = {
  readonly streams: EgressStreams;
  readonly connection: ModelConnection;
  readonly payload: ChatRequest['payload'];
  readonly say: (line: ChatLine) => Promise<void>;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
};

/**
 * Asks the endpoint and says its answer as it comes. The last line is `done` or `refused`. Whoever calls it off closes the
 * connection to the endpoint. Rejects only where `say` does.
 */
export async function askModel(options: Options): Promise<ChatOutcome> {
  const { streams, connection, payload, say, signal } = options;
  const { baseUrl, key } = connection;
  const refuse = async (refusal: ChatRefusal): Promise<ChatOutcome> => {
    if (!signal.aborted) await say({ kind: 'refused', ...refusal });
    return { outcome: refusal.code };
  };
  try {
    const asked = await streams.stream(
      {
        url: chatAddress(baseUrl),
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          'user-agent': 'Castellan',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify(payload),
        ...limits,
        signal,
      },
      async (answer): Promise<ChatEnd | ChatRefusal> => {
        if (answer.status !== 200) return refusalOf(answer, key, options.nowMs());
        return tell(answer, say);
      },
    );
    if (!asked.ok) return refuse(asked.failure);
    if ('code' in asked.value) return refuse(asked.value);
    const { finish, usage } = asked.value;
    await say({ kind: 'done', finish, usage: usage ?? null });
    return { outcome: 'answered', usage };
  } catch (error) {
    if (!(error instanceof UnreadableChat)) throw error;
    const { code, message } = error.fault;
    return refuse({ code, ...(message === undefined ? {} : { message: plainMessage(message, key) }) });
  }
}

async function tell({ headers, chunks }: EgressStreamAnswer, say: Options['say']): Promise<ChatEnd> {
  const reader = createChatReader(/\bjson\b/.test(headers['content-type'] ?? '') ? 'json' : 'events');
  const sayText = async (text: string) => {
    if (text !== '') await say({ kind: 'text', text });
  };
  for await (const chunk of chunks) await sayText(reader.feed(chunk));
  const end = reader.end();
  await sayText(end.text);
  for (const call of end.calls) await say({ kind: 'call', ...call });
  return end;
}

async function refusalOf({ status, headers, chunks }: EgressStreamAnswer, key: string | null, nowMs: number): Promise<ChatRefusal> {
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
