import { formatEvents } from '@castellan/foundation/icalendar';
import type { Report } from '@castellan/probes/report';
import type { CertificateFacts } from '../knowledge/tls-facts.ts';

/** The end of each of the server's own certificates, with a reminder three weeks before. `undefined` where there is none. */
export function expiryCalendar(
  { target, startedAt }: Pick<Report, 'target' | 'startedAt'>,
  certificates: readonly CertificateFacts[],
): string | undefined {
  const leaves = certificates.filter(({ role, validTo }) => role === 'leaf' && validTo !== '');
  if (leaves.length === 0) return undefined;
  const events = leaves.map(({ validTo, sha256, subject, issuer }) => ({
    uid: `${sha256}@tls-inspector`,
    on: new Date(validTo),
    summary: `Certificate of ${target} expires`,
    description: `${subject}, issued by ${issuer}`,
    alarm: { daysBefore: 21, text: `Certificate of ${target} expires in three weeks` },
  }));
  return formatEvents('TLS Inspector', new Date(startedAt), events);
}
