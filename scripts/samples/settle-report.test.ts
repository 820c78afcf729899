import { join } from 'node:path';
import type { Report } from '@castellan/probes/report';
import { expect, test } from 'vitest';
import { settleReport } from './settle-report.ts';

const midnightMs = Date.parse('2026-03-04T00:00:00Z');
const time = { fromMs: midnightMs + 36_000_000, toMs: midnightMs + 36_090_000, midnightMs };

const report = (more: object = {}): Report => ({
  tool: 't',
  schemaVersion: 1,
  target: 'shop.example',
  startedAt: '2026-03-04T10:00:12.345Z',
  durationMs: 1,
  verdict: 'Sound.',
  findings: [],
  ...more,
});

test('of the moments of the run the day is kept, and every other moment as it is', () => {
  const names = [{ lastSeen: '2026-03-04T10:01:02Z', firstSeen: '2021-03-02T10:00:30Z' }, 'until 2026-03-04T10:01:31.000Z'];
  expect(settleReport(report({ names }), time)).toEqual(
    report({
      startedAt: '2026-03-04T00:00:00.000Z',
      names: [{ lastSeen: '2026-03-04T00:00:00.000Z', firstSeen: '2021-03-02T10:00:30Z' }, 'until 2026-03-04T10:01:31.000Z'],
    }),
  );
});

test('what is nobody’s business is left out, and a report that names this machine is refused', () => {
  expect(settleReport(report({ banner: 'x', at: '10.0.0.5' }), time)).toMatchObject({ at: '[private address]' });
  expect(settleReport(report({ banner: 'x' }), time)).not.toHaveProperty('banner');
  const root = join(import.meta.dirname, '..', '..');
  expect(() => settleReport(report({ from: join(root, 'server', 'main.ts') }), time)).toThrow(/names something of this machine/);
});

test('a run that the tool did not finish makes no sample', () => {
  expect(() => settleReport(report({ schemaVersion: 0, verdict: 'It stopped.' }), time)).toThrow(
    /stopped at a fault of its own: It stopped\./,
  );
});
