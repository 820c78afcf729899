import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestStorage } from './start-test-storage.ts';
import { openStorageService } from './storage-service.ts';

const storage = await startTestStorage({ bytesPerCaller: 1_000_000 });
afterAll(storage.stop);
const seed = 20_261_127;

type Sent = { readonly as?: 'service' | 'nobody' | { readonly token: string } } & RequestInit;

function ask(path: string, { as = 'service', ...init }: Sent = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (as !== 'nobody') headers.set('apikey', as === 'service' ? storage.keys.secretKey : storage.keys.publishableKey);
  if (typeof as === 'object') headers.set('authorization', `Bearer ${as.token}`);
  return storage.handle(new Request(`http://storage.test/storage/v1/${path}`, { ...init, headers }));
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

async function put(name: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}): Promise<void> {
  const answer = await ask(`object/bin/${name}`, { method: 'PUT', body, headers: { 'content-type': 'text/plain', ...headers } });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

beforeAll(async () => {
  for (const bucket of [{ name: 'bin' }, { name: 'shown', public: true }]) expect((await ask('bucket', json(bucket))).status).toBe(200);
});

beforeEach(async () => {
  await ask('bucket/bin/empty', { method: 'POST' });
  await ask('bucket/shown/empty', { method: 'POST' });
});

/** The files of the folder, by their paths in it. */
async function filesThere(): Promise<readonly string[]> {
  const entries = await readdir(storage.folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(storage.folder.length + 1));
}

describe('parts of a content', () => {
  beforeEach(() => put('a.txt', '0123456789'));

  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=3-1', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['rows=0-1', 200, '0123456789', null],
  ])('%s', async (range, status, body, contentRange) => {
    const answer = await ask('object/bin/a.txt', { headers: { range } });
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([status, body, contentRange]);
    expect(answer.headers.get('content-length')).toBe(String(body.length));
  });

  test.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])('%s cannot be', async (range) => {
    const answer = await ask('object/bin/a.txt', { headers: { range } });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test('whatever header comes, the answer is the content, a part of it or 416', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom(...'bytes=-,0123456789 ') }), async (range) => {
        const answer = await ask('object/bin/a.txt', { headers: { range } });
        expect([200, 206, 416]).toContain(answer.status);
        if (answer.status !== 416) expect('0123456789').toContain(await answer.text());
      }),
      { seed, numRuns: 60 },
    ));

  test('are sent only of the version that the client has, and a version that it has is not sent again', async () => {
    const tag = (await ask('object/bin/a.txt', { method: 'HEAD' })).headers.get('etag') ?? '';
    expect(tag).toBe(`"${createHash('sha256').update('0123456789').digest('hex')}"`);
    expect((await ask('object/bin/a.txt', { headers: { 'if-none-match': `"x", W/${tag}` } })).status).toBe(304);
    expect((await ask('object/bin/a.txt', { headers: { 'if-range': tag, range: 'bytes=0-0' } })).status).toBe(206);
    expect((await ask('object/bin/a.txt', { headers: { 'if-range': '"other"', range: 'bytes=0-0' } })).status).toBe(200);
  });
});

