import { BlockList } from 'node:net';
import { encode } from 'dns-packet';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { fewestMs } from '../../tests/support/cpu-time.ts';
import { startTestDns, type TestDns, type TestZone } from '../../tests/support/dns-server.ts';
import { createDns, parseDnsServer } from './dns.ts';
import { readMessage } from './dns-message.ts';

const opened: TestDns[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function start(...given: Parameters<typeof startTestDns>): Promise<TestDns> {
  const server = await startTestDns(...given);
  opened.push(server);
  return server;
}

const never = new AbortController().signal;
/** Long enough for a busy machine; whoever expects no answer is hasty. */
const triesMs = [4_000];
const hasty = [300, 300];
const zone: TestZone = {
  'example.org': [
    { type: 'A', data: '192.0.2.1' },
    { type: 'MX', data: { preference: 10, exchange: 'Mail.Example.org' } },
    { type: 'TXT', data: ['v=spf1 ', Buffer.from([0x2d, 0xe9])] },
    { type: 'CAA', data: { flags: 128, tag: 'issue', value: 'ca.example' } },
  ],
  'slow.example.org': ['TIMEOUT'],
  'sick.example.org': ['SERVFAIL'],
  'shut.example.org': ['REFUSED'],
  'long.example.org': Array.from({ length: 40 }, (_, index) => ({ type: 'TXT', data: `${index} ${'x'.repeat(90)}` }) as const),
};

function dnsAt({ server }: TestDns, tries: readonly number[] = triesMs) {
  return createDns({ allowedNetworks: new BlockList(), server, triesMs: tries });
}

test('records come as they are, names in lower case, bytes of a text none lost', async () => {
  const dns = dnsAt(await start(zone, { isValidated: true }));
  const ask = async (type: 'A' | 'MX' | 'TXT' | 'CAA') => {
    const answer = await dns.ask({ name: 'EXAMPLE.org', type, signal: never });
    return answer.ok ? answer.value.answers : answer.failure;
  };
  const head = { name: 'example.org', ttl: 60 };
  expect(await ask('A')).toEqual([{ ...head, type: 'A', value: '192.0.2.1' }]);
  expect(await ask('MX')).toEqual([{ ...head, type: 'MX', preference: 10, exchange: 'mail.example.org' }]);
  expect(await ask('TXT')).toEqual([{ ...head, type: 'TXT', strings: ['v=spf1 ', '-\u00e9'] }]);
  expect(await ask('CAA')).toMatchObject([{ flags: 128, tag: 'issue', value: 'ca.example' }]);
  expect(await dns.ask({ name: 'none.example.org', type: 'A', signal: never })).toMatchObject({
    ok: true,
    value: { code: 'NXDOMAIN', isValidated: true },
  });
});

test.each([
  ['slow.example.org', 'timed_out'],
  ['sick.example.org', 'servfail'],
  ['shut.example.org', 'refused'],
])('%s fails as %s', async (name, code) => {
  expect(await dnsAt(await start(zone), hasty).ask({ name, type: 'A', signal: never })).toEqual({ ok: false, failure: { code } });
});

test('an answer too long for a datagram comes whole by TCP', async () => {
  const answer = await dnsAt(await start(zone, { maxUdpBytes: 1232 })).ask({ name: 'long.example.org', type: 'TXT', signal: never });
  expect(answer.ok && answer.value.answers.length).toBe(40);
});

test.each([
  ['of its own number', (id: Buffer) => Buffer.concat([id, Buffer.alloc(40, 0xff)])],
  ['without a number', () => Buffer.from('x')],
  ['that points into itself', (id: Buffer) => Buffer.concat([id, Buffer.from('818000010001000000000c0c0c0cc00c', 'hex')])],
])('garbage %s is told as garbage', async (_title, garbage) => {
  expect(await dnsAt(await start({}, { garbage }), hasty).ask({ name: 'example.org', type: 'A', signal: never })).toEqual({
    ok: false,
    failure: { code: 'garbled' },
  });
});

test('an answer that comes too late is no garbage for the questions that still wait', async () => {
  const { server } = await start(zone, { lateMs: 150 });
  const dns = createDns({ allowedNetworks: new BlockList(), server, triesMs: Array<number>(40).fill(100) });
  const answers = await Promise.all(Array.from({ length: 60 }, () => dns.ask({ name: 'example.org', type: 'A', signal: never })));
  expect(answers.every(({ ok }) => ok)).toBe(true);
});

test('a lost datagram is asked for again', async () => {
  const { server } = await start(zone, { dropEvery: 2 });
  // Half of all is lost, whosoever it is: so many tries that nobody loses each of theirs by chance.
  const dns = createDns({ allowedNetworks: new BlockList(), server, triesMs: Array<number>(40).fill(100) });
  const answers = await Promise.all(Array.from({ length: 60 }, () => dns.ask({ name: 'example.org', type: 'A', signal: never })));
  expect(answers.every(({ ok }) => ok)).toBe(true);
});

test('an authority that is not public gets no packet unless its network is allowed; the resolver needs no leave', async () => {
  const server = await start(zone);
  const at = '127.0.0.1';
  const shut = createDns({ allowedNetworks: new BlockList(), server: server.server, authorityPort: server.port, triesMs });
  expect(await shut.ask({ name: 'example.org', type: 'A', at, signal: never })).toEqual({
    ok: false,
    failure: { code: 'address_refused' },
  });
  expect(server.asked).toEqual([]);
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8);
  const open = createDns({ allowedNetworks: loopback, server: server.server, authorityPort: server.port, triesMs });
  expect(await open.ask({ name: 'example.org', type: 'A', at, signal: never })).toMatchObject({
    ok: true,
    value: { isAuthoritative: true },
  });
});

