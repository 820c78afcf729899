import { integer, numberIn, octets, readRow, readTag, tagged, textIn } from '../listeners/ber.ts';
import type { SignIn } from '../scan-facts.ts';

/** `sysDescr.0` (RFC 3418): 1.3.6.1.2.1.1.1.0. */
const description = [0x2b, 6, 1, 2, 1, 1, 1, 0];

/** Asks an agent for its description by version 2c and the community `public` (RFC 1901, RFC 3416). */
export function writePublicGet(id: number): Uint8Array {
  const variable = tagged(0x30, [...tagged(6, description), 5, 0]);
  const request = tagged(0xa0, [...integer(id), ...integer(0), ...integer(0), ...tagged(0x30, variable)]);
  return Uint8Array.from(tagged(0x30, [...integer(1), ...octets('public'), ...request]));
}

/** What an answer means; `undefined` where it is none to this question. Total. */
export function readPublicGet(bytes: Uint8Array, id: number): Pick<SignIn, 'outcome' | 'said'> | undefined {
  const whole = readTag(bytes, 0);
  const [version, community, response] = whole?.tag === 0x30 ? readRow(bytes, whole) : [];
  if (version === undefined || community === undefined || response?.tag !== 0xa2) return undefined;
  const [number, status] = readRow(bytes, response);
  const isOurs = numberIn(bytes, version) === 1 && textIn(bytes, community) === 'public';
  if (!isOurs || number === undefined || status === undefined || numberIn(bytes, number) !== id) return undefined;
  const code = numberIn(bytes, status);
  // authorizationError and noAccess: the community is known, and may not read this.
  return code === 0
    ? { outcome: 'accepted', said: 'sysDescr returned' }
    : { outcome: code === 6 || code === 16 ? 'refused' : 'unclear', said: `error status ${code}` };
}
