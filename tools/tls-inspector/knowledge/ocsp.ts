import { type DerElement, readDer } from '@castellan/foundation/der';
import { hex, inside } from './certificate-parts.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What an OCSP response says of one certificate. Identifiers and hashes in hexadecimal, moments in milliseconds since 1970. */
export type OcspAnswer = {
  readonly hash: string;
  readonly issuerNameHash: string;
  readonly issuerKeyHash: string;
  readonly serial: string;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAtMs?: number;
  /** By RFC 5280 §5.3.1; where the authority names one. */
  readonly revocationReason?: number;
  readonly thisUpdateMs: number;
  readonly nextUpdateMs?: number;
};

/** A whole response (RFC 6960 §4.2.1), nothing in it verified yet. */
export type OcspResponse = {
  /** What the signature is over. */
  readonly signed: Bytes;
  /** Of the signature: the identifier in hexadecimal, and what its parameters are. */
  readonly algorithm: string;
  readonly parameters: 'none' | 'null';
  readonly signature: Bytes;
  /** Certificates of those who may have signed (DER). */
  readonly certificates: readonly Bytes[];
  /** Who says to have signed: its name as it is encoded, or the SHA-1 of its key. */
  readonly responder: { readonly name: string } | { readonly keyHash: string };
  readonly answers: readonly OcspAnswer[];
};

/** Reads a response; or says why there is none, in words that follow a colon. Strict: what is not DER in its one spelling is refused. */
export function readOcsp(der: Bytes): OcspResponse | { readonly problem: string } {
  try {
    return readResponse(der);
  } catch (error) {
    if (error instanceof Unreadable) return { problem: error.message };
    throw error;
  }
}

/** So many certificates have an answer in one response, and so many signers are with it, at most. */
const maxListed = 20;

class Unreadable extends Error {}

function wanted<Value>(value: Value | undefined, what = 'it is not an OCSP response'): Value {
  if (value === undefined) throw new Unreadable(what);
  return value;
}

/** The elements in an element of this tag: as many as there are. */
const parts = (element: DerElement | undefined, tag: number) => wanted(inside(element, tag));

function only(elements: readonly DerElement[] | undefined): DerElement {
  if (elements?.length !== 1) throw new Unreadable('it is not an OCSP response');
  return wanted(elements[0]);
}

const statuses = ['', 'malformed request', 'internal error', 'try later', '', 'signature required', 'unauthorized'];

function readResponse(der: Bytes): OcspResponse {
  const [status, body, ...more] = parts(only(readDer(der)), 0x30);
  if (status?.tag !== 0x0a || status.content.length !== 1 || more.length > 0) throw new Unreadable('it is not an OCSP response');
  const code = status.content[0] ?? 0;
  if (code !== 0) throw new Unreadable(`the responder returned an error (${statuses[code] || code})`);
  const [type, octets, ...rest] = parts(only(parts(body, 0xa0)), 0x30);
  // id-pkix-ocsp-basic: the only kind there is.
  if (type?.tag !== 6 || hex(type.content) !== '2b0601050507300101' || octets?.tag !== 4 || rest.length > 0)
    throw new Unreadable('its response type is not supported');
  const [data, algorithm, signature, certificates, ...left] = parts(only(readDer(octets.content)), 0x30);
  const [name, parameters, ...others] = parts(algorithm, 0x30);
  if (data === undefined || name?.tag !== 6 || others.length > 0 || left.length > 0) throw new Unreadable('it is not an OCSP response');
  if (parameters !== undefined && hex(parameters.whole) !== '0500')
    throw new Unreadable('its signature algorithm has unsupported parameters');
  if (signature?.tag !== 3 || signature.content[0] !== 0) throw new Unreadable('its signature is malformed');
  return {
    signed: data.whole,
    algorithm: hex(name.content),
    parameters: parameters === undefined ? 'none' : 'null',
    signature: signature.content.slice(1),
    certificates: certificates === undefined ? [] : bounded(parts(only(parts(certificates, 0xa0)), 0x30)).map(({ whole }) => whole),
    ...readData(data),
  };
}

function bounded(elements: readonly DerElement[]): readonly DerElement[] {
  if (elements.length > maxListed) throw new Unreadable(`it lists more than ${maxListed} certificates`);
  return elements;
}

function readData(data: DerElement): Pick<OcspResponse, 'responder' | 'answers'> {
  const fields = parts(data, 0x30);
  const [responder, made, list, extensions, ...more] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  if (made?.tag !== 0x18 || more.length > 0) throw new Unreadable('it is not an OCSP response');
  refuseCritical(extensions);
  const inner = only(responder === undefined ? undefined : readDer(responder.content));
  if (responder?.tag !== 0xa1 && !(responder?.tag === 0xa2 && inner.tag === 4)) throw new Unreadable('it names no responder');
  return {
    responder: responder.tag === 0xa1 ? { name: hex(inner.whole) } : { keyHash: hex(inner.content) },
    answers: bounded(parts(list, 0x30)).map(readAnswer),
  };
}

function readAnswer(element: DerElement): OcspAnswer {
  const [id, status, thisUpdate, ...more] = parts(element, 0x30);
  const [algorithm, nameHash, keyHash, serial] = parts(id, 0x30);
  const [hash] = parts(algorithm, 0x30);
  if (hash?.tag !== 6 || nameHash?.tag !== 4 || keyHash?.tag !== 4 || serial?.tag !== 2)
    throw new Unreadable('it does not name a certificate');
  const nextUpdate = more.find(({ tag }) => tag === 0xa0);
  refuseCritical(more.find(({ tag }) => tag === 0xa1));
  return {
    hash: hex(hash.content),
    issuerNameHash: hex(nameHash.content),
    issuerKeyHash: hex(keyHash.content),
    serial: hex(serial.content),
    ...readStatus(status),
    thisUpdateMs: readTime(thisUpdate),
    ...(nextUpdate === undefined ? {} : { nextUpdateMs: readTime(only(parts(nextUpdate, 0xa0))) }),
  };
}

function readStatus(status: DerElement | undefined): Pick<OcspAnswer, 'status' | 'revokedAtMs' | 'revocationReason'> {
  if (status?.tag === 0x80 && status.content.length === 0) return { status: 'good' };
  if (status?.tag === 0x82 && status.content.length === 0) return { status: 'unknown' };
  const [at, reason] = parts(status, 0xa1);
  const code = reason === undefined ? undefined : only(parts(reason, 0xa0)).content[0];
  return { status: 'revoked', revokedAtMs: readTime(at), ...(code === undefined ? {} : { revocationReason: code }) };
}

/** GeneralizedTime in the only spelling that RFC 5280 §4.1.2.5.2 allows. */
function readTime(element: DerElement | undefined): number {
  const text = element?.tag === 0x18 ? String.fromCharCode(...element.content.slice(0, 20)) : '';
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(ms)) throw new Unreadable('it has an invalid date');
  return ms;
}

/** An extension that must be understood is not: the response says something else than it seems to. */
function refuseCritical(extensions: DerElement | undefined): void {
  if (extensions === undefined) return;
  for (const extension of parts(only(parts(extensions, 0xa1)), 0x30)) {
    if (parts(extension, 0x30).some(({ tag }) => tag === 1)) throw new Unreadable('it has an unsupported critical extension');
  }
}
