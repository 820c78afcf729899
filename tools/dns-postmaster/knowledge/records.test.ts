import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../tests/support/cpu-time.ts';
import { hostileStsPolicies, spacedPolicy } from '../../../tests/support/hostile/answers.ts';
import { certify } from '../../../tests/support/tls/certificate-lab.ts';
import { buildBimi, buildCaa, buildDmarc, buildSpf, buildSts, buildTlsRpt } from './build-records.ts';
import { buildTlsa, readPastedKey, selectFrom } from './dane/build-tlsa.ts';
import { explainRecord } from './explain-record.ts';
import { allowsServer, judgeSts, maxPolicyServers, parseStsPolicy } from './mta-sts.ts';
import { parseSpf } from './parse-spf.ts';

test.each([
  ['v=spf1 mx -all', 'SPF', ''],
  ['example.org. 300 IN TXT "v=spf1 ip4:192.0.2.1" " ~all"', 'SPF', ''],
  ['v=spf1 ip4:192.0.2.300 -all', 'SPF', 'ip4:192.0.2.300: not an IPv4 address.'],
  ['v=spf1 foo:bar.example', 'SPF', 'foo:bar.example: unknown mechanism.'],
  [
    `v=spf1 ${Array.from({ length: 11 }, (_, index) => `include:s${index}.example`).join(' ')} -all`,
    'SPF',
    'The record needs 11 DNS lookups; ten are allowed.',
  ],
  ['v=DMARC1; p=reject; rua=mailto:a@example.org', 'DMARC', ''],
  ['v=DMARC1; p=refuse', 'DMARC', 'The policy (p=) must be none, quarantine or reject.'],
  ['v=DMARC1; p=none; p=reject', 'DMARC', 'The record is not a list of tags.'],
  ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=', 'DKIM', ''],
  ['k=rsa; p=AAAA', 'DKIM', 'The key is not an RSA public key.'],
  ['v=TLSRPTv1; rua=mailto:a@example.org', 'TLS-RPT', ''],
  [`3 1 1 ${'5D'.repeat(32)}`, 'TLSA', ''],
  [`_25._tcp.mail.example.org. 3600 IN TLSA ( 3 1 1 ${'5d'.repeat(16)}\n  ${'5d'.repeat(16)} )`, 'TLSA', ''],
  ['3 1 1 5d5d', 'TLSA', 'A SHA2-256 digest has 32 bytes, this one has 2.'],
  ['9 1 1 5d5d', 'TLSA', 'Certificate usage 9 is not defined.'],
  [
    `mail.example.org. IN TLSA 3 1 1 ${'5d'.repeat(32)}`,
    'TLSA',
    'mail.example.org. is not the name of a TLSA record: it begins with _port._tcp.',
  ],
  ['default._bimi.example.org. IN TXT "v=BIMI1; l=https://example.org/logo.svg; a="', 'BIMI', ''],
  ['v=BIMI1; l=http://example.org/logo.svg', 'BIMI', 'The tag l= is not an https address.'],
  ['version: STSv1\r\nmode: enforce\r\nmx: *.example.org\r\nmax_age: 604800\r\n', 'MTA-STS policy', ''],
  ['version: STSv1\nmode: strict\nmax_age: 1', 'MTA-STS policy', 'The mode must be enforce, testing or none.'],
])('%j is read as %s: %j', (text, kind, problem) => {
  expect(explainRecord(text)).toMatchObject({ kind, problem });
});

test('tags that RFC 9989 took out are named, and what stands behind all', () => {
  expect(explainRecord('v=DMARC1; p=reject; pct=20; ri=3600')?.advice).toEqual([
    'RFC 9989 removed pct: pct=20 is ignored.',
    'RFC 9989 removed ri: ri=3600 is ignored.',
    'Without rua no reports are sent.',
  ]);
  expect(explainRecord('v=spf1 +all mx')?.advice).toEqual(
    expect.arrayContaining(['Terms after all are never evaluated.', '+all authorizes every host.']),
  );
  expect(explainRecord('hello')).toBeUndefined();
});

