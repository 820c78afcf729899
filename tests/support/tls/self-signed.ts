import { type KeyObject, sign } from 'node:crypto';

/** A certificate (PEM) with its private key (PEM). */
export type SelfSigned = { readonly cert: string; readonly key: string };

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(6, Buffer.from(hex, 'hex'));
const time = (ms: number) => der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));

/**
 * A certificate that signs itself, for `localhost` and 127.0.0.1, by an RSA or EC key. Valid from yesterday for `days`, or until what
 * `notAfter` says, whether it is a date or not: `269999999999Z`.
 */
export function selfSigned(
  keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  days = 90,
  notAfter?: string,
): SelfSigned {
  const isRsa = keys.privateKey.asymmetricKeyType === 'rsa';
  // sha256WithRSAEncryption, ecdsa-with-SHA256.
  const algorithm = isRsa ? sequence(oid('2a864886f70d01010b'), der(5)) : sequence(oid('2a8648ce3d040302'));
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const dayMs = 86_400_000;
  const body = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(Date.now() - dayMs), notAfter === undefined ? time(Date.now() + (days - 1) * dayMs) : der(0x17, Buffer.from(notAfter))),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(4, names)))),
  );
  const signature = sign('sha256', body, keys.privateKey);
  const certificate = sequence(body, algorithm, der(3, Buffer.from([0]), signature));
  const pem = certificate.toString('base64').replaceAll(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${pem}-----END CERTIFICATE-----\n`,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
