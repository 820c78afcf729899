import { isIP } from 'node:net';

/** Whom passkeys are made for (WebAuthn Level 3 §5.4.2): the name they are bound to, and the one origin that may ask for them. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/**
 * The relying party of a public address. Passkeys are bound to a name, so an address in numbers has none (`undefined`);
 * one of this machine's own goes by `localhost`, as browsers know it.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 0) return { id: hostname, origin };
  if (bare !== '::1' && !bare.startsWith('127.')) return undefined;
  return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
}
