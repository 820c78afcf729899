import { Readable } from 'node:stream';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestStorage } from './start-test-storage.ts';

const storage = await startTestStorage();
afterAll(storage.stop);
const user = await storage.makeUser();

/** The unmodified client library, over a real socket, as a user, as the service or as nobody. */
function connect(as?: { readonly token: string } | 'service') {
  const { secretKey, publishableKey } = storage.keys;
  return createClient(storage.url, as === 'service' ? secretKey : publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(as === undefined || as === 'service' ? {} : { accessToken: async () => as.token }),
  }).storage;
}

const service = connect('service');
const files = () => service.from('bin');
const bytes = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 251));

beforeAll(async () => {
  expect((await service.createBucket('bin')).error).toBeNull();
  expect((await service.createBucket('shown', { public: true })).error).toBeNull();
  expect((await service.createBucket('closed')).error).toBeNull();
});

beforeEach(async () => {
  for (const bucket of ['bin', 'shown', 'closed']) expect((await service.emptyBucket(bucket)).error).toBeNull();
});

async function download(path: string): Promise<Buffer> {
  const { data, error } = await files().download(path);
  expect(error).toBeNull();
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
}

describe('what is uploaded comes back byte by byte', () => {
  const form = new FormData();
  form.append('', new Blob([bytes]), 'any.bin');
  const bodies: readonly (readonly [string, () => Parameters<ReturnType<typeof files>['upload']>[1]])[] = [
    ['a buffer', () => bytes],
    ['an array buffer', () => new Uint8Array(bytes).buffer],
    ['a blob', () => new Blob([bytes], { type: 'image/png' })],
    ['a form', () => form],
    ['a stream of Node', () => Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)])],
    ['a stream of the web', () => new Blob([bytes]).stream()],
  ];
  test.each(bodies)('%s', async (_name, body) => {
    const { data, error } = await files().upload('a/b.bin', body(), { contentType: 'image/png' });
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: 'a/b.bin', fullPath: 'bin/a/b.bin' });
    expect(await download('a/b.bin')).toEqual(bytes);
  });

  test('nothing at all, too', async () => {
    expect((await files().upload('empty.txt', '')).error).toBeNull();
    expect(await download('empty.txt')).toEqual(Buffer.alloc(0));
  });
});

describe('uploading', () => {
  test('does not replace what is there, unless it is told to', async () => {
    await files().upload('a.txt', 'one');
    const { error } = await files().upload('a.txt', 'two');
    expect(error).toMatchObject({ status: 400, statusCode: '409', message: 'The resource already exists' });
    expect((await download('a.txt')).toString()).toBe('one');
    expect((await files().upload('a.txt', 'two', { upsert: true })).error).toBeNull();
    expect((await download('a.txt')).toString()).toBe('two');
    expect((await files().update('a.txt', 'three')).error).toBeNull();
    expect((await download('a.txt')).toString()).toBe('three');
  });

  test('keeps type, cache control and what the uploader says', async () => {
    await files().upload('a.txt', bytes, { contentType: 'Text/Plain; charset=UTF-8', metadata: { by: 'me' }, cacheControl: '60' });
    const { data } = await files().info('a.txt');
    expect(data).toMatchObject({
      ...{ name: 'a.txt', bucketId: 'bin', size: 3000, contentType: 'text/plain; charset=UTF-8', cacheControl: 'max-age=60' },
      ...{ metadata: { by: 'me' }, etag: expect.stringMatching(/^"[0-9a-f]{64}"$/), version: expect.any(String) },
    });
    await files().upload('b.txt', new Blob([bytes], { type: 'text/csv' }), { metadata: { by: 'form' } });
    expect((await files().info('b.txt')).data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=3600',
      metadata: { by: 'form' },
    });
  });

  test("holds a bucket's limits of size and type, also for what is moved and copied", async () => {
    await service.createBucket('small', { public: false, fileSizeLimit: '1kb', allowedMimeTypes: ['image/*', 'text/csv'] });
    const small = service.from('small');
    expect((await small.upload('a.png', bytes, { contentType: 'image/png' })).error).toMatchObject({ status: 400, statusCode: '413' });
    expect((await small.upload('a.png', new Blob([bytes], { type: 'image/png' }))).error).toMatchObject({ statusCode: '413' });
    expect((await small.upload('a.txt', 'x')).error).toMatchObject({ statusCode: '415', message: expect.stringContaining('text/plain') });
    expect((await small.upload('a.csv', new Blob(['x'], { type: 'text/csv' }))).error).toBeNull();
    await files().upload('big.png', bytes, { contentType: 'image/png' });
    await files().upload('wrong.txt', 'x');
    const destinationBucket = 'small';
    expect((await files().move('big.png', 'big.png', { destinationBucket })).error).toMatchObject({ statusCode: '413' });
    expect((await files().copy('wrong.txt', 'wrong.txt', { destinationBucket })).error).toMatchObject({ statusCode: '415' });
    expect((await small.list()).data).toHaveLength(1);
  });

  test('of more than is allowed is refused, whether its length is known or not', async () => {
    const long = Buffer.alloc(3_000_000, 'x');
    const bodies = [
      long,
      new Blob([long]),
      new Blob([long]).stream(),
      Readable.from([long.subarray(0, 1_500_000), long.subarray(1_500_000)]),
    ];
    for (const body of bodies) expect((await files().upload('long.txt', body)).error).toMatchObject({ statusCode: '413' });
    expect(await files().list()).toEqual({ data: [], error: null });
  });

  test('into a bucket that is not there says so', async () => {
    const { error } = await service.from('nowhere').upload('a.txt', 'x');
    expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Bucket not found' });
  });
});