test('whatever is pasted, reading it ends', () => {
  const starts = fc.constantFrom('3 1 1 ', 'v=BIMI1; ', 'v=spf1 ', 'v=DMARC1; ', 'v=DKIM1; ', 'v=TLSRPTv1; ', 'version: STSv1\n', '');
  fc.assert(
    fc.property(starts, fc.string({ maxLength: 400, unit: 'binary' }), (start, rest) => {
      explainRecord(start + rest);
    }),
  );
  const startedAt = cpuNowMs();
  explainRecord(`v=spf1 ${'a:%{d}.'.repeat(20_000)}`);
  explainRecord(`"${'\\'.repeat(60_000)}`);
  explainRecord(`v=DMARC1;${' '.repeat(60_000)}x`);
  explainRecord(`3 1 1 ${'a '.repeat(30_000)}`);
  readPastedKey(`${'-----BEGIN CERTIFICATE-----'.repeat(2_000)}${'A'.repeat(60_000)}`);
  expect(cpuNowMs() - startedAt).toBeLessThan(1_000);
});

test('what is built reads back as what was chosen', () => {
  const spf = buildSpf({
    domain: 'example.org',
    mx: true,
    a: false,
    addresses: '192.0.2.0/28, 2001:db8::/32',
    includes: '_spf.example.net',
    end: '-all',
  });
  expect(spf).toEqual({
    name: 'example.org. IN TXT',
    value: '"v=spf1 mx ip4:192.0.2.0/28 ip6:2001:db8::/32 include:_spf.example.net -all"',
    problems: [],
  });
  expect(parseSpf(spf.value.slice(1, -1)).ok).toBe(true);
  expect(
    buildDmarc({
      domain: 'example.org',
      policy: 'reject',
      subdomains: 'none',
      reports: 'mailto:a@example.org b@example.org',
      isStrict: true,
      isTest: true,
    }),
  ).toMatchObject({
    value: '"v=DMARC1; p=reject; sp=none; adkim=s; aspf=s; t=y; rua=mailto:a@example.org,mailto:b@example.org"',
    problems: [],
  });
  const sts = buildSts({ domain: 'example.org', mode: 'enforce', servers: 'mail.example.org', id: '1' });
  expect(explainRecord(sts.policy)).toMatchObject({ kind: 'MTA-STS policy', problem: '' });
  expect(buildTlsRpt({ domain: 'example.org', reports: 'a@example.org' }).value).toBe('"v=TLSRPTv1; rua=mailto:a@example.org"');
  expect(buildCaa({ domain: 'example.org', issuers: '' }).value).toBe('0 issue ";"');
});

test('what TLSA and BIMI say is told, and what had better be otherwise', () => {
  const explained = explainRecord(`_25._tcp.mail.example.org. IN TLSA 1 0 1 ${'5d'.repeat(32)}`);
  expect(explained?.lines.map(({ term }) => term)).toEqual([
    '_25._tcp.mail.example.org.',
    'usage 1',
    'selector 0',
    'matching type 1',
    `${'5d'.repeat(12)}…`,
  ]);
  expect(explained?.lines[0]?.meaning).toBe('For port 25 (tcp) of mail.example.org.');
  expect(explained?.advice).toContain('PKIX-TA(0) and PKIX-EE(1) are not for mail servers (RFC 7672 §3.1.3).');
  expect(explainRecord(`_443._tcp.example.org. IN TLSA 1 1 1 ${'5d'.repeat(32)}`)?.advice).toEqual([
    'Clients use the record only where DNSSEC validates it.',
  ]);
  expect(explainRecord('v=BIMI1; l=; a=')?.lines).toEqual([{ term: 'l=; a=', meaning: 'The domain declines to show a logo.' }]);
});

