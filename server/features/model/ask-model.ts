import type { EgressFailure } from '../../adapters/egress.ts';
import type { ForeignReads } from '../../foreign/reader.ts';
import { type ChatPart, type ChatRefused, chatReader } from './chat-reader.ts';
import type { ChatRequest } from './chat-request.ts';
import { chatAddress } from './model-endpoint.ts';
import type { ModelConnection } from './model-store.ts';
import type { ChatEnd } from './read-chat-answer.ts';

/** Why there is no answer, or no whole one. `message` is the endpoint's own word, cut and without the key. */
export type ChatRefusal = {
  readonly code: EgressFailure['code'] | ChatRefused['code'] | 'no_model';
  readonly status?: number | undefined;
  readonly waitSeconds?: number | undefined;
  readonly message?: string | undefined;
};

/** One line of the answer: text as it comes, the calls that the model asks for once they are whole, then how it ended. */
export type ChatLine =
  | ChatPart
  | ({ readonly kind: 'done' } & Pick<ChatEnd, 'finish'> & { readonly usage: NonNullable<ChatEnd['usage']> | null })
  | ({ readonly kind: 'refused' } & ChatRefusal);

/** How a call ended, for the log. */
export type ChatOutcome = { readonly outcome: 'answered' | ChatRefusal['code']; readonly usage?: ChatEnd['usage'] };

/** A model at home may load for a minute before its first word; a whole answer may take ten. */
const limits = { maxBodyBytes: 8 * 1024 * 1024, timeoutMs: 600_000, quietMs: 120_000 };

type Options = {
  readonly reads: ForeignReads;
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
export async function askModel({ reads, connection, payload, say, signal, nowMs }: Options): Promise<ChatOutcome> {
  const { baseUrl, key } = connection;
  const refuse = async (refusal: ChatRefusal): Promise<ChatOutcome> => {
    if (!signal.aborted) await say({ kind: 'refused', ...refusal });
    return { outcome: refusal.code };
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'user-agent': 'Castellan',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  // Nobody listens any more: the endpoint need not go on.
  const unheard = new AbortController();
  let saying: Promise<void> = Promise.resolve();
  const onPart = (part: ChatPart) => {
    saying = saying.then(() => say(part));
    saying.catch(() => unheard.abort());
  };
  const request = { url: chatAddress(baseUrl), method: 'POST', headers, body: JSON.stringify(payload), ...limits } as const;
  const asked = await reads.stream(
    chatReader,
    { ...request, signal: AbortSignal.any([signal, unheard.signal]) },
    { key, nowMs: nowMs() },
    onPart,
  );
  await saying;
  if (!asked.ok) return refuse({ code: asked.failure.code === 'unreadable' ? 'not_understood' : asked.failure.code });
  if ('refused' in asked.value) return refuse(asked.value.refused);
  const { finish, usage } = asked.value.end;
  await say({ kind: 'done', finish, usage });
  return { outcome: 'answered', usage: usage ?? undefined };
}
