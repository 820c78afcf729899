import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the endpoint was asked, as it came. */
export type HeardChat = { readonly authorization: string | undefined; readonly body: Record<string, unknown> };

/** An endpoint of OpenAI's form on loopback; its answers are compared with recorded ones (`model.test.ts`). */
export type TestEndpoint = {
  readonly baseUrl: string;
  readonly key: string;
  readonly heard: readonly HeardChat[];
  /** Calls whose connection was closed before the answer's end. */
  readonly left: () => number;
  readonly close: () => Promise<void>;
};

/** The events of one answer: text in pieces, two calls of commands whose arguments come in pieces, then the usage. */
export function answerEvents(model: string): readonly object[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_795_000_000,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Először a bank – ' }),
    chunk({ content: 'then 🌱 the plants.' }),
    chunk({ tool_calls: [{ index: 0, id: 'call_a', type: 'function', function: { name: 'due', arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: '{"args":["to' } }] }),
    chunk({ tool_calls: [{ index: 1, id: 'call_b', type: 'function', function: { name: 'add', arguments: '{"args":["task",' } }] }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: 'day"]}' } }] }),
    chunk({ tool_calls: [{ index: 1, function: { arguments: '"call bank – Ő"]}' } }] }),
    chunk({}, 'tool_calls'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 } },
  ];
}

/** The same as server-sent events, to the byte. */
export function answerBytes(model: string): Uint8Array {
  const lines = answerEvents(model).map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return new TextEncoder().encode(`: welcome\n\n${lines.join('')}data: [DONE]\n\n`);
}

/** Starts it. The model's name says what it does: `answers`, `bytewise`, `busy`, `endless`, `breaks`, `broken`. */
export async function startTestEndpoint(key = 'test-key-of-the-endpoint'): Promise<TestEndpoint> {
  const heard: HeardChat[] = [];
  let left = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const { authorization } = request.headers;
      const chunks: Buffer[] = [];
      for await (const part of request) chunks.push(part as Buffer);
      if (authorization !== `Bearer ${key}`)
        return answer(response, 401, {
          error: { message: `Incorrect API key provided: ${authorization}`, type: 'invalid_request_error', code: 'invalid_api_key' },
        });
      if (request.url === '/v1/models')
        return answer(response, 200, {
          object: 'list',
          data: [
            { id: 'busy', object: 'model' },
            { id: 'answers', object: 'model' },
          ],
        });
      if (request.url !== '/v1/chat/completions' || request.method !== 'POST')
        return answer(response, 404, { error: { message: 'Unknown request URL' } });
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      heard.push({ authorization, body });
      response.on('close', () => {
        if (!response.writableEnded) left += 1;
      });
      await chat(response, String(body['model']));
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    heard,
    left: () => left,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function chat(response: ServerResponse, model: string): Promise<void> {
  if (model === 'busy') return answer(response, 429, { error: { message: 'Rate limit reached', type: 'tokens' } }, { 'retry-after': '7' });
  if (model === 'broken') return answer(response, 500, { error: { message: 'The server had an error' } });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const bytes = answerBytes(model);
  if (model === 'endless') {
    // Begun, and never ended: whoever waits has to leave.
    response.write(bytes.slice(0, 700));
    return;
  }
  if (model === 'breaks') {
    response.write(bytes.slice(0, 700), () => response.destroy());
    return;
  }
  if (model === 'bytewise')
    for (const byte of bytes) await new Promise<void>((resolve) => response.write(Uint8Array.of(byte), () => resolve()));
  else response.write(bytes);
  response.end();
}
