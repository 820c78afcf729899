import type { Report } from '@castellan/probes/report';
import type { CertificateFacts } from '@castellan/probes/tls/tls-facts';

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
    `SUMMARY:${text(`Certificate of ${report.target} ends`)}`,
    `DESCRIPTION:${text(`${subject}, issued by ${issuer}`)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P21D',
    `DESCRIPTION:${text(`Certificate of ${report.target} ends in three weeks`)}`,
    'END:VALARM',
    'END:VEVENT',
  ]);
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Castellan//TLS Inspector//EN', ...events, 'END:VCALENDAR'];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function stamp(moment: string): string {
  return `${moment.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function text(value: string): string {
  return value.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll(/\r?\n/g, '\\n');
}

/** Lines of at most 75 bytes; what is longer goes on in the next line, after a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const letter of line) {
    if (new TextEncoder().encode(part + letter).length > 74) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part].join('\r\n ');
}
