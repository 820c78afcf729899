import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readAnswerStream } from './answer-stream.ts';

const shape = z.object({ id: z.number() });

/** A stream of the given pieces; it fails after them where `cut` is set. */
function streamOf(pieces: readonly (string | Uint8Array)[], cut = false) {
  const left = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (cut) controller.error(new TypeError('network error'));
      else controller.close();
    },
    cancel: () => {
      cancelled = true;
    },
  });
  return { body, isCancelled: () => cancelled };
}

async function read(pieces: readonly (string | Uint8Array)[], cut = false) {
  const stream = streamOf(pieces, cut);
  const lines: { readonly id: number }[] = [];
  let chunks = 0;
  const onLine = (line: { readonly id: number }) => void lines.push(line);
  const onChunk = () => {
    chunks += 1;
  };
  const result = await readAnswerStream(stream.body, shape, { onLine, onChunk });
  return { result, ids: lines.map(({ id }) => id), chunks, left: stream.isCancelled() };
}

test('lines come in order, wherever the network cuts them, inside a character too', async () => {
  const text = new TextEncoder().encode('{"line":{"id":1,"name":"é"}}\n\n{"line":{"id":2}}\n{"end":true}\n');
  const pieces = Array.from(text, (byte) => new Uint8Array([byte]));
  const { result, ids, chunks } = await read(pieces);
  expect([result, ids]).toEqual([{ ok: true, value: undefined }, [1, 2]]);
  expect(chunks).toBe(pieces.length);
});

test.each([
  ['ends without its last line', ['{"line":{"id":1}}\n'], false],
  ['ends within a line', ['{"line":{"id":1}}\n{"end":tr'], false],
  ['breaks off', ['{"line":{"id":1}}\n'], true],
])('an answer that %s was cut', async (_what, pieces, cut) => {
  expect(await read(pieces, cut)).toMatchObject({ result: { ok: false, failure: { code: 'backend_unreachable' } }, ids: [1] });
});

test.each([
  ['another shape', '{"line":{"id":"1"}}\n'],
  ['no JSON', '<html>\n'],
  ['nothing known', '{"else":1}\n'],
  ['a list', '[1]\n'],
  ['a failure without a name', '{"failure":{}}\n'],
])('a line of %s ends the reading and leaves the stream', async (_what, line) => {
  const { result, ids, left } = await read(['{"line":{"id":1}}\n', line, '{"line":{"id":3}}\n{"end":true}\n']);
  expect([result, ids, left]).toEqual([{ ok: false, failure: { code: 'answer_unreadable' } }, [1], true]);
});

test('a line without an end is not gathered without bound', async () => {
  const { result } = await read(Array.from({ length: 40 }, () => 'x'.repeat(64 * 1024)));
  expect(result).toEqual({ ok: false, failure: { code: 'answer_unreadable' } });
});

test('the server’s own failure is told: what it refuses by its name, a stop or a fault as out of reach', async () => {
  expect((await read(['{"failure":{"code":"target_refused","message":"…"}}\n'])).result).toEqual({
    ok: false,
    failure: { code: 'refused', reason: 'target_refused', details: [] },
  });
  for (const code of ['server_stopping', 'INTERNAL_ERROR']) {
    expect((await read([`{"failure":{"code":"${code}"}}\n`])).result).toEqual({ ok: false, failure: { code: 'backend_unreachable' } });
  }
});

test('whoever is told of a line is waited for before the next, and a fault of theirs leaves the stream', async () => {
  const stream = streamOf(['{"line":{"id":1}}\n{"line":{"id":2}}\n', '{"end":true}\n']);
  const order: string[] = [];
  const onLine = async ({ id }: { readonly id: number }) => {
    order.push(`begin ${id}`);
    await Promise.resolve();
    order.push(`end ${id}`);
    if (id === 2) throw new Error('a fault of the page');
  };
  await expect(readAnswerStream(stream.body, shape, { onLine, onChunk: () => undefined })).rejects.toThrow('a fault of the page');
  expect([order, stream.isCancelled()]).toEqual([['begin 1', 'end 1', 'begin 2', 'end 2'], true]);
});
