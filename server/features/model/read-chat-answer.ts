import { createParser } from 'eventsource-parser';
import { z } from 'zod';

/** How much a model used, in tokens, where it says so. */
export type ModelUsage = { readonly promptTokens: number; readonly completionTokens: number };

/** A call of one of our commands that a model asks for. `arguments` is text that it wrote, and may be anything. */
export type AskedCall = { readonly id: string; readonly name: string; readonly arguments: string };

/** A whole answer, as it stands when it has ended. */
export type ChatEnd = {
  readonly calls: readonly AskedCall[];
  /** `stop`, `length`, `tool_calls` or what else the endpoint says; empty where it says nothing. */
  readonly finish: string;
  readonly usage: ModelUsage | undefined;
};

/** Why an answer could not be read: no answer of this kind, longer than allowed, or a failure that the endpoint told in it. */
export type ChatFault = { readonly code: 'not_understood' | 'answer_too_long' | 'endpoint_failed'; readonly message?: string };

/** Thrown by the reader. */
export class UnreadableChat extends Error {
  override readonly name = 'UnreadableChat';
  readonly fault: ChatFault;
  constructor(fault: ChatFault) {
    super(fault.code);
    this.fault = fault;
  }
}

const callDelta = z.object({
  index: z.number().int().min(0).max(15).optional(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});

const partSchema = z.object({ content: z.string().nullish(), tool_calls: z.array(callDelta).nullish() });

const usageSchema = z.object({ prompt_tokens: z.number().catch(0), completion_tokens: z.number().catch(0) });

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().optional(),
        delta: partSchema.nullish(),
        // An endpoint that does not stream sends the message whole.
        message: partSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema.nullish(),
  error: z.union([z.string(), z.object({ message: z.string().nullish() })]).nullish(),
});

/** Characters that an answer's text, and the arguments of one call, may have. */
const limits = { text: 400_000, arguments: 65_536, event: 262_144 };

/** Reads one answer of a chat: server-sent events of OpenAI's form, or the whole completion as one JSON. */
export type ChatReader = {
  /** The text that a piece brought; empty where it brought none. Throws `UnreadableChat`. */
  readonly feed: (chunk: Uint8Array) => string;
  /** The rest of the text, and what the whole came to. Throws `UnreadableChat` where there was no answer at all. */
  readonly end: () => ChatEnd & { readonly text: string };
};

/** Makes the reader for one answer. Pieces may be cut anywhere, within a character too. */
export function createChatReader(kind: 'events' | 'json'): ChatReader {
  const decoder = new TextDecoder();
  const calls: { id: string; name: string; arguments: string }[] = [];
  let fresh = '';
  let length = 0;
  let finish = '';
  let usage: ModelUsage | undefined;
  let hasAnswer = false;
  let whole = '';

  const take = (value: unknown) => {
    const chunk = chunkSchema.safeParse(value);
    if (!chunk.success) throw new UnreadableChat({ code: 'not_understood' });
    const { choices, usage: used, error } = chunk.data;
    if (error !== undefined && error !== null) {
      const message = typeof error === 'string' ? error : error.message;
      throw new UnreadableChat({ code: 'endpoint_failed', ...(typeof message === 'string' ? { message } : {}) });
    }
    if (used !== undefined && used !== null) usage = { promptTokens: used.prompt_tokens, completionTokens: used.completion_tokens };
    const [choice] = choices ?? [];
    if (choice === undefined) return;
    hasAnswer = true;
    finish = choice.finish_reason ?? finish;
    const part = choice.delta ?? choice.message;
    const text = part?.content ?? '';
    length += text.length;
    if (length > limits.text) throw new UnreadableChat({ code: 'answer_too_long' });
    fresh += text;
    for (const [place, delta] of (part?.tool_calls ?? []).entries()) takeCall(delta, choice.message ? place : delta.index);
  };

  const takeCall = (delta: z.infer<typeof callDelta>, index: number | undefined) => {
    // Some endpoints number nothing: a new id is another call, none goes on with the last.
    const isNew = index === undefined && typeof delta.id === 'string' && delta.id !== calls.at(-1)?.id;
    const at = index ?? (isNew ? calls.length : Math.max(0, calls.length - 1));
    if (at > 15) throw new UnreadableChat({ code: 'answer_too_long' });
    while (calls.length <= at) calls.push({ id: '', name: '', arguments: '' });
    const call = calls[at];
    if (call === undefined) return;
    call.id = delta.id || call.id;
    call.name = delta.function?.name || call.name;
    call.arguments += delta.function?.arguments ?? '';
    if (call.arguments.length > limits.arguments) throw new UnreadableChat({ code: 'answer_too_long' });
  };

  const parser = createParser({
    maxBufferSize: limits.event,
    onEvent: ({ data }) => {
      if (data === '' || data.trim() === '[DONE]') return;
      take(parseJson(data));
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new UnreadableChat({ code: 'answer_too_long' });
    },
  });
  const takeFresh = () => {
    const text = fresh;
    fresh = '';
    return text;
  };

  return {
    feed: (chunk) => {
      const text = decoder.decode(chunk, { stream: true });
      if (kind === 'events') parser.feed(text);
      else whole += text;
      if (whole.length > limits.text * 2) throw new UnreadableChat({ code: 'answer_too_long' });
      return takeFresh();
    },
    end: () => {
      if (kind === 'json') take(parseJson(whole));
      // The last event may lack the empty line that ends it.
      else parser.feed('\n\n');
      if (!hasAnswer) throw new UnreadableChat({ code: 'not_understood' });
      const asked = calls.filter(({ name }) => name !== '').map((call, place) => ({ ...call, id: call.id || `call_${place + 1}` }));
      return { text: takeFresh(), calls: asked, finish, usage };
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableChat({ code: 'not_understood' });
  }
}
