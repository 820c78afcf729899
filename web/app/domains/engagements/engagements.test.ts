import type { Report } from '@castellan/probes/report';
import { expect, test } from 'vitest';
import { asciiEntry } from './ascii-name.ts';
import { collectReport, newestOf, type ReportReader } from './collect-report.ts';
import type { EngagementRun } from './engagement-client.ts';
import { type Engagement, engagements } from './engagement-record.ts';
import { readEngagements, writeEngagements } from './engagements-file.ts';
import { judgeRun } from './judge-run.ts';

const now = new Date('2026-11-20T09:00:00.000Z');
const made = (more: Partial<Engagement> = {}): Engagement => ({
  ...{ id: 'one', version: 1, created_at: now.toISOString(), updated_at: now.toISOString(), deleted_at: null },
  ...{ import_batch_id: null, source: null, external_id: null },
  ...{ title: 'Web shop', client: 'Meridian GmbH', contact: '', tester: '', scope: '', in_scope: ['meridian.example'], out_of_scope: [] },
  ...{ permitted_from: '2026-05-04', permitted_to: '2026-05-29', permitted_by: '', notes: 'secret' },
  ...more,
});
const run = (id: string, more: Partial<EngagementRun> = {}): EngagementRun => ({
  ...{
    id,
    tool: 'tls',
    title: 'TLS',
    target: 'meridian.example',
    options: {},
    state: 'finished',
    failure: null,
    askedAt: '2026-05-05T10:00:00.000Z',
  },
  ...{
    endedAt: '2026-05-05T10:00:05.000Z',
    verdict: 'Fine.',
    mark: 'A',
    counts: {},
    schemaVersion: 1,
    startedAt: '2026-05-05T10:00:01.000Z',
  },
  ...{ durationMs: 2000, before: null, reach: { ports: [[443, 443]], below: false } },
  ...more,
});
const report = (startedAt: string): Report => ({
  tool: 'tls',
  schemaVersion: 1,
  target: 'meridian.example',
  startedAt,
  durationMs: 1,
  verdict: 'Fine.',
  findings: [],
});
const quiet = { onProgress: () => undefined, signal: new AbortController().signal };

test('what was exported is imported again, and adds nothing where it is there already', () => {
  const text = writeEngagements([made(), made({ id: 'two', title: 'Office' })]);
  const anew = readEngagements(text, [], now);
  expect(anew).toMatchObject({
    fresh: [{ fields: { title: 'Web shop', in_scope: ['meridian.example'], notes: 'secret' } }, { fields: { title: 'Office' } }],
    rejected: [],
  });
  expect(readEngagements(text, [made(), made({ id: 'two', title: 'Office' })], now)).toMatchObject({
    fresh: [],
    changed: [],
    duplicate: [{}, {}],
  });
});

test('a file that is no export of engagements is refused whole; one that is broken in part says which entry is wrong', () => {
  expect([readEngagements('{', [], now), readEngagements('{"format":"other"}', [], now)]).toEqual(['not_json', 'not_ours']);
  const text = writeEngagements([made()]).replace('"meridian.example"', '"no entry/"');
  expect(readEngagements(text, [], now)).toMatchObject({ fresh: [], rejected: [{ reason: 'in_scope.0: no entry of a scope.' }] });
});

test('a record with a scope that cannot be read is no engagement, so that no run is judged by half a scope', () => {
  expect(engagements.schema.safeParse(made()).success).toBe(true);
  expect(engagements.schema.safeParse(made({ out_of_scope: ['*'] })).success).toBe(false);
});

test('a run is judged by scope and by day, each in a sentence', () => {
  const reach = { ports: [[443, 443] as const], below: false };
  expect(judgeRun(made(), 'meridian.example', reach, '2026-05-10')).toEqual([]);
  expect(judgeRun(made({ out_of_scope: ['meridian.example:443'] }), 'meridian.example', reach, '2026-06-01')).toEqual([
    'Out of scope: meridian.example:443.',
    '2026-06-01 is after the permission, which ended on 2026-05-29.',
  ]);
});

test.each([
  ['Müller.example', 'xn--mller-kva.example'],
  ['*.münchen.example:443', '*.xn--mnchen-3ya.example:443'],
  ['192.0.2.0/24', '192.0.2.0/24'],
  [' plain.example ', 'plain.example'],
  ['кто-то с пробелом', 'кто-то с пробелом'],
])('the entry %s is written %s as DNS has it', (given, wanted) => {
  expect(asciiEntry(given)).toBe(wanted);
});

test('the report is of the newest finished run of each tool on each target, with the one before it, and of every run as it was', async () => {
  const asked: string[] = [];
  const read: ReportReader = async (id) => {
    asked.push(id);
    return { ok: true, value: report(id === 'old' ? '2026-04-01T10:00:00.000Z' : '2026-05-05T10:00:01.000Z') };
  };
  const runs = [
    run('failed', { state: 'failed', startedAt: null, durationMs: null }),
    run('new', { before: 'old' }),
    run('first'),
    run('late', { target: 'other.example' }),
  ];
  expect(newestOf(runs).map(({ id }) => id)).toEqual(['new', 'late']);
  const collected = await collectReport(made(), runs, { ...quiet, read });
  expect(asked).toEqual(['new', 'old', 'late']);
  expect(collected).toMatchObject({ ok: true, value: { engagement: { title: 'Web shop' }, runs: { length: 4 } } });
  if (!collected.ok) return;
  expect(collected.value.targets[0]?.results[0]?.change?.since).toBe('2026-04-01T10:00:00.000Z');
  expect(collected.value.runs.find(({ id }) => id === 'late')?.notPermitted).toEqual(['Not in the scope: other.example:443.']);
  expect(JSON.stringify(collected.value)).not.toContain('secret');
});

test('where a report cannot be read no report is made of the others; an earlier one that was deleted is one that is not there', async () => {
  const away: ReportReader = async () => ({ ok: false, failure: { code: 'backend_unreachable' } });
  expect(await collectReport(made(), [run('one')], { ...quiet, read: away })).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('TLS on meridian.example') },
  });
  const lost: ReportReader = async (id) =>
    id === 'old'
      ? { ok: false, failure: { code: 'refused', reason: 'report_unknown', details: [] } }
      : { ok: true, value: report('2026-05-05T10:00:01.000Z') };
  expect(await collectReport(made(), [run('one', { before: 'old' })], { ...quiet, read: lost })).toMatchObject({ ok: true });
});
