import { fail, type Result, succeed } from '@castellan/foundation/result';

/** As many characters as a private CA's certificates may have: some ten of them. */
export const maxAuthorityLength = 65_536;

const refuse = (message: string) => fail({ code: 'authority', message } as const);

/**
 * The certificates (PEM) in a text, each by itself; none in an empty one. Other text around them, as `openssl x509 -text` prints it, is
 * passed over. What is in a block is not looked at: it begins as DER does, and may be no certificate all the same.
 */
export function splitAuthorities(text: string): Result<readonly string[], { readonly code: 'authority'; readonly message: string }> {
  if (text.trim() === '') return succeed([]);
  if (text.length > maxAuthorityLength)
    return refuse(`The private CA is longer than ${maxAuthorityLength.toLocaleString('en')} characters.`);
  if (text.includes('PRIVATE KEY-----')) return refuse('The private CA contains a private key. Give its certificates only.');
  const blocks = text.split('-----BEGIN CERTIFICATE-----').slice(1);
  if (blocks.length === 0) return refuse('The private CA contains no certificate in PEM format.');
  const found: string[] = [];
  for (const block of blocks) {
    const [body = '', end] = block.split('-----END CERTIFICATE-----', 2);
    const base64 = body.replaceAll(/\s/g, '');
    // A SEQUENCE, with its length in more bytes than one: no certificate is so short.
    if (end === undefined || !/^MI[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0)
      return refuse(`Certificate ${found.length + 1} of the private CA is incomplete or damaged.`);
    found.push(`-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`);
  }
  return succeed(found);
}