describe('what a browser gets', () => {
  test.each([
    'text/html',
    'text/javascript',
    'application/javascript',
    'application/ecmascript; charset=utf-8',
    'TEXT/JavaScript',
    'text/css',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/wasm',
    'text/event-stream',
    'application/speculationrules+json',
  ])('is never %s, and never a page', async (type) => {
    await put('a', 'alert(1)', { 'content-type': type });
    const { headers } = await ask('object/bin/a');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('is kept by nobody where a policy gave it', async () => {
    await put('a.png', 'x', { 'content-type': 'image/png', 'cache-control': 'public, max-age=9' });
    const { headers } = await ask('object/bin/a.png');
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/png', 'no-store']);
  });

  test('has headers of the service alone, whatever was said of the object', async () => {
    await put('a', 'x', { 'cache-control': 'max-age=1; set-cookie', 'content-type': 'text/plain' });
    const answer = await ask('object/bin/a?download=%0d%0aset-cookie:%20a%22;%27(*', { method: 'HEAD' });
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%0D%0Aset-cookie%3A%20a%22%3B%27%28%2a");
    expect(await (await ask('object/info/bin/a')).json()).toMatchObject({ cache_control: 'no-cache' });
  });
});

test('a name is a key and never a path: no request leaves the folder or reads beside it', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '...',
      '',
      'a',
      'b.txt',
      '%2e%2e',
      '%2f',
      '%5c',
      '%00',
      '\\',
      'incoming',
      '~',
      'a'.repeat(10_000),
      '\u202E',
      'é',
    ),
    fc.string({ maxLength: 8, unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), fc.boolean(), async (parts, isEncoded) => {
      const name = parts.map((one) => (isEncoded || /[^!-~]/.test(one) ? encodeURIComponent(one.toWellFormed()) : one)).join('/');
      const written = await ask(`object/bin/${name}`, { method: 'PUT', body: 'content', headers: { 'content-type': 'text/plain' } });
      expect([200, 400, 404]).toContain(written.status);
      const read = await ask(`object/bin/${name}`);
      if (written.status === 200) expect(await read.text()).toBe('content');
      else expect(read.status).toBeGreaterThanOrEqual(400);
      const moved = await ask('object/move', json({ bucketId: 'bin', sourceKey: 'none', destinationKey: parts.join('/') }));
      expect(moved.status).toBe(400);
    }),
    { seed, numRuns: 150 },
  );
  for (const path of await filesThere()) expect(path).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{62}$/);
});

describe('an upload that is cut off', () => {
  const boundary = '----form';
  const form = [
    `--${boundary}\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name=""; filename="blob"\r\ncontent-type: text/plain\r\n\r\ncontent of a file\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{"a":1}\r\n--${boundary}--\r\n`,
  ].join('');
  const requestOf = (headers: string, body: string) =>
    `POST /storage/v1/object/bin/cut.txt HTTP/1.1\r\nhost: storage.test\r\napikey: ${storage.keys.secretKey}\r\n${headers}\r\n\r\n${body}`;
  const uploads: readonly (readonly [string, string])[] = [
    ['of a known length', requestOf('content-type: text/plain\r\ncontent-length: 17', 'content of a file')],
    ['in chunks', requestOf('content-type: text/plain\r\ntransfer-encoding: chunked', '8\r\ncontent \r\n9\r\nof a file\r\n0\r\n\r\n')],
    ['as a form', requestOf(`content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${form.length}`, form)],
  ];

  /** Sends bytes, and hangs up at once or when it was answered. Resolves when the connection is gone, with what was said. */
  function send(bytes: string, hangsUp: boolean): Promise<string> {
    return new Promise((resolve) => {
      let said = '';
      const socket = connect(storage.port, '127.0.0.1', () => (hangsUp ? socket.end(bytes) : socket.write(bytes)));
      socket.on('data', (data) => {
        said += data;
        if (!hangsUp) socket.destroy();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(said));
    });
  }

  test.each(uploads)('at any byte leaves nothing: %s', async (_name, whole) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        expect(await send(whole.slice(0, length), true)).not.toMatch(/^HTTP\/1\.1 200/);
        expect((await ask('object/bin/cut.txt')).status).toBe(400);
        await expect.poll(() => readdir(join(storage.folder, 'incoming'))).toEqual([]);
      }),
      { seed, numRuns: 40, examples: [[whole.length - 1], [whole.length - 2]] },
    );
    expect(await send(whole, false)).toMatch(/^HTTP\/1\.1 200/);
    expect(await (await ask('object/bin/cut.txt')).text()).toBe('content of a file');
  });
});

