import { findAlgorithm, isRegistered } from './algorithms.ts';
import type { JwsSignature } from './parse-jws.ts';
import type { JsonObject } from './strict-json.ts';
import { finding, type TokenFinding } from './token-finding.ts';

/** What is wrong with the header and the form of one signature. */
export function lintSignature(signature: JwsSignature): readonly TokenFinding[] {
  return [...lintAlgorithm(signature), ...lintReferences(signature.header), ...lintLength(signature)];
}

function lintAlgorithm({ header, protectedHeader }: JwsSignature): readonly TokenFinding[] {
  const alg = String(header['alg']);
  const found: TokenFinding[] = [];
  if (alg.toLowerCase() === 'none')
    found.push(
      finding(
        'alg-none',
        'critical',
        'The token is not signed',
        `alg: ${alg}`,
        'Whoever accepts it accepts what anybody writes (RFC 8725 §2.1, §3.2).',
        'Accept a fixed list of algorithms, without none.',
      ),
    );
  else if (!isRegistered(alg))
    found.push(
      finding(
        'alg-unknown',
        'high',
        'The algorithm is not registered',
        `alg: ${alg}`,
        'Libraries read unknown names each in their own way (RFC 8725 §3.1).',
        'Name a registered algorithm, in its exact letters.',
      ),
    );
  else if (alg.startsWith('RS'))
    found.push(
      finding(
        'alg-pkcs1',
        'info',
        'PKCS #1 v1.5 signatures',
        `alg: ${alg}`,
        'They hold, and PSS or Ed25519 is advised for new systems (RFC 8725 §3.2).',
        'Use PS256, ES256 or Ed25519 in new systems.',
      ),
    );
  if (!Object.hasOwn(protectedHeader, 'alg'))
    found.push(
      finding(
        'alg-unprotected',
        'high',
        'The algorithm is not signed',
        'alg stands in the unprotected header',
        'Whoever carries the token can name another algorithm.',
        'Put alg into the protected header.',
      ),
    );
  return found;
}

/** Header parameters that lead to a key: whoever writes the token writes them too (RFC 8725 §3.10). */
function lintReferences(header: JsonObject): readonly TokenFinding[] {
  const found: TokenFinding[] = [];
  if (header['jwk'] !== undefined)
    found.push(
      finding(
        'embedded-key',
        'high',
        'The token brings its own key',
        'jwk in the header',
        'A verifier that uses it accepts any forger’s token.',
        'Never verify with a key from the token. Take keys from your own configuration.',
      ),
    );
  for (const name of ['jku', 'x5u'] as const) {
    const address = header[name];
    if (typeof address !== 'string') continue;
    const isPlain = !address.startsWith('https://');
    found.push(
      finding(
        `${name}-address`,
        isPlain ? 'high' : 'medium',
        'The token says where its key is',
        `${name}: ${address.slice(0, 200)}`,
        'A verifier that fetches it can be led to a forger’s key, or into its own network (RFC 8725 §3.10).',
        `Ignore ${name}, or compare it with a list of whole addresses first.`,
      ),
    );
  }
  if (header['x5c'] !== undefined)
    found.push(
      finding(
        'embedded-chain',
        'low',
        'The token brings certificates',
        'x5c in the header',
        'They say nothing unless the chain is checked up to a root of your own choice.',
        'Check the chain and its names, or ignore x5c.',
      ),
    );
  const kid = header['kid'];
  if (typeof kid === 'string' && /\.\.[/\\]|^[/\\]|['";`|$<>\p{Cc}]|--|\/dev\//u.test(kid))
    found.push(
      finding(
        'kid-injection',
        'high',
        'The key’s name looks like an attack',
        `kid: ${kid.slice(0, 200)}`,
        'A name that is used in a path, a query or a shell reaches what it should not (RFC 8725 §3.10).',
        'Compare kid with the names you know, and use it for nothing else.',
      ),
    );
  else if (typeof kid === 'string' && kid.length > 256)
    found.push(
      finding(
        'kid-long',
        'low',
        'The key’s name is very long',
        `${kid.length} characters`,
        'A name has no reason to be that long.',
        'Refuse names that you did not give.',
      ),
    );
  return found;
}

function lintLength({ header, signature }: JwsSignature): readonly TokenFinding[] {
  const alg = String(header['alg']);
  const wanted = findAlgorithm(alg)?.signatureBytes;
  const found: TokenFinding[] = [];
  if (signature.length > 0 && signature.every((byte) => byte === 0))
    found.push(
      finding(
        'zero-signature',
        'critical',
        'The signature is all zeros',
        `${signature.length} bytes of zero`,
        'Verifiers with the flaw CVE-2022-21449 accept it from anybody.',
        'Refuse it, and update the verifier.',
      ),
    );
  if (wanted !== undefined && signature.length !== wanted)
    found.push(
      finding(
        'signature-length',
        'high',
        'The signature has the wrong length',
        `${signature.length} bytes; ${alg} has ${wanted}`,
        signature[0] === 0x30 && alg.startsWith('ES')
          ? 'This looks like DER. JWS wants r and s one after the other (RFC 7518 §3.4).'
          : 'No verifier may accept it.',
        `Sign again with ${alg}.`,
      ),
    );
  return found;
}
