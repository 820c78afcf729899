import type { RandomBytes } from '@castellan/foundation/randomness';
import { fail, type Result, succeed } from '@castellan/foundation/result';
import { uniformBelow } from './uniform.ts';

const tagAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Why no user name can be made of an address. */
export type PlusAddressFailure = { readonly code: 'not_an_address' };

/**
 * A user name of one's own for one site: `ada+x7k2m9qd@example.test`. Mail for it arrives at the plain address (RFC 5233
 * subaddressing), and spam sent to it says who leaked it. A tag that is there already is replaced.
 * The tag is 8 random characters (40 bits), so that it cannot be guessed from the site's name.
 */
export function generatePlusAddress(address: string, randomBytes: RandomBytes): Result<string, PlusAddressFailure> {
  const at = address.lastIndexOf('@');
  const [local] = address.slice(0, Math.max(0, at)).split('+');
  const domain = address.slice(at + 1);
  const isUsable = address.length <= 245 && local !== undefined && /^[^\s"@()<>,;:\\[\]]+$/.test(local) && /^[^\s@]+$/.test(domain);
  if (!isUsable) return fail({ code: 'not_an_address' });
  let tag = '';
  while (tag.length < 8) tag += tagAlphabet.charAt(uniformBelow(tagAlphabet.length, randomBytes));
  return succeed(`${local}+${tag}@${domain}`);
}
