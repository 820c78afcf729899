import { readDer } from '@castellan/foundation/der';
import { type Built, checkDomain } from '../build-records.ts';
import { fromBase64 } from '../dkim.ts';
import { faultOfTlsa, showTlsaWhole } from './tlsa.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A certificate or public key as it is pasted (PEM). */
export type PastedKey = { readonly kind: 'certificate' | 'key'; readonly der: Bytes };

/** What is chosen for a TLSA record. */
export type TlsaWish = {
  /** The host name of the mail server. */
  readonly host: string;
  readonly port: string;
  readonly usage: 2 | 3;
  readonly selector: 0 | 1;
  readonly matchingType: 1 | 2;
};

/** Reads the first certificate or public key of a text; `undefined` where there is none. Private keys are never one. */
export function readPastedKey(text: string): PastedKey | undefined {
  const [, kind, body = ''] = /-----BEGIN (CERTIFICATE|PUBLIC KEY)-----([A-Za-z0-9+/=\s]+)-----END/.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const bytes = fromBase64(body.replaceAll(/\s/g, ''));
  return bytes === undefined ? undefined : { kind: kind === 'CERTIFICATE' ? 'certificate' : 'key', der: Uint8Array.from(bytes) };
}

/** What a selector takes of what was pasted: all of a certificate, or its SubjectPublicKeyInfo. `undefined` where that is not in it. */
export function selectFrom({ kind, der }: PastedKey, selector: TlsaWish['selector']): Bytes | undefined {
  if (selector === 0) return kind === 'certificate' ? der : undefined;
  if (kind === 'key') return der;
  const [certificate] = readDer(der) ?? [];
  const [body] = certificate === undefined ? [] : (readDer(certificate.content) ?? []);
  const fields = body === undefined ? [] : (readDer(body.content) ?? []);
  // Version (if any), serial number, algorithm, issuer, validity, subject, key (RFC 5280 §4.1).
  return fields[fields[0]?.tag === 0xa0 ? 6 : 5]?.whole;
}

/** Makes a record of a digest (lower-case hexadecimal; empty until there is one). */
export function buildTlsa({ host, port, usage, selector, matchingType }: TlsaWish, digest: string): Built {
  const isPort = /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535;
  const record = { usage, selector, matchingType, data: digest };
  const problems = [
    ...checkDomain(host),
    ...(isPort ? [] : ['The port is a number from 1 to 65535.']),
    ...(digest === '' ? ['Paste the certificate or the public key of the server (PEM).'] : []),
    ...(digest !== '' && faultOfTlsa(record) !== '' ? [`The digest does not fit: ${faultOfTlsa(record)}.`] : []),
  ];
  return { name: `_${port}._tcp.${host}. IN TLSA`, value: showTlsaWhole(record), problems };
}
