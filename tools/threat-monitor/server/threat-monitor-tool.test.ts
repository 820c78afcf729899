import { gzipSync } from 'node:zlib';
import { fail, succeed } from '@castellan/foundation/result';
import { expect, test } from 'vitest';
import type { CommandCall } from '../../../server/tools/tool.ts';
import { threatMonitorTool } from './threat-monitor-tool.ts';

const files: Readonly<Record<string, string | Uint8Array>> = {
  'lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      'node_modules/lodash': { version: '4.17.20' },
      'node_modules/qs': { version: '6.0.0' },
      'node_modules/x': { version: '1.0.0' },
    },
  }),
  'd/known_exploited_vulnerabilities.json': JSON.stringify({
    count: 1,
    vulnerabilities: [
      {
        cveID: 'CVE-2021-23337',
        vendorProject: 'lodash',
        product: 'lodash',
        vulnerabilityName: 'lodash Command Injection',
        dateAdded: '2026-11-01',
        dueDate: '2026-11-22',
        requiredAction: 'Apply updates.',
      },
    ],
  }),
  'd/epss_scores-current.csv.gz': gzipSync(
    '#model_version:v2026,score_date:2026-11-22T00:00:00+0000\ncve,epss,percentile\nCVE-2021-23337,0.01,0.5\nCVE-2022-24999,0.02,0.7\n',
  ),
  'd/querybatch.json': JSON.stringify({
    results: [{ vulns: [{ id: 'GHSA-aaaa', modified: '1' }] }, { vulns: [{ id: 'GHSA-bbbb', modified: '1' }] }, {}],
  }),
  'd/vulns/GHSA-aaaa.json': JSON.stringify({
    id: 'GHSA-aaaa',
    aliases: ['CVE-2021-23337'],
    summary: 'x',
    affected: [{ package: { ecosystem: 'npm', name: 'lodash' }, ranges: [{ type: 'SEMVER', events: [{ fixed: '4.17.21' }] }] }],
  }),
  'd/vulnrichment/2022/24xxx/CVE-2022-24999.json': JSON.stringify({
    containers: {
      adp: [
        {
          providerMetadata: { shortName: 'CISA-ADP' },
          metrics: [
            {
              other: {
                type: 'ssvc',
                content: {
                  timestamp: '2026-01-01T00:00:00Z',
                  options: [{ Exploitation: 'active' }, { Automatable: 'yes' }, { 'Technical Impact': 'partial' }],
                },
              },
            },
          ],
        },
      ],
    },
  }),
  'd/vulns/GHSA-bbbb.json': JSON.stringify({ id: 'GHSA-bbbb', aliases: ['CVE-2022-24999'], summary: 'qs prototype poisoning' }),
};

/** Runs the command over these files; a request of the network would throw. */
async function run(word: string, feedsFolder: string, without: readonly string[] = []) {
  const call = {
    words: [word],
    flags: {},
    feedsFolder,
    readInput: async (path: string) => {
      const found = without.includes(path) ? undefined : files[path];
      if (found === undefined) return fail({ code: 'input_refused', message: `${path} cannot be read.` });
      return succeed(typeof found === 'string' ? new TextEncoder().encode(found) : found);
    },
    ports: { clock: { nowMs: () => 0 } },
    signal: new AbortController().signal,
    say: () => {},
  } as unknown as CommandCall;
  const made = await threatMonitorTool.command?.(call);
  if (made === undefined) throw new Error('not a call');
  return made;
}

test('a lockfile is compared with stored feeds, without the network', async () => {
  expect(await run('lock.json', 'd')).toMatchObject({
    ok: true,
    value: {
      target: 'lock.json',
      verdict: '2 vulnerabilities in 3 packages, 1 of them known to be exploited.',
      mark: '2',
      packages: 3,
      sources: [{ source: 'KEV' }, { source: 'EPSS' }, { source: 'OSV' }, { source: 'SSVC', entries: 1, problem: '' }],
      findings: [
        { id: 'cve-2021-23337', severity: 'critical', evidence: 'lodash 4.17.20', fix: 'Update to lodash 4.17.21.' },
        {
          id: 'cve-2022-24999',
          severity: 'high',
          evidence: 'qs 6.0.0',
          why: 'On your inventory as qs 6.0.0; not known to be exploited; CISA’s assessment: actively exploited, automatable, partial impact; EPSS 2.0 %, higher than 70.0 % of all.',
        },
      ],
      items: [{ id: 'CVE-2021-23337' }, { id: 'CVE-2022-24999', ssvc: { exploitation: 'active', isAutomatable: true, impact: 'partial' } }],
    },
  });
});

test('a source that is missing is named, and nothing is called sound for want of it', async () => {
  const made = await run('lock.json', 'd', ['d/vulns/GHSA-bbbb.json', 'd/epss_scores-current.csv.gz']);
  expect(made).toMatchObject({
    value: {
      verdict: 'OSV gave no answer, so it is not known which packages are vulnerable.',
      findings: [{ id: 'no-epss' }, { id: 'no-osv', severity: 'high' }],
    },
  });
  expect(await run('lock.json', 'd', ['d/vulnrichment/2022/24xxx/CVE-2022-24999.json'])).toMatchObject({
    value: {
      sources: [{}, {}, {}, { source: 'SSVC', entries: 0, problem: 'No assessment of these vulnerabilities lies in d/vulnrichment.' }],
      findings: [{ id: 'no-ssvc', severity: 'info', title: 'SSVC was not read' }, { severity: 'critical' }, { severity: 'medium' }],
    },
  });
  expect(await run('d/querybatch.json', 'd')).toMatchObject({ ok: false, failure: { code: 'input_refused' } });
  expect(await run('missing.json', 'd')).toMatchObject({ ok: false });
});
