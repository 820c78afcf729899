import { X509Certificate } from 'node:crypto';
import { cleanText } from '@castellan/exports/plain-text';
import { isoTime } from '@castellan/probes/iso-time';
import { certificateDays } from '../../../server/tools/certificates.ts';
import type { TlsSeen } from '../knowledge/scan-facts.ts';

/** So many names of a certificate are in the report. */
const maxNames = 20;

/** What a report says of a certificate (DER); `undefined` where it cannot be read. */
export function readCertificate(der: Uint8Array | undefined, protocol: string, nowMs: number): TlsSeen | undefined {
  if (der === undefined) return undefined;
  try {
    const certificate = new X509Certificate(der);
    const { toMs: validToMs } = certificateDays(certificate);
    const isDay = !Number.isNaN(validToMs);
    const names = (certificate.subjectAltName ?? '')
      .split(', ')
      .flatMap((entry) => (/^(?:DNS|IP Address):/.test(entry) ? [cleanText(entry.slice(entry.indexOf(':') + 1), 253)] : []));
    return {
      protocol,
      subject: nameOf(certificate.subject),
      names: names.slice(0, maxNames),
      ...(names.length > maxNames ? { namesLeft: names.length - maxNames } : {}),
      issuer: nameOf(certificate.issuer),
      validTo: isoTime(validToMs),
      daysLeft: isDay ? Math.floor((validToMs - nowMs) / 86_400_000) : 0,
    };
  } catch {
    return undefined;
  }
}

/** The common name, or else the organisation, or else the whole of it. */
function nameOf(subject: string | undefined): string {
  const lines = (subject ?? '').split('\n');
  const named = lines.find((line) => line.startsWith('CN=')) ?? lines.find((line) => line.startsWith('O='));
  return cleanText(named === undefined ? lines.join(', ') : named.slice(named.indexOf('=') + 1));
}
