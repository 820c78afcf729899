import { cleanText } from '@castellan/exports/plain-text';
import { recogniseGreeting } from './greetings.ts';
import { type Asking, bigEndian, bytesOf, certain, latin, type Recognised } from './recognised.ts';

/** Redis (and those who speak as it does): `INFO server` is read-only, and refused where a password is wanted. */
export const redisAsking: Asking = {
  name: 'redis',
  expected: ['redis'],
  request: () => bytesOf('INFO server\r\n'),
  isWhole: (bytes) => {
    const text = latin(bytes.subarray(0, 16_384));
    const [head, length] = /^\$(\d{1,6})\r\n/.exec(text) ?? [];
    return head === undefined ? text.includes('\n') : bytes.length >= head.length + Number(length);
  },
  read: (bytes) => {
    const text = latin(bytes.subarray(0, 16_384));
    if (!/^\$\d{1,6}\r\n# Server\r\n/.test(text)) {
      const refused = recogniseGreeting(bytes);
      return refused?.service === 'redis' ? refused : undefined;
    }
    const [, name = 'redis', version] = /\r\n(redis|valkey)_version:(\d[\w.-]{0,20})\r\n/.exec(text) ?? [];
    const product = /\r\nserver_name:valkey\r\n/.test(text) || name === 'valkey' ? 'Valkey' : 'Redis';
    return { service: 'redis', confidence: certain, access: 'open', banners: { product, ...(version === undefined ? {} : { version }) } };
  },
};

/** Protocol 3.0, as the user that every installation has. Where a password is wanted the server asks for it, and the line is closed. */
const startup = 'user\0postgres\0database\0postgres\0\0';

/** PostgreSQL: what its start is answered with. */
export const postgresAsking: Asking = {
  name: 'postgresql',
  expected: ['postgresql'],
  request: () => Uint8Array.from([0, 0, 0, startup.length + 8, 0, 3, 0, 0, ...bytesOf(startup)]),
  isWhole: (bytes) => {
    const messages = readMessages(bytes);
    const [first] = messages;
    if (first === undefined) return bytes.length > 0 && bytes[0] !== 0x52 && bytes[0] !== 0x45;
    return first.type !== 'R' || bigEndian(first.body, 0, 4) !== 0 || messages.some(({ type }) => type === 'Z' || type === 'E');
  },
  read: (bytes) => {
    const [first, ...further] = readMessages(bytes);
    if (first === undefined) return undefined;
    if (first.type === 'E') return readRefusal(first.body);
    const method = bigEndian(first.body, 0, 4);
    if (first.type !== 'R' || !(method <= 12)) return undefined;
    const settings = further.flatMap(({ type, body }) => (type === 'S' ? [latin(body).split('\0')] : []));
    const [, said = ''] = settings.find(([name]) => name === 'server_version') ?? [];
    const [version] = /^\d[\w.]{0,20}/.exec(said) ?? [];
    return {
      service: 'postgresql',
      confidence: certain,
      // It let the start through only where it is ready for queries; a start that is refused later ends in an error.
      ...(method !== 0 ? { access: 'asked' } : further.some(({ type }) => type === 'Z') ? { access: 'open' } : {}),
      banners: { product: 'PostgreSQL', ...(version === undefined ? {} : { version }) },
    };
  },
};

type Message = { readonly type: string; readonly body: Uint8Array };

/** Whole messages of PostgreSQL's protocol, a hundred at most. */
function readMessages(bytes: Uint8Array): readonly Message[] {
  const messages: Message[] = [];
  for (let at = 0; messages.length < 100; ) {
    const length = bigEndian(bytes, at + 1, 4);
    if (!(length >= 4 && length <= 30_000) || at + 1 + length > bytes.length) break;
    messages.push({ type: latin(bytes.subarray(at, at + 1)), body: bytes.subarray(at + 5, at + 1 + length) });
    at += 1 + length;
  }
  return messages;
}

/** An ErrorResponse: fields by one letter each, of which the code (SQLSTATE) and the severity always stand there. */
function readRefusal(body: Uint8Array): Recognised | undefined {
  const fields = new Map(
    latin(body.subarray(0, 2_048))
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );
  if (!/^[0-9A-Z]{5}$/.test(fields.get('C') ?? '') || !/^(?:FATAL|ERROR|PANIC)$/.test(fields.get('V') ?? fields.get('S') ?? ''))
    return undefined;
  const greeting = cleanText(fields.get('M') ?? '', 160);
  return { service: 'postgresql', confidence: certain, banners: greeting === '' ? {} : { greeting } };
}
