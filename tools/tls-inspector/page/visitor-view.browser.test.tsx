import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityFaults } from '../../../web/app/testing/axe-findings.ts';
import { startFakeBackend } from '../../../web/app/testing/fake-backend.ts';
import { openPage, pageRoute } from '../../../web/app/testing/open-page.tsx';
import { gone, seen } from '../../../web/app/testing/steps.ts';
import * as inspector from './page.tsx';
import sample from './sample.json' with { type: 'json' };
import { tlsReportTool } from './tls-report-tool.ts';

const example = { ...sample.report, target: 'example.org', verdict: 'Sound: nothing is left to raise.', findings: [], checks: [] };

/** Opens a tool's page as a visitor sees it. `chosen`: the report that the owner chose. */
async function open(chosen: object | null, stored: unknown = sample) {
  startFakeBackend().on('POST /functions/v1/tool-example', { json: { report: chosen } });
  await openPage('/tls-inspector', [pageRoute('/tls-inspector', inspector, stored)]);
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

test('on a phone no column is out of sight, and what the tool checks comes behind the report', async () => {
  await page.viewport(390, 844);
  await open(null);
  await seen(heading('Certificates'));
  const frame = page.getByRole('region', { name: 'Cipher suites by protocol' }).element();
  expect(frame.scrollWidth).toBe(frame.clientWidth);
  const topOf = (name: string) => heading(name).element().getBoundingClientRect().top;
  expect(topOf('What it checks')).toBeGreaterThan(topOf('Certificates'));
});

test('the owner’s example takes the sample’s place', async () => {
  await open(example);
  await seen(heading(example.verdict));
  await seen(page.getByText('An example report, chosen by the owner'));
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
