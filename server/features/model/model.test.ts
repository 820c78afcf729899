import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '@castellan/foundation/clock';
import { silentLog } from '@castellan/platform/core/log';
import { createParser } from 'eventsource-parser';
import { afterAll, expect, test } from 'vitest';
import { openLawDatabase } from '../../../supabase/tests/law-database.ts';
import { addOwner } from '../../../supabase/tests/people.ts';
import { createEgress } from '../../adapters/egress.ts';
import { createEgressStreams } from '../../adapters/egress-stream.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { makeTestCall, readTestLines } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { modelHalf } from './model-half.ts';
import { answerEvents, startTestEndpoint } from './test-endpoint.ts';

const law = await openLawDatabase();
await addOwner(law.superuser, law.auth);
const endpoint = await startTestEndpoint();
afterAll(async () => {
  await endpoint.close();
  await law.drop();
});

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
const authenticatorKey = new Uint8Array(randomBytes(32));

/** The server's functions, with a way out to these networks. */
function serve(allowedNetworks = loopback) {
  const { functions } = modelHalf({
    reads: createReadsHere(createEgress({ allowedNetworks }), createEgressStreams({ allowedNetworks })),
    rows: createSqlRows(law.machine),
    keys: () => ({ authenticatorKey }) as ReturnType<Parameters<typeof modelHalf>[0]['keys']>,
    clock: systemClock,
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log: silentLog,
  });
  const ask = (name: string, method = 'GET', body?: object, signal?: AbortSignal) => {
    const request = new Request(`http://localhost/functions/v1/${name}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = functions[name]?.handle(request, makeTestCall(signal === undefined ? {} : { signal }));
    if (answer === undefined) throw new Error(`there is no function ${name}`);
    return answer;
  };
  return { functions, ask };
}

const { functions, ask } = serve();
const connect = (more: object = {}) =>
  ask('model-connection', 'POST', { baseUrl: endpoint.baseUrl, model: 'answers', key: endpoint.key, ...more });
const payload = (model: string) => ({
  model,
  messages: [{ role: 'user', content: 'Plan my day – Ő.' }],
  stream: true,
  stream_options: { include_usage: true },
});
const chat = (model: string, signal?: AbortSignal) =>
  ask('model-chat', 'POST', { payload: payload(model), kinds: ['typed text', 'tasks'] }, signal);
/** Asks the test endpoint itself, past the server. */
const askEndpoint = (model: string, key = endpoint.key) =>
  fetch(`${endpoint.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(payload(model)),
  });
const linesOf = async (answer: Response) =>
  (await readTestLines(answer)).flatMap((line) => (typeof line === 'object' && line !== null && 'line' in line ? [line.line] : []));
const ledger = async () =>
  (
    await law.machine.query<{ metadata: Record<string, unknown>; success: boolean }>(
      `select metadata, success from public.activity_logs where activity_type = 'app_activity' and metadata ->> 'subject' = 'model_call' order by sequence`,
    )
  ).rows;

/** The data of each server-sent event. */
function eventsOf(text: string): readonly string[] {
  const events: string[] = [];
  createParser({ onEvent: ({ data }) => events.push(data) }).feed(text);
  return events;
}

/** Where the event has what kind of value, such as `choices.*.delta.content string`. */
function shapesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path} ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([key, part]) => shapesOf(part, `${path}.${Array.isArray(value) ? '*' : key}`));
}

