import { redactSecrets } from './redact-secrets.ts';

/** A call of one of our commands, as a model asks for it. */
export type AskedCall = { readonly id: string; readonly name: string; readonly arguments: string };

type WireCall = {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
};

/** One message of a chat in OpenAI's form. */
type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly WireCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** A command that the model may ask for. */
export type ChatTool = {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
};

/** What leaves for the endpoint, whole. */
export type ChatPayload = {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly stream: true;
  readonly stream_options: { readonly include_usage: true };
};

/** One thing that leaves, in words: its kind (`typed text`, `tasks`), what it is, its length, and which sealed kinds are in it. */
export type Leaving = { readonly kind: string; readonly what: string; readonly characters: number; readonly sealed?: readonly string[] };

/** One step of a conversation as it is kept in the page, with the kinds of what is in it. */
export type Turn = { readonly message: ChatMessage; readonly leaving: readonly Leaving[] };

/** A call that was made ready: the exact body, and what is in it. */
export type PreparedChat = {
  readonly payload: ChatPayload;
  /** What leaves with it for the first time; what left before goes again with each call. */
  readonly fresh: readonly Leaving[];
  readonly again: readonly Leaving[];
  /** Every kind that is in it, sealed ones too. */
  readonly kinds: readonly string[];
  /** The sealed kinds that are in it. */
  readonly sealed: readonly string[];
  /** Secrets that were taken out of all of it. */
  readonly redactions: number;
};

/** Makes the body of a call. Every text of it goes through `redactSecrets`, what commands answered and the model wrote too. */
export function prepareChat(options: {
  readonly model: string;
  readonly system: string;
  readonly turns: readonly Turn[];
  /** How many of the turns have left before. */
  readonly sentTurns: number;
  readonly tools: readonly ChatTool[];
}): PreparedChat {
  const { model, system, turns, sentTurns, tools } = options;
  let redactions = 0;
  const clean = (text: string): string => {
    const redacted = redactSecrets(text);
    redactions += redacted.count;
    return redacted.text;
  };
  const messages = [{ role: 'system', content: system } as const, ...turns.map(({ message }) => message)].map((message) =>
    cleaned(message, clean),
  );
  const fresh = turns.slice(sentTurns).flatMap(({ leaving }) => leaving);
  const again = turns.slice(0, sentTurns).flatMap(({ leaving }) => leaving);
  const payload: ChatPayload = {
    model,
    messages,
    ...(tools.length === 0 ? {} : { tools }),
    stream: true,
    stream_options: { include_usage: true },
  };
  const all = [...fresh, ...again];
  const sealed = [...new Set(all.flatMap((one) => one.sealed ?? []))];
  return { payload, fresh, again, kinds: [...new Set([...all.map(({ kind }) => kind), ...sealed])], sealed, redactions };
}

function cleaned(message: ChatMessage, clean: (text: string) => string): ChatMessage {
  if (message.role !== 'assistant') return { ...message, content: clean(message.content) };
  const { content, tool_calls: calls } = message;
  return {
    role: 'assistant',
    content: content === null ? null : clean(content),
    ...(calls === undefined
      ? {}
      : { tool_calls: calls.map((call) => ({ ...call, function: { ...call.function, arguments: clean(call.function.arguments) } })) }),
  };
}

/** What the model said, as the next call repeats it. */
export function assistantTurn(text: string, calls: readonly AskedCall[]): Turn {
  const toolCalls = calls.map(
    ({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: given } }) as const,
  );
  return {
    message: {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
    },
    leaving: [],
  };
}

/** Records or text that go along with a question, and the sealed kinds that are in it. */
export type Attachment = { readonly kind: string; readonly what: string; readonly text: string; readonly sealed?: readonly string[] };

/** What a command answered the model. */
export function toolTurn(call: AskedCall, { text, ...answered }: Attachment): Turn {
  return {
    message: { role: 'tool', tool_call_id: call.id, content: text },
    leaving: text === '' ? [] : [{ ...answered, characters: text.length }],
  };
}

/** A question with what goes along, fenced off as data. */
export function userTurn(text: string, attachments: readonly Attachment[]): Turn {
  const parts = attachments.map(
    ({ what, text: data }) => `<data from="${what.replaceAll(/["<>&]/g, ' ')}">\n${data.replaceAll(/<\/?data/gi, '‹data')}\n</data>`,
  );
  return {
    message: { role: 'user', content: [text, ...parts].join('\n\n') },
    leaving: [
      { kind: 'typed text', what: 'what you typed', characters: text.length },
      ...attachments.map(({ text: data, ...attached }) => ({ ...attached, characters: data.length })),
    ],
  };
}
