import { createHash, createPublicKey, type X509Certificate } from 'node:crypto';
import { type LookUp, type Lookup, recordsOf } from '@castellan/probes/dns/records';
import { certificateDays, isIssuedBy, parseCertificate } from '../../../server/tools/certificates.ts';
import type { DaneFacts, DaneServer, JudgedTlsa } from '../knowledge/dane/dane-part.ts';
import { faultOfTlsa, isForSmtp, type Tlsa } from '../knowledge/dane/tlsa.ts';
import type { StartTls } from '../knowledge/mx.ts';

/** A mail server as it was found, with the certificates that it showed, its own first. */
export type MailHost = {
  readonly host: string;
  /** Its name behind its aliases. */
  readonly canonical: string;
  /** Its addresses were validated by DNSSEC. */
  readonly isValidated: boolean;
  readonly startTls: StartTls['kind'];
  readonly chain: readonly Uint8Array<ArrayBuffer>[];
};

/** The mail servers of a domain. */
export type MailHosts = {
  readonly hosts: readonly MailHost[];
  /** The MX records were validated by DNSSEC. */
  readonly isValidated: boolean;
  readonly problem: string;
};

type Asking = {
  readonly lookUp: LookUp;
  /** Roots that this machine adds to a chain by itself, as PEM. */
  readonly roots: readonly string[];
  readonly nowMs: number;
};

const maxRecords = 20;

/** Reads the TLSA records of mail servers (RFC 7672), and compares them with the certificates that these showed. */
export async function gatherDane(domain: string, mail: MailHosts, asking: Asking): Promise<DaneFacts> {
  const servers = await Promise.all(mail.hosts.map((host) => gatherServer(domain, host, asking)));
  const hasRecords = servers.some(({ records }) => records.length > 0);
  const mxSecurity = mail.isValidated ? 'validated' : hasRecords ? await securityOf(false, domain, asking.lookUp) : 'unknown';
  return { domain, servers, mxSecurity, problem: mail.problem };
}

async function gatherServer(domain: string, mailHost: MailHost, asking: Asking): Promise<DaneServer> {
  const { host, canonical, chain, startTls } = mailHost;
  const { name, found } = await lookUpTlsa(mailHost, asking.lookUp);
  const all = recordsOf(found);
  const certificates = chain.flatMap(parseCertificate);
  const names = [host, canonical, domain];
  const records = all.slice(0, maxRecords).map((record): JudgedTlsa => {
    const { usage, selector, matchingType, data } = record;
    return { usage, selector, matchingType, data, ...compare(record, certificates, { ...asking, names }) };
  });
  const left = all.length - records.length;
  const isSecure = mailHost.isValidated && found.status !== 'failed' && found.isValidated;
  const security = records.length === 0 && !isSecure ? 'unknown' : await securityOf(isSecure, host, asking.lookUp);
  const [leaf] = certificates;
  const current = leaf === undefined ? null : { usage: 3, selector: 1, matchingType: 1, data: associationOf(leaf, 1, 1) };
  const failure = found.status === 'failed' ? found.why : null;
  return { host, name, records, security, failure, startTls, current, ...(left === 0 ? {} : { left }) };
}

/** The name behind an alias is asked first, where it is validated (RFC 7672 §2.2.2). */
async function lookUpTlsa(
  { host, canonical, isValidated }: MailHost,
  lookUp: LookUp,
): Promise<{ readonly name: string; readonly found: Lookup<'TLSA'> }> {
  const at = async (base: string) => ({ name: `_25._tcp.${base}`, found: await lookUp(`_25._tcp.${base}`, 'TLSA') });
  if (canonical === host || !isValidated) return at(host);
  const behind = await at(canonical);
  return behind.found.status === 'none' ? at(host) : behind;
}

/** Whether an answer is unsigned, or the resolver does not look: every top-level domain that is signed tells which. */
async function securityOf(isValidated: boolean, name: string, lookUp: LookUp): Promise<DaneServer['security']> {
  if (isValidated) return 'validated';
  const top = await lookUp(name.slice(name.lastIndexOf('.') + 1), 'SOA');
  return top.status !== 'failed' && top.isValidated ? 'insecure' : 'unknown';
}

