import { cleanText } from '@castellan/exports/plain-text';
import { recogniseGreeting } from './greetings.ts';
import { type Asking, bytesOf, certain, latin, littleEndian } from './recognised.ts';

/**
 * MQTT: a connection of a version that there is not. A broker refuses it in its own form, and no session begins: whether it would
 * have let one in is another question.
 */
export const mqttAsking: Asking = {
  name: 'mqtt',
  expected: ['mqtt'],
  request: () => bytesOf('\x10\x15\0\x04MQTT\x63\x02\0\x0a\0\x09castellan'),
  isWhole: (bytes) => bytes.length >= 4,
  read: (bytes) => {
    const [type, length = 0, flags, code = 0] = bytes;
    const isOld = length === 2 && code >= 1 && code <= 5;
    const isNew = length >= 3 && length < 128 && code >= 0x80 && code <= 0x9f;
    const isAnswer = type === 0x20 && flags === 0 && (isOld || isNew) && bytes.length <= 2 + length;
    return isAnswer ? { service: 'mqtt', confidence: certain, banners: {} } : undefined;
  },
};

/** AMQP 0-9-1: the server begins, and says who it is. */
export const amqpAsking: Asking = {
  name: 'amqp',
  expected: ['amqp'],
  request: () => bytesOf('AMQP\0\0\x09\x01'),
  isWhole: (bytes) => bytes.length >= 8 && (bytes[0] !== 1 || bytes[bytes.length - 1] === 0xce),
  read: (bytes) => {
    // Another version is meant: its head comes back.
    const other = recogniseGreeting(bytes);
    if (other?.service === 'amqp') return other;
    // A method frame on channel 0: Connection.Start of version 0-9.
    if (bytes[0] !== 1 || latin(bytes.subarray(7, 13)) !== '\0\x0a\0\x0a\0\x09') return undefined;
    const text = latin(bytes.subarray(0, 2_048));
    const said = (name: string) => {
      const at = text.indexOf(`${name}S`);
      const from = at + name.length + 5;
      return at === -1 ? '' : cleanText(text.slice(from, from + Math.min(60, text.charCodeAt(from - 1) || 0)), 60);
    };
    const [product, version] = [said('product'), said('version')];
    return {
      service: 'amqp',
      confidence: certain,
      banners: { ...(product === '' ? {} : { product }), ...(version === '' ? {} : { version }) },
    };
  },
};

/** Remote desktops: what security it would have (X.224 connection request, MS-RDPBCGR §2.2.1.1). */
export const rdpAsking: Asking = {
  name: 'rdp',
  expected: ['rdp'],
  request: () => Uint8Array.from([3, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, 8, 0, 3, 0, 0, 0]),
  isWhole: (bytes) => bytes.length >= 11,
  read: (bytes) => {
    const length = (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0);
    const isAnswer = bytes.length >= 11 && bytes[0] === 3 && bytes[1] === 0 && length === bytes.length && bytes[4] === length - 5;
    return isAnswer && bytes[5] === 0xd0 ? { service: 'rdp', confidence: certain, banners: {} } : undefined;
  },
};

/** The X Window System: whether it lets a client in that shows no key. The line is closed then. */
export const x11Asking: Asking = {
  name: 'x11',
  expected: ['x11'],
  request: () => Uint8Array.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  isWhole: (bytes) => bytes.length >= 8,
  read: (bytes) => {
    const [state = 9] = bytes;
    if (bytes.length < 8 || state > 1 || littleEndian(bytes, 2, 2) !== 11 || littleEndian(bytes, 4, 2) !== 0) return undefined;
    // What follows is as long as it says, in words of four bytes.
    const words = littleEndian(bytes, 6, 2);
    if (words === 0 || (state === 0 && (bytes[1] ?? 0) > words * 4)) return undefined;
    return { service: 'x11', confidence: certain, access: state === 1 ? 'open' : 'asked', banners: {} };
  },
};

/** SOCKS 5: which way to sign in it wants, of none at all. Nobody is connected to. */
export const socksAsking: Asking = {
  name: 'socks',
  expected: ['socks'],
  request: () => Uint8Array.from([5, 1, 0]),
  isWhole: (bytes) => bytes.length >= 2,
  read: (bytes) => {
    const [version, method] = bytes;
    if (bytes.length !== 2 || version !== 5 || (method !== 0 && method !== 255)) return undefined;
    return { service: 'socks', confidence: 7, access: method === 0 ? 'open' : 'asked', banners: { greeting: 'SOCKS 5' } };
  },
};

const gitLine = 'git-upload-pack /castellan\0host=castellan\0';

/** Git's own protocol: a repository that is not there. */
export const gitAsking: Asking = {
  name: 'git',
  expected: ['git'],
  request: () => bytesOf(`${(gitLine.length + 4).toString(16).padStart(4, '0')}${gitLine}`),
  isWhole: (bytes) => bytes.length >= 8,
  read: (bytes) =>
    /^00[0-9a-f]{2}ERR /.test(latin(bytes.subarray(0, 8))) ? { service: 'git', confidence: certain, banners: {} } : undefined,
};
