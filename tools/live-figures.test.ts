import { expect, test } from 'vitest';
import { scoresOf } from '../web/app/domains/games/live-scores.ts';
import type { TargetVerdict } from '../web/app/domains/tool-reports/job-client.ts';
import { metricsOf as reportFigures } from '../web/app/domains/tool-reports/live-targets.ts';
import { metricsOf as requestFigures } from './api-lab/page/live/metrics.ts';
import { makeCollection, makeRequest } from './api-lab/page/model.ts';
import { cardFigures } from './figure-registry.ts';
import { metricsOf as linkFigures } from './link-shortener/page/live/metrics.ts';
import { liveOf } from './live-registry.ts';
import { metricsOf as privacyFigures } from './privacy-report/page/live/metrics.ts';
import { tools } from './registry.ts';
import { warningsOf } from './tls-inspector/page/live/open-warnings.ts';
import type { ToolManifest } from './tool.ts';
import type { Metric } from './tool-live.ts';
import { metricsOf as textFigures } from './word-counter/page/live/metrics.ts';

const said = (figures: readonly Metric[]) =>
  figures.map((figure) => `${figure.label}: ${'missing' in figure ? `(${figure.missing})` : figure.value}`);

test('every app of the dashboard has figures, in one place', () => {
  const every: readonly ToolManifest[] = tools;
  const lacking = every.filter(
    ({ id, isBuiltIn }) => isBuiltIn !== true && liveOf(id).metrics === undefined && !Object.hasOwn(cardFigures, id),
  );
  expect(lacking.map(({ id }) => id)).toEqual([]);
  expect(Object.keys(cardFigures).filter((id) => every.every((tool) => tool.id !== id) || liveOf(id).metrics !== undefined)).toEqual([]);
});

test('a tool of reports counts its targets and those that want attention, or says that there was no scan', () => {
  const verdict = (target: string, worst: TargetVerdict['worst']): TargetVerdict => ({
    ...{ target, host: target, port: null, tool: 'some-tool', title: 'Some Tool', id: target, madeAt: '2026-11-20T10:00:00Z' },
    ...{ verdict: 'Sound.', mark: null, worst },
  });
  expect(said(reportFigures([verdict('a', 'high'), verdict('b', 'low'), verdict('c', 'medium')]))).toEqual([
    'Targets: 3',
    'Want attention: 2',
  ]);
  expect(said(reportFigures([]))).toEqual(['Targets: (no scan yet)', 'Want attention: (no scan yet)']);
});

test('a game tells its best score and how many there are, the arcade all of them and the day of the last', () => {
  const rows = [
    { game: 'snake', score: 90, day: '2026-11-02' },
    { game: 'snake', score: 1200, day: '2026-10-30' },
  ];
  expect(said(scoresOf(rows, 'snake'))).toEqual(['Best score: 1,200', 'Scores kept: 2']);
  expect(said(scoresOf(rows))).toEqual(['Scores kept: 2', 'Last score: 2026-11-02']);
  expect(said(scoresOf([], 'snake'))).toEqual(['Best score: (no score yet)', 'Scores kept: (no score yet)']);
  expect(said(scoresOf([]))).toEqual(['Scores kept: (no score yet)', 'Last score: (no score yet)']);
});

test('what this browser keeps is counted as its page counts it; what is not there is said', () => {
  expect(said(textFigures('Two words.\nAnd three more.'))).toEqual(['Words: 5', 'Characters: 26']);
  expect(said(textFigures(undefined))).toEqual(['Words: (no text yet)', 'Characters: (no text yet)']);
  expect(said(textFigures('a'.repeat(50_001)))[0]).toBe('Words: (a long text: open to count)');
  expect(said(privacyFigures([{ at: 1, bits: 17.26, hashes: {} }]))).toEqual(['Identifying bits: 17.3', 'Reports kept: 1']);
  expect(said(privacyFigures([{ at: 1, hashes: {} }]))[0]).toBe('Identifying bits: (not in the last report)');
  expect(said(privacyFigures([]))).toEqual(['Identifying bits: (no report yet)', 'Reports kept: (no report yet)']);
});

test('requests are counted through their folders, and links by whether their time has passed', () => {
  const folder = { kind: 'folder', id: 'f', name: 'F', auth: { kind: 'inherit' }, items: [makeRequest(), makeRequest()] } as const;
  expect(said(requestFigures({ collections: [makeCollection({ items: [makeRequest(), folder] })], environments: [] }))).toEqual([
    'Requests: 3',
    'Environments: 0',
  ]);
  const nowMs = Date.parse('2026-11-27T12:00:00Z');
  expect(said(linkFigures([{ expires_at: null }, { expires_at: '2026-11-27T12:00:00Z' }], nowMs))).toEqual([
    'Short links: 2',
    'Expired: 1',
  ]);
});

test('a certificate is warned of in its last 14 days and once it has ended; one that no report tells is not', () => {
  const nowMs = Date.parse('2026-11-27T12:00:00Z');
  const dayMs = 86_400_000;
  const verdicts = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, target: `${id}.example`, madeAt: '2026-11-20T10:00:00Z' }));
  const ends = new Map<string, number | undefined>([
    ['a', nowMs - 1],
    ['b', nowMs + 1],
    ['c', nowMs + 14 * dayMs],
    ['d', nowMs + 14 * dayMs + 1],
    ['e', undefined],
  ]);
  expect(warningsOf(verdicts, ends, nowMs).map(({ title, level, since, to }) => [title, level, since, to])).toEqual([
    ['The certificate of a.example has expired', 'failed', 'seen on 2026-11-20', '/tls-inspector#job=a'],
    ['The certificate of b.example expires within a day', 'late', 'seen on 2026-11-20', '/tls-inspector#job=b'],
    ['The certificate of c.example expires in 14 days', 'late', 'seen on 2026-11-20', '/tls-inspector#job=c'],
  ]);
});