describe('reading', () => {
  test('tells whether an object exists', async () => {
    await files().upload('a.txt', 'x');
    expect((await files().exists('a.txt')).data).toBe(true);
    expect((await files().exists('b.txt')).data).toBe(false);
    expect((await files().info('b.txt')).error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' });
  });

  test('streams', async () => {
    await files().upload('a.bin', bytes);
    const { data } = await files().download('a.bin').asStream();
    expect(Buffer.from(await new Response(data).arrayBuffer())).toEqual(bytes);
  });

  test('by a signed address wants nothing but the address, and ends with it', async () => {
    await files().upload('f/a b.txt', bytes);
    const { data } = await files().createSignedUrl('f/a b.txt', 60, { download: 'named.txt' });
    const answer = await fetch(data?.signedUrl ?? '');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''named.txt");
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=(?:59|60)$/);
    const other = await fetch((data?.signedUrl ?? '').replace('a%20b.txt', 'b.txt'));
    expect(await other.json()).toMatchObject({ statusCode: '400', code: 'InvalidSignature' });
    storage.time.nowMs += 61_000;
    expect(await (await fetch(data?.signedUrl ?? '')).json()).toMatchObject({ code: 'InvalidJWT' });
    storage.time.nowMs -= 61_000;
  });

  test('by many signed addresses names what cannot be signed', async () => {
    await files().upload('a.txt', 'x');
    const { data } = await files().createSignedUrls(['a.txt', 'b.txt'], 60);
    expect(data).toMatchObject([
      { path: 'a.txt', error: null },
      { path: 'b.txt', signedUrl: null, error: expect.any(String) },
    ]);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('x');
  });

  test('by a public address is for public buckets only', async () => {
    await service.from('shown').upload('a.txt', 'shown');
    await files().upload('a.txt', 'hidden');
    const shown = await fetch(service.from('shown').getPublicUrl('a.txt').data.publicUrl);
    expect([shown.status, await shown.text(), shown.headers.get('cache-control')]).toEqual([200, 'shown', 'max-age=3600']);
    const hidden = await fetch(files().getPublicUrl('a.txt').data.publicUrl);
    expect([hidden.status, await hidden.json()]).toEqual([400, expect.objectContaining({ statusCode: '404', code: 'NoSuchBucket' })]);
    expect((await connect().from('shown').download('a.txt')).error).toBeNull();
    expect((await connect().from('bin').download('a.txt')).data).toBeNull();
  });
});

describe('a signed address for an upload', () => {
  test('takes one upload from anybody', async () => {
    const { data } = await files().createSignedUploadUrl('given.txt');
    const nobody = connect().from('bin');
    expect((await nobody.uploadToSignedUrl('given.txt', data?.token ?? '', 'thanks')).data).toMatchObject({ fullPath: 'bin/given.txt' });
    expect((await download('given.txt')).toString()).toBe('thanks');
    expect((await nobody.uploadToSignedUrl('given.txt', data?.token ?? '', 'again')).error).toMatchObject({ statusCode: '409' });
    expect((await nobody.uploadToSignedUrl('other.txt', data?.token ?? '', 'else')).error).toMatchObject({ message: 'Invalid signature' });
  });

  test('replaces only where it was signed for that', async () => {
    await files().upload('given.txt', 'old');
    expect((await files().createSignedUploadUrl('given.txt')).error).toMatchObject({ statusCode: '409' });
    const { data } = await files().createSignedUploadUrl('given.txt', { upsert: true });
    expect(
      (
        await connect()
          .from('bin')
          .uploadToSignedUrl('given.txt', data?.token ?? '', new Blob(['new']))
      ).error,
    ).toBeNull();
    expect((await download('given.txt')).toString()).toBe('new');
  });

  test('is for nobody who may not upload, and is no address for reading', async () => {
    expect((await connect(user).from('bin').createSignedUploadUrl('a.txt')).error).toMatchObject({ statusCode: '403' });
    const { data } = await files().createSignedUploadUrl('a.txt');
    await files().upload('a.txt', 'x');
    const answer = await fetch(`${storage.url}/storage/v1/object/sign/bin/a.txt?token=${data?.token}`);
    expect(await answer.json()).toMatchObject({ code: 'InvalidSignature' });
  });
});

