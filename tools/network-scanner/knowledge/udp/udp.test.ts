import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latin } from '../listeners/recognised.ts';
import { udpNames } from './udp-names.ts';
import { udpServices } from './udp-ports.ts';

const bytesIn = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Gives these numbers in turn, and zeros after them. */
function numbersOf(...chunks: readonly string[]) {
  const left = chunks.map(bytesIn);
  return (count: number) => {
    const next = left.shift() ?? new Uint8Array();
    return Uint8Array.from({ length: count }, (_, index) => next[index] ?? 0);
  };
}

const ask = (port: number, ...random: readonly string[]) =>
  udpServices.get(port)?.asking.ask({ host: '192.0.2.1', port, randomBytes: numbersOf(...random) }) ?? {
    requests: [],
    read: () => undefined,
  };

/** What servers of Debian 12 answered on loopback, with the numbers that they were asked by. Those without a program follow their documents. */
const answers: readonly (readonly [server: string, port: number, random: readonly string[], answer: string, expected: object])[] = [
  [
    'BIND',
    53,
    [],
    '4341840000010001000100000776657273696f6e0462696e640000100003c00c0010000300000000001918392e31382e34392d317e646562313275332d44656269616ec00c00020003000000000002c00c',
    { service: 'domain', banners: { product: 'BIND', version: '9.18.49' } },
  ],
  [
    'dnsmasq as TFTP',
    69,
    ['14dd8093'],
    '0005000166696c65202f72756e2f746674702f63617374656c6c616e2d3134646438303933206e6f7420666f756e6420666f72203132372e302e302e3100',
    { service: 'tftp' },
  ],
  ['rpcbind', 111, [], '434153540000000100000000000000000000000000000000', { service: 'rpcbind' }],
  [
    'chrony',
    123,
    ['fd0b26e8a680bd7b'],
    '240a00e600000000000000007f7f0101eeb2eca3f04ea260fd0b26e8a680bd7beeb2eca5403302adeeb2eca540389c38',
    { service: 'ntp', banners: { greeting: 'NTP version 4, stratum 10' } },
  ],
  [
    'Samba',
    137,
    ['c979'],
    'c9798400000000010000000020434b4141414141414141414141414141414141414141414141414141414141410000210001000000000089054c4142484f535420202020202020200004004c4142484f535420202020202020200304004c4142484f535420202020202020202004004c41422020202020202020202020200084004c41422020202020202020202020201e840000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
    { service: 'netbios-ns', banners: { greeting: 'LAB\\LABHOST' } },
  ],
  [
    'Net-SNMP',
    161,
    ['2c3c41'],
    '306f020103301002032c3c42020300ffe30401000201030421301f041180001f8880e4d950401e6e086b000000000201010201070400040004003035041180001f8880e4d950401e6e086b000000000400a81e02032c3c420201000201003011300f060a2b060106030f01010400410101',
    { service: 'snmp', banners: { product: 'Net-SNMP', greeting: 'SNMP version 3' } },
  ],
  [
    'Caddy',
    443,
    ['1c020dafefce2b29', '846961dad4f43266'],
    '8f0000000008846961dad4f43266081c020dafefce2b29aa1a9a5a00000001709a50c4ff00001d',
    { service: 'quic', banners: { greeting: 'QUIC version 1' } },
  ],
  [
    'strongSwan',
    500,
    ['ac656676dc0eda'],
    '01ac656676dc0edaed2b7aaa30833a450b1005005e4f20bd000000280000000c000000010100000e',
    { service: 'isakmp', banners: { greeting: 'IKE version 1' } },
  ],
  [
    'strongSwan behind NAT',
    4500,
    ['7e3c30335fcb01'],
    '00000000017e3c30335fcb0105a7e888c28289320b100500bd214e1d000000280000000c000000010100000e',
    { service: 'isakmp' },
  ],
  ['OpenVPN', 1194, ['71617ec99addbc09'], '40743de1aef2ddb66f010000000071617ec99addbc0900000000', { service: 'openvpn' }],
  [
    'memcached',
    11_211,
    ['840c'],
    '840c00000001000056455253494f4e20312e362e31380d0a',
    { service: 'memcached', access: 'open', banners: { version: '1.6.18' } },
  ],
  [
    'Kamailio',
    5060,
    [],
    Buffer.from('SIP/2.0 200 OK\r\nServer: kamailio (5.6.3 (x86_64/linux))\r\nContent-Length: 0\r\n\r\n').toString('hex'),
    { service: 'sip', banners: { product: 'Kamailio', version: '5.6.3' } },
  ],
  [
    'a router (RFC 2453)',
    520,
    [],
    '020200000002 0000c6336400ffffff000000000000000010'.replaceAll(' ', ''),
    { service: 'route', banners: { greeting: 'RIP version 2' } },
  ],
  [
    'SQL Server (MC-SQLR)',
    1434,
    [],
    Buffer.from('\x05\x58\0ServerName;LAB;InstanceName;MSSQLSERVER;IsClustered;No;Version;15.0.2000.5;tcp;1433;;', 'latin1').toString(
      'hex',
    ),
    { service: 'ms-sql-m', banners: { product: 'Microsoft SQL Server', version: '15.0.2000.5' } },
  ],
  [
    'a media server (UPnP)',
    1900,
    [],
    Buffer.from('HTTP/1.1 200 OK\r\nST: upnp:rootdevice\r\nUSN: uuid:1::upnp:rootdevice\r\nSERVER: Linux UPnP/1.0 lab/1\r\n\r\n').toString(
      'hex',
    ),
    { service: 'upnp', banners: { server: 'Linux UPnP/1.0 lab/1' } },
  ],
  [
    'a printer (RFC 6762)',
    5353,
    ['0a0b'],
    '0a0b84000001000100000000095f7365727669636573075f646e732d7364045f756470056c6f63616c00000c0001c00c000c0001000000 0a000c045f697070045f746370c023'.replaceAll(
      ' ',
      '',
    ),
    { service: 'mdns' },
  ],
];

