import { concatBytes, equalBytes } from '@castellan/foundation/bytes';
import * as z from 'zod/mini';
import type { Bytes, VaultPorts } from '../ports.ts';
import { importRoot, openBytes, sealBytes } from './sealing.ts';
import wycheproof from './vectors/wycheproof.json' with { type: 'json' };

const hex = z.pipe(
  z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/)),
  z.transform(
    (text): Bytes => Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16)),
  ),
);
const common = { tcId: z.int(), result: z.enum(['valid', 'invalid']) };
const gcmSchema = z.object({ ...common, key: hex, iv: hex, aad: hex, msg: hex, ct: hex, tag: hex });
const hkdfSchema = z.object({ ...common, ikm: hex, salt: hex, info: hex, size: z.int(), okm: hex });
const fileSchema = z.object({ aesGcm: z.array(gcmSchema).check(z.minLength(1)), hkdf: z.array(hkdfSchema).check(z.minLength(1)) });

/** One list of published vectors, how long it took, and the numbers that its publisher gave those answered otherwise. */
export type VectorReport = {
  readonly name: string;
  readonly source: string;
  readonly wrong: readonly number[];
  readonly milliseconds: number;
};

/**
 * Asks for every answer that Project Wycheproof publishes of what the vault uses: valid texts must seal and open, invalid ones
 * must not open.
 */
export async function checkPublishedVectors(ports: VaultPorts): Promise<VectorReport[]> {
  const { aesGcm, hkdf } = fileSchema.parse(wycheproof);
  return [
    await report(ports, 'AES-256-GCM', 'aes_gcm_test', aesGcm, answersGcm),
    await report(ports, 'HKDF-SHA-256', 'hkdf_sha256_test', hkdf, answersHkdf),
  ];
}

async function report<Vector extends { readonly tcId: number }>(
  ports: VaultPorts,
  name: string,
  file: string,
  vectors: readonly Vector[],
  answers: (ports: VaultPorts, vector: Vector) => Promise<boolean>,
): Promise<VectorReport> {
  const start = ports.clock.nowMs();
  const wrong: number[] = [];
  for (const vector of vectors) if (!(await answers(ports, vector).catch(() => false))) wrong.push(vector.tcId);
  const milliseconds = ports.clock.nowMs() - start;
  return { name: `${name}, ${vectors.length} published vectors`, source: `Project Wycheproof, ${file}`, wrong, milliseconds };
}

async function answersGcm(ports: VaultPorts, vector: z.infer<typeof gcmSchema>): Promise<boolean> {
  const { iv, aad, msg, ct, tag, result } = vector;
  const key = await ports.crypto.importKey('raw', vector.key, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const published = concatBytes(iv, ct, tag);
  const opened = await openBytes(ports.crypto, key, aad, published);
  if (result === 'invalid') return opened === undefined;
  const sealed = await sealBytes({ ...ports, randomBytes: () => iv }, key, aad, msg);
  return opened !== undefined && equalBytes(opened, msg) && equalBytes(sealed, published);
}

async function answersHkdf({ crypto }: VaultPorts, { ikm, salt, info, size, okm, result }: z.infer<typeof hkdfSchema>): Promise<boolean> {
  const root = await importRoot(crypto, ikm);
  // Longer than HKDF can give is all that is invalid here, and the platform says so by throwing.
  const derived = await crypto.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, root, size * 8).catch(() => undefined);
  return result === 'invalid' ? derived === undefined : derived !== undefined && equalBytes(new Uint8Array(derived), okm);
}