describe('lists', () => {
  beforeEach(async () => {
    for (const name of ['b.txt', 'a.txt', 'f/one.txt', 'f/two.txt', 'f/g/deep.txt', 'F.txt']) await files().upload(name, name);
  });

  test('one folder with its folders, by name', async () => {
    const { data } = await files().list();
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['F.txt', false],
      ['a.txt', false],
      ['b.txt', false],
      ['f', true],
    ]);
    expect(data?.[1]?.metadata).toMatchObject({ size: 5, mimetype: 'text/plain;charset=UTF-8', cacheControl: 'max-age=3600' });
    expect((await files().list('f')).data?.map(({ name }) => name)).toEqual(['g', 'one.txt', 'two.txt']);
  });

  test('in parts, the other way round, and what begins with a text', async () => {
    const names = async (options: Parameters<ReturnType<typeof files>['list']>[1]) =>
      (await files().list('', options)).data?.map(({ name }) => name);
    expect(await names({ limit: 2, offset: 1 })).toEqual(['a.txt', 'b.txt']);
    expect(await names({ sortBy: { column: 'name', order: 'desc' } })).toEqual(['f', 'b.txt', 'a.txt', 'F.txt']);
    expect(await names({ sortBy: { column: 'created_at', order: 'asc' } })).toEqual(['b.txt', 'a.txt', 'f', 'F.txt']);
    expect(await names({ search: 'f' })).toEqual(['F.txt', 'f']);
  });

  test.each([
    ['by name', undefined],
    ['by name downwards', { column: 'name', order: 'desc' }],
    ['by age', { column: 'created_at', order: 'asc' }],
  ] as const)('page by page %s, each entry once', async (_name, sortBy) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await files().listV2({
        ...{ limit: 2, with_delimiter: true },
        ...(cursor === undefined ? {} : { cursor }),
        ...(sortBy === undefined ? {} : { sortBy }),
      });
      expect(error).toBeNull();
      seen.push(...[...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name));
      cursor = data?.nextCursor;
    } while (cursor !== undefined);
    expect(seen.sort()).toEqual(['F.txt', 'a.txt', 'b.txt', 'f/']);
    expect((await files().listV2({ prefix: 'f/' })).data?.objects.map(({ name }) => name)).toEqual([
      'f/g/deep.txt',
      'f/one.txt',
      'f/two.txt',
    ]);
  });
});

describe('moving, copying, removing', () => {
  test('an object moves with its content, also to another bucket', async () => {
    await files().upload('a.txt', 'x');
    const { id } = (await files().info('a.txt')).data ?? {};
    expect((await files().move('a.txt', 'b/c.txt')).data).toMatchObject({ message: 'Successfully moved' });
    expect((await files().info('b/c.txt')).data?.id).toBe(id);
    expect((await files().exists('a.txt')).data).toBe(false);
    expect((await files().move('b/c.txt', 'c.txt', { destinationBucket: 'shown' })).error).toBeNull();
    expect(await (await service.from('shown').download('c.txt')).data?.text()).toBe('x');
    expect((await files().move('b/c.txt', 'c.txt')).error).toMatchObject({ statusCode: '404' });
    expect((await service.from('shown').move('c.txt', 'c.txt', { destinationBucket: 'nowhere' })).error).toMatchObject({
      statusCode: '404',
    });
  });

  test('never over another', async () => {
    await files().upload('a.txt', 'a');
    await files().upload('b.txt', 'b');
    expect((await files().move('a.txt', 'b.txt')).error).toMatchObject({ statusCode: '409' });
    expect((await files().copy('a.txt', 'b.txt')).error).toMatchObject({ statusCode: '409' });
    expect((await files().copy('a.txt', 'c/a.txt')).data).toEqual({ path: 'bin/c/a.txt' });
    expect((await download('c/a.txt')).toString()).toBe('a');
    expect((await files().remove(['a.txt', 'c/a.txt', 'none.txt'])).data?.map(({ name }) => name)).toEqual(['a.txt', 'c/a.txt']);
    expect((await files().list()).data?.map(({ name }) => name)).toEqual(['b.txt']);
  });
});

