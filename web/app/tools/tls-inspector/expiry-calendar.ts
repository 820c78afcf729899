import type { Report } from '@castellan/probes/report';
import type { CertificateFacts } from '@castellan/probes/tls/tls-facts';
import { escapeText, joinLines } from '../../lib/icalendar-lines.ts';

/**
 * The end of each of the server's own certificates as a calendar (RFC 5545), with a reminder three weeks before. `undefined` where
 * there is none.
 */
export function expiryCalendar(
  report: Pick<Report, 'target' | 'startedAt'>,
  certificates: readonly CertificateFacts[],
): string | undefined {
  const leaves = certificates.filter(({ role }) => role === 'leaf');
  if (leaves.length === 0) return undefined;
  const events = leaves.flatMap(({ validTo, sha256, subject, issuer }) => [
    'BEGIN:VEVENT',
    `UID:${sha256}@tls-inspector`,
    `DTSTAMP:${stamp(report.startedAt)}`,
    `DTSTART:${stamp(validTo)}`,
    `SUMMARY:${escapeText(`Certificate of ${report.target} ends`)}`,
    `DESCRIPTION:${escapeText(`${subject}, issued by ${issuer}`)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P21D',
    `DESCRIPTION:${escapeText(`Certificate of ${report.target} ends in three weeks`)}`,
    'END:VALARM',
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Castellan//TLS Inspector//EN', ...events, 'END:VCALENDAR'];
  return joinLines(lines);
}

function stamp(moment: string): string {
  return `${moment.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
