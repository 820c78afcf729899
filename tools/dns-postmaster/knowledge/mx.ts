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
      title: 'The MX lookup fails',
      evidence: problem,
      why: 'Senders queue the mail and retry for days.',
      fix: 'Check the authoritative name servers of the zone.',
    });
  }
  if (isImplicit && servers.length > 0) {
    findings.push({
      id: 'mx-implicit',
      severity: 'low',
      title: 'The domain has no MX record',
      evidence: `Mail for ${domain} is delivered to the address of ${domain} itself (RFC 5321 §5.1).`,
      why: 'Senders use the A or AAAA record. A domain that accepts no mail should publish a null MX (RFC 7505).',
      fix: 'Publish MX records, or a null MX.',
      snippets: [{ label: 'No mail', text: `${domain}. IN MX 0 .` }],
    });
  }
  if (isNull && servers.length > 0) {
    findings.push({
      id: 'mx-null-mixed',
      severity: 'medium',
      title: 'A null MX is published together with other MX records',
      evidence: `${servers.length} MX records are published together with "MX 0 .".`,
      why: 'A null MX must be the only MX record (RFC 7505 §3).',
      fix: 'Remove the null MX or the other records.',
    });
  }
  const offered = servers.filter(({ startTls }) => startTls.kind === 'offered').length;
  const tried = servers.filter(({ startTls }) => startTls.kind !== 'untried').length;
  const none = servers.length === 0;
  const state = none ? (isNull ? 'sound' : stateOf(findings, 'missing')) : stateOf(findings, tried === 0 ? 'unknown' : 'sound');
  const summary = none
    ? isNull
      ? 'Null MX: accepts no mail'
      : 'No mail server'
    : tried === 0
      ? `${servers.length} ${servers.length === 1 ? 'server' : 'servers'}, STARTTLS not tested`
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
      fix: 'Publish an A or AAAA record, or remove the MX record.',
    });
  }
  if (isAlias) {
    add({
      id: 'mx-alias',
      severity: 'low',
      title: `The mail server ${host} is an alias (CNAME)`,
      evidence: `${host} is a CNAME.`,
      why: 'An MX record must not point to an alias (RFC 2181 §10.3). Some senders reject it.',
      fix: 'Use the canonical name in the MX record.',
    });
  }
  if (startTls.kind === 'refused') {
    add({
      id: 'mx-no-starttls',
      severity: 'high',
      title: `${host} does not offer STARTTLS`,
      evidence: startTls.reason,
      why: 'Mail to this server is transferred in clear text.',
      fix: 'Install a certificate on the mail server, and enable STARTTLS.',
    });
  } else if (startTls.kind === 'silent') {
    add({
      id: 'mx-silent',
      severity: 'info',
      title: `STARTTLS of ${host} could not be tested`,
      evidence: startTls.reason,
      why: 'The server may be down, or this network may block outbound port 25.',
      fix: '',
    });
  } else if (startTls.kind === 'offered') {
    if (startTls.distrust !== '' || !startTls.matchesName) {
      add({
        id: 'mx-certificate',
        severity: 'low',
        title: `The certificate of ${host} does not validate`,
        evidence: startTls.distrust === '' ? `The certificate is not valid for the name ${host}.` : startTls.distrust,
        why: 'Opportunistic TLS accepts it. Senders that enforce MTA-STS do not deliver.',
        fix: 'Install a certificate for this name from a public certificate authority.',
      });
    }
    if (startTls.validTo === '') {
      add({
        id: 'mx-certificate-day',
        severity: 'medium',
        title: `The certificate of ${host} has an invalid expiry date`,
        evidence: `${host}: notAfter cannot be parsed.`,
        why: 'Senders that validate certificates reject it.',
        fix: 'Issue the certificate again with valid dates.',
      });
    }
    if (/^TLSv1(?:\.1)?$/.test(startTls.protocol)) {
      add({
        id: 'mx-old-tls',
        severity: 'medium',
        title: `${host} negotiates an obsolete TLS version`,
        evidence: startTls.protocol,
        why: 'TLS 1.0 and TLS 1.1 are deprecated (RFC 8996).',
        fix: 'Enable TLS 1.2 and TLS 1.3.',
      });
    }
  }
  return findings;
}
