import type { CipherSuite } from './cipher-suites.ts';
import { cipherSuites } from './cipher-suites.ts';

/** What a server's first flight says, as far as it came in clear. */
export type ServerFlight = {
  readonly kind: 'hello';
  /** The protocol's version on the wire. */
  readonly version: number;
  readonly suite: number;
  readonly compression: number;
  /** Types of the extensions that the server answered with. */
  readonly extensions: ReadonlySet<number>;
  /** The group that was chosen: of an ECDHE exchange, or named by TLS 1.3. */
  readonly group: number | undefined;
  /** The prime of a DHE exchange, without leading zeros. */
  readonly prime: Uint8Array | undefined;
  /** Certificates (DER) as they were sent. */
  readonly certificates: readonly Uint8Array<ArrayBuffer>[];
  /** The OCSP response that was stapled (DER), in the older protocols. */
  readonly staple: Uint8Array<ArrayBuffer> | undefined;
};

/** What a server did with a hello: chose, refused with an alert, hung up without a word, or said what is no TLS. */
export type ServerAnswer =
  | ServerFlight
  | { readonly kind: 'alert'; readonly description: number }
  | { readonly kind: 'closed' }
  | { readonly kind: 'garbage' };

/** Alerts (RFC 8446 §6) that the engine tells apart. */
export const alerts = {
  handshakeFailure: 40,
  protocolVersion: 70,
  inappropriateFallback: 86,
  unrecognizedName: 112,
  unknownPskIdentity: 115,
} as const;

/** Handshake messages, by their type. */
const messages = { serverHello: 2, certificate: 11, serverKeyExchange: 12, serverHelloDone: 14, certificateStatus: 22 };

/** The most bytes of an answer that are read. A flight with every certificate one could want is a tenth of it. */
export const maxAnswerBytes = 256 * 1024;

/** Whether enough has come: the flight is whole, or nothing more will be understood. With `wantsHello`, its first message is. */
export function isWholeAnswer(bytes: Uint8Array, wantsHello: boolean): boolean {
  const { handshake, alert, isBroken, isSealed } = readRecords(bytes);
  if (alert !== undefined || isBroken || isSealed) return true;
  const types = splitMessages(handshake).map(({ type }) => type);
  return wantsHello ? types.includes(messages.serverHello) : types.includes(messages.serverHelloDone);
}

/** Reads what a server answered. Total: whatever the bytes are, one of the kinds comes out. */
export function readServerAnswer(bytes: Uint8Array): ServerAnswer {
  if (bytes.length === 0) return { kind: 'closed' };
  const { handshake, alert, isBroken } = readRecords(bytes);
  const found = splitMessages(handshake);
  const hello = found.find(({ type }) => type === messages.serverHello);
  if (hello === undefined) {
    if (alert !== undefined) return { kind: 'alert', description: alert };
    return { kind: isBroken || handshake.length > 0 ? 'garbage' : 'closed' };
  }
  const read = readHello(hello.body);
  if (read === undefined) return { kind: 'garbage' };
  const exchange = found.find(({ type }) => type === messages.serverKeyExchange)?.body;
  const certificate = found.find(({ type }) => type === messages.certificate)?.body;
  const suite = cipherSuites.get(read.suite);
  return {
    ...read,
    group: read.group ?? (exchange === undefined ? undefined : readGroup(exchange, suite)),
    prime: exchange === undefined ? undefined : readPrime(exchange, suite),
    certificates: certificate === undefined ? [] : readCertificates(certificate),
    staple: readStaple(found.find(({ type }) => type === messages.certificateStatus)?.body),
  };
}

type Records = {
  readonly handshake: Uint8Array;
  readonly alert: number | undefined;
  readonly isBroken: boolean;
  readonly isSealed: boolean;
};

