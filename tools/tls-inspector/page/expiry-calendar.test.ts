import { expect, test } from 'vitest';
import type { CertificateFacts } from '../knowledge/tls-facts.ts';
import { expiryCalendar } from './expiry-calendar.ts';
import { readTlsReport } from './read-tls-report.ts';

const leaf: CertificateFacts = {
  chain: 0,
  role: 'leaf',
  subject: 'a; very long organisation, with marks that a calendar wants escaped',
  issuer: 'Issuer',
  names: [],
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-22T12:34:56.000Z',
  daysLeft: 60,
  key: { kind: 'EC', bits: 256 },
  signature: '',
  serial: '',
  sha256: 'ab',
  isSelfSigned: false,
  wasSent: true,
  pem: '',
};

test('each certificate of the server is an event with a reminder', () => {
  const calendar =
    expiryCalendar({ target: 'example.org', startedAt: '2026-11-22T10:00:00.000Z' }, [leaf, { ...leaf, role: 'root' }]) ?? '';
  expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(calendar).toContain('DTSTART:20270122T123456Z\r\n');
  expect(calendar).toContain('TRIGGER:-P21D');
  expect(calendar.replaceAll('\r\n ', '')).toContain('a\\; very long organisation\\, with');
});

test('without a certificate there is no calendar, and another tool’s report has no facts here', () => {
  expect(expiryCalendar({ target: 'x', startedAt: '' }, [])).toBeUndefined();
  expect(readTlsReport({ tool: 'other', schemaVersion: 1, protocols: 'no' })).toMatchObject({ protocols: [], certificates: [] });
});

test('a report of before still opens, with what found nothing then', () => {
  const before = {
    tool: 'tls-inspector',
    schemaVersion: 1,
    protocols: [],
    certificates: [leaf],
    handshakes: 3,
    limits: [],
    clear: ['No RC4'],
  };
  expect(readTlsReport(before)).toMatchObject({ certificates: [leaf], earlier: [{ title: 'No RC4', state: 'passed' }], nameless: [] });
  const now = { ...before, schemaVersion: 2, chains: [{}, { isForNoName: true }] };
  expect(readTlsReport(now)).toMatchObject({ earlier: [], nameless: [1] });
});
