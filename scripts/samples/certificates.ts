import { certify, type LabCertificate } from '../../tests/support/tls/certificate-lab.ts';
import { addresses, domain } from './company.ts';

/** The certificates of one run: an authority that is made for it, and what it signed. */
export type LabCertificates = {
  /** PEM, of the root: who is given it trusts the lab. */
  readonly root: string;
  /** PEM: what each server sends. */
  readonly web: Sent;
  readonly mail: Sent;
  readonly staging: Sent;
  /** Of the office's server; and the one that nobody renewed. */
  readonly office: Sent;
  readonly expired: Sent;
  readonly logs: Sent;
  /** The public key of the mail server's certificate (DER, SPKI), as a TLSA record names it. */
  readonly mailKey: Buffer;
};

/** A certificate with the one that signed it, and its key. */
export type Sent = { readonly cert: string; readonly key: string };

/** Makes them. `nowMs` is a midnight. */
export function makeCertificates(nowMs: number): LabCertificates {
  const root = certify({ name: 'Lab Root CA', isAuthority: true, from: -400, until: 3_000, nowMs });
  const issuing = certify({ name: 'Lab Issuing CA', issuer: root, isAuthority: true, from: -300, until: 900, nowMs });
  const leaf = (names: readonly string[], from: number, until: number): LabCertificate =>
    certify({ name: names[0] ?? domain, names, issuer: issuing, responder: 'http://ocsp.lab.example/', from, until, nowMs });
  const sent = ({ cert, key }: LabCertificate): Sent => ({ cert: `${cert}${issuing.cert}`, key });
  const mail = leaf([`mail.${domain}`], -30, 60);
  return {
    root: root.cert,
    web: sent(leaf([domain, `www.${domain}`, `api.${domain}`, `mta-sts.${domain}`], -72, 18)),
    mail: sent(mail),
    staging: sent(leaf([`staging.${domain}`], -20, 70)),
    office: sent(leaf([`office.${domain}`], -10, 80)),
    expired: sent(leaf([`backup.${domain}`], -128, -38)),
    logs: sent(certify({ name: 'logs.example', names: ['logs.example', addresses.logs], issuer: issuing, nowMs })),
    mailKey: mail.keys.publicKey.export({ type: 'spki', format: 'der' }),
  };
}