test('a cancelled question ends at once', async () => {
  const dns = createDns({ allowedNetworks: new BlockList(), server: (await start(zone)).server });
  const cancelled = async () => {
    const cancel = new AbortController();
    const asked = dns.ask({ name: 'slow.example.org', type: 'A', signal: cancel.signal });
    const startedAt = performance.now();
    cancel.abort();
    expect(await asked).toEqual({ ok: false, failure: { code: 'aborted' } });
    return performance.now() - startedAt;
  };
  expect(await fewestMs(250, cancelled)).toBeLessThan(250);
});

test.each(['a'.repeat(64), `${'a.'.repeat(127)}a`, 'a..b', '', 'é.example'])(
  '%j is no name that a message can carry, and is not asked',
  async (name) => {
    const server = await start(zone);
    expect(await dnsAt(server).ask({ name, type: 'A', signal: never })).toMatchObject({ ok: true, value: { code: 'NXDOMAIN' } });
    expect(server.asked).toEqual([]);
  },
);

test('a server is named by its address, perhaps with a port', () => {
  expect(parseDnsServer('[2001:db8::53]:5353')).toEqual({ address: '2001:db8::53', port: 5353 });
  expect(parseDnsServer('192.0.2.53')).toEqual({ address: '192.0.2.53', port: 53 });
  expect(parseDnsServer('dns.example')).toBeUndefined();
  expect(() => createDns({ allowedNetworks: new BlockList(), server: '1.2.3.4:99999' })).toThrow('--dns');
});

/** A message of so many NS records, each under a name of 127 labels that is told by a chain of pointers: the slowest there is. */
function manyRecords(count: number): Uint8Array {
  const label = [1, 0x61];
  const first = [...Array.from({ length: 126 }, () => label).flat(), 0];
  const head = [0, 1, 0x81, 0x80, 0, 1, count >> 8, count & 255, 0, 0, 0, 0];
  const record = [0xc0, 12, 0, 2, 0, 1, 0, 0, 0, 60, 0, 2, 0xc0, 12];
  return Uint8Array.from([...head, ...first, 0, 2, 0, 1, ...Array.from({ length: count }, () => record).flat()]);
}

test('an answer of thousands of records is told as too long without being unpacked', () => {
  const question = { name: 'a.'.repeat(126).slice(0, -1), type: 'NS', isRecursive: true, isUnchecked: false } as const;
  expect(readMessage(manyRecords(4_000), question)).toEqual({ kind: 'failure', code: 'too_long' });
  expect(readMessage(manyRecords(65_535), question)).toEqual({ kind: 'failure', code: 'too_long' });
  const read = readMessage(manyRecords(500), question);
  expect(read.kind === 'answer' && read.message.answers.length).toBe(500);
  expect(readMessage(manyRecords(501), question)).toEqual({ kind: 'failure', code: 'too_long' });
});

test('whatever bytes come, reading them ends, and says what they are', () => {
  const question = { name: 'example.org', type: 'A', isRecursive: true, isUnchecked: false } as const;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(readMessage(bytes, question).kind).toMatch(/^(?:answer|cut|no_edns|other|failure)$/);
    }),
  );
});

test('a record that says that nothing is missing lists types by their names, each once, however many it has', () => {
  const all = Array.from({ length: 65_536 }, (_, number) => `UNKNOWN_${number}`);
  const record = { type: 'NSEC', name: 'a.example.org', ttl: 60, data: { nextDomain: 'b.example.org', rrtypes: all } } as const;
  const question = { name: 'a.example.org', type: 'NSEC', isRecursive: true, isUnchecked: false } as const;
  const bytes = encode({ type: 'response', id: 7, questions: [{ name: 'a.example.org', type: 'NSEC' }], answers: [record] });
  const read = readMessage(bytes, question);
  const [proof] = read.kind === 'answer' ? read.message.proofs : [];
  const types = proof?.type === 'NSEC' ? proof.types : [];
  expect(types).toEqual(expect.arrayContaining(['A', 'NS', 'SOA', 'NSEC']));
  expect(types.length).toBeLessThan(200);
  expect(new Set(types).size).toBe(types.length);
});
