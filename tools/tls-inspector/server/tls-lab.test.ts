import { judge } from '@castellan/probes/judgement';
import { type CheckResult, isAtLeast, type Report } from '@castellan/probes/report';
import { expect, test } from 'vitest';
import { createSockets } from '../../../server/adapters/sockets.ts';
import { listenForTest } from '../../../tests/support/listen.ts';
import { type LabServer, labName, labRoot, tlsLab } from '../../../tests/support/tls/tls-lab.ts';
import { loopback, openToolPorts, runToolOn } from '../../../tests/support/tool-runs.ts';
import { tlsInspectorTool } from './tls-inspector-tool.ts';

const sockets = createSockets({ allowedNetworks: loopback, resolve: async () => ['127.0.0.1'] });

async function inspect({ open, byAddress }: Pick<LabServer, 'open' | 'byAddress'>, options: object = { ca: labRoot }): Promise<Report> {
  const port = await listenForTest(open());
  const host = byAddress === true ? '127.0.0.1' : labName;
  const ran = await runToolOn(tlsInspectorTool, `${host}:${port}`, options, openToolPorts(loopback, { sockets }));
  if (!ran.ok) throw new Error(ran.failure.message);
  return ran.value;
}

const idsOf = ({ checks = [] }: Report, state: CheckResult['state']) => checks.flatMap((one) => (one.state === state ? [one.id] : []));

test.each(tlsLab)('$title: the report is what the server was told', { timeout: 30_000 }, async (server) => {
  const report = await inspect(server);
  expect(report).toMatchObject({ grade: server.grade });
  expect(report.mark ?? null).toBe(server.grade);
  if (server.verdict !== undefined) expect(report.verdict).toMatch(server.verdict);
  expect(idsOf(report, 'failed')).toEqual(expect.arrayContaining([...(server.failed ?? [])]));
  expect(idsOf(report, 'passed')).toEqual(expect.arrayContaining([...(server.passed ?? [])]));
  expect(idsOf(report, 'not_looked_at')).toEqual(expect.arrayContaining([...(server.unseen ?? [])]));
  if (server.evidence !== undefined)
    expect(report.findings.filter(({ evidence }) => server.evidence?.test(evidence) === true)).toHaveLength(1);
  expect(Object.fromEntries(report.findings.map(({ id, severity }) => [id, severity]))).toMatchObject(server.severities ?? {});
  // What every report must keep.
  const isGrave = report.findings.some(({ severity }) => isAtLeast(severity, 'medium'));
  if (isGrave) expect(`${report.mark ?? ''} ${report.verdict}`).not.toMatch(/^A|Sound/);
  expect(judge(report).unseen.every(({ reason }) => reason !== '')).toBe(true);
  expect(new Set(report.checks?.map(({ id }) => id)).size).toBe(report.checks?.length);
});

test('a private authority is trusted where it is named, and by nobody else', async () => {
  const [sound] = tlsLab;
  if (sound === undefined) throw new Error('the lab is empty');
  const report = await inspect(sound, {});
  expect(report).toMatchObject({ grade: 'T', mark: 'T' });
  expect(idsOf(report, 'failed')).toContain('untrusted');
  const refused = await runToolOn(tlsInspectorTool, '127.0.0.1:1', { ca: 'no certificate' }, openToolPorts());
  expect(refused).toMatchObject({ ok: false, failure: { code: 'input_refused' } });
});
