import { constants, createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { writeDer } from '@castellan/foundation/der';

/** A certificate with its key; what it signed names it as its issuer. */
export type LabCertificate = {
  readonly cert: string;
  readonly key: string;
  readonly der: Buffer;
  readonly keys: KeyPair;
  readonly name: string;
};

type KeyPair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

/** What a certificate of the lab is to be. */
export type LabWish = {
  readonly name: string;
  /** None: it signs itself. */
  readonly issuer?: LabCertificate;
  /** Subject alternative names; none leaves the extension out. */
  readonly names?: readonly string[];
  readonly isAuthority?: boolean;
  readonly mustStaple?: boolean;
  /** Where the authority answers, and where its own certificate lies. */
  readonly responder?: string;
  readonly issuerUrl?: string;
  readonly mayAnswer?: boolean;
  /** The hash of its signature; SHA-256 where none is named. */
  readonly hash?: 'sha1' | 'sha256';
  /** An RSA key of so many bits in place of one on P-256. */
  readonly rsaBits?: number;
  /** Days from now on. */
  readonly from?: number;
  readonly until?: number;
  /** What counts as now, in milliseconds since 1970: midnight, where no time of day is to be read from it. */
  readonly nowMs?: number;
};

const dayMs = 86_400_000;
const sequence = (...parts: readonly Uint8Array[]) => writeDer(0x30, ...parts);
const oid = (hex: string) => writeDer(6, Buffer.from(hex, 'hex'));
const yes = writeDer(1, Uint8Array.of(255));
const integer = (value: number) => writeDer(2, Uint8Array.of(value));
const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
const time = (ms: number) => writeDer(0x18, Buffer.from(stamp(ms)));
const shortTime = (ms: number) => writeDer(0x17, Buffer.from(stamp(ms).slice(2)));
const nameOf = (name: string) => sequence(writeDer(0x31, sequence(oid('550403'), writeDer(0x0c, Buffer.from(name)))));
const ecdsa = { sha1: sequence(oid('2a8648ce3d0401')), sha256: sequence(oid('2a8648ce3d040302')) };
/** RSASSA-PSS as it is where its parameters name nothing: SHA-1, and a salt of 20 bytes (RFC 8017 A.2.3). */
const pssSha1 = sequence(oid('2a864886f70d01010a'), sequence());
const keyOf = (keys: KeyPair) => keys.publicKey.export({ type: 'spki', format: 'der' });
/** The public key's bits alone: of an EC key on P-256 the last 65 bytes. */
const keyBitsOf = (keys: KeyPair) => keyOf(keys).subarray(-65);

let serials = 100;

/** Makes a certificate, on P-256 and valid from yesterday on for 90 days where nothing else is said. An issuer with an RSA key signs by RSASSA-PSS with SHA-1. */
export function certify(wish: LabWish): LabCertificate {
  const { name, issuer, from = -1, until = 90, hash = 'sha256', rsaBits, nowMs: now = Date.now() } = wish;
  const keys =
    rsaBits === undefined ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: rsaBits });
  const signer = issuer?.keys ?? keys;
  const isPss = signer.privateKey.asymmetricKeyType === 'rsa';
  const algorithm = isPss ? pssSha1 : ecdsa[hash];
  serials = (serials % 120) + 1;
  const body = sequence(
    writeDer(0xa0, integer(2)),
    integer(serials),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(shortTime(now + from * dayMs), shortTime(now + until * dayMs)),
    nameOf(name),
    keyOf(keys),
    writeDer(0xa3, sequence(...extensionsOf(wish))),
  );
  const signature = isPss
    ? sign('sha1', body, { key: signer.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 })
    : sign(hash, body, signer.privateKey);
  const der = Buffer.from(sequence(body, algorithm, writeDer(3, Uint8Array.of(0), signature)));
  return {
    cert: new X509Certificate(der).toString(),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    der,
    keys,
    name,
  };
}

function extensionsOf({ names, isAuthority = false, mustStaple, responder, issuerUrl, mayAnswer }: LabWish): readonly Uint8Array[] {
  const extension = (id: string, value: Uint8Array, ...critical: readonly Uint8Array[]) =>
    sequence(oid(id), ...critical, writeDer(4, value));
  const places = [
    ...(responder === undefined ? [] : [sequence(oid('2b06010505073001'), writeDer(0x86, Buffer.from(responder)))]),
    ...(issuerUrl === undefined ? [] : [sequence(oid('2b06010505073002'), writeDer(0x86, Buffer.from(issuerUrl)))]),
  ];
  return [
    extension('551d13', sequence(...(isAuthority ? [yes] : [])), yes),
    ...(names === undefined
      ? []
      : [
          extension(
            '551d11',
            sequence(
              ...names.map((name) =>
                /^[\d.]+$/.test(name) ? writeDer(0x87, Uint8Array.from(name.split('.'), Number)) : writeDer(0x82, Buffer.from(name)),
              ),
            ),
          ),
        ]),
    ...(mustStaple === true ? [extension('2b06010505070118', sequence(integer(5)))] : []),
    ...(places.length === 0 ? [] : [extension('2b06010505070101', sequence(...places))]),
    ...(mayAnswer === true ? [extension('551d25', sequence(oid('2b06010505070309')))] : []),
  ];
}

/** What an OCSP response of the lab is to say. */
export type LabStatus = {
  readonly of: LabCertificate;
  readonly issuer: LabCertificate;
  readonly status: 'good' | 'revoked' | 'unknown';
  /** Who signs it: the issuer where nobody is named; another brings its certificate along. */
  readonly signer?: LabCertificate;
  /** Days from now on. */
  readonly from?: number;
  readonly until?: number;
};

/** An OCSP response (RFC 6960), signed. */
export function certifyStatus({ of, issuer, status, signer, from = -1, until = 3 }: LabStatus): Buffer {
  const now = Date.now();
  const by = signer ?? issuer;
  const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest();
  const serial = Uint8Array.of(Number.parseInt(new X509Certificate(of.der).serialNumber, 16));
  const said =
    status === 'good'
      ? writeDer(0x80)
      : status === 'unknown'
        ? writeDer(0x82)
        : writeDer(0xa1, time(now - dayMs), writeDer(0xa0, writeDer(0x0a, Uint8Array.of(1))));
  const id = sequence(
    sequence(oid('2b0e03021a'), writeDer(5)),
    writeDer(4, sha1(nameOf(issuer.name))),
    writeDer(4, sha1(keyBitsOf(issuer.keys))),
    writeDer(2, serial),
  );
  const answer = sequence(id, said, time(now + from * dayMs), writeDer(0xa0, time(now + until * dayMs)));
  const data = sequence(writeDer(0xa2, writeDer(4, sha1(keyBitsOf(by.keys)))), time(now - dayMs), sequence(answer));
  const signature = writeDer(3, Uint8Array.of(0), sign('sha256', data, by.keys.privateKey));
  const basic = sequence(data, ecdsa.sha256, signature, ...(signer === undefined ? [] : [writeDer(0xa0, sequence(signer.der))]));
  return Buffer.from(sequence(writeDer(0x0a, Uint8Array.of(0)), writeDer(0xa0, sequence(oid('2b0601050507300101'), writeDer(4, basic)))));
}
