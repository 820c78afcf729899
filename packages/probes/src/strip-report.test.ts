import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareReports, describeWorsening } from './compare-reports.ts';
import type { Finding, Report } from './report.ts';
import { stripReport } from './strip-report.ts';

const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
  id,
  severity: 'low',
  title: id,
  evidence: '',
  why: '',
  fix: '',
  ...more,
});

const report = (findings: readonly Finding[], more: object = {}): Report => ({
  tool: 't',
  schemaVersion: 1,
  target: 'x',
  startedAt: '',
  durationMs: 1,
  verdict: '',
  findings,
  ...more,
});

test.each([
  ['at 10.1.2.3:443', 'at [private address]:443'],
  ['127.0.0.1', '[private address]'],
  ['192.168.0.255, 172.16.0.1 and 172.32.0.1', '[private address], [private address] and 172.32.0.1'],
  ['100.64.0.1 169.254.169.254', '[private address] [private address]'],
  ['[fd12:3456::1]:80 fe80::1 ::1', '[[private address]]:80 [private address] [private address]'],
  ['8.8.8.8 2001:db8::1 110.1.2.3 version 1.10.1.2.3', '8.8.8.8 2001:db8::1 110.1.2.3 version 1.10.1.2.3'],
])('%s is shown as %s', (text, expected) => {
  expect(stripReport(report([finding('a', { evidence: text })], { hosts: [{ address: text }] }))).toMatchObject({
    findings: [{ evidence: expected }],
    hosts: [{ address: expected }],
  });
});

test('banners and consent are left out, wherever they stand', () => {
  const stripped = stripReport(report([], { consent: 'yes', hosts: [{ port: 22, banner: 'SSH' }] }));
  expect(stripped).toEqual(report([], { hosts: [{ port: 22 }] }));
});

test('a private address that is the name of a field is stripped too, and no field is lost by it', () => {
  const hosts = { '10.1.2.3': { open: 1 }, 'fd12:3456::1': { open: 2 }, '192.0.2.1': { open: 3 }, 'at 127.0.0.1:80': [4] };
  expect(stripReport(report([], { hosts }))).toEqual(
    report([], {
      hosts: {
        '[private address]': { open: 1 },
        '[private address] 2': { open: 2 },
        '192.0.2.1': { open: 3 },
        'at [private address]:80': [4],
      },
    }),
  );
  const fieldOf = (address: string) => JSON.stringify(stripReport(report([], { hosts: { [address]: { [address]: address } } })));
  fc.assert(
    fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)), (rest) => {
      expect(fieldOf(`10.${rest.join('.')}`)).not.toContain('10.');
    }),
  );
});

test('two reports are compared finding by finding', () => {
  const before = report([finding('a'), finding('b'), finding('c', { evidence: 'one' })], { mark: 'A' });
  const after = report([finding('a'), finding('c', { evidence: 'two' }), finding('d'), finding('a')], { mark: 'B' });
  const difference = compareReports(before, after);
  expect(difference.appeared.map(({ id }) => id)).toEqual(['d', 'a']);
  expect(difference.gone.map(({ id }) => id)).toEqual(['b']);
  expect(difference.changed.map(({ after: { evidence } }) => evidence)).toEqual(['two']);
  expect([difference.marks, difference.isWorse]).toEqual([['A', 'B'], true]);
  expect(compareReports(after, after)).toMatchObject({ appeared: [], gone: [], changed: [], isWorse: false });
});

test('what got worse is a finding from medium on that is new or became worse, and a lower grade; nothing else', () => {
  const before = report([finding('known', { severity: 'high' }), finding('grew', { severity: 'low' })], { mark: 'A+' });
  const after = report(
    [
      finding('known', { severity: 'medium' }),
      finding('grew', { severity: 'high', title: 'It grew' }),
      finding('fresh', { severity: 'medium', title: 'It is new' }),
      finding('mild', { severity: 'low' }),
    ],
    { mark: 'T' },
  );
  expect(describeWorsening(before, after)).toEqual([
    'The grade fell from A+ to T.',
    'New, medium: It is new.',
    'Now high, low before: It grew.',
  ]);
  expect(describeWorsening(after, after)).toEqual([]);
  // A figure is no grade, and a grade that rose is no news.
  for (const [old, now] of [
    ['3 open', '9 open'],
    ['B', 'A-'],
    [undefined, 'F'],
    ['A', undefined],
  ] as const)
    expect(
      describeWorsening(report([], old === undefined ? {} : { mark: old }), report([], now === undefined ? {} : { mark: now })),
    ).toEqual([]);
});
