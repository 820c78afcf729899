import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { parentPort } from 'node:worker_threads';
import {
  compressedBombs,
  endlessAnswer,
  hostileBanners,
  hostileDnsMessages,
  hostileFeeds,
  hostileHeads,
  hostilePages,
  hostileServices,
  hostileTlsRecords,
  impossibleCertificate,
} from './answers.ts';
import type { HostilePorts } from './hosts.ts';

/**
 * Hosts on loopback that answer everybody with what the corpus of hostile answers has. They run in a thread of their own: what
 * answering costs is not counted to the thread that asks. Tells their ports by name, in groups.
 */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Says the bytes: at once, or once something was asked. */
function saying(bytes: Uint8Array, isAsked: boolean): Server {
  return createServer((socket: Socket) => {
    socket.on('error', () => {});
    if (isAsked) socket.once('data', () => socket.end(bytes));
    else socket.end(bytes);
  });
}

function serving(answer: RequestListener): Server {
  return createHttpServer((request, response) => {
    response.on('error', () => {});
    answer(request, response);
  });
}

const page = (bytes: Uint8Array, type = 'text/html') =>
  serving((_, response) => void response.writeHead(200, { 'content-type': type }).end(bytes));

/** Writes as fast as it is read, and for ever. */
const endless: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  pipeline(Readable.from(endlessAnswer()), response, () => {});
};

/** Answers each question with the next of the messages. */
async function openDns(): Promise<number> {
  const socket = createSocket('udp4');
  let turn = 0;
  socket.on('message', (question, from) => {
    const answer = Buffer.from(hostileDnsMessages[turn % hostileDnsMessages.length]?.bytes ?? []);
    turn += 1;
    question.copy(answer, 0, 0, 2);
    socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket.address().port;
}

async function portsOf(servers: readonly (readonly [string, Server])[]): Promise<readonly (readonly [string, number])[]> {
  const ports: (readonly [string, number])[] = [];
  for (const [name, server] of servers) ports.push([name, await listen(server)]);
  return ports;
}

const ports: HostilePorts = {
  heads: await portsOf(hostileHeads.map(({ name, bytes }) => [name, saying(bytes, true)])),
  banners: await portsOf(hostileBanners.map(({ name, bytes }) => [name, saying(bytes, false)])),
  services: await portsOf(hostileServices.map(({ name, bytes }) => [name, saying(bytes, true)])),
  records: await portsOf(hostileTlsRecords.map(({ name, bytes }) => [name, saying(bytes, true)])),
  pages: await portsOf([
    ...hostilePages.map(({ name, bytes }) => [name, page(bytes)] as const),
    ...compressedBombs().map(({ encoding, bytes }) => {
      const bomb: RequestListener = (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(bytes);
      return [`64 MB packed by ${encoding}`, serving(bomb)] as const;
    }),
    ['a page without end', serving(endless)],
  ]),
  feeds: await portsOf(hostileFeeds.map(({ name, bytes }) => [name, page(bytes, 'application/rss+xml')])),
  certificates: await portsOf([
    ['a last day that no calendar has', createTlsServer(impossibleCertificate, (socket) => void socket.on('error', () => {}).end())],
  ]),
  dns: await openDns(),
};

parentPort?.postMessage(ports);
