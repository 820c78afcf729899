import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { createEgress } from '../../server/adapters/egress.ts';

/** How the next answers are spoilt. `slow` never comes; `half` breaks off within the body; `body` is sent as it is, with status 200. */
export type ServiceFault =
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'body'; readonly body: string | Uint8Array; readonly type?: string }
  | { readonly kind: 'slow' | 'half' };

/** A service of passwords from breaches and one of site icons, on this machine. */
export type ForeignServices = {
  readonly url: string;
  /** What the server's environment must hold to ask them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly calls: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Paths of the calls whose asker left before there was an answer. */
  readonly abandoned: string[];
  /** Passwords that the breach service knows, with how often it saw each. */
  readonly breached: Map<string, number>;
  /** Icons by the name of their site. */
  readonly icons: Map<string, Uint8Array>;
  /** Spoils answers until it is unset. */
  fault: ServiceFault | undefined;
  /** Asked for each call; the first that says so is spoilt. */
  faultOf: (path: string) => ServiceFault | undefined;
  readonly stop: () => Promise<void>;
};

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** Starts both on one loopback address. */
export async function startForeignServices(): Promise<ForeignServices> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    services.calls.push({ path, headers: request.headers });
    response.on('close', () => {
      if (!response.writableFinished) services.abandoned.push(path);
    });
    const fault = services.fault ?? services.faultOf(path);
    if (fault !== undefined) spoil(response, fault);
    else if (path.startsWith('/range/')) answerRange(response, path.slice('/range/'.length), request.headers['add-padding'] === 'true');
    else answerIcon(response, path.slice('/icon/'.length));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const services: ForeignServices = {
    url,
    environment: { BREACH_RANGE_URL: url, SITE_ICON_URL: `${url}/icon/{host}`, TOOLS_ALLOW_CIDRS: '127.0.0.0/8' },
    calls: [],
    abandoned: [],
    breached: new Map(),
    icons: new Map(),
    fault: undefined,
    faultOf: () => undefined,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  /** As https://haveibeenpwned.com/API/v3#PwnedPasswords documents it: always 200; padding fills up to 800 rows, with counts of 0. */
  function answerRange(response: ServerResponse, prefix: string, padded: boolean): void {
    const known = [...services.breached].map(([password, count]) => [sha1(password), count] as const);
    const rows = known.filter(([hash]) => hash.startsWith(prefix)).map(([hash, count]) => `${hash.slice(5)}:${count}`);
    for (let at = 0; rows.length < 20; at += 1) rows.push(`${sha1(`other ${prefix} ${at}`).slice(5)}:${at + 1}`);
    for (let at = 0; padded && rows.length < 800; at += 1) rows.push(`${sha1(`padding ${prefix} ${at}`).slice(5)}:0`);
    response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'public, max-age=2678400' }).end(rows.sort().join('\r\n'));
  }

  function answerIcon(response: ServerResponse, host: string): void {
    const icon = services.icons.get(host);
    if (icon === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>no icon</h1>');
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(icon);
  }
  return services;
}

function spoil(response: ServerResponse, fault: ServiceFault): void {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, fault.headers ?? {}).end('<html>not now</html>');
      return;
    case 'body':
      response.writeHead(200, { 'content-type': fault.type ?? 'text/plain' }).end(fault.body);
      return;
    case 'half':
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      response.socket?.end();
      return;
    case 'slow':
      return;
  }
}

/** A picture of one colour, 16 pixels square, that any browser draws. */
export function makeIcon(red: number, green: number, blue: number): Uint8Array<ArrayBuffer> {
  const size = 16;
  const rowBytes = size * 4;
  const bitmap = new DataView(new ArrayBuffer(40 + rowBytes * size + size * 4));
  bitmap.setUint32(0, 40, true);
  bitmap.setInt32(4, size, true);
  bitmap.setInt32(8, size * 2, true);
  bitmap.setUint16(12, 1, true);
  bitmap.setUint16(14, 32, true);
  for (let pixel = 0; pixel < size * size; pixel += 1)
    bitmap.setUint32(40 + pixel * 4, ((0xff << 24) | (red << 16) | (green << 8) | blue) >>> 0, true);
  const head = new DataView(new ArrayBuffer(22));
  head.setUint16(2, 1, true);
  head.setUint16(4, 1, true);
  head.setUint8(6, size);
  head.setUint8(7, size);
  head.setUint16(10, 1, true);
  head.setUint16(12, 32, true);
  head.setUint32(14, bitmap.byteLength, true);
  head.setUint32(18, 22, true);
  const icon = new Uint8Array(22 + bitmap.byteLength);
  icon.set(new Uint8Array(head.buffer));
  icon.set(new Uint8Array(bitmap.buffer), 22);
  return icon;
}

/** The server's guard of outbound connections, which lets services of this machine be asked. */
export function createLoopbackEgress() {
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  return createEgress({ allowedNetworks: loopback });
}
