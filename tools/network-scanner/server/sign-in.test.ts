import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Sockets } from '../../../server/adapters/sockets.ts';
import { listenForTest } from '../../../tests/support/listen.ts';
import { openToolPorts } from '../../../tests/support/tool-runs.ts';
import { integer, numberIn, octets, readRow, tagged } from '../knowledge/listeners/ber.ts';
import { latin } from '../knowledge/listeners/recognised.ts';
import type { OpenPort, SignIn } from '../knowledge/scan-facts.ts';
import { trySignIns } from './sign-in.ts';

const agents: UdpSocket[] = [];
afterEach(() => {
  for (const socket of agents.splice(0)) socket.close();
});

/** An agent of SNMP on a free port; it answers what `answer` gives. */
async function listenSnmp(answer: (bytes: Buffer) => Uint8Array | undefined): Promise<number> {
  const socket = createSocket('udp4');
  agents.push(socket);
  socket.on('message', (bytes, from) => {
    const said = answer(bytes);
    if (said !== undefined) socket.send(said, from.port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket.address().port;
}

/** A port of loopback on which nothing listens. */
async function closedPort(): Promise<number> {
  const port = await listenSnmp(() => undefined);
  await new Promise<void>((resolve) => agents.pop()?.close(resolve));
  return port;
}

/** Tries one server, as if SNMP's port were `snmp`; all ports that were sent a datagram are in `asked`. */
async function trySignInsAt(open: readonly OpenPort[], snmp: number, asked: number[] = []) {
  const ports = openToolPorts();
  const datagrams: Sockets['datagrams'] = ({ address, port }, ears) => {
    asked.push(port);
    return ports.sockets.datagrams({ address, port: snmp }, ears);
  };
  const context = { ports: { ...ports, sockets: { ...ports.sockets, datagrams } }, name: undefined, roundTripMs: 1 };
  return trySignIns('127.0.0.1', open, { ...context, signal: new AbortController().signal });
}

async function tryServer(server: Server, service: 'ftp' | 'ldap'): Promise<readonly SignIn[]> {
  const port = await listenForTest(server);
  const tried = await trySignInsAt([{ port, service, by: 'answer' }], await closedPort());
  return tried.map((one) => (one.port === port ? { ...one, port: 0 } : one));
}

/** A server of FTP that answers each command by its first word, and keeps what it was told. */
function ftpServer(answers: Readonly<Record<string, string>>, told: string[], greeting = '220-Welcome\r\n220 Ready\r\n'): Server {
  return createServer((socket) => {
    socket.on('error', () => {}).write(greeting);
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').slice(0, -1)) {
        told.push(line);
        const answer = answers[line.split(' ')[0] ?? ''];
        if (answer !== undefined && !socket.destroyed) socket.write(`${answer}\r\n`);
      }
    });
  });
}

test.each([
  ['lets in after the password', { USER: '331 Please specify the password.', PASS: '230 Login successful.' }, 'accepted', '230 logged in'],
  ['lets in at once', { USER: '230-Welcome\r\n230 Anonymous access granted' }, 'accepted', '230 logged in'],
  ['refuses the password', { USER: '331 Password required', PASS: '530 Login incorrect.' }, 'refused', '530'],
  ['refuses the user', { USER: '530 This FTP server does not allow anonymous logins.' }, 'refused', '530'],
  ['wants TLS first', { USER: '530 Non-anonymous sessions must use encryption.' }, 'unclear', '530, TLS is required first'],
  ['is too busy', { USER: '421 Too many connections to files.internal.example' }, 'unclear', 'reply code 421'],
] as const)('FTP that %s: %j', async (_, answers, outcome, said) => {
  const told: string[] = [];
  expect(await tryServer(ftpServer({ ...answers, QUIT: '221 Goodbye' }, told), 'ftp')).toEqual([
    { service: 'ftp', port: 0, outcome, said },
  ]);
  // The user, the address for a password where one is wanted, and the end: nothing is listed, read or written.
  expect(told.filter((line) => line !== 'QUIT')).toEqual(['USER anonymous', ...('PASS' in answers ? ['PASS anonymous@example.com'] : [])]);
});

test('a server that is not ready for a user is told none', async () => {
  const told: string[] = [];
  expect(await tryServer(ftpServer({}, told, '500 OOPS: vsftpd: refusing to run\r\n'), 'ftp')).toMatchObject([{ outcome: 'unclear' }]);
  expect(told).toEqual([]);
});

type Directory = { readonly bind: number; readonly contexts: readonly string[]; readonly shows: boolean };

