import { severities } from '@castellan/probes/report';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TargetVerdict } from './job-client.ts';
import { groupTargets, isSound } from './posture.ts';
import { addressOfJob, addressOfTarget, readReportAddress } from './report-address.ts';

const verdict = (host: string, tool: string, worst: TargetVerdict['worst'], madeAt: string): TargetVerdict => ({
  ...{ target: host, host, port: null, tool, worst, madeAt },
  title: tool,
  id: '0b0d0e3a-6a5e-4f6f-8a3e-2f8f0c0d0e0f',
  verdict: 'Seen.',
  mark: null,
});

test('a target is as bad as the worst that any tool found, and the worst target stands first', () => {
  const targets = groupTargets([
    verdict('fine.example', 'one', 'low', '2026-11-22'),
    verdict('bad.example', 'one', 'info', '2026-11-20'),
    verdict('bad.example', 'two', 'critical', '2026-11-21'),
    verdict('clean.example', 'one', null, '2026-11-22'),
  ]);
  expect(targets.map(({ host, worst }) => [host, worst])).toEqual([
    ['bad.example', 'critical'],
    ['fine.example', 'low'],
    ['clean.example', null],
  ]);
  expect(targets[0]?.verdicts.map(({ tool }) => tool)).toEqual(['two', 'one']);
  expect(targets.map(isSound)).toEqual([false, true, true]);
});

test('a target of which a tool could not see what it judges by is not sound', () => {
  const unseen = { ...verdict('dark.example', 'tls', null, '2026-11-22'), isOpen: true };
  const [target] = groupTargets([unseen, verdict('dark.example', 'http', 'info', '2026-11-22')]);
  expect(target).toMatchObject({ worst: 'info', isOpen: true });
  expect(target !== undefined && isSound(target)).toBe(false);
});

test('what was said of other ports of a host is said of the host', () => {
  const other = { ...verdict('mail.example', 'tls', 'high', '2026-11-21'), target: 'mail.example:25', port: 25 };
  const targets = groupTargets([verdict('mail.example', 'tls', 'info', '2026-11-22'), other]);
  expect(targets).toMatchObject([{ host: 'mail.example', worst: 'high', verdicts: [{ port: null }, { port: 25 }] }]);
});

test('no verdict is lost or told twice, whatever there is', () => {
  const verdicts = fc.array(
    fc.record({
      target: fc.constantFrom('a', 'b', 'c'),
      tool: fc.string(),
      worst: fc.constantFrom(null, ...severities),
      day: fc.integer({ min: 10, max: 28 }),
    }),
  );
  fc.assert(
    fc.property(verdicts, (given) => {
      const all = given.map(({ target, tool, worst, day }) => verdict(target, tool, worst, `2026-11-${day}`));
      const grouped = groupTargets(all).flatMap((target) => target.verdicts);
      expect(grouped.toSorted(byText)).toEqual(all.toSorted(byText));
    }),
  );
});

const byText = (one: object, other: object) => JSON.stringify(one).localeCompare(JSON.stringify(other));

test('an address leads to the job or the target that it was made of; what is neither asks for nothing', () => {
  const id = '0b0d0e3a-6a5e-4f6f-8a3e-2f8f0c0d0e0f';
  expect(readReportAddress(new URL(addressOfJob('tls', id), 'https://site.example').hash)).toEqual({ job: id, target: undefined });
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme-ascii' }), (target) => {
      const { hash } = new URL(addressOfTarget('tls', target), 'https://site.example');
      expect(readReportAddress(hash)).toEqual({ job: undefined, target });
    }),
  );
  for (const fragment of ['', '#', '#job=1', `#job=${id}x`, '#other=1'])
    expect(readReportAddress(fragment)).toEqual({ job: undefined, target: undefined });
});
