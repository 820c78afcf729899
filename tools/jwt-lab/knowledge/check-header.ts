import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { ParseFailure } from './parse-failure.ts';
import { isObject, type JsonObject } from './strict-json.ts';

/** Extensions that a header may call critical and that are understood here. */
const understood = ['b64'];

/** Names that RFC 7515 and 7518 define, which `crit` must not list (RFC 7515 §4.1.11). */
const defined = [
  'alg',
  'jku',
  'jwk',
  'kid',
  'x5u',
  'x5c',
  'x5t',
  'x5t#S256',
  'typ',
  'cty',
  'crit',
  'enc',
  'zip',
  'epk',
  'apu',
  'apv',
  'iv',
  'tag',
  'p2s',
  'p2c',
];

const texts = ['alg', 'jku', 'kid', 'x5u', 'x5t', 'x5t#S256', 'typ', 'cty'];

const refuse = (code: ParseFailure['code'], message: string) => fail<ParseFailure>({ code, part: 'header', at: 0, message });

/** Checks both headers of a signature by RFC 7515 §4 and §5.2 and RFC 7797: types, names that stand in both, and what is critical. */
export function checkHeader(protectedHeader: JsonObject, unprotected: JsonObject): Result<{ readonly isEncoded: boolean }, ParseFailure> {
  const twice = Object.keys(protectedHeader).find((name) => Object.hasOwn(unprotected, name));
  if (twice !== undefined)
    return refuse('member_twice', `“${twice}” is in both the protected and the unprotected header (RFC 7515 §7.2.1).`);
  const header: JsonObject = { ...unprotected, ...protectedHeader };
  if (!Object.hasOwn(header, 'alg')) return refuse('member_missing', '“alg” is missing from the header (RFC 7515 §4.1.1).');
  const wrong = texts.find((name) => Object.hasOwn(header, name) && typeof header[name] !== 'string');
  if (wrong !== undefined) return refuse('member_type', `“${wrong}” in the header is not a string.`);
  if (Object.hasOwn(header, 'jwk') && !isObject(header['jwk'])) return refuse('member_type', '“jwk” in the header is not an object.');
  const x5c = header['x5c'];
  if (x5c !== undefined && !(Array.isArray(x5c) && x5c.length > 0 && x5c.every((one) => typeof one === 'string')))
    return refuse('member_type', '“x5c” in the header is not a list of strings.');
  const critical = checkCritical(protectedHeader, unprotected);
  if (!critical.ok) return critical;
  const b64 = header['b64'];
  if (b64 !== undefined && typeof b64 !== 'boolean') return refuse('member_type', '“b64” in the header is not a boolean.');
  if (b64 === false && !critical.value.includes('b64'))
    return refuse('crit_malformed', '“b64” is false but not listed in “crit” (RFC 7797 §6).');
  return succeed({ isEncoded: b64 !== false });
}

function checkCritical(protectedHeader: JsonObject, unprotected: JsonObject): Result<readonly string[], ParseFailure> {
  if (Object.hasOwn(unprotected, 'crit')) return refuse('crit_malformed', '“crit” is in the unprotected header (RFC 7515 §4.1.11).');
  const crit = protectedHeader['crit'];
  if (crit === undefined) return succeed([]);
  if (!Array.isArray(crit) || crit.length === 0 || !crit.every((name): name is string => typeof name === 'string'))
    return refuse('crit_malformed', '“crit” is not a non-empty list of names (RFC 7515 §4.1.11).');
  const names: readonly string[] = crit;
  if (new Set(names).size !== names.length) return refuse('crit_malformed', '“crit” contains a duplicate.');
  for (const name of names) {
    if (defined.includes(name))
      return refuse('crit_malformed', `“crit” lists “${name}”, which the standard defines; such names are not allowed there.`);
    if (!understood.includes(name))
      return refuse('crit_unknown', `The critical extension “${name}” is not supported: the token must be rejected (RFC 7515 §4.1.11).`);
    if (!Object.hasOwn(protectedHeader, name))
      return refuse('crit_malformed', `“crit” lists “${name}”, which is missing from the protected header.`);
  }
  return succeed(names);
}
