/**
 * `npm run bench -- links`: redirects of short links a second through the whole server, visits counted, beside a bare node:http
 * that answers the same redirect and looks nothing up.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeDataFolder, startTestServer } from '../../tests/support/running-server.ts';
import { measureRate } from '../measure-rate.ts';
import { signInNewOwner } from '../signed-in-owner.ts';
import { writeTable } from '../written-table.ts';

const url = 'https://example.org/talk';
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const minPerSecond = 5000;

const data = makeDataFolder();
const server = await startTestServer(data.path, { LOG_LEVEL: 'error' });
const bare = createServer((_, response) => response.writeHead(302, { location: url }).end()).listen(0, '127.0.0.1');
await once(bare, 'listening');
try {
  const { client } = await signInNewOwner(server.url, data.path);
  const made = await client.from('short_links').insert({ url, slug: 'talk' });
  if (made.error !== null) throw new Error(made.error.message);
  const ours = await measureRate(`${server.url}/s/talk`, { headers: browser });
  const peer = await measureRate(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, { headers: browser });
  if (ours.failures > 0) throw new Error(`${ours.failures} redirects failed`);
  const counted = await client.rpc('short_link_totals');
  const met = ours.perSecond >= minPerSecond ? 'yes' : 'no';
  const table = `| What | Castellan | Beside it | At least ${minPerSecond}/s |
| --- | --- | --- | --- |
| redirects of one short link, each counted | ${ours.perSecond.toFixed(0)}/s | bare node:http, nothing looked up: ${peer.perSecond.toFixed(0)}/s | ${met} |`;
  console.log(table);
  console.log(JSON.stringify(counted.data));
  if (process.argv.includes('--write')) writeTable('links', 'npm run bench -- links --write', table);
} finally {
  bare.close();
  bare.closeAllConnections();
  await server.stop();
  data.remove();
}
