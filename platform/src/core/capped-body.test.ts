import { expect, test } from 'vitest';
import { bodyBudget, withCappedBody } from './capped-body.ts';
import { type Log, silentLog } from './log.ts';

const mebibyte = 1024 * 1024;

function posted(body: NonNullable<RequestInit['body']>): Request {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  return new Request('http://bodies.test/', init);
}

function streamOf(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const remaining = chunks[Symbol.iterator]();
  return new ReadableStream(
    {
      pull: (controller) => {
        const next = remaining.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
    },
    { highWaterMark: 0 },
  );
}

function read(body: NonNullable<RequestInit['body']>, maximumBytes: number, isAnonymous = false, log: Log = silentLog) {
  return withCappedBody(log, (readBody) => readBody(posted(body), { maximumBytes, isAnonymous, address: '192.0.2.1' }));
}

/** Reads a body of so many bytes, all zero, and keeps it in hand until it is dropped. */
async function hold(bytes: number, isAnonymous: boolean, address = '192.0.2.1') {
  const unblock = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<string>();
  const handled = withCappedBody(silentLog, async (readBody) => {
    const body = await readBody(posted(new Uint8Array(bytes)), { maximumBytes: bytes, isAnonymous, address });
    answered.resolve(body.ok ? 'read' : body.failure.code);
    await unblock.promise;
  });
  return {
    answer: await answered.promise,
    release: async () => {
      unblock.resolve();
      await handled;
    },
  };
}

test('a body arrives as it was sent, however it was cut', async () => {
  const bytes = Uint8Array.from({ length: 40_000 }, (_, index) => index % 251);
  const cut = (size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size));
  for (const size of [1, 999, 40_000]) {
    const body = await read(streamOf(cut(size)), bytes.length);
    expect(body.ok && Buffer.compare(body.value, bytes)).toBe(0);
  }
  expect(await read('', 10)).toMatchObject({ ok: true, value: Buffer.alloc(0) });
});

test('one byte too many is refused', async () => {
  expect((await read('x'.repeat(100), 100)).ok).toBe(true);
  expect(await read('x'.repeat(101), 100)).toMatchObject({ ok: false, failure: { code: 'body_too_long' } });
});

test('the bodies in hand are bounded, those of strangers more narrowly, and room is made when one is done with', async () => {
  const strangers = await Promise.all(
    Array.from({ length: bodyBudget.anonymous / mebibyte }, (_, index) => hold(mebibyte, true, `198.51.100.${index}`)),
  );
  expect(new Set(strangers.map(({ answer }) => answer))).toEqual(new Set(['read']));
  const late = await hold(mebibyte, true);
  expect(late.answer).toBe('too_many_bodies');
  const rest = (bodyBudget.all - bodyBudget.anonymous) / mebibyte;
  const known = await Promise.all(Array.from({ length: rest }, () => hold(mebibyte, false)));
  expect(new Set(known.map(({ answer }) => answer))).toEqual(new Set(['read']));
  expect(await read('x', 10)).toMatchObject({ ok: false, failure: { code: 'too_many_bodies' } });
  await known[0]?.release();
  expect((await read('x', 10)).ok).toBe(true);
  for (const { release } of [...strangers, late, ...known]) await release();
});

test('what is refused or fails gives its room back', async () => {
  for (let count = 0; count < (2 * bodyBudget.anonymous) / mebibyte; count += 1) {
    expect(await read(new Uint8Array(mebibyte + 1), mebibyte, true)).toMatchObject({ failure: { code: 'body_too_long' } });
    const failed = withCappedBody(silentLog, async (readBody) => {
      await readBody(posted(new Uint8Array(mebibyte)), { maximumBytes: mebibyte, isAnonymous: true, address: '192.0.2.1' });
      throw new Error('the handling failed');
    });
    await expect(failed).rejects.toThrow('the handling failed');
  }
  expect((await read(new Uint8Array(mebibyte), mebibyte, true)).ok).toBe(true);
});

test('a sender who hangs up is not a fault of ours', async () => {
  const said: string[] = [];
  const hearing = (level: string) => (event: string) => void said.push(`${level} ${event}`);
  const log = { debug: hearing('debug'), info: hearing('info'), warn: hearing('warn'), error: hearing('error') };
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  expect(await read(broken, 10, true, log)).toMatchObject({ ok: false, failure: { code: 'body_interrupted' } });
  expect(said).toEqual(['debug request_body_interrupted']);
});

test('one address without a session takes a part of the memory only, and the addresses of one IPv6 block are one', async () => {
  const held = [];
  for (let host = 1; host <= 16; host += 1) held.push(await hold(64 * 1024, true, `2001:db8::${host.toString(16)}`));
  expect(held.map(({ answer }) => answer)).toEqual(Array.from({ length: 16 }, () => 'read'));
  const late = await hold(64 * 1024, true, '2001:db8::ffff');
  const other = await hold(64 * 1024, true, '2001:db8:1::1');
  expect([late.answer, other.answer]).toEqual(['too_many_bodies', 'read']);
  for (const { release } of [...held, late, other]) await release();
  const again = await hold(64 * 1024, true, '2001:db8::ffff');
  expect(again.answer).toBe('read');
  await again.release();
});

test('a body that stalls is given up, and what it took is free again', async () => {
  let isCancelled = false;
  const stalled = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => {
      isCancelled = true;
    },
  });
  const answer = await withCappedBody(
    silentLog,
    (readBody) => readBody(posted(stalled), { maximumBytes: 1000, isAnonymous: true, address: '192.0.2.1' }),
    20,
  );
  expect([answer, isCancelled]).toEqual([{ ok: false, failure: { code: 'body_interrupted' } }, true]);
});
