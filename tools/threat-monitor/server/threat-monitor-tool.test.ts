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

const kevEntry = {
  cveID: 'CVE-2024-21762',
  vendorProject: 'Fortinet',
  product: 'FortiOS',
  vulnerabilityName: 'Out-of-Bound Write',
  dateAdded: '2026-11-01',
  dueDate: '2026-11-29',
  requiredAction: 'Apply mitigations.',
};
const folderOf = (folder: string, results: readonly object[], entries: readonly object[]) => ({
  ...Object.fromEntries(
    Object.entries(files).flatMap(([path, file]) => (path.startsWith('d/') ? [[path.replace('d/', `${folder}/`), file]] : [])),
  ),
  [`${folder}/querybatch.json`]: JSON.stringify({ results }),
  [`${folder}/known_exploited_vulnerabilities.json`]: JSON.stringify({ count: entries.length, vulnerabilities: entries }),
});
const lodash = { cveID: 'CVE-2021-23337', vendorProject: 'lodash', product: 'lodash' };
const all: Readonly<Record<string, string | Uint8Array>> = {
  ...files,
  ...folderOf('e', [{ vulns: [{ id: 'GHSA-aaaa', modified: '1' }] }], [kevEntry, { ...kevEntry, ...lodash }]),
  ...folderOf('f', [{}], [kevEntry]),
  'one.json': JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/lodash': { version: '4.17.20' } } }),
  'none.json': JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/x': { version: '1.0.0' } } }),
  'bom.json': JSON.stringify({
    bomFormat: 'CycloneDX',
    components: [
      { name: 'lodash', purl: 'pkg:npm/lodash@4.17.20' },
      { name: 'openssl', purl: 'pkg:deb/debian/openssl@3.0.11' },
      { type: 'application', name: 'mystery', version: '2' },
      { type: 'application', name: 'FortiOS', version: '7.2.1', cpe: 'cpe:2.3:o:fortinet:fortios:7.2.1:*:*:*:*:*:*:*' },
    ],
  }),
};

/** Runs the command over these files; a request of the network would throw. */
async function run(word: string, feedsFolder: string, without: readonly string[] = []) {
  const call = {
    words: [word],
    flags: {},
    feedsFolder,
    readInput: async (path: string) => {
      const found = without.includes(path) ? undefined : all[path];
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

test('a lock file is compared with stored feeds, without the network', async () => {
  expect(await run('lock.json', 'd')).toMatchObject({
    ok: true,
    value: {
      target: 'lock.json',
      verdict: '2 vulnerabilities in 2 of 3 packages, 1 known to be exploited.',
      mark: '2',
      packages: 3,
      components: 3,
      leftOut: [],
      checks: [
        { id: 'source-kev', title: 'CISA KEV was read (stored file)', state: 'passed' },
        { id: 'source-epss', title: 'EPSS was read (stored file, 2026-11-22)', state: 'passed' },
        { id: 'source-osv', state: 'passed' },
        { id: 'packages-file', state: 'failed', severity: 'critical' },
        { id: 'components-file', state: 'passed' },
      ],
      sources: [{ source: 'KEV' }, { source: 'EPSS' }, { source: 'OSV' }, { source: 'SSVC', entries: 1, problem: '' }],
      findings: [
        { id: 'cve-2021-23337', severity: 'critical', evidence: 'lodash 4.17.20', fix: 'Update to lodash 4.17.21.' },
        {
          id: 'cve-2022-24999',
          severity: 'high',
          evidence: 'qs 6.0.0',
          why: 'Affects qs 6.0.0; not in CISA KEV; CISA SSVC: active exploitation, automatable, partial technical impact; EPSS 2.0 %, higher than 70.0 % of all CVEs.',
        },
      ],
      items: [{ id: 'CVE-2021-23337' }, { id: 'CVE-2022-24999', ssvc: { exploitation: 'active', isAutomatable: true, impact: 'partial' } }],
    },
  });
});

test('one vulnerability is written as one', async () => {
  expect(await run('one.json', 'e')).toMatchObject({ value: { verdict: '1 vulnerability in 1 of 1 package, 1 known to be exploited.' } });
});

test('a component that is not looked up is counted and named, with the reason', async () => {
  const made = await run('bom.json', 'e');
  expect(made).toMatchObject({
    value: {
      verdict:
        '1 vulnerability in 1 of 1 package, 1 known to be exploited. 1 CISA KEV entry matched by product name; versions were not compared. Not looked at: 3 of 4 components of the file (1 without the name of the distribution, 2 for other reasons).',
      packages: 1,
      components: 4,
      leftOut: [
        { reason: 'distribution', name: 'openssl', version: '3.0.11' },
        { reason: 'no_identifier', name: 'mystery', version: '2' },
        { reason: 'cpe', name: 'FortiOS', version: '7.2.1', detail: 'fortinet fortios' },
      ],
      findings: [
        { id: 'no-ssvc', severity: 'info' },
        { id: 'components-not-looked-up', severity: 'info', title: '3 components not looked up' },
        { id: 'cve-2021-23337', severity: 'critical' },
        { id: 'cve-2024-21762', severity: 'medium', title: 'To verify: CVE-2024-21762: Out-of-Bound Write', evidence: 'FortiOS 7.2.1' },
      ],
    },
  });
  expect(made.ok && made.value.checks?.at(-1)).toEqual({
    id: 'products',
    title: 'No product of the inventory is in CISA KEV by name',
    state: 'failed',
    severity: 'medium',
  });
});

test('a source that is missing is named, and nothing is called sound for want of it', async () => {
  const made = await run('lock.json', 'd', ['d/vulns/GHSA-bbbb.json', 'd/epss_scores-current.csv.gz']);
  expect(made).toMatchObject({
    value: {
      verdict: expect.stringMatching(/^Known vulnerabilities could not be checked\. Not looked at: EPSS/),
      mark: '?',
      findings: [{ id: 'no-epss' }, { id: 'no-osv', severity: 'high', title: 'OSV could not be queried' }],
    },
  });
  expect(made.ok && made.value.checks).toMatchObject([
    { id: 'source-kev', state: 'passed' },
    { id: 'source-epss', state: 'not_looked_at' },
    { id: 'source-osv', state: 'not_looked_at', bars: 'grade' },
    { id: 'packages-file', state: 'not_looked_at', bars: 'grade' },
    { id: 'components-file', state: 'passed' },
  ]);
  expect(await run('lock.json', 'd', ['d/vulnrichment/2022/24xxx/CVE-2022-24999.json'])).toMatchObject({
    value: {
      sources: [{}, {}, {}, { source: 'SSVC', entries: 0, problem: 'There is no assessment of these vulnerabilities in d/vulnrichment.' }],
      findings: [
        { id: 'no-ssvc', severity: 'info', title: 'CISA SSVC could not be queried' },
        { severity: 'critical' },
        { severity: 'medium' },
      ],
    },
  });
  expect(await run('none.json', 'f', ['f/known_exploited_vulnerabilities.json'])).toMatchObject({
    value: { verdict: expect.stringMatching(/^No grade: CISA KEV could not be seen/), mark: '?' },
  });
  expect(await run('none.json', 'f')).toMatchObject({ value: { verdict: 'Sound: no known vulnerability in 1 package.', mark: '0' } });
  expect(await run('d/querybatch.json', 'd')).toMatchObject({ ok: false, failure: { code: 'input_refused' } });
  expect(await run('missing.json', 'd')).toMatchObject({ ok: false });
});