test('the test endpoint streams nothing of another shape than OpenAI’s recorded answers, to the same last word', async () => {
  const recorded = ['text.txt', 'two-calls.txt'].map((name) => eventsOf(readFileSync(join(import.meta.dirname, 'recorded', name), 'utf8')));
  const shapes = new Set(recorded.flat().flatMap((event) => (event === '[DONE]' ? [] : shapesOf(JSON.parse(event)))));
  expect(shapes).toContain('.choices.*.delta.tool_calls.*.function.arguments string');
  for (const model of ['answers', 'bytewise']) {
    const streamed = eventsOf(await (await askEndpoint(model)).text());
    expect([recorded.map((events) => events.at(-1)), streamed.at(-1)]).toEqual([['[DONE]', '[DONE]'], '[DONE]']);
    const ours = streamed.slice(0, -1).flatMap((event) => shapesOf(JSON.parse(event)));
    expect(ours.length).toBeGreaterThan(50);
    expect(ours.filter((shape) => !shapes.has(shape))).toEqual([]);
  }
});

test('the test endpoint refuses as OpenAI’s API does: 401, 429 with a wait, 404; and it notices who leaves', async () => {
  expect(await askEndpoint('answers', 'another')).toMatchObject({ status: 401 });
  const busy = await askEndpoint('busy');
  expect([busy.status, busy.headers.get('retry-after'), await busy.json()]).toMatchObject([
    429,
    '7',
    { error: { message: expect.any(String) } },
  ]);
  expect(await fetch(`${endpoint.baseUrl}/completions`, { headers: { authorization: `Bearer ${endpoint.key}` } })).toMatchObject({
    status: 404,
  });
  const before = endpoint.left();
  const reader = (await askEndpoint('endless')).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('data: {');
  await reader?.cancel();
  await expect.poll(() => endpoint.left()).toBe(before + 1);
});

test('the connection tells address and model and never the key, which goes to no other origin and is sealed in the database', async () => {
  expect(await (await ask('model-connection')).json()).toEqual({ isConnected: false });
  expect(await linesOf(await chat('answers'))).toEqual([{ kind: 'refused', code: 'no_model' }]);
  const chosen = await connect({ baseUrl: ` ${endpoint.baseUrl}/chat/completions ` });
  const state = { isConnected: true, baseUrl: endpoint.baseUrl, model: 'answers', hasKey: true };
  expect([chosen.status, await chosen.json()]).toEqual([200, state]);
  expect(await (await ask('model-connection')).json()).toEqual(state);
  const { rows } = await law.machine.query<{ sealed: string }>('select sealed from private.model_connection');
  expect(rows.map(({ sealed }) => sealed.startsWith('v1.') && !sealed.includes(endpoint.key))).toEqual([true]);
  expect(await (await ask('model-list', 'POST', { baseUrl: endpoint.baseUrl })).json()).toEqual({ models: ['answers', 'busy'] });

  const elsewhere = endpoint.baseUrl.replace('127.0.0.1', 'localhost');
  expect(await (await ask('model-list', 'POST', { baseUrl: elsewhere })).json()).toMatchObject({ code: 'key_refused' });
  expect(await (await ask('model-connection', 'POST', { baseUrl: elsewhere, model: 'answers' })).json()).toMatchObject({ hasKey: false });
  for (const baseUrl of ['ftp://host/v1', 'http://user:word@host/v1', 'host/v1', 'https://host/v1?key=x', ''])
    expect((await connect({ baseUrl })).status).toBe(400);
  expect((await connect({ key: 'a b' })).status).toBe(400);
  await connect();
});

test('what is sent is the payload to the letter, and the answer comes as text, whole calls, and what was used', async () => {
  for (const model of ['answers', 'bytewise']) {
    const lines = await linesOf(await chat(model));
    const text = lines.flatMap((line) => (typeof line === 'object' && line !== null && 'text' in line ? [line.text] : [])).join('');
    expect(text).toBe('Először a bank – then 🌱 the plants.');
    expect(lines.slice(-3)).toEqual([
      { kind: 'call', id: 'call_a', name: 'due', arguments: '{"args":["today"]}' },
      { kind: 'call', id: 'call_b', name: 'add', arguments: '{"args":["task","call bank – Ő"]}' },
      { kind: 'done', finish: 'tool_calls', usage: { promptTokens: 21, completionTokens: 9 } },
    ]);
    expect(endpoint.heard.at(-1)).toEqual({ authorization: `Bearer ${endpoint.key}`, body: payload(model) });
  }
  expect(answerEvents('answers').length).toBeGreaterThan(5);
});

