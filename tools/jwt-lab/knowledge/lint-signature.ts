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
        'Unsigned token (alg: none)',
        `alg: ${alg}`,
        'A verifier that accepts “none” accepts tokens that anyone can forge (RFC 8725 §2.1, §3.2).',
        'Accept only an explicit list of algorithms that does not contain “none”.',
      ),
    );
  else if (!isRegistered(alg))
    found.push(
      finding(
        'alg-unknown',
        'high',
        'Unregistered algorithm',
        `alg: ${alg}`,
        'Libraries interpret unknown algorithm names differently (RFC 8725 §3.1).',
        'Use an algorithm of the IANA JOSE registry, spelled exactly.',
      ),
    );
  else if (alg.startsWith('RS'))
    found.push(
      finding(
        'alg-pkcs1',
        'info',
        'RSASSA-PKCS1-v1_5 signature',
        `alg: ${alg}`,
        'No attack is known; new applications should use RSASSA-PSS (RFC 8017 §8).',
        'Use PS256, ES256 or Ed25519 in new systems.',
      ),
    );
  if (!Object.hasOwn(protectedHeader, 'alg'))
    found.push(
      finding(
        'alg-unprotected',
        'high',
        'Algorithm not integrity-protected',
        'alg is in the unprotected header',
        'An attacker who can modify the token can change the algorithm.',
        'Move alg to the protected header.',
      ),
    );
  return found;
}

/** Header parameters that lead to a key: an attacker writes them too (RFC 8725 §3.10). */
export function lintReferences(header: JsonObject): readonly TokenFinding[] {
  const found: TokenFinding[] = [];
  if (header['jwk'] !== undefined)
    found.push(
      finding(
        'embedded-key',
        'high',
        'Verification key embedded in the token (jwk)',
        'jwk in the header',
        'A verifier that trusts it accepts tokens signed with any key (such as CVE-2018-0114).',
        'Ignore jwk. Verify only with keys from trusted configuration.',
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
        `Verification key referenced by URL (${name})`,
        `${name}: ${address.slice(0, 200)}`,
        'A verifier that fetches it can be made to use an attacker’s key or to request internal addresses (SSRF, RFC 8725 §3.10).',
        `Ignore ${name}, or allow only complete URLs from an allowlist.`,
      ),
    );
  }
  if (header['x5c'] !== undefined)
    found.push(
      finding(
        'embedded-chain',
        'low',
        'Certificate chain embedded in the token (x5c)',
        'x5c in the header',
        'It proves nothing unless the chain is validated up to a trusted root.',
        'Validate the chain and the subject, or ignore x5c.',
      ),
    );
  const kid = header['kid'];
  if (typeof kid === 'string' && /\.\.[/\\]|^[/\\]|['";`|$<>\p{Cc}]|--|\/dev\//u.test(kid))
    found.push(
      finding(
        'kid-injection',
        'high',
        'Suspicious key ID (kid)',
        `kid: ${kid.slice(0, 200)}`,
        'A kid used without validation in a path, SQL query or command allows path traversal or injection (RFC 8725 §3.10).',
        'Look kid up in a fixed list of known keys, and use it for nothing else.',
      ),
    );
  else if (typeof kid === 'string' && kid.length > 256)
    found.push(
      finding(
        'kid-long',
        'low',
        'Unusually long key ID (kid)',
        `${kid.length} characters`,
        'Legitimate key IDs are short.',
        'Reject unknown key IDs.',
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
        'Signature of zero bytes',
        `${signature.length} zero bytes`,
        'Java verifiers vulnerable to CVE-2022-21449 accept it for any content.',
        'Reject the token, and update the verifier.',
      ),
    );
  if (wanted !== undefined && signature.length !== wanted)
    found.push(
      finding(
        'signature-length',
        'high',
        'Wrong signature length',
        `${signature.length} bytes; ${alg} signatures have ${wanted}`,
        signature[0] === 0x30 && alg.startsWith('ES')
          ? 'This looks like DER. JWS requires the concatenation of r and s (RFC 7518 §3.4).'
          : 'A conforming verifier rejects it.',
        `Issue the token again with a correct ${alg} signature.`,
      ),
    );
  return found;
}
