import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { BlockList } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createDns } from '../../../server/adapters/dns.ts';
import { startTestDns, type TestZone } from '../../../tests/support/dns-server.ts';
import { certify, type LabCertificate } from '../../../tests/support/tls/certificate-lab.ts';
import { openMailServer } from '../../../tests/support/tls/tls-servers.ts';
import { openToolPorts } from '../../../tests/support/tool-runs.ts';
import { judgeDane } from '../knowledge/dane/dane-part.ts';
import { askStartTls } from './ask-start-tls.ts';
import { createLookUp } from './dns-lookups.ts';
import { gatherDane, type MailHost } from './gather-dane.ts';

const opened: { readonly close: () => unknown }[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

const host = 'mail.example.org';
const root = certify({ name: 'Lab Root', isAuthority: true });
const middle = certify({ name: 'Lab Issuer', issuer: root, isAuthority: true });
const leaf = certify({ name: host, issuer: middle, names: [host] });
const foreign = certify({ name: 'other.example', issuer: middle, names: ['other.example'] });
const expired = certify({ name: host, issuer: middle, names: [host], from: -30, until: -1 });
const never = new AbortController().signal;

/** A record of one of the lab's certificates. */
function tlsa(usage: number, selector: number, matchingType: number, { der, keys }: LabCertificate) {
  const chosen = selector === 0 ? der : keys.publicKey.export({ type: 'spki', format: 'der' });
  const certificate =
    matchingType === 0
      ? chosen
      : createHash(matchingType === 1 ? 'sha256' : 'sha512')
          .update(chosen)
          .digest();
  return { type: 'TLSA', data: { usage, selector, matchingType, certificate } } as const;
}

type Given = {
  readonly chain?: readonly LabCertificate[];
  readonly mailHost?: Partial<MailHost>;
  readonly zone?: TestZone;
  readonly isMxValidated?: boolean;
  readonly isValidated?: boolean | ((name: string) => boolean);
  readonly roots?: readonly string[];
  /** How long an answer is waited for. */
  readonly patienceMs?: number;
};

async function judge(records: TestZone[string], given: Given = {}) {
  const {
    chain = [leaf, middle],
    mailHost = {},
    zone = {},
    isMxValidated = true,
    isValidated = true,
    roots = [],
    patienceMs = 20_000,
  } = given;
  const server = await startTestDns({ org: [{ type: 'NS', data: 'ns.org' }], [`_25._tcp.${host}`]: records, ...zone }, { isValidated });
  opened.push(server);
  const dns = createDns({ allowedNetworks: new BlockList(), server: server.server, triesMs: [patienceMs] });
  const lookUp = createLookUp({ dns, signal: never, maxQuestions: 50 });
  const one: MailHost = {
    host,
    canonical: host,
    isValidated: typeof isValidated === 'boolean' ? isValidated : isValidated(host),
    startTls: 'offered',
    chain: chain.map(({ der }) => new Uint8Array(der)),
    ...mailHost,
  };
  const facts = await gatherDane(
    'example.org',
    { hosts: [one], isValidated: isMxValidated, problem: '' },
    { lookUp, roots, nowMs: Date.now() },
  );
  const { part, findings } = judgeDane(facts);
  return {
    part: `${part.state}: ${part.summary}`,
    outcomes: facts.servers.flatMap((each) =>
      each.records.map(({ outcome, detail }) => (detail === '' ? outcome : `${outcome}: ${detail}`)),
    ),
    findings: findings.map(({ id, severity }) => `${id} ${severity}`),
    all: findings,
    asked: server.asked,
  };
}

const holds = 'sound: 1 of 1 server matches';
const single = 'dane-no-rollover info';

test.for([
  { name: '3 1 1', records: [tlsa(3, 1, 1, leaf)], outcomes: ['match'], findings: [single] },
  { name: '3 1 2', records: [tlsa(3, 1, 2, leaf)], outcomes: ['match'], findings: [single] },
  { name: '3 1 0', records: [tlsa(3, 1, 0, leaf)], outcomes: ['match'], findings: [single] },
  { name: '3 0 0', records: [tlsa(3, 0, 0, leaf)], outcomes: ['match'], findings: [single, 'dane-certificate-selector info'] },
  {
    name: 'the next key beside the one in use',
    records: [tlsa(3, 1, 1, foreign), tlsa(3, 1, 1, leaf)],
    outcomes: ['mismatch', 'match'],
    findings: [],
  },
  { name: 'the issuer, sent', records: [tlsa(2, 0, 1, middle)], outcomes: ['match'], findings: [] },
  { name: 'the root, sent', records: [tlsa(2, 1, 1, root)], chain: [leaf, middle, root], outcomes: ['match'], findings: [] },
  { name: 'the root whole, not sent', records: [tlsa(2, 0, 0, root)], outcomes: ['match'], findings: [] },
  {
    name: 'the issuer whole, beside another that was sent',
    records: [tlsa(2, 0, 0, middle)],
    chain: [leaf, root],
    outcomes: ['match'],
    findings: [],
  },
  { name: 'the key of the root whole, not sent', records: [tlsa(2, 1, 0, root)], outcomes: ['match'], findings: [] },
  {
    name: 'DANE-EE of an expired certificate for another name',
    records: [tlsa(3, 1, 1, foreign)],
    chain: [foreign],
    outcomes: ['match'],
    findings: [single],
  },
])('$name: matches', async ({ records, outcomes, findings, chain = [leaf, middle] }) => {
  expect(await judge(records, { chain })).toMatchObject({ part: holds, outcomes, findings });
});

test.for([
  {
    name: 'the certificate itself as its own authority',
    records: [tlsa(2, 0, 1, leaf)],
    outcomes: ['mismatch'],
    findings: ['dane-mismatch high'],
  },
  { name: 'another key', records: [tlsa(3, 1, 1, foreign)], outcomes: ['mismatch'], findings: ['dane-mismatch high', single] },
  { name: 'a digest of the root, not sent', records: [tlsa(2, 0, 1, root)], outcomes: ['mismatch'], findings: ['dane-mismatch high'] },
  {
    name: 'an issuer of a certificate for another name',
    records: [tlsa(2, 0, 1, middle)],
    chain: [foreign, middle],
    outcomes: ['mismatch: the certificate is for another name'],
    findings: ['dane-mismatch high'],
  },
  {
    name: 'an issuer of an expired certificate',
    records: [tlsa(2, 0, 1, middle)],
    chain: [expired, middle],
    outcomes: ['mismatch: a certificate on the way is not valid today'],
    findings: ['dane-mismatch high'],
  },
  {
    name: 'an authority that did not sign the certificate',
    records: [tlsa(2, 0, 1, root)],
    chain: [leaf, root],
    outcomes: ['mismatch: the chain is not signed up to it'],
    findings: ['dane-mismatch high'],
  },
])('$name: senders with DANE do not deliver', async ({ records, outcomes, findings, chain = [leaf, middle] }) => {
  const made = await judge(records, { chain });
  expect(made).toMatchObject({ outcomes, findings });
  expect(made.part).toMatch(/^broken: 0 of 1/);
});

test('the record that would match is in the fix', async () => {
  const { all } = await judge([tlsa(3, 1, 1, foreign)]);
  const digest = tlsa(3, 1, 1, leaf).data.certificate.toString('hex');
  expect(all[0]?.snippets).toEqual([{ label: 'DNS', text: `_25._tcp.${host}. IN TLSA 3 1 1 ${digest}` }]);
});

test.for([
  { name: 'PKIX-EE', record: tlsa(1, 1, 1, leaf), outcome: 'unusable: not for SMTP', id: 'dane-pkix-usage' },
  { name: 'PKIX-TA', record: tlsa(0, 0, 1, middle), outcome: 'unusable: not for SMTP', id: 'dane-pkix-usage' },
  {
    name: 'a digest that is cut',
    record: { type: 'TLSA', data: { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(31) } } as const,
    outcome: 'unusable: a SHA2-256 digest has 32 bytes, this one has 31',
    id: 'dane-malformed',
  },
  {
    name: 'an unknown selector',
    record: { type: 'TLSA', data: { usage: 3, selector: 7, matchingType: 1, certificate: Buffer.alloc(32) } } as const,
    outcome: 'unusable: selector 7 is not defined',
    id: 'dane-malformed',
  },
])('$name is not usable: medium alone, low beside one that is', async ({ record, outcome, id }) => {
  expect(await judge([record])).toMatchObject({ outcomes: [outcome], findings: [`${id} medium`] });
  expect((await judge([record, tlsa(3, 1, 1, leaf)])).findings).toEqual([`${id} low`, single]);
});

test('without DNSSEC no record counts: that the zone is unsigned and that the resolver does not look are told apart', async () => {
  const records = [tlsa(3, 1, 1, leaf), tlsa(3, 1, 1, foreign)];
  const unsigned = await judge(records, { isValidated: (name) => name === 'org', isMxValidated: false });
  expect(unsigned).toMatchObject({ part: 'weak: 1 of 1 server matches', findings: ['dane-insecure medium'] });
  const blind = await judge(records, { isValidated: false, isMxValidated: false });
  expect(blind).toMatchObject({ part: 'unknown: 1 of 1 server matches; this resolver does not validate DNSSEC', findings: [] });
  const addressAlone = await judge(records, { mailHost: { isValidated: false } });
  expect(addressAlone.findings).toEqual(['dane-insecure medium']);
  const mx = await judge(records, { isMxValidated: false });
  expect(mx.findings).toEqual(['dane-mx-insecure low']);
});

test('what was not seen is neither a match nor a mismatch', async () => {
  const silent = await judge([tlsa(3, 1, 1, leaf)], { chain: [], mailHost: { startTls: 'silent' } });
  expect(silent).toMatchObject({ part: `unknown: 0 of 1 server matches; no certificate of ${host} was seen`, outcomes: ['untried'] });
  const ours = await judge([tlsa(2, 0, 1, root)], { chain: [leaf, middle, root], roots: [root.cert] });
  expect(ours).toMatchObject({ part: expect.stringMatching(/^unknown: /), outcomes: ['unproven: the server may not send this root'] });
  const lost = await judge(['TIMEOUT'], { patienceMs: 50 });
  expect(lost).toMatchObject({ part: `unknown: TLSA of ${host}: no answer in time`, findings: [] });
});

test('a lookup that fails, records without STARTTLS, and no records', async () => {
  expect((await judge(['SERVFAIL'])).findings).toEqual(['dane-lookup-failed medium']);
  const plain = await judge([tlsa(3, 1, 1, leaf), tlsa(2, 0, 1, root)], { chain: [], mailHost: { startTls: 'refused' } });
  expect(plain).toMatchObject({ part: expect.stringMatching(/^broken: /), findings: ['dane-no-starttls high'] });
  const none = await judge([]);
  expect(none).toMatchObject({ part: 'missing: No TLSA record', findings: [] });
  expect(none.asked).toEqual([`TLSA _25._tcp.${host}`]);
});

test('behind an alias the records of its end count, or else its own', async () => {
  const behind = { canonical: 'real.example.org' };
  const zone = { '_25._tcp.real.example.org': [tlsa(3, 1, 1, leaf)] };
  const made = await judge([tlsa(3, 1, 1, foreign)], { mailHost: behind, zone });
  expect(made).toMatchObject({ part: holds, asked: ['TLSA _25._tcp.real.example.org'] });
  expect((await judge([tlsa(3, 1, 1, leaf)], { mailHost: behind })).part).toBe(holds);
});

test('the certificates of a mail server are those that its STARTTLS shows', async () => {
  const mail = openMailServer({ cert: leaf.cert + middle.cert, key: leaf.key });
  opened.push(mail);
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  const { port } = mail.address() as AddressInfo;
  const { startTls, chain } = await askStartTls({ host, address: '127.0.0.1', port }, openToolPorts(), never);
  expect(startTls).toMatchObject({ kind: 'offered', matchesName: true });
  const made = await judge([tlsa(3, 1, 1, leaf), tlsa(2, 0, 1, middle)], { mailHost: { startTls: startTls.kind, chain } });
  expect(made).toMatchObject({ part: holds, outcomes: ['match', 'match'], findings: [] });
});

test('of very many records twenty are read, and how many there were is known', async () => {
  const many = Array.from({ length: 25 }, (_, at) => ({
    type: 'TLSA' as const,
    data: { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32, at) },
  }));
  expect((await judge(many)).outcomes).toHaveLength(20);
});

test('a certificate with a key of an unknown kind, sent on the way or held by a record, stops no run and matches nothing', async () => {
  const rsa = Buffer.from('2a8648ce3d0201', 'hex');
  const der = Buffer.from(middle.der);
  const at = der.indexOf(rsa);
  expect(at).toBeGreaterThan(0);
  der[at + 6] = 0x7f;
  const strange: LabCertificate = { ...middle, der };
  const hashOfNothing = createHash('sha256').digest();
  const anchors = [
    tlsa(2, 1, 1, middle),
    tlsa(2, 0, 0, strange),
    { type: 'TLSA', data: { usage: 2, selector: 1, matchingType: 1, certificate: hashOfNothing } } as const,
  ];
  expect((await judge(anchors, { chain: [leaf, strange] })).part).toMatch(/^broken/);
});
