/** A bare `node:http` that answers one redirect and looks nothing up, in a process of its own. Says its port to whoever forked it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [, , location = 'https://example.org/talk'] = process.argv;
const server = createServer((_, response) => response.writeHead(302, { location }).end()).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