/** A directory that binds, names its contexts and shows an entry as it is told; the tags of what it was asked are in `told`. */
function directory({ bind, contexts, shows }: Directory, told: number[]): Server {
  const result = (code: number) => [10, 1, code, ...octets(''), ...octets('')];
  const message = (id: number, tag: number, body: readonly number[]) =>
    Uint8Array.from(tagged(0x30, [...integer(id), ...tagged(tag, body)]));
  const entry = (name: string, attributes: readonly number[]) => [...octets(name), ...tagged(0x30, attributes)];
  return createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        for (const one of readRow(bytes, { from: 0, to: bytes.length })) {
          const [number, operation] = readRow(bytes, one);
          if (number === undefined || operation === undefined) continue;
          const id = numberIn(bytes, number);
          told.push(operation.tag);
          if (operation.tag === 0x60) socket.write(message(id, 0x61, result(bind)));
          if (operation.tag !== 0x63) continue;
          const isRoot = latin(bytes.subarray(operation.from, operation.from + 2)) === '\x04\0';
          const names = tagged(0x30, [...octets('namingContexts'), ...tagged(0x31, contexts.flatMap(octets))]);
          if (isRoot) socket.write(message(id, 0x64, entry('', names)));
          else if (shows) socket.write(message(id, 0x64, entry('dc=lab', [])));
          socket.write(message(id, 0x65, result(isRoot || shows ? 0 : 50)));
        }
      });
  });
}

test.each([
  ['refuses the bind', { bind: 48, contexts: [], shows: false }, { outcome: 'refused', said: 'result code 48' }, [0x60]],
  [
    'binds and shows nothing',
    { bind: 0, contexts: ['dc=lab'], shows: false },
    { outcome: 'accepted', said: 'bind succeeded', reads: false },
    [0x60, 0x63, 0x63],
  ],
  [
    'binds and shows entries',
    { bind: 0, contexts: ['dc=lab'], shows: true },
    { outcome: 'accepted', said: 'bind succeeded', reads: true },
    [0x60, 0x63, 0x63],
  ],
  [
    'binds and has no entries',
    { bind: 0, contexts: [], shows: true },
    { outcome: 'accepted', said: 'bind succeeded', reads: false },
    [0x60, 0x63],
  ],
] as const)('a directory that %s', async (_, given, expected, asked) => {
  const told: number[] = [];
  expect(await tryServer(directory(given, told), 'ldap')).toEqual([{ service: 'ldap', port: 0, ...expected }]);
  expect(told.filter((tag) => tag !== 0x42)).toEqual(asked);
});

/** An agent's answer to the question that came: the same with the tag of a response, and a status. */
function respond(bytes: Buffer, status: number): Uint8Array {
  const [whole] = readRow(bytes, { from: 0, to: bytes.length });
  const request = whole === undefined ? undefined : readRow(bytes, whole)[2];
  const state = request === undefined ? undefined : readRow(bytes, request)[1];
  const answer = Uint8Array.from(bytes);
  if (request === undefined || state === undefined) return answer;
  answer[request.from - 2] = 0xa2;
  answer[state.from] = status;
  return answer;
}

test.each([
  ['answers', 0, { outcome: 'accepted', said: 'sysDescr returned' }],
  ['may not let it read', 16, { outcome: 'refused', said: 'error status 16' }],
] as const)('an agent that %s to the community public', async (_, status, expected) => {
  const communities: string[] = [];
  const asked: number[] = [];
  const snmp = await listenSnmp((bytes) => {
    communities.push(/public|private/.exec(latin(bytes))?.[0] ?? '');
    return respond(bytes, status);
  });
  expect(await trySignInsAt([], snmp, asked)).toEqual([{ service: 'snmp', port: 161, ...expected }]);
  expect([communities, asked]).toEqual([['public'], [161]]);
});

test('an agent that says nothing leaves it open; a closed port is no attempt', { timeout: 20_000 }, async () => {
  expect(await trySignInsAt([], await listenSnmp(() => undefined))).toEqual([
    { service: 'snmp', port: 161, outcome: 'unclear', said: 'no response' },
  ]);
  expect(await trySignInsAt([], await closedPort())).toEqual([]);
});

test('nothing is tried on ports of other services, whatever their number', async () => {
  let connections = 0;
  const port = await listenForTest(
    createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
    }),
  );
  const web: OpenPort = { port, service: 'http', by: 'answer' };
  expect(await trySignInsAt([web, { ...web, service: 'unknown', by: 'port' }], await closedPort())).toEqual([]);
  expect(connections).toBe(0);
});
