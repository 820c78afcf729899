import { Writable } from 'node:stream';
import { classifyAddress } from '@castellan/foundation/address-class';
import type { Report } from '@castellan/probes/report';
import { stripReport } from '@castellan/probes/strip-report';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { toolList } from '../server/tools/tool-list.ts';
import type { ReportTool } from '../web/app/domains/tool-reports/report-tool.ts';
import { readSample } from '../web/app/domains/tool-reports/visitors/sample-report.tsx';
import { utcDayText } from '../web/app/lib/utc-day-text.ts';
import { tools } from './registry.ts';
import type { ToolManifest } from './tool.ts';

type Component = (props: { readonly loaderData?: unknown }) => React.JSX.Element;
type PageModule = { readonly default: Component; readonly loader: () => unknown };

const everyTool: readonly ToolManifest[] = tools;
const stored = import.meta.glob<unknown>('./*/page/sample.json', { import: 'default', eager: true });
const pages = import.meta.glob<PageModule>('./*/page/page.tsx');
const reportTools = import.meta.glob<Readonly<Record<string, ReportTool>>>('./*/page/*-report-tool.ts');
const ids = Object.keys(stored).map((path) => path.split('/')[1] ?? '');

function sampleOf(id: string) {
  const sample = readSample(stored[`./${id}/page/sample.json`]);
  if (sample === undefined) throw new Error(`The sample of ${id} is no report. Run npm run samples.`);
  return sample;
}

/** What the server makes of a component, as the text of a page and as it is. */
async function drawn(Drawn: () => React.JSX.Element): Promise<{ readonly text: string; readonly html: string }> {
  const Page = createRoutesStub([{ path: '/', Component: Drawn }]);
  const parts: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        parts.push(String(chunk));
        done();
      },
      final(done) {
        resolve();
        done();
      },
    });
    const { pipe } = renderToPipeableStream(createElement(Page), {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onError: reject,
    });
  });
  const html = parts.join('');
  const signs: Readonly<Record<string, string>> = { '&#x27;': "'", '&quot;': '"', '&gt;': '>', '&lt;': '<', '&amp;': '&' };
  return { html, text: html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(?:#x27|quot|gt|lt|amp);/g, (sign) => signs[sign] ?? sign) };
}

test('each tool that visitors may only look at has a sample report, and no other has one', () => {
  const looked = everyTool.filter(({ audience }) => audience === 'look').map(({ id }) => id);
  expect(looked.length).toBeGreaterThan(3);
  expect(ids.toSorted()).toEqual(looked.toSorted());
});

test.each(ids)('%s: its sample is of the tool as it is now, and has something to show', (id) => {
  const { report, lab } = sampleOf(id);
  const { tool, schemaVersion, startedAt, findings } = report;
  // Where this fails: npm run samples.
  expect({ tool, schemaVersion }).toEqual({ tool: id, schemaVersion: toolList.find((one) => one.id === id)?.schemaVersion });
  expect(startedAt).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
  expect(new Set(findings.map(({ severity }) => severity)).size).toBeGreaterThan(1);
  expect(lab).toContain('does not exist');
});

test.each(ids)('%s: its sample holds nothing private, no address but those of documentation, and no time of day', (id) => {
  const { report } = sampleOf(id);
  expect(stripReport(report)).toEqual(report);
  expect(report.target).toMatch(/\.example$/);
  const text = JSON.stringify({ ...report, findings: report.findings.map(({ snippets: _, ...finding }) => finding) });
  const addresses = text.match(/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|(?<![\w:])2001:[\da-f:]+/gi) ?? [];
  expect(addresses.filter((address) => classifyAddress(address) !== 'documentation')).toEqual([]);
  const times = text.match(/\d\dT\d\d:\d\d:\d\d|\d{4} \d\d:\d\d:\d\d/g) ?? [];
  expect(times.filter((time) => !time.endsWith('00:00:00'))).toEqual([]);
});

test.each(ids)('%s: the server draws its sample with day, lab, verdict and findings, and what the tool checks', async (id) => {
  const { report, lab } = sampleOf(id);
  const page = await pages[`./${id}/page/page.tsx`]?.();
  if (page === undefined) throw new Error(`${id} has no page`);
  const { text, html } = await drawn(() => createElement(page.default, { loaderData: page.loader() }));
  for (const said of ['Sample report', utcDayText(report.startedAt.slice(0, 10)), lab, report.verdict, 'What it checks'])
    expect(text).toContain(said);
  for (const { title } of report.findings) expect(text).toContain(title);
  // The site's policy takes no style from markup.
  expect(html).not.toMatch(/\sstyle="/);
});

test.each(ids)('%s: its own drawing reads its sample', async (id) => {
  const { report } = sampleOf(id);
  const [, load] = Object.entries(reportTools).find(([path]) => path.startsWith(`./${id}/`)) ?? [];
  const tool = Object.values((await load?.()) ?? {}).find((one) => one.id === id);
  if (tool === undefined) throw new Error(`${id} draws no reports`);
  expect(tool.factsOf(report).length).toBeGreaterThanOrEqual(3);
  const { Details } = tool;
  const ofNone = await drawn(() => createElement(Details, { report: emptied(report) }));
  const { text } = await drawn(() => createElement(Details, { report }));
  expect(text.length).toBeGreaterThan(ofNone.text.length + 100);
});

/** A report of a version that no tool reads. */
function emptied({ tool, target, startedAt, durationMs, verdict }: Report): Report {
  return { tool, target, startedAt, durationMs, verdict, schemaVersion: -1, findings: [] };
}
