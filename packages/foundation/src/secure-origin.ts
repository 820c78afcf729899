import { fail, type Result, succeed } from './result.ts';

/** The platform's parser (WHATWG URL), which browsers, Workers and Node share. */
declare const URL: {
  canParse(address: string): boolean;
  new (
    address: string,
  ): {
    readonly protocol: string;
    readonly username: string;
    readonly password: string;
    readonly hostname: string;
    readonly origin: string;
  };
};

/**
 * Why a secret may not go to an address. `not_web`: it is none of http or https, or has a user name in it. `plain_http`: whoever is
 * on the way could read it.
 */
export type OriginFailure = { readonly code: 'not_web' | 'plain_http' };

/** Longest origin that is kept: a name of 253 characters with scheme and port fits. */
export const maxOriginCharacters = 300;

/**
 * The origin of an address that a secret may go to, as the parser spells it: https anywhere, http on this machine's loopback alone.
 * Loopback is `localhost`, 127.0.0.0/8 in every spelling of the parser's, and `[::1]`. Names that end in `.localhost` or in a dot are
 * resolved by whoever is asked, so they are not.
 */
export function secureOrigin(address: string): Result<string, OriginFailure> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return fail({ code: 'not_web' });
  if (url.origin.length > maxOriginCharacters) return fail({ code: 'not_web' });
  return url.protocol === 'https:' || isLoopback(url.hostname) ? succeed(url.origin) : fail({ code: 'plain_http' });
}

/** Of a host as the parser spells it: an IPv4 address in four decimal numbers, an IPv6 one in brackets, the shortest way. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** Whether a text is an origin that a secret may go to, spelled as `secureOrigin` does. */
export function isSecureOrigin(text: string): boolean {
  const origin = secureOrigin(text);
  return origin.ok && origin.value === text;
}
