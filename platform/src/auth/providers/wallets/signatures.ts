import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import type { Chain } from '../provider-settings.ts';

/** Whether the holder of an address signed a text. Never throws. */
export function isSignedBy(
  chain: Chain,
  { address, text, signature }: { readonly address: string; readonly text: string; readonly signature: string },
): boolean {
  try {
    return chain === 'ethereum' ? isSignedByEthereum(address, text, signature) : isSignedBySolana(address, text, signature);
  } catch {
    return false;
  }
}

/** ERC-191 version 0x45 (`personal_sign`): the address follows from the signature. */
function isSignedByEthereum(address: string, text: string, signature: string): boolean {
  if (!/^0x[0-9a-f]{130}$/i.test(signature) || !isEthereumAddress(address)) return false;
  const bytes = Buffer.from(signature.slice(2), 'hex');
  const parity = (bytes[64] ?? 0) >= 27 ? (bytes[64] ?? 0) - 27 : (bytes[64] ?? 0);
  if (parity !== 0 && parity !== 1) return false;
  const body = Buffer.from(text);
  const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${body.length}`), body]));
  const recovered = secp256k1.Signature.fromBytes(Buffer.concat([Buffer.from([parity]), bytes.subarray(0, 64)]), 'recovered');
  // Of the two signatures that anybody can make of one, EIP-2 takes the lower.
  if (recovered.hasHighS()) return false;
  const key = recovered.recoverPublicKey(hash).toBytes(false).slice(1);
  const owner = Buffer.from(keccak_256(key).slice(-20)).toString('hex');
  return `0x${owner}` === address.toLowerCase();
}

/** An address in small letters, or with the checksum of ERC-55. */
function isEthereumAddress(address: string): boolean {
  if (/^0x[0-9a-f]{40}$/.test(address)) return true;
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const lower = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
  const checked = Array.from(lower, (digit, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('');
  return `0x${checked}` === address;
}

/** RFC 8032, with its strict reading of points. The signature in base64url or base64. */
function isSignedBySolana(address: string, text: string, signature: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{86}(?:==)?$/.test(signature) || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return false;
  const key = base58.decode(address);
  return key.length === 32 && ed25519.verify(Buffer.from(signature, 'base64url'), Buffer.from(text), key, { zip215: false });
}
