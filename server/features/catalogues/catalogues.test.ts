import { randomBytes, randomUUID } from 'node:crypto';
import { openPool } from '@castellan/platform/core/database';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type MediaServices, startMediaServices } from '../../../tests/support/media-services.ts';
import { createTestDatabase } from '../../../tests/support/test-database.ts';
import { createEgress } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { createListedLog, makeTestCall } from '../../functions/test-call.ts';
import { createSqlRows } from '../../rows/sql-rows.ts';
import { parseSettings } from '../../settings.ts';
import { cataloguesHalf } from './catalogues-half.ts';
import { maxCoverBytes } from './cover-store.ts';
import { lookUpLimit } from './media-functions.ts';

let services: MediaServices;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let userId = '';
let nowMs = 0;
let lines: string[] = [];
const authenticatorKey = new Uint8Array(randomBytes(32));

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.address, 'postgres', { max: 3 });
  userId = await makeUser();
  await pool.query('insert into private.owner (user_id) values ($1)', [userId]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  services = await startMediaServices();
  nowMs = Date.parse('2026-11-22T10:00:00Z');
  lines = [];
  await pool.query('delete from public.media_keys');
});
afterEach(() => services.stop());

function open(environment: Readonly<Record<string, string>> = {}) {
  const settings = parseSettings({ ...services.environment, ...environment });
  if (!settings.ok) throw new Error(settings.failure.message);
  const log = createListedLog(lines);
  const { functions } = cataloguesHalf({
    settings: settings.value,
    reads: createReadsHere(createEgress({ allowedNetworks: settings.value.allowedNetworks })),
    rows: createSqlRows(pool),
    keys: () => ({ authenticatorKey }) as never,
    clock: { nowMs: () => nowMs },
    randomBytes: (count) => new Uint8Array(randomBytes(count)),
    log,
    publicUrl: () => 'https://castellan.example',
  });
  return async (name: string, body: unknown) => {
    const request = new Request(`https://castellan.example/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const answer = await functions[name]?.handle(request, makeTestCall());
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    return { status: answer?.status, body: (await answer?.json()) as unknown };
  };
}

const outcome = (name: string) => ({ status: 200, body: { outcome: name } });

test('without a key nobody is asked for films; with one they are found by title, and completed by their id', async () => {
  const ask = open();
  expect(await ask('media-lookup', { of: 'films', query: 'third man' })).toEqual(outcome('no_key'));
  expect(services.calls).toEqual([]);
  expect(await ask('media-key', { key: services.key })).toEqual({ status: 200, body: { kept: true } });
  const bare = { creators: [], runtimeMin: null, pages: null, isbn: null, seasons: [] };
  expect(await ask('media-lookup', { of: 'films', query: 'third man' })).toEqual({
    status: 200,
    body: {
      outcome: 'found',
      found: [
        { ...bare, kind: 'film', title: 'The Third Man', year: 1949, refs: ['tmdb:movie-1092'], cover: 'film:/thirdman.jpg' },
        { ...bare, kind: 'show', title: 'Dark', year: 2017, refs: ['tmdb:tv-70523'], cover: null },
      ],
    },
  });
  expect(await ask('media-lookup', { of: 'films', id: 'movie-1092' })).toMatchObject({
    body: { found: [{ creators: ['Carol Reed'], runtimeMin: 105, refs: ['tmdb:movie-1092', 'imdb:tt0041959'] }] },
  });
  expect(await ask('media-lookup', { of: 'films', id: 'tv-70523' })).toMatchObject({
    body: { found: [{ kind: 'show', creators: ['Baran bo Odar', 'Jantje Friese'], seasons: [10, 8, 8], runtimeMin: 60 }] },
  });
  expect(await ask('media-lookup', { of: 'films', id: 'movie-1' })).toMatchObject({ body: { outcome: 'found', found: [] } });
});

test('the key is kept sealed, is in no answer and no log, another one takes its place, and it is erased', async () => {
  const ask = open();
  const token = `${'a'.repeat(30)}.${'b'.repeat(60)}.${'c'.repeat(43)}`;
  await ask('media-key', { key: services.key });
  const { rows } = await pool.query<{ sealed_key: string }>('select sealed_key from public.media_keys');
  expect(rows[0]?.sealed_key).toMatch(/^v1\./);
  expect(JSON.stringify(rows)).not.toContain(services.key);
  await ask('media-key', { key: token });
  expect(await ask('media-lookup', { of: 'films', query: 'dark' })).toEqual(outcome('key_refused'));
  services.key = token;
  expect(await ask('media-lookup', { of: 'films', query: 'dark' })).toMatchObject({ body: { outcome: 'found' } });
  expect(services.calls.at(-1)).toMatchObject({ headers: { authorization: `Bearer ${token}` } });
  expect(services.calls.at(-1)?.path).not.toContain(token);
  services.fault = (response) => void response.writeHead(500).end();
  expect(await ask('media-lookup', { of: 'films', query: 'dark' })).toEqual(outcome('unavailable'));
  expect(lines.join('\n')).not.toMatch(/aaaa|0123456789abcdef|127\.0\.0\.1/);
  await ask('media-key', { key: null });
  expect(await ask('media-lookup', { of: 'films', query: 'dark' })).toEqual(outcome('no_key'));
  for (const key of ['', 'short', 'x'.repeat(32), `${'a'.repeat(30)}\n.b.c`])
    expect(await ask('media-key', { key })).toMatchObject({ status: 400 });
});

test('books are found by words and by ISBN, without a key, by whoever says who asks', async () => {
  const ask = open();
  expect(await ask('media-lookup', { of: 'books', query: 'time war' })).toMatchObject({
    body: {
      found: [
        {
          title: 'This Is How You Lose the Time War',
          creators: ['Amal El-Mohtar', 'Max Gladstone'],
          year: 2019,
          pages: 201,
          cover: 'book:8665647',
        },
        { title: 'Without much', creators: [], year: null, pages: null, cover: null },
      ],
    },
  });
  expect(await ask('media-lookup', { of: 'books', isbn: '9782070427796' })).toMatchObject({
    body: {
      found: [
        {
          title: 'Les ombres errantes',
          isbn: '9782070427796',
          year: 2002,
          pages: 189,
          refs: ['openlibrary:OL16262504M'],
          cover: 'book:240727',
        },
      ],
    },
  });
  expect(await ask('media-lookup', { of: 'books', isbn: '9780062445315' })).toMatchObject({ body: { outcome: 'found', found: [] } });
  expect(services.calls.map(({ headers }) => headers['user-agent'])).toEqual(Array(3).fill('Castellan (https://castellan.example)'));
});

test.each<[string, (response: import('node:http').ServerResponse) => void]>([
  ['HTML', (response) => void response.writeHead(200).end('<html>')],
  ['another shape', (response) => void response.writeHead(200).end('{"docs":[{"title":7}]}')],
  ['429', (response) => void response.writeHead(429).end()],
  [
    'half an answer',
    (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
      response.socket?.end();
    },
  ],
  ['three megabytes', (response) => void response.writeHead(200).end(`"${'x'.repeat(3_000_000)}"`)],
  ['a redirect into a private network', (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
])('a service that answers %s gave no answer', async (_what, fault) => {
  services.fault = fault;
  expect(await open()('media-lookup', { of: 'books', query: 'x' })).toEqual(outcome('unavailable'));
});

test('where the operator switched them off, or the network is private, nobody is asked', async () => {
  const off = open({ FILM_DATABASE_URL: 'off', BOOK_DATABASE_URL: 'off' });
  expect(await off('media-lookup', { of: 'films', query: 'x' })).toEqual(outcome('off'));
  expect(await off('media-lookup', { of: 'books', query: 'x' })).toEqual(outcome('off'));
  expect(await open({ TOOLS_ALLOW_CIDRS: '' })('media-lookup', { of: 'books', query: 'x' })).toEqual(outcome('unavailable'));
  expect(services.calls).toEqual([]);
});

test('what is no question is refused, and so is one too many', async () => {
  const ask = open();
  for (const body of [{}, { of: 'films' }, { of: 'films', id: '../x' }, { of: 'books', isbn: '123' }, { of: 'books', query: ' ' }])
    expect(await ask('media-lookup', body)).toMatchObject({ status: 400 });
  for (let count = 5; count < lookUpLimit.limit; count += 1) await ask('media-lookup', {});
  expect(await ask('media-lookup', { of: 'books', query: 'x' })).toMatchObject({ status: 429 });
});

async function makeUser(): Promise<string> {
  const id = randomUUID();
  await pool.query(`insert into auth.users (id, email, encrypted_password) values ($1, $2, 'none')`, [id, `${id}@example.org`]);
  return id;
}

async function makeItem(): Promise<string> {
  const id = randomUUID();
  await pool.query(`insert into public.media_items (id, user_id, kind, title) values ($1, $2, 'film', 'The Third Man')`, [id, userId]);
  return id;
}

test('a cover is fetched once, kept with its item, handed out, and goes with it or after six months', async () => {
  const ask = open();
  const id = await makeItem();
  const data = Buffer.from(services.cover).toString('base64');
  expect(await ask('media-cover', { id, cover: 'film:/thirdman.jpg' })).toEqual({ status: 200, body: { type: 'image/png', data } });
  expect(services.calls.map(({ path }) => path)).toEqual(['/t/p/w185/thirdman.jpg']);
  expect(await ask('media-covers', { ids: [id, randomUUID()] })).toEqual({
    status: 200,
    body: { covers: [{ id, type: 'image/png', data }] },
  });
  expect(await ask('media-cover', { id, cover: 'book:240727' })).toMatchObject({ status: 200 });
  expect(services.calls.at(-1)?.path).toBe('/b/id/240727-M.jpg?default=false');
  nowMs += 181 * 86_400_000;
  expect(await ask('media-covers', { ids: [id] })).toEqual({ status: 200, body: { covers: [] } });
  await ask('media-cover', { id, cover: 'book:240727' });
  await pool.query('delete from public.media_items where id = $1', [id]);
  expect((await pool.query('select from private.media_covers')).rowCount).toBe(0);
});

test('what is no small still picture is no cover, an item that is not there gets none, and no other address is asked', async () => {
  const ask = open();
  const id = await makeItem();
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.alloc(0),
    Buffer.concat([services.cover, Buffer.alloc(maxCoverBytes)]),
  ]) {
    services.cover = bytes;
    expect(await ask('media-cover', { id, cover: 'book:1' })).toMatchObject({ status: 404, body: { code: 'no_cover' } });
  }
  services.fault = (response) => void response.writeHead(503).end();
  expect(await ask('media-cover', { id, cover: 'book:1' })).toMatchObject({ status: 503 });
  services.fault = undefined;
  services.cover = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  expect(await ask('media-cover', { id: randomUUID(), cover: 'book:1' })).toMatchObject({ status: 409, body: { code: 'item_missing' } });
  for (const cover of ['film:/../secret.jpg', 'film://evil.example/x.jpg', 'book:1/../2', 'http://169.254.169.254/', 'book:'])
    expect(await ask('media-cover', { id, cover })).toMatchObject({ status: 400 });
});