test('a form is refused that is none, has two files, or more and longer fields than an upload needs', async () => {
  const file = 'content-disposition: form-data; name=""; filename="a"\r\n\r\nx';
  const field = (name: string, value: string) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const forms: readonly (readonly string[])[] = [
    [],
    [field('cacheControl', '3600')],
    [file, file],
    [file, ...Array.from({ length: 11 }, (_, index) => field(`f${index}`, 'x'))],
    [file, field('metadata', `{"a":"${'x'.repeat(9000)}"}`)],
    [file, field('metadata', '[1]')],
    [file, field('metadata', '{')],
    [`${'x'.repeat(20_000)}: y\r\n${file}`],
  ];
  for (const parts of forms) {
    const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
    const answer = await ask('object/bin/form.txt', {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect([answer.status, ((await answer.json()) as { statusCode: string }).statusCode], body.slice(0, 200)).toEqual([400, '400']);
  }
  const hostile = fc.array(
    fc.oneof(fc.constantFrom('--b', '--b--', '\r\n', '\r\n\r\n', file, field('contentType', 'x'), ':', '"'), fc.string({ unit: 'binary' })),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (parts) => {
      const init = { method: 'PUT', body: parts.join(''), headers: { 'content-type': 'multipart/form-data; boundary=b' } };
      expect([200, 400]).toContain((await ask('object/bin/form.txt', init)).status);
    }),
    { seed, numRuns: 150 },
  );
  expect(await readdir(join(storage.folder, 'incoming'))).toEqual([]);
});

describe('bytes', () => {
  const hour = 61 * 60 * 1000;

  test('of equal contents lie there once, and go when no object holds them', async () => {
    await storage.service.collect();
    await put('a.txt', 'twice');
    await put('b.txt', 'twice');
    const [place] = (await filesThere()).filter((path) => path.includes(createHash('sha256').update('twice').digest('hex').slice(2)));
    expect(place).toBeDefined();
    storage.time.nowMs += hour;
    await ask('object/bin', { ...json({ prefixes: ['a.txt'] }), method: 'DELETE' });
    await storage.service.collect();
    expect(await filesThere()).toContain(place);
    await put('b.txt', 'something else');
    await storage.service.collect();
    expect(await filesThere()).not.toContain(place);
    expect(await (await ask('object/bin/b.txt')).text()).toBe('something else');
    storage.time.nowMs -= hour;
  });

  test('are not lost where they are stored and collected at the same time', async () => {
    storage.time.nowMs += hour;
    const upload = async (round: number) => {
      for (let count = 0; count < 10; count += 1) {
        const name = `r${round}.txt`;
        await put(name, 'the same');
        expect(await (await ask(`object/bin/${name}`)).text()).toBe('the same');
        await ask('object/bin', { ...json({ prefixes: [name] }), method: 'DELETE' });
        await storage.service.collect();
      }
    };
    await Promise.all([1, 2, 3].map(upload));
    storage.time.nowMs -= hour;
  });

  test('that an upload of a server that was killed left go after a day', async () => {
    const left = join(storage.folder, 'incoming', 'left');
    await writeFile(left, 'x');
    await storage.service.collect();
    expect((await stat(left)).size).toBe(1);
    const old = new Date(storage.time.nowMs - 25 * 60 * 60 * 1000);
    await utimes(left, old, old);
    await storage.service.collect();
    expect(await readdir(join(storage.folder, 'incoming'))).toEqual([]);
  });

  test('that are missing are said to be, and come back with the next upload', async () => {
    await put('a.txt', 'lost');
    const hash = createHash('sha256').update('lost').digest('hex');
    await rm(join(storage.folder, hash.slice(0, 2), hash.slice(2)));
    expect((await ask('object/bin/a.txt')).status).toBe(500);
    await put('a.txt', 'lost');
    expect(await (await ask('object/bin/a.txt')).text()).toBe('lost');
  });
});

test('an account stores so much and no more, also in many small objects, at once', async () => {
  const user = await storage.makeUser();
  const upload = (name: string, length: number) => {
    const body = new Uint8Array(length);
    return ask(`object/bin/${user.id}/${name}`, { as: user, method: 'POST', body, headers: { 'content-type': 'text/plain' } });
  };
  const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => upload(`${index}`, 100_000)));
  const stored = answers.filter(({ status }) => status === 200).length;
  // Each counts 16 KiB more than its length.
  expect(stored).toBe(8);
  let small = 0;
  while (small < 20 && (await upload(`small${small}`, 0)).status === 200) small += 1;
  expect(small).toBe(4);
  const copied = await ask('object/copy', {
    ...json({ bucketId: 'bin', sourceKey: `${user.id}/small0`, destinationKey: `${user.id}/copy` }),
    as: user,
  });
  expect(await copied.json()).toMatchObject({ statusCode: '413' });
});

