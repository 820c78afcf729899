import type { Finding } from '@castellan/probes/report';
import { type Inspected, stateOf } from './part.ts';

/** What a mail server said when it was asked for TLS; `untried` with the reason where it was not asked. */
export type StartTls =
  | {
      readonly kind: 'offered';
      readonly protocol: string;
      /** Why the certificate leads to no root of Mozilla's store; empty where it does. */
      readonly distrust: string;
      readonly matchesName: boolean;
      /** ISO 8601; empty where the certificate names a day that no calendar has. */
      readonly validTo: string;
    }
  | { readonly kind: 'refused' | 'silent' | 'untried'; readonly reason: string };

/** One server that takes mail for the domain. */
export type MailServer = {
  readonly preference: number;
  readonly host: string;
  readonly addresses: readonly string[];
  /** The name is an alias, which no mail server's may be (RFC 2181 §10.3). */
  readonly isAlias: boolean;
  /** Why its addresses are not known; empty where they are. */
  readonly problem: string;
  readonly startTls: StartTls;
};

/** Where mail to the domain goes. */
export type MailFacts = {
  readonly servers: readonly MailServer[];
  /** The domain says that it takes no mail (RFC 7505). */
  readonly isNull: boolean;
  /** There is no MX: mail goes to the domain's own address (RFC 5321 §5.1). */
  readonly isImplicit: boolean;
  /** Servers beyond those that were looked at. */
  readonly left: number;
  readonly problem: string;
};

/** Judges where mail goes, and whether it goes there in secret. */
export function judgeMail(domain: string, facts: MailFacts): Inspected<MailFacts> {
  const { servers, isNull, isImplicit, problem } = facts;
  const findings: Finding[] = [...servers.flatMap(judgeServer)];
  if (problem !== '') {
    findings.push({
      id: 'mx-broken',
      severity: 'high',
      title: 'Nobody says where mail goes',
      evidence: problem,
      why: 'Senders keep the mail and try again, for days.',
      fix: 'Look at the name servers of the zone.',
    });
  }
  if (isImplicit && servers.length > 0) {
    findings.push({
      id: 'mx-implicit',
      severity: 'low',
      title: 'There is no MX record',
      evidence: `Mail for ${domain} goes to the address of ${domain} itself.`,
      why: 'A web server is tried as a mail server; a domain that takes no mail should say so.',
      fix: 'Name your mail servers, or publish a null MX.',
      snippets: [{ label: 'No mail', text: `${domain}. IN MX 0 .` }],
    });
  }
  if (isNull && servers.length > 0) {
    findings.push({
      id: 'mx-null-mixed',
      severity: 'medium',
      title: 'A null MX beside others',
      evidence: `${servers.length} servers stand beside "MX 0 .".`,
      why: 'A null MX must be the only one (RFC 7505 §3).',
      fix: 'Take one or the other away.',
    });
  }
  const offered = servers.filter(({ startTls }) => startTls.kind === 'offered').length;
  const tried = servers.filter(({ startTls }) => startTls.kind !== 'untried').length;
  const none = servers.length === 0;
  const state = none ? (isNull ? 'sound' : stateOf(findings, 'missing')) : stateOf(findings, tried === 0 ? 'unknown' : 'sound');
  const summary = none
    ? isNull
      ? 'Takes no mail, and says so'
      : 'No mail server'
    : tried === 0
      ? `${servers.length} ${servers.length === 1 ? 'server' : 'servers'}, STARTTLS not tried`
      : `${offered} of ${tried} with STARTTLS`;
  return { facts, part: { id: 'mx', title: 'MX', state, summary }, findings };
}

function judgeServer({ host, addresses, isAlias, problem, startTls }: MailServer): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (finding: Finding) => findings.push(finding);
  if (addresses.length === 0) {
    add({
      id: 'mx-no-address',
      severity: 'high',
      title: `The mail server ${host} has no address`,
      evidence: problem,
      why: 'Mail cannot be delivered there.',
      fix: 'Give it an address, or take it out of the MX records.',
    });
  }
  if (isAlias) {
    add({
      id: 'mx-alias',
      severity: 'low',
      title: `The mail server ${host} is an alias`,
      evidence: `${host} is a CNAME.`,
      why: 'MX must not name an alias (RFC 2181 §10.3); some senders refuse it.',
      fix: 'Name the server by its own name.',
    });
  }
  if (startTls.kind === 'refused') {
    add({
      id: 'mx-no-starttls',
      severity: 'high',
      title: `${host} does not offer STARTTLS`,
      evidence: startTls.reason,
      why: 'Mail to it travels readable for everybody on the way.',
      fix: 'Give the mail server a certificate and switch STARTTLS on.',
    });
  } else if (startTls.kind === 'silent') {
    add({
      id: 'mx-silent',
      severity: 'info',
      title: `${host} could not be asked for STARTTLS`,
      evidence: startTls.reason,
      why: 'It may be down, or this network may block port 25, as many do.',
      fix: '',
    });
  } else if (startTls.kind === 'offered') {
    if (startTls.distrust !== '' || !startTls.matchesName) {
      add({
        id: 'mx-certificate',
        severity: 'low',
        title: `The certificate of ${host} is not one that senders can verify`,
        evidence: startTls.distrust === '' ? `It is not for ${host}.` : startTls.distrust,
        why: 'Without MTA-STS or DANE senders take it all the same; with MTA-STS in force they refuse to deliver.',
        fix: 'Use a certificate of a public authority for this name.',
      });
    }
    if (startTls.validTo === '') {
      add({
        id: 'mx-certificate-day',
        severity: 'medium',
        title: `The certificate of ${host} ends on a day that no calendar has`,
        evidence: `${host}: its last day cannot be read.`,
        why: 'Senders that verify certificates refuse it.',
        fix: 'Issue it again, by a program that knows dates.',
      });
    }
    if (/^TLSv1(?:\.1)?$/.test(startTls.protocol)) {
      add({
        id: 'mx-old-tls',
        severity: 'medium',
        title: `${host} speaks an old TLS`,
        evidence: startTls.protocol,
        why: 'TLS 1.0 and 1.1 are not to be used any more (RFC 8996).',
        fix: 'Allow TLS 1.2 and 1.3.',
      });
    }
  }
  return findings;
}
