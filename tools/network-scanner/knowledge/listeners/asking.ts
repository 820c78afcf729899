import { recogniseGreeting } from './greetings.ts';
import { dnsAsking, ldapAsking, rpcAsking, smbAsking } from './networks.ts';
import { type AskedPlace, type Asking, bytesOf, certain, latin, type Recognised } from './recognised.ts';
import { amqpAsking, gitAsking, mqttAsking, rdpAsking, socksAsking, x11Asking } from './sessions.ts';
import { postgresAsking, redisAsking } from './stores.ts';

/** `version` is a command of memcached, and one that Redis, IRC and others refuse in their own words. */
const wordAsking: Asking = {
  name: 'version',
  expected: ['memcached', 'irc', 'beanstalkd'],
  request: () => bytesOf('version\r\n'),
  isWhole: (bytes) => bytes.includes(10),
  // A greeting that came late is none of these words.
  read: (bytes) => {
    const read = recogniseGreeting(bytes);
    return read?.service === 'memcached' ? { ...read, access: 'open' } : read;
  },
};

/** What a SIP server can do (RFC 3261 §11): asked outside of any session. */
export function sipRequest({ host, port }: AskedPlace, transport: 'TCP' | 'UDP'): Uint8Array {
  const lines = [
    `OPTIONS sip:${host} SIP/2.0`,
    `Via: SIP/2.0/${transport} ${host}:${port};branch=z9hG4bK-castellan;rport`,
    'Max-Forwards: 70',
    `To: <sip:${host}>`,
    `From: <sip:castellan@${host}>;tag=castellan`,
    'Call-ID: castellan',
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
  ];
  return bytesOf(`${lines.join('\r\n')}\r\n\r\n`);
}

const sipAsking: Asking = {
  name: 'sip',
  expected: ['sip', 'rtsp'],
  request: (place) => sipRequest(place, 'TCP'),
  isWhole: (bytes) => latin(bytes).includes('\r\n\r\n'),
  read: recogniseGreeting,
};

const xmppAsking: Asking = {
  name: 'xmpp',
  expected: ['xmpp', 'xmpp-client', 'xmpp-server'],
  request: ({ host }) =>
    bytesOf(
      `<?xml version='1.0'?><stream:stream to='${host.replace(/[^\w.:-]/g, '')}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`,
    ),
  isWhole: (bytes) => /<stream:(?:features|error)|<\/stream:stream/.test(latin(bytes)),
  read: (bytes) => {
    const text = latin(bytes.subarray(0, 2_048));
    const isStream = /^(?:<\?xml [^>]{0,100}\?>\s{0,4})?<stream:stream /.test(text) && text.includes('http://etherx.jabber.org/streams');
    return isStream ? { service: 'xmpp', confidence: certain, banners: {} } : undefined;
  },
};

/** All of them; those whose protocols stand most often on ports of their own choice first. */
export const askings: readonly Asking[] = [
  wordAsking,
  ldapAsking,
  mqttAsking,
  postgresAsking,
  dnsAsking,
  smbAsking,
  amqpAsking,
  xmppAsking,
  sipAsking,
  rdpAsking,
  rpcAsking,
  x11Asking,
  socksAsking,
  gitAsking,
  redisAsking,
];

/** What a service that was recognised is asked then, where the answer holds more than its name. */
export function closerAsking({ service, access, banners }: Recognised): Asking | undefined {
  if (service === 'redis' && access === undefined) return redisAsking;
  return service === 'amqp' && banners.product === undefined ? amqpAsking : undefined;
}
