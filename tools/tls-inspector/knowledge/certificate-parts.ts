import { type DerElement, readDer } from '@castellan/foundation/der';

type Bytes = Uint8Array<ArrayBuffer>;

/** Parts of a certificate (RFC 5280 §4.1) that Node's own reading of it does not tell. */
export type CertificateParts = {
  readonly serial: Bytes;
  /** Names as they are encoded. */
  readonly issuer: Bytes;
  readonly subject: Bytes;
  /** The public key alone: what hashes of keys are made of. */
  readonly keyBits: Bytes;
  /** Values by the object identifier's bytes in hexadecimal. */
  readonly extensions: ReadonlyMap<string, Bytes>;
};

/** Takes a certificate apart; `undefined` where it is none. */
export function readCertificateParts(der: Bytes): CertificateParts | undefined {
  const [certificate] = readDer(der) ?? [];
  const [body] = inside(certificate, 0x30) ?? [];
  const fields = inside(body, 0x30);
  if (fields === undefined) return undefined;
  const [serial, , issuer, , subject, key, ...more] = fields[0]?.tag === 0xa0 ? fields.slice(1) : fields;
  const [, bits] = inside(key, 0x30) ?? [];
  if (serial?.tag !== 2 || issuer?.tag !== 0x30 || subject?.tag !== 0x30 || bits?.tag !== 3) return undefined;
  const [list] =
    inside(
      more.find(({ tag }) => tag === 0xa3),
      0xa3,
    ) ?? [];
  return {
    serial: serial.content,
    issuer: issuer.whole,
    subject: subject.whole,
    keyBits: bits.content.slice(1),
    extensions: readExtensions(list) ?? new Map(),
  };
}

/** Extensions by their identifier; `undefined` where one of them is none. */
export function readExtensions(list: DerElement | undefined): ReadonlyMap<string, Bytes> | undefined {
  const found = new Map<string, Bytes>();
  for (const extension of inside(list, 0x30) ?? []) {
    const parts = inside(extension, 0x30);
    const [name, value] = [parts?.at(0), parts?.at(-1)];
    if (name?.tag !== 6 || value?.tag !== 4) return undefined;
    found.set(hex(name.content), value.content);
  }
  return found;
}

/** Hashes of RSASSA-PSS by their identifiers (RFC 8017 A.2.3). */
const pssHashes: Readonly<Record<string, string>> = {
  '2b0e03021a': 'SHA-1',
  '608648016503040201': 'SHA-256',
  '608648016503040202': 'SHA-384',
  '608648016503040203': 'SHA-512',
  '608648016503040204': 'SHA-224',
};

/** The hash of a certificate's RSASSA-PSS signature, which the algorithm's name leaves out; `undefined` for other signatures. */
export function readPssHash(der: Bytes): string | undefined {
  const [certificate] = readDer(der) ?? [];
  const [, algorithm] = inside(certificate, 0x30) ?? [];
  const [name, parameters] = inside(algorithm, 0x30) ?? [];
  if (name?.tag !== 6 || hex(name.content) !== '2a864886f70d01010a') return undefined;
  const chosen = inside(parameters, 0x30)?.find(({ tag }) => tag === 0xa0);
  // SHA-1 is what nobody need name.
  if (chosen === undefined) return 'SHA-1';
  const [hash] = inside(chosen, 0xa0) ?? [];
  const [id] = inside(hash, 0x30) ?? [];
  return id === undefined ? 'unknown hash' : (pssHashes[hex(id.content)] ?? 'unknown hash');
}

/** Whether a certificate says that it must come with a stapled status (RFC 7633): `status_request` among its TLS features. */
export function wantsStaple({ extensions }: Pick<CertificateParts, 'extensions'>): boolean {
  const value = extensions.get('2b06010505070118');
  const [features] = value === undefined ? [] : (readDer(value) ?? []);
  return (inside(features, 0x30) ?? []).some(({ tag, content }) => tag === 2 && content.length === 1 && content[0] === 5);
}

/** What an element of this tag holds; `undefined` where it is another. */
export function inside(element: DerElement | undefined, tag: number): readonly DerElement[] | undefined {
  return element?.tag === tag ? readDer(element.content) : undefined;
}

/** Bytes in lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
