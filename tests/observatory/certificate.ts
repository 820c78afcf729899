import { webcrypto } from 'node:crypto';
import { z } from 'zod';
import type { MeasuringTools } from '../../scripts/measuring-tools.ts';

const x509Schema = z.object({
  cryptoProvider: z.object({ set: z.custom<(provider: object) => void>((value) => typeof value === 'function') }).loose(),
  SubjectAlternativeNameExtension: z.custom<new (names: readonly object[]) => object>((value) => typeof value === 'function'),
  BasicConstraintsExtension: z.custom<new (isAuthority: boolean, depth?: number, critical?: boolean) => object>(
    (value) => typeof value === 'function',
  ),
  X509CertificateGenerator: z.custom<{ createSelfSigned: (wanted: object) => Promise<{ toString: (format: string) => string }> }>(
    (value) => typeof value === 'function',
  ),
});

/** A certificate that signs itself, for one name and one hour, with its key; both PEM. */
export async function makeCertificate(
  tools: MeasuringTools,
  name: string,
): Promise<{ readonly certificate: string; readonly privateKey: string }> {
  // The package beneath wants it loaded first.
  await tools.load('reflect-metadata');
  const loaded = x509Schema.parse({ ...((await tools.load('@peculiar/x509')) as object) });
  const { SubjectAlternativeNameExtension, BasicConstraintsExtension, X509CertificateGenerator } = loaded;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true), new SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = key.match(/.{1,64}/g) ?? [];
  return { certificate: made.toString('pem'), privateKey: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n` };
}
