import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createChatReader, UnreadableChat } from './read-chat-answer.ts';
import { answerBytes } from './test-endpoint.ts';

const whole = {
  text: 'Először a bank – then 🌱 the plants.',
  calls: [
    { id: 'call_a', name: 'due', arguments: '{"args":["today"]}' },
    { id: 'call_b', name: 'add', arguments: '{"args":["task","call bank – Ő"]}' },
  ],
  finish: 'tool_calls',
  usage: { promptTokens: 21, completionTokens: 9 },
};

/** What a reader makes of these pieces. */
function read(pieces: readonly Uint8Array[], kind: 'events' | 'json' = 'events') {
  const reader = createChatReader(kind);
  const before = pieces.map((piece) => reader.feed(piece)).join('');
  const { text, ...end } = reader.end();
  return { text: before + text, ...end };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const faultOf = (...given: Parameters<typeof read>) => {
  try {
    return read(...given);
  } catch (error) {
    return error instanceof UnreadableChat ? error.fault : error;
  }
};

test('an answer is the same wherever it is cut, within a character, a line, a call', () => {
  const bytes = answerBytes('m');
  for (let at = 0; at <= bytes.length; at += 1) expect([at, read([bytes.slice(0, at), bytes.slice(at)])]).toEqual([at, whole]);
  expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
});

test('answers that OpenAI’s API gave are read: text, and two calls at once', () => {
  const recorded = (name: string) => read([readFileSync(join(import.meta.dirname, 'recorded', name))]);
  const weather = '{"city":"San Francisco","temperature":61,"units":"f"}';
  expect(recorded('text.txt')).toEqual({ text: weather, calls: [], finish: 'stop', usage: { promptTokens: 79, completionTokens: 14 } });
  expect(recorded('two-calls.txt')).toEqual({
    text: '',
    calls: [
      {
        id: 'call_JMW1whyEaYG438VE1OIflxA2',
        name: 'GetWeatherArgs',
        arguments: '{"city": "Edinburgh", "country": "GB", "units": "c"}',
      },
      { id: 'call_DNYTawLBoN8fj3KN6qU9N1Ou', name: 'get_stock_price', arguments: '{"ticker": "AAPL", "exchange": "NASDAQ"}' },
    ],
    finish: 'tool_calls',
    usage: { promptTokens: 149, completionTokens: 60 },
  });
});

test('line ends of both kinds, comments, and a last event without its empty line are read', () => {
  const event = (text: string) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}`;
  expect(read([bytesOf(`: ping\r\n\r\n${event('a')}\r\n\r\nevent: x\r\n${event('b')}\n\n${event('c')}`)]).text).toBe('abc');
});

test('calls that nobody numbered are told apart by their ids, and one without an id gets one', () => {
  const delta = (calls: readonly object[]) => `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: calls } }] })}\n\n`;
  const text = [
    delta([{ id: 'one', function: { name: 'due', arguments: '{' } }]),
    delta([{ function: { arguments: '}' } }]),
    delta([{ id: 'two', function: { name: 'tasks', arguments: '{}' } }]),
  ].join('');
  expect(read([bytesOf(text)]).calls).toEqual([
    { id: 'one', name: 'due', arguments: '{}' },
    { id: 'two', name: 'tasks', arguments: '{}' },
  ]);
  expect(read([bytesOf(delta([{ index: 0, function: { name: 'due', arguments: '{}' } }]))]).calls).toEqual([
    { id: 'call_1', name: 'due', arguments: '{}' },
  ]);
});

test('an endpoint that does not stream is read whole', () => {
  const completion = {
    choices: [
      { message: { content: 'Whole.', tool_calls: [{ id: 'a', function: { name: 'due', arguments: '{}' } }] }, finish_reason: 'stop' },
    ],
  };
  expect(read([bytesOf(JSON.stringify(completion))], 'json')).toEqual({
    text: 'Whole.',
    calls: [{ id: 'a', name: 'due', arguments: '{}' }],
    finish: 'stop',
    usage: undefined,
  });
});

test.each([
  ['no answer at all', 'data: [DONE]\n\n', 'not_understood'],
  ['a page', '<!doctype html><p>hello', 'not_understood'],
  ['an event that is no JSON', 'data: {"choices":\n\n', 'not_understood'],
  ['choices of another form', 'data: {"choices":[{"delta":{"content":7}}]}\n\n', 'not_understood'],
  ['a failure within the answer', 'data: {"error":{"message":"overloaded"}}\n\n', 'endpoint_failed'],
  ['one event without end', `data: ${'x'.repeat(300_000)}`, 'answer_too_long'],
  [
    'a text without end',
    `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(100_000) } }] })}\n\n`.repeat(5),
    'answer_too_long',
  ],
  ['a seventeenth call', 'data: {"choices":[{"delta":{"tool_calls":[{"index":16,"id":"x"}]}}]}\n\n', 'not_understood'],
])('%s has its name', (_what, text, code) => {
  expect(faultOf([bytesOf(text)])).toMatchObject({ code });
});
