import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { silentLog } from '@castellan/platform/core/log';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createEgress } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { createQuietLog } from '../../quiet-log.ts';
import { type AlbumArt, createAlbumArt } from './album-art.ts';
import { createAlbumArtFunction } from './listening-functions.ts';

const bodies: Readonly<Record<string, Buffer>> = {
  // As far as their sizes, one pixel each.
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
  png: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
  webp: Buffer.from('RIFF\x14\x00\n\x00WEBPVP8L\x08\x00\x00\x00\x2f\x00\x00\x00\x00', 'latin1'),
  gif: Buffer.from('GIF89a'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  empty: Buffer.alloc(0),
  huge: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(2 * 1024 * 1024)]),
};
let heard = 0;
const host = createServer((request, response) => {
  heard += 1;
  const name = (request.url ?? '').slice(1).replace(/\d+$/, '');
  if (name === 'moved') response.writeHead(302, { location: '/jpeg' }).end();
  else response.writeHead(name in bodies ? 200 : 404, { 'content-type': 'image/jpeg' }).end(bodies[name]);
});
host.listen(0, '127.0.0.1');
await once(host, 'listening');
const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
afterAll(() => void host.close());

const networks = new BlockList();
networks.addAddress('127.0.0.1', 'ipv4');
const authenticatorKey = new Uint8Array(randomBytes(32));
let nowMs = 0;
const clock = { nowMs: () => nowMs };
const open = (key = authenticatorKey): AlbumArt =>
  createAlbumArt({
    reads: createReadsHere(createEgress({ allowedNetworks: networks })),
    keys: () => ({ authenticatorKey: key }),
    apiUrl: `${url}/v1`,
    clock,
    log: createQuietLog(silentLog, clock),
  });
let art = open();
beforeEach(() => {
  art = open();
  heard = 0;
});

const idOf = (path: string | null) => new URL(path ?? '', 'http://ours.example').searchParams.get('id') ?? '';
const codeOf = async (id: string, from = art) => {
  const result = await from.fetch(id);
  return result.ok ? result.value.type : result.failure.code;
};

test.each([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'art_missing'],
  ['svg', 'art_missing'],
  ['html', 'art_missing'],
  ['empty', 'art_missing'],
  ['huge', 'art_missing'],
  ['moved', 'art_missing'],
  ['absent', 'art_missing'],
])('%s is %s, by its bytes and not by what the host calls it', async (name, outcome) => {
  expect(await codeOf(idOf(art.pathOf(`${url}/${name}`)))).toBe(outcome);
});

test('only an id that we gave out is fetched, by any server with our keys and by no other', async () => {
  const id = idOf(art.pathOf(`${url}/jpeg`));
  const [address = '', signature = ''] = id.split('.');
  const foreign = Buffer.from(`${url}/png`).toString('base64url');
  const spoilt = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  for (const made of [
    '',
    'x',
    `${url}/jpeg`,
    address,
    `${address}.`,
    `${foreign}.${signature}`,
    `${address}.${spoilt}`,
    `${id}.`,
    'a'.repeat(5000),
  ]) {
    expect(await codeOf(made), made).toBe('art_unknown');
  }
  expect(await codeOf(id, open(new Uint8Array(32)))).toBe('art_unknown');
  expect(heard).toBe(0);
  expect(await codeOf(id, open())).toBe('image/jpeg');
  expect(idOf(open().pathOf(`${url}/jpeg`))).toBe(id);
});

test.each([
  ['https://i.scdn.co/image/ab67616d', true],
  ['https://mosaic.scdn.co/640/x', true],
  ['https://image-cdn-ak.spotifycdn.com/image/x', true],
  ['http://i.scdn.co/image/ab67616d', false],
  ['https://i.scdn.co.evil.example/x', false],
  ['https://evilscdn.co/x', false],
  ['https://169.254.169.254/x', false],
  ['file:///etc/passwd', false],
  ['not an address', false],
])('%s as a picture of the provider: %s', (address, isOurs) => {
  expect(art.pathOf(address) !== null).toBe(isOurs);
});

test('a picture is loaded once for everybody, a few are kept, and ids without end load no more than ten in half a minute', async () => {
  const id = idOf(art.pathOf(`${url}/jpeg`));
  await Promise.all(Array.from({ length: 50 }, () => art.fetch(id)));
  expect(heard).toBe(1);
  const codes: string[] = [];
  for (let number = 0; number < 40; number += 1) codes.push(await codeOf(idOf(art.pathOf(`${url}/jpeg${number}`))));
  expect(heard).toBe(10);
  expect(codes.filter((code) => code === 'must_wait')).toHaveLength(31);
  nowMs += 30_000;
  expect(await codeOf(id)).toBe('image/jpeg');
});

test('a picture that could not be loaded is tried again after half a minute', async () => {
  nowMs += 60_000;
  const id = idOf(art.pathOf(`${url}/absent`));
  for (let round = 0; round < 5; round += 1) expect(await codeOf(id)).toBe('art_missing');
  expect(heard).toBe(1);
  nowMs += 30_000;
  await codeOf(id);
  expect(heard).toBe(2);
});

test('a picture is answered as a picture of its type, a download where it is opened, and kept by the one browser for long', async () => {
  nowMs += 60_000;
  const ask = (id: string) =>
    createAlbumArtFunction({ art }).handle(new Request(`http://ours.example/functions/v1/album-art?id=${id}`), makeTestCall());
  const answer = await ask(idOf(art.pathOf(`${url}/png`)));
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'image/png',
    'content-disposition': 'attachment',
    'cache-control': 'private, max-age=2592000, immutable',
  });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bodies['png']);
  const missing = await ask(idOf(art.pathOf(`${url}/gif`)));
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([502, 'no-store']);
  expect((await ask('x')).status).toBe(404);
});
