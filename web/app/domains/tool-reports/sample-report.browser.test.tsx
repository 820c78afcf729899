import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import sample from '../../../../tools/tls-inspector/page/sample.json' with { type: 'json' };
import { tlsReportTool } from '../../../../tools/tls-inspector/page/tls-report-tool.ts';
import { accessibilityFaults } from '../../testing/axe-findings.ts';
import { startFakeBackend } from '../../testing/fake-backend.ts';
import { openPage } from '../../testing/open-page.tsx';
import { gone, seen } from '../../testing/steps.ts';
import { ReportToolPage } from './report-tool-page.tsx';

const example = { ...sample.report, target: 'example.org', verdict: 'Sound: nothing is left to raise.', findings: [], checks: [] };

/** Opens a tool's page as a visitor sees it. `chosen`: the report that the owner chose. */
async function open(chosen: object | null, stored: unknown = sample) {
  startFakeBackend().on('POST /functions/v1/tool-example', { json: { report: chosen } });
  await openPage('/tool', [{ path: '/tool', element: <ReportToolPage tool={tlsReportTool} sample={stored} /> }]);
}

const heading = (name: string) => page.getByRole('heading', { name });

test('a visitor sees the sample, named as one, with the day it was recorded and what the tool checks beside it', async () => {
  await open(null);
  await seen(page.getByRole('region', { name: 'Sample report' }));
  await seen(heading(sample.report.verdict));
  await seen(page.getByText(sample.lab));
  await seen(page.getByRole('article', { name: 'Report on shop.example' }).getByRole('region', { name: 'What it checks' }));
  await seen(heading('Certificates'));
  expect(await accessibilityFaults('sample')).toEqual([]);
});

test('the owner’s example takes the sample’s place', async () => {
  await open(example);
  await seen(heading(example.verdict));
  await seen(page.getByText('An example, chosen by the owner'));
  await gone(heading('Sample report'));
  await seen(heading('What it checks'));
});

test.each([
  ['could not be fetched', null],
  ['is no report', { lab: 'A lab.', report: { tool: 'tls-inspector' } }],
])('where the sample %s, the page says what the tool checks', async (_, stored) => {
  await open(null, stored);
  await seen(heading('What it checks'));
  await seen(page.getByText(tlsReportTool.checks[0] ?? ''));
  await gone(heading('Sample report'));
});
