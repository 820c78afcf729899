import { parseJson } from '@castellan/foundation/parse-json';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { type BackendFailure, classifyFailure } from './backend-failure.ts';
import type { Shape } from './shape.ts';

/** A line that is longer than so many characters is none of ours. */
const maxLineLength = 1024 * 1024;

/** What may stop a streamed answer before its end: it was called off here, or its backend failed at it. */
export type StreamFailure = BackendFailure | { readonly code: 'cancelled' };

export type StreamOptions<Line> = {
  /** Told of each line as it comes, in order; the next is read when it has returned. */
  readonly onLine: (line: Line) => void | Promise<void>;
  /** Calls the answer off: the server ends its work too. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Reads an answer that comes line by line (newline-delimited JSON, each `{"line": …}`; then `{"end": true}` or `{"failure":
 * {code, message}}`; empty lines only say that it goes on). Each line must have the shape given. An answer that ends otherwise
 * was cut: `backend_unreachable`. `onChunk` hears of every sign of life. Rejects only where `onLine` does, after leaving the stream.
 */
export async function readAnswerStream<Line>(
  body: ReadableStream<Uint8Array>,
  shape: Shape<Line>,
  { onLine, onChunk }: Pick<StreamOptions<Line>, 'onLine'> & { readonly onChunk: () => void },
): Promise<Result<undefined, BackendFailure>> {
  const decoder = new TextDecoder();
  let rest = '';
  // Leaving the loop, however it is left, cancels the stream.
  for await (const chunk of chunksOf(body)) {
    onChunk();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) return fail({ code: 'answer_unreadable' });
    for (const text of lines) {
      if (text === '') continue;
      const said = parseLine(text, shape);
      if (said.kind !== 'line') return said.kind === 'end' ? succeed(undefined) : fail(said.failure);
      await onLine(said.line);
    }
  }
  return fail({ code: 'backend_unreachable' });
}

/** A stream's own iteration is not in every browser that we serve. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      // A stream that fails was cut, as one that ends too early.
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }) as const);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

type Said<Line> =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'end' }
  | { readonly kind: 'failure'; readonly failure: BackendFailure };

function parseLine<Line>(text: string, shape: Shape<Line>): Said<Line> {
  const said = parseObject(text);
  if (said !== undefined && 'end' in said) return { kind: 'end' };
  if (said !== undefined && 'failure' in said) return { kind: 'failure', failure: failureOf(said.failure) };
  const line = shape.safeParse(said !== undefined && 'line' in said ? said.line : undefined);
  return line.success ? { kind: 'line', line: line.data } : { kind: 'failure', failure: { code: 'answer_unreadable' } };
}

/** The answer had begun well, so that only these two ends are the server's own doing. */
function failureOf(failure: unknown): BackendFailure {
  const code = typeof failure === 'object' && failure !== null && 'code' in failure ? failure.code : undefined;
  if (typeof code !== 'string') return { code: 'answer_unreadable' };
  const isServers = code === 'server_stopping' || code === 'INTERNAL_ERROR';
  return classifyFailure({ status: isServers ? 500 : 400, code }, undefined);
}

function parseObject(text: string): object | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