describe('buckets', () => {
  test('are made, changed in part, listed, emptied and removed', async () => {
    expect((await service.createBucket('box', { public: true, fileSizeLimit: '1.5MB', allowedMimeTypes: ['image/png'] })).data).toEqual({
      name: 'box',
    });
    expect((await service.createBucket('box')).error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    expect((await service.updateBucket('box', { public: false })).data).toEqual({ message: 'Successfully updated' });
    expect((await service.getBucket('box')).data).toMatchObject({
      public: false,
      file_size_limit: 1_500_000,
      allowed_mime_types: ['image/png'],
    });
    await service.updateBucket('box', { public: false, allowedMimeTypes: null, fileSizeLimit: null });
    expect((await service.getBucket('box')).data).toMatchObject({ file_size_limit: null, allowed_mime_types: null });
    expect((await service.listBuckets({ search: 'BO', sortColumn: 'name', sortOrder: 'desc' })).data?.map(({ id }) => id)).toEqual(['box']);
    await service.from('box').upload('a.txt', 'x');
    expect((await service.deleteBucket('box')).error).toMatchObject({ statusCode: '409' });
    expect((await service.emptyBucket('box')).error).toBeNull();
    expect((await service.deleteBucket('box')).data).toEqual({ message: 'Successfully deleted' });
    expect((await service.getBucket('box')).error).toMatchObject({ status: 400, statusCode: '404', message: 'Bucket not found' });
    expect((await service.deleteBucket('box')).error).toMatchObject({ statusCode: '404' });
  });

  test('are refused with a name or a limit that none can have', async () => {
    for (const name of ['a/b', ' a', '..', 'ä', 'a'.repeat(101)]) {
      expect((await service.createBucket(name)).error).toMatchObject({ statusCode: '400' });
    }
    expect((await service.createBucket('much', { public: false, fileSizeLimit: '99GB' })).error).toMatchObject({ statusCode: '413' });
    expect((await service.createBucket('odd', { public: false, fileSizeLimit: 'much' })).error).toMatchObject({ statusCode: '400' });
  });
});

describe('the policies', () => {
  test('give a user the own folder and no other, in all calls', async () => {
    const mine = connect(user).from('bin');
    const own = `${user.id}/a.txt`;
    expect((await mine.upload(own, 'mine')).error).toBeNull();
    expect((await mine.upload(own, 'mine too', { upsert: true })).error).toBeNull();
    expect((await mine.upload('others/a.txt', 'x')).error).toMatchObject({ status: 400, statusCode: '403' });
    await files().upload('others/a.txt', 'hidden');
    expect((await mine.download('others/a.txt')).data).toBeNull();
    expect((await mine.info('others/a.txt')).error).toMatchObject({ message: 'Object not found' });
    expect((await mine.createSignedUrl('others/a.txt', 60)).error).toMatchObject({ statusCode: '404' });
    expect((await mine.list()).data?.map(({ name }) => name)).toEqual([user.id]);
    expect((await mine.listV2()).data?.objects.map(({ name }) => name)).toEqual([own]);
    expect((await mine.remove(['others/a.txt'])).data).toEqual([]);
    expect((await mine.move('others/a.txt', `${user.id}/b.txt`)).error).toMatchObject({ statusCode: '404' });
    expect((await mine.copy('others/a.txt', `${user.id}/b.txt`)).error).toMatchObject({ statusCode: '404' });
    expect((await mine.move(own, 'others/b.txt')).error).toMatchObject({ statusCode: '403' });
    expect((await mine.copy(own, 'others/b.txt')).error).toMatchObject({ statusCode: '403' });
    expect(await (await mine.download(own)).data?.text()).toBe('mine too');
    expect((await mine.remove([own])).data).toHaveLength(1);
    expect((await connect(user).createBucket('mine')).error).toMatchObject({ statusCode: '403' });
  });

  test('let nobody learn whether a bucket or an object that they hide is there', async () => {
    await service.from('closed').upload('a.txt', 'x');
    const told = async (bucket: string) => {
      const one = connect(user).from(bucket);
      const calls = [
        one.download('a.txt'),
        one.info('a.txt'),
        one.upload('a.txt', 'y'),
        one.createSignedUrl('a.txt', 9),
        one.copy('a.txt', 'b'),
      ];
      const refused = await Promise.all(calls);
      return refused.map(({ error }) => error?.message);
    };
    expect(await told('closed')).toEqual(await told('nowhere'));
    expect((await connect(user).getBucket('closed')).error?.message).toBe((await connect(user).getBucket('nowhere')).error?.message);
  });

  test('give nobody anything', async () => {
    const nobody = connect();
    await files().upload('a.txt', 'x');
    expect((await nobody.listBuckets()).data).toEqual([]);
    expect((await nobody.from('bin').list()).data).toEqual([]);
    expect((await nobody.from('bin').upload('b.txt', 'x')).error).toMatchObject({ statusCode: '403' });
    expect((await nobody.from('bin').remove(['a.txt'])).data).toEqual([]);
    expect((await nobody.createBucket('b')).error).toMatchObject({ statusCode: '403' });
  });
});