test.each(answers)('%s on port %i is recognised', (_, port, random, answer, expected) => {
  expect(ask(port, ...random).read(bytesIn(answer))).toMatchObject({ confidence: 10, ...expected });
});

test.each(answers.filter(([, , random]) => random.length > 0))(
  '%s on port %i: an answer to another question is none',
  (_, port, random, answer) => {
    const others = random.map((chunk) => chunk.replaceAll(/./g, (digit) => (digit === '7' ? '8' : '7')));
    const { requests, read } = ask(port, ...others);
    // TFTP's refusal names no question: its port is the proof.
    if (port !== 69) expect(read(bytesIn(answer))).toBeUndefined();
    for (const request of requests) expect(read(request)).toBeUndefined();
  },
);

test('an answer with bytes changed, cut or doubled throws nowhere, and is named as what it was or not at all', () => {
  fc.assert(
    fc.property(fc.constantFrom(...answers), fc.nat(), fc.nat(255), fc.nat(), ([, port, random, answer], at, byte, length) => {
      const bytes = bytesIn(answer);
      const cut = Uint8Array.from([...bytes.subarray(0, length % (bytes.length + 1)), ...bytes.subarray(0, byte)]);
      const changed = bytes.slice();
      changed[at % bytes.length] = byte;
      const { service } = ask(port, ...random).read(bytes) ?? {};
      // Another program of RPC answers as the mapper does.
      const same = [undefined, service, ...(service === 'rpcbind' ? ['rpc'] : [])];
      for (const odd of [cut, changed]) expect(same).toContain(ask(port, ...random).read(odd)?.service);
    }),
    { numRuns: 2_000 },
  );
});

test('the twenty ports that nmap asks first are among those asked, and nothing goes to those where a datagram is acted on', () => {
  const twenty = [53, 67, 68, 69, 123, 135, 137, 138, 139, 161, 162, 445, 500, 514, 520, 631, 1434, 1900, 4500, 49_152];
  expect(twenty.filter((port) => !udpServices.has(port))).toEqual([]);
  expect([...udpServices.keys()]).toEqual([...udpNames.keys()]);
  for (const port of [67, 68, 514, 631]) expect(ask(port).requests.map(({ length }) => length)).toEqual([0]);
});

test('no question signs in, and none asks for a list: no community, no whole table, no group’s address', () => {
  for (const port of udpServices.keys()) {
    for (const request of ask(port).requests) {
      const text = latin(request);
      expect(text).not.toMatch(/public|private|239\.255|ssdp:all|stats|monlist/);
      // RIP's whole table, the list of all instances of SQL Server, NTP's list of clients.
      if (port === 520) expect([...request.subarray(4, 6)]).toEqual([0, 2]);
      if (port === 1434) expect(request[0]).toBe(4);
      if (port === 123) expect((request[0] ?? 0) & 7).toBe(3);
    }
  }
});
