import type { Finding } from '@castellan/probes/report';
import type { HostFacts, SignIn } from '../scan-facts.ts';

type Words = Omit<Finding, 'evidence'>;

const anonymousFtp: Words = {
  id: 'ftp-anonymous',
  severity: 'medium',
  title: 'Anonymous FTP login allowed',
  why: 'Anyone can sign in and read what the server offers. Where uploads are allowed, the server can be abused to distribute files; this was not tested.',
  fix: 'Disable anonymous access, in vsftpd by anonymous_enable=NO.',
};

const readableDirectory: Words = {
  id: 'ldap-anonymous',
  severity: 'high',
  title: 'LDAP directory readable without authentication',
  why: 'Anonymous clients can read directory entries, which usually hold users, groups and mail addresses.',
  fix: 'Disable anonymous binds, or restrict read access to authenticated users.',
};

const anonymousBind: Words = {
  id: 'ldap-anonymous',
  severity: 'medium',
  title: 'LDAP anonymous bind allowed',
  why: 'Anonymous clients can open a session. No entry below the root DSE was returned: access rules alone protect the directory.',
  fix: 'Disable anonymous binds.',
};

const publicCommunity: Words = {
  id: 'snmp-anonymous',
  severity: 'high',
  title: 'SNMP community “public” accepted',
  why: 'Anyone can read interfaces, routes, processes and installed software. SNMP v2c sends the community in clear text.',
  fix: 'Use SNMPv3 with authentication and encryption, or disable the community and restrict source addresses.',
};

/** What follows from an attempt that was accepted. */
export function judgeSignIn({ address }: HostFacts, { service, port, outcome, reads = false, said }: SignIn): readonly Finding[] {
  if (outcome !== 'accepted') return [];
  const words = { ftp: anonymousFtp, ldap: reads ? readableDirectory : anonymousBind, snmp: publicCommunity }[service];
  const place = `${address.includes(':') ? `[${address}]` : address}:${port}${service === 'snmp' ? '/udp' : ''}`;
  return [{ ...words, evidence: `${place}: ${attempts[service]}: ${said}${reads ? ', entry below the root DSE returned' : ''}` }];
}

/** What is sent, in a few words. */
export const attempts = {
  ftp: 'USER anonymous',
  ldap: 'anonymous bind',
  snmp: 'SNMP v2c, community “public”',
} as const satisfies Readonly<Record<SignIn['service'], string>>;