test('strangers have one upload an address, and eight downloads that they do not read', async () => {
  const held = Promise.withResolvers<void>();
  const never = new ReadableStream({ pull: () => held.promise });
  const signed = (await (await ask('object/upload/sign/bin/slow.txt', { method: 'POST' })).json()) as { url: string };
  const send = (body: string | ReadableStream) =>
    ask(signed.url.slice(1), { as: 'nobody', method: 'PUT', body, duplex: 'half', headers: { 'content-type': 'text/plain' } } as Sent);
  const first = send(never);
  await expect.poll(async () => (await send('x')).status).toBe(429);
  held.reject(new Error('gone'));
  expect((await first).status).toBe(400);
  await ask('object/shown/a.txt', { method: 'POST', body: Buffer.alloc(600_000), headers: { 'content-type': 'text/plain' } });
  const open = await Promise.all(Array.from({ length: 8 }, () => ask('object/public/shown/a.txt', { as: 'nobody' })));
  expect(open.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await ask('object/public/shown/a.txt', { as: 'nobody' })).status).toBe(429);
  expect((await ask('object/shown/a.txt')).status).toBe(200);
  await open[0]?.body?.cancel();
  await expect.poll(async () => (await ask('object/public/shown/a.txt', { as: 'nobody', method: 'GET' })).status).toBe(200);
  await Promise.all(open.slice(1).map(({ body }) => body?.cancel()));
});

test('a folder that cannot be made is named', async () => {
  const folder = join(storage.folder, 'a file');
  await writeFile(folder, 'x');
  expect(() => openStorageService(storage.context, { ...storage.settings, folder })).toThrow(
    `The folder of stored objects ${folder} cannot be used`,
  );
  await rm(folder);
});

test('two servers on one database and one folder read and replace what the other stored', async () => {
  const other = openStorageService(storage.context, storage.settings);
  const asked = (method: string, body?: string) =>
    other.handle(
      new Request('http://storage.test/storage/v1/object/bin/a.txt', {
        ...{ method, headers: { apikey: storage.keys.secretKey, 'content-type': 'text/plain' } },
        ...(body === undefined ? {} : { body }),
      }),
      { address: '127.0.0.1', secure: false, requestId: 'other' },
    );
  await put('a.txt', 'one');
  expect(await (await asked('GET')).text()).toBe('one');
  expect((await asked('PUT', 'two')).status).toBe(200);
  expect(await (await ask('object/bin/a.txt')).text()).toBe('two');
  await other.stop();
});

test('what this server has not is refused by name', async () => {
  for (const path of [
    'render/image/public/shown/a.png',
    'upload/resumable',
    'cdn/shown/a',
    's3/bin',
    'iceberg/bucket',
    'vector/GetIndex',
  ]) {
    expect(await (await ask(path)).json()).toMatchObject({ code: 'FeatureNotEnabled' });
  }
  expect((await ask('nothing')).status).toBe(404);
});