type Comparing = Pick<Asking, 'roots' | 'nowMs'> & { readonly names: readonly string[] };

function compare(record: Tlsa, certificates: readonly X509Certificate[], comparing: Comparing): Pick<JudgedTlsa, 'outcome' | 'detail'> {
  const [leaf] = certificates;
  const fault = isForSmtp(record) ? faultOfTlsa(record) : 'not for SMTP';
  if (fault !== '') return { outcome: 'unusable', detail: fault };
  if (leaf === undefined) return { outcome: 'untried', detail: '' };
  const { usage, selector, matchingType, data } = record;
  const isNamed = (certificate: X509Certificate) => associationOf(certificate, selector, matchingType) === data;
  // Neither names nor dates count for DANE-EE (RFC 7672 §3.1.1).
  if (usage === 3) return isNamed(leaf) ? { outcome: 'match', detail: '' } : { outcome: 'mismatch', detail: '' };
  // The server's own certificate is no trust anchor of itself.
  const sent = certificates.findIndex((certificate, index) => index > 0 && isNamed(certificate));
  const signed = sent === -1 && matchingType === 0 ? findSigned(record, certificates) : -1;
  if (sent === -1 && signed === -1) return { outcome: 'mismatch', detail: '' };
  const detail = faultOfPath(certificates.slice(0, Math.max(sent, signed) + 1), comparing);
  if (detail !== '') return { outcome: 'mismatch', detail };
  const isOurs = sent !== -1 && comparing.roots.some((root) => root.trim() === certificates[sent]?.toString().trim());
  return isOurs ? { outcome: 'unproven', detail: 'the server may not send this root' } : { outcome: 'match', detail: '' };
}

/** What a record holds of a certificate, in hexadecimal; empty where that is a key of a kind that this machine does not know. */
function associationOf(certificate: X509Certificate, selector: number, matchingType: number): string {
  const chosen = selector === 0 ? certificate.raw : keyOf(certificate);
  if (chosen === undefined) return '';
  return matchingType === 0
    ? chosen.toString('hex')
    : createHash(matchingType === 1 ? 'sha256' : 'sha512')
        .update(chosen)
        .digest('hex');
}

function keyOf(certificate: X509Certificate): Buffer | undefined {
  try {
    return certificate.publicKey.export({ type: 'spki', format: 'der' });
  } catch {
    return undefined;
  }
}

/** The certificate that is signed by an authority which only the record holds; -1 where none is. A bare key signs the last one sent. */
function findSigned(record: Tlsa, certificates: readonly X509Certificate[]): number {
  const isOwn = record.selector === 0 && certificates[0]?.raw.toString('hex') === record.data;
  const first = record.selector === 0 ? 0 : certificates.length - 1;
  return isOwn ? -1 : certificates.findIndex((one, index) => index >= first && isSignedBy(one, record));
}

/** Whether a certificate is signed by an authority that the record itself holds. */
function isSignedBy(certificate: X509Certificate, { selector, data }: Tlsa): boolean {
  const bytes = Buffer.from(data, 'hex');
  if (selector === 0) return parseCertificate(bytes).some((authority) => isIssuedBy(certificate, authority));
  try {
    return certificate.verify(createPublicKey({ key: bytes, format: 'der', type: 'spki' }));
  } catch {
    return false;
  }
}

/** Why the certificates up to a trust anchor do not hold (RFC 7672 §3.1.2); empty where they do. */
function faultOfPath(path: readonly X509Certificate[], { names, nowMs }: Comparing): string {
  const [leaf] = path;
  if (leaf === undefined || !names.some((name) => leaf.checkHost(name) !== undefined)) return 'the certificate is for another name';
  for (const [index, certificate] of path.entries()) {
    const issuer = path[index + 1];
    if (issuer !== undefined && !isIssuedBy(certificate, issuer)) return 'the chain is not signed up to it';
    const { fromMs, toMs } = certificateDays(certificate);
    if (!(nowMs >= fromMs && nowMs <= toMs)) return 'a certificate on the way is not valid today';
  }
  return '';
}
