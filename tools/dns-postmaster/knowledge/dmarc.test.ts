import type { LookUp, Lookup } from '@castellan/probes/dns/records';
import { expect, test } from 'vitest';
import { findDmarc, walkOf } from './dmarc.ts';
import { actsOn } from './dmarc-record.ts';

/** TXT records by name. */
function zone(texts: Readonly<Record<string, string | readonly string[]>>): LookUp {
  return (async (name: string, type: string): Promise<Lookup> => {
    const found = texts[name];
    if (found === undefined || type !== 'TXT') return { status: 'none', nameExists: false, aliases: [], isValidated: false };
    const records = [found].flat().map((text) => ({ name, ttl: 60, type: 'TXT', strings: [text] }) as const);
    return { status: 'found', records, aliases: [], isValidated: false };
  }) as LookUp;
}

test('the walk of RFC 9989: the domain, then upwards; of many labels the last seven', () => {
  expect(walkOf('mail.example.com')).toEqual(['mail.example.com', 'example.com', 'com']);
  expect(walkOf('a.b.c.d.e.f.g.h.i.j.mail.example.com')).toEqual([
    'a.b.c.d.e.f.g.h.i.j.mail.example.com',
    'g.h.i.j.mail.example.com',
    'h.i.j.mail.example.com',
    'i.j.mail.example.com',
    'j.mail.example.com',
    'mail.example.com',
    'example.com',
    'com',
  ]);
});

test.each([
  ['the domain’s own record', 'example.com', { '_dmarc.example.com': 'v=DMARC1; p=reject' }, true, 'example.com', 'reject', 'p'],
  [
    'a subdomain takes sp',
    'a.example.com',
    { '_dmarc.example.com': 'v=DMARC1; p=reject; sp=quarantine' },
    true,
    'example.com',
    'quarantine',
    'sp',
  ],
  [
    'one that does not exist takes np',
    'a.example.com',
    { '_dmarc.example.com': 'v=DMARC1; p=none; np=reject' },
    false,
    'example.com',
    'reject',
    'np',
  ],
  ['without sp it takes p', 'a.example.com', { '_dmarc.example.com': 'v=DMARC1; p=quarantine' }, true, 'example.com', 'quarantine', 'p'],
  [
    'psd=n ends the walk',
    'a.b.example.com',
    { '_dmarc.b.example.com': 'v=DMARC1; p=reject; psd=n', '_dmarc.example.com': 'v=DMARC1; p=none' },
    true,
    'b.example.com',
    'reject',
    'p',
  ],
  [
    'a suffix’s record is its last resort, and the domain below it the organization',
    'a.giant.bank.example',
    { '_dmarc.bank.example': 'v=DMARC1; p=reject; psd=y' },
    true,
    'giant.bank.example',
    'reject',
    'p',
  ],
  [
    'two records are none',
    'example.com',
    { '_dmarc.example.com': ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] },
    true,
    'example.com',
    null,
    '',
  ],
  [
    'without p, but with reports, it is none',
    'example.com',
    { '_dmarc.example.com': 'v=DMARC1; rua=mailto:a@b.example' },
    true,
    'example.com',
    'none',
    'p',
  ],
] as const)('%s', async (_title, domain, texts, exists, organizationalDomain, policy, policyTag) => {
  expect(await findDmarc(domain, zone(texts), exists)).toMatchObject({ organizationalDomain, policy, policyTag });
});

test('what RFC 7489 does otherwise is told', async () => {
  const one = await findDmarc('a.b.example.com', zone({ '_dmarc.b.example.com': 'v=DMARC1; p=reject; pct=5; t=y; np=none' }), true);
  expect(one.differences).toEqual([
    'The organizational domain is b.example.com by the tree walk, example.com by the public suffix list: relaxed alignment differs.',
    'RFC 7489 finds no record, RFC 9989 that of b.example.com.',
    expect.stringContaining('RFC 9989 removed pct'),
    'RFC 7489 does not know t=y: reject is applied in full.',
    'RFC 7489 does not know np: sp, or else p, applies to names that do not exist.',
  ]);
  expect((await findDmarc('example.com', zone({ '_dmarc.example.com': 'v=DMARC1; p=reject' }), true)).differences).toEqual([]);
});

test('a test makes each policy one step milder', () => {
  expect([actsOn('reject', true), actsOn('quarantine', true), actsOn('none', true), actsOn('reject', false)]).toEqual([
    'quarantine',
    'none',
    'none',
    'reject',
  ]);
});
