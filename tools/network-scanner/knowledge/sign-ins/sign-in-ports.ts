import type { OpenPort, SignIn } from '../scan-facts.ts';

/** A service that is tried, and whether TLS carries it. */
export type SignInPort = { readonly service: Exclude<SignIn['service'], 'snmp'>; readonly isSecure: boolean };

const byNumber: ReadonlyMap<number, SignInPort> = new Map<number, SignInPort>([
  [21, { service: 'ftp', isSecure: false }],
  [389, { service: 'ldap', isSecure: false }],
  [636, { service: 'ldap', isSecure: true }],
  [2121, { service: 'ftp', isSecure: false }],
  [3268, { service: 'ldap', isSecure: false }],
  [3269, { service: 'ldap', isSecure: true }],
]);

/** The TCP ports that a run asks for which only tries to sign in. */
export const signInPorts: readonly number[] = [...byNumber.keys()];

/** The UDP port of SNMP. */
export const snmpPort = 161;

/** What is tried on an open port: what it said it is, or else what its number lets expect; `undefined` for nothing. */
export function signInAt({ port, service, by, tls }: OpenPort): SignInPort | undefined {
  if (service === 'ftp') return { service, isSecure: false };
  if (service === 'ldap' || service === 'ldaps') return { service: 'ldap', isSecure: service === 'ldaps' || tls !== undefined };
  const usual = byNumber.get(port);
  // TLS without a name inside is what a directory's port says at first.
  return by === 'port' || (service === 'tls' && usual?.isSecure === true) ? usual : undefined;
}
