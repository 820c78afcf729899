import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createEgress } from '../../adapters/egress.ts';
import { createReadsHere } from '../../foreign/reads-here.ts';
import { makeTestCall } from '../../functions/test-call.ts';
import { createWishPageFunction, pageLimit } from './wish-page-function.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
const clock = { nowMs: () => 0 };
const lamp = '<title>Lampe \u00e0 huile</title>';

/** A shop on loopback. */
const shop = createServer((request, response) => {
  switch (request.url) {
    case '/lamp':
      return response.writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' }).end(Buffer.from(lamp, 'latin1'));
    case '/moved':
      return response.writeHead(302, { location: '/lamp' }).end();
    case '/picture':
      return response.writeHead(200, { 'content-type': 'image/png' }).end(lamp);
    case '/endless':
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end('x'.repeat(3 * 1024 * 1024));
    default:
      return response.writeHead(404, { 'content-type': 'text/html' }).end(lamp);
  }
});
shop.listen(0, '127.0.0.1');
await once(shop, 'listening');
const address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
afterAll(() => {
  shop.closeAllConnections();
  shop.close();
});

const open = (allowedNetworks = loopback) => createWishPageFunction({ reads: createReadsHere(createEgress({ allowedNetworks })), clock });

async function ask(body: unknown, wishPage = open(), method = 'POST') {
  const request = new Request('http://castellan.example/functions/v1/wish-page', {
    method,
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await wishPage.handle(request, makeTestCall());
  return { status: answer.status, body: await answer.json() };
}

test('a page is read in its own encoding, behind redirects too', async () => {
  for (const path of ['/lamp', '/moved'])
    expect(await ask({ url: address + path })).toEqual({ status: 200, body: { title: 'Lampe à huile', price: null, currency: null } });
});

test('what is no page, too long, missing or in a private network is refused in the same words', async () => {
  const refusals = await Promise.all([
    ...['/picture', '/endless', '/missing'].map((path) => ask({ url: address + path })),
    ask({ url: `${address}/lamp` }, open(new BlockList())),
    ask({ url: 'http://169.254.169.254/latest/meta-data/' }),
  ]);
  for (const refusal of refusals)
    expect(refusal).toEqual({ status: 422, body: { code: 'page_unreadable', message: 'The page did not come, or is none.' } });
});

test('only an http or https address in a POST is asked for', async () => {
  for (const url of ['file:///etc/passwd', 'ftp://shop.example/', 'no address', '', 3, `https://shop.example/${'x'.repeat(2048)}`])
    expect((await ask({ url })).status).toBe(400);
  expect((await ask({ url: address, more: 1 })).status).toBe(400);
  expect((await ask(undefined, open(), 'GET')).status).toBe(405);
});

test('one owner has a bounded number of pages read at a time', async () => {
  const wishPage = open();
  for (let turn = 0; turn < pageLimit.limit; turn += 1) await ask({ url: `${address}/missing` }, wishPage);
  expect((await ask({ url: `${address}/missing` }, wishPage)).status).toBe(429);
});

test('nobody but the owner is let in', () => {
  expect(open().audience).toBe('owner');
});
