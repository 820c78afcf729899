import { domainToASCII } from 'node:url';

/** A mail address or a host name with the letters beyond ASCII of its domain as DNS carries them (RFC 7208 §4.3). What has no such form stays. */
export function withALabels(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are ASCII too.
  return /^[\x00-\x7f]*$/.test(domain) ? address : address.slice(0, at) + (domainToASCII(domain) || domain);
}
