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