test('a TLSA record is built of a certificate or of its public key, and reads back', () => {
  const { cert, der, keys } = certify({ name: 'mail.example.org', names: ['mail.example.org'] });
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' });
  const pasted = readPastedKey(`text in front\n${cert}`);
  if (pasted === undefined) throw new Error('no certificate');
  expect(Buffer.from(selectFrom(pasted, 0) ?? [])).toEqual(der);
  expect(Buffer.from(selectFrom(pasted, 1) ?? [])).toEqual(spki);
  const key = readPastedKey(keys.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  if (key === undefined) throw new Error('no key');
  expect(selectFrom(key, 0)).toBeUndefined();
  expect(Buffer.from(selectFrom(key, 1) ?? [])).toEqual(spki);
  expect(readPastedKey(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBeUndefined();
  expect(selectFrom({ kind: 'certificate', der: Uint8Array.of(0x30, 3, 1) }, 1)).toBeUndefined();
  const wish = { host: 'mail.example.org', port: '25', usage: 3, selector: 1, matchingType: 1 } as const;
  const built = buildTlsa(wish, 'ab'.repeat(32));
  expect(built).toEqual({ name: '_25._tcp.mail.example.org. IN TLSA', value: `3 1 1 ${'ab'.repeat(32)}`, problems: [] });
  expect(explainRecord(`${built.name} ${built.value}`)).toMatchObject({ kind: 'TLSA', problem: '' });
  expect(buildTlsa({ ...wish, host: 'mail', port: '0' }, '').problems).toHaveLength(3);
});

test('a BIMI record is built of https addresses, and without a logo declines', () => {
  const wish = { domain: 'example.org', logo: 'https://example.org/logo.svg', certificate: '' };
  expect(buildBimi(wish)).toEqual({
    name: 'default._bimi.example.org. IN TXT',
    value: '"v=BIMI1; l=https://example.org/logo.svg; a="',
    problems: [],
  });
  expect(buildBimi({ ...wish, logo: '' }).problems).toEqual([]);
  expect(buildBimi({ ...wish, logo: 'logo.svg' }).problems).toEqual(['The tag l= is not an https address.']);
});

test('what cannot be a record is named, and long ones are cut as DNS wants it', () => {
  expect(
    buildSpf({ domain: 'example', mx: true, a: true, addresses: '1.2.3.4/33 x', includes: 'nodot', end: '~all' }).problems,
  ).toHaveLength(4);
  const long = buildSpf({
    domain: 'example.org',
    mx: false,
    a: false,
    addresses: Array(20).fill('192.0.2.100/32').join(' '),
    includes: '',
    end: '~all',
  });
  expect(long.value.match(/"[^"]{1,255}"/g)).toHaveLength(2);
});

test('a pattern of MTA-STS allows one label below, and no more', () => {
  expect(allowsServer('*.example.org', 'a.example.org')).toBe(true);
  expect(allowsServer('*.example.org', 'a.b.example.org')).toBe(false);
  expect(allowsServer('*.example.org', 'example.org')).toBe(false);
  expect(allowsServer('mail.example.org', 'mail.example.org')).toBe(true);
});

test('a policy of mail whose line is spaces and a carriage return is refused at the cost of its length', () => {
  const before = cpuNowMs();
  expect(parseStsPolicy(spacedPolicy(64_000))).toMatchObject({ ok: false });
  expect(cpuNowMs() - before).toBeLessThan(50);
});

test.each(hostileStsPolicies)('$name: a policy of mail is read within 50 ms of processor time', ({ bytes }) => {
  const text = Buffer.from(bytes).toString('latin1');
  const before = cpuNowMs();
  parseStsPolicy(text);
  expect(cpuNowMs() - before).toBeLessThan(50);
});

test('lines of a policy are read as one expression reads them', () => {
  const part = fc.constantFrom('mx', 'mode', ' ', '\t', ':', 'a.test', '\r', '*', '\u2028', '_');
  const line = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  const asExpression = (text: string) => /^\s*([A-Za-z0-9_.-]+)\s*:\s*(.*?)\s*$/.exec(text);
  fc.assert(
    fc.property(line, (text) => {
      const read = parseStsPolicy(`version: STSv1\nmode: none\nmax_age: 1\n${text}`);
      const expected = text.trim() === '' || asExpression(text) !== null;
      expect(read.ok).toBe(expected);
      const [, name, value = ''] = asExpression(text) ?? [];
      expect(read.ok ? read.value.mx : []).toEqual(name === 'mx' ? [expect.stringMatching(new RegExp(`^.{${value.length}}$`, 'su'))] : []);
    }),
  );
});

test('a policy of more mail servers than are read says so', () => {
  const lines = Array.from({ length: maxPolicyServers + 300 }, (_, at) => `mx: m${at}.test`).join('\n');
  const read = parseStsPolicy(`version: STSv1\nmode: enforce\nmax_age: 604800\n${lines}`);
  expect(read).toMatchObject({ ok: true, value: { left: 300 } });
  if (!read.ok) return;
  expect(read.value.mx).toHaveLength(maxPolicyServers);
  const { findings } = judgeSts({ record: 'v=STSv1; id=1', policy: read.value, problem: '', unlisted: [] }, true);
  expect(findings).toMatchObject([{ id: 'sts-long', evidence: 'The first 100 of 400 mx lines were read.' }]);
});