/** Takes records apart. Sealed records, and what follows an alert, are left. */
function readRecords(bytes: Uint8Array): Records {
  const parts: Uint8Array[] = [];
  let alert: number | undefined;
  let isBroken = false;
  let isSealed = false;
  let at = 0;
  while (at < bytes.length && alert === undefined && !isBroken && !isSealed) {
    const type = bytes[at] ?? 0;
    const length = uint(bytes, at + 3, 2);
    if (at + 5 > bytes.length) {
      isBroken = type < 20 || type > 24;
      break;
    }
    if (type < 20 || type > 24 || bytes[at + 1] !== 3 || length > 0x4800) isBroken = true;
    else if (at + 5 + length > bytes.length) break;
    else if (type === 22) parts.push(bytes.subarray(at + 5, at + 5 + length));
    else if (type === 21) {
      // A warning is no refusal: the server goes on after it.
      if (length >= 2 && bytes[at + 5] === 2) alert = bytes[at + 6];
      else if (length < 2) isBroken = true;
    } else isSealed = true;
    at += 5 + length;
  }
  return { handshake: join(parts), alert, isBroken, isSealed };
}

/** Whole handshake messages; one that is cut is left out. */
function splitMessages(handshake: Uint8Array): readonly { readonly type: number; readonly body: Uint8Array }[] {
  const found: { readonly type: number; readonly body: Uint8Array }[] = [];
  let at = 0;
  while (at + 4 <= handshake.length) {
    const length = uint(handshake, at + 1, 3);
    if (at + 4 + length > handshake.length) break;
    found.push({ type: handshake[at] ?? 0, body: handshake.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return found;
}

type Hello = Pick<ServerFlight, 'kind' | 'version' | 'suite' | 'compression' | 'extensions' | 'group'>;

function readHello(body: Uint8Array): Hello | undefined {
  const sessionLength = body[34] ?? 0;
  const at = 35 + sessionLength;
  if (body.length < at + 3) return undefined;
  const extensions = readExtensions(body.subarray(at + 3));
  const version = extensions.get(43);
  const share = extensions.get(51);
  return {
    kind: 'hello',
    version: version?.length === 2 ? uint(version, 0, 2) : uint(body, 0, 2),
    suite: uint(body, at, 2),
    compression: body[at + 2] ?? 0,
    extensions: new Set(extensions.keys()),
    // A request to try again names the group alone, a chosen share begins with it.
    group: share !== undefined && share.length >= 2 ? uint(share, 0, 2) : undefined,
  };
}

function readExtensions(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  let at = 2;
  while (at + 4 <= bytes.length) {
    const length = uint(bytes, at + 2, 2);
    if (at + 4 + length > bytes.length) break;
    found.set(uint(bytes, at, 2), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

/** Where the parameters begin: exchanges under a pre-shared key say a hint first. */
function paramsOf(exchange: Uint8Array, suite: CipherSuite | undefined): Uint8Array {
  return suite?.authentication === 'PSK' ? exchange.subarray(2 + uint(exchange, 0, 2)) : exchange;
}

function readGroup(exchange: Uint8Array, suite: CipherSuite | undefined): number | undefined {
  if (suite?.keyExchange !== 'ECDHE') return undefined;
  const params = paramsOf(exchange, suite);
  // 3: a named curve. Others were never used.
  return params[0] === 3 && params.length >= 3 ? uint(params, 1, 2) : undefined;
}

function readPrime(exchange: Uint8Array, suite: CipherSuite | undefined): Uint8Array | undefined {
  if (suite?.keyExchange !== 'DHE') return undefined;
  const params = paramsOf(exchange, suite);
  const length = uint(params, 0, 2);
  if (length === 0 || params.length < 2 + length) return undefined;
  const prime = params.subarray(2, 2 + length);
  const first = prime.findIndex((byte) => byte !== 0);
  return first === -1 ? undefined : prime.slice(first);
}

/** The response in a CertificateStatus message (RFC 6066 §8), empty where it is none. */
function readStaple(body: Uint8Array | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  return body[0] === 1 && body.length >= 4 ? new Uint8Array(body.subarray(4, 4 + uint(body, 1, 3))) : new Uint8Array();
}

function readCertificates(body: Uint8Array): readonly Uint8Array<ArrayBuffer>[] {
  const found: Uint8Array<ArrayBuffer>[] = [];
  let at = 3;
  while (at + 3 <= body.length && found.length < 32) {
    const length = uint(body, at, 3);
    if (length === 0 || at + 3 + length > body.length) break;
    found.push(new Uint8Array(body.subarray(at + 3, at + 3 + length)));
    at += 3 + length;
  }
  return found;
}

function uint(bytes: Uint8Array, at: number, byteCount: number): number {
  let value = 0;
  for (let index = 0; index < byteCount; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