test('a refused key, a full endpoint, a broken one and an answer that breaks off have their names; the key is in none', async () => {
  expect(await linesOf(await chat('busy'))).toEqual([
    { kind: 'refused', code: 'over_rate_limit', status: 429, message: 'Rate limit reached', waitSeconds: 7 },
  ]);
  expect(await linesOf(await chat('broken'))).toEqual([
    { kind: 'refused', code: 'endpoint_refused', status: 500, message: 'The server had an error' },
  ]);
  expect((await linesOf(await chat('breaks'))).at(-1)).toEqual({ kind: 'refused', code: 'connection_failed' });
  await connect({ key: 'wrong-key-of-mine' });
  const refused = await linesOf(await chat('answers'));
  expect(refused).toEqual([{ kind: 'refused', code: 'key_refused', status: 401 }]);
  expect(JSON.stringify(refused)).not.toContain('wrong-key');
  await connect();
});

test('who leaves closes the connection to the endpoint', async () => {
  const before = endpoint.left();
  const leaver = new AbortController();
  const answer = await chat('endless', leaver.signal);
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"kind":"text"');
  leaver.abort();
  await expect.poll(() => endpoint.left()).toBe(before + 1);
});

test('an endpoint that is not public is refused unless its network was allowed, and nothing reaches it', async () => {
  const strict = serve(new BlockList());
  const heard = endpoint.heard.length;
  const answer = await strict.ask('model-chat', 'POST', { payload: payload('answers'), kinds: [] });
  expect(await linesOf(answer)).toEqual([{ kind: 'refused', code: 'address_refused' }]);
  const listed = await strict.ask('model-list', 'POST', { baseUrl: endpoint.baseUrl });
  expect([listed.status, await listed.json()]).toMatchObject([422, { code: 'address_refused' }]);
  expect(endpoint.heard).toHaveLength(heard);
});

test('every call is a row of the log: where to, what kinds, how much, how it ended; nothing of what was said', async () => {
  await expect.poll(async () => (await ledger()).length).toBe(8);
  const rows = await ledger();
  expect(rows.map(({ metadata }) => metadata['outcome'])).toEqual([
    'answered',
    'answered',
    'over_rate_limit',
    'endpoint_refused',
    'connection_failed',
    'key_refused',
    'aborted',
    'address_refused',
  ]);
  expect(rows[0]).toEqual({
    success: true,
    metadata: {
      subject: 'model_call',
      host: new URL(endpoint.baseUrl).host,
      model: 'answers',
      kinds: ['typed text', 'tasks'],
      sent_bytes: new TextEncoder().encode(JSON.stringify(payload('answers'))).length,
      outcome: 'answered',
      prompt_tokens: 21,
      completion_tokens: 9,
    },
  });
  expect(JSON.stringify(rows)).not.toContain('Plan my day');
});

test('all of it is the owner’s, and a body of another form is refused before anything is sent', async () => {
  for (const called of Object.values(functions)) expect(called.audience).toBe('owner');
  const refused = async (body: object) => (await ask('model-chat', 'POST', body)).status;
  expect(await refused({ payload: { ...payload('answers'), stream: false }, kinds: [] })).toBe(400);
  expect(await refused({ payload: { ...payload('answers'), user: 'me' }, kinds: [] })).toBe(400);
  expect(await refused({ payload: { ...payload('answers'), messages: [] }, kinds: [] })).toBe(400);
  expect(await refused({ payload: payload('answers'), kinds: ['<b>'] })).toBe(400);
  expect(await (await ask('model-connection', 'DELETE')).json()).toEqual({ isConnected: false });
  expect((await law.machine.query('select from private.model_connection')).rowCount).toBe(0);
});
