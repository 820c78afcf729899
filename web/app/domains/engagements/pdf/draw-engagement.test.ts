import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { buildEngagementReport, type EngagementReport } from '@castellan/probes/engagement/engagement-report';
import { expect, test } from 'vitest';
import { sampleEngagement, sampleFacts } from '../../../../../tests/support/sample-engagement.ts';
import { drawEngagement as draw } from './draw-engagement.ts';
import { fontFilesOf } from './report-fonts.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'packages', 'pdf', 'fonts');
const drawEngagement = (report: EngagementReport) =>
  draw(report, Object.fromEntries(fontFilesOf(report).map((file) => [file, new Uint8Array(readFileSync(join(folder, file)))])));

const pagesOf = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPageCount();

test('a report of one, twenty and three hundred findings is a document of more and more pages, and lacks no letter of its own', async () => {
  const counts = [];
  for (const count of [0, 1, 20, 300]) {
    const { bytes, lacking } = await drawEngagement(sampleEngagement(count));
    expect(lacking).toEqual([]);
    counts.push(await pagesOf(bytes));
  }
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect(counts[3]).toBeGreaterThan(20);
});

test('letters that no typeface has are named, each once, in a part of its own; a report without such letters has no such part', async () => {
  const title = 'Испытание Đánh giá Δοκιμή 株式会社';
  const { bytes, lacking } = await drawEngagement(sampleEngagement(1, { title, client: 'Łódź' }));
  expect(lacking.toSorted()).toEqual([...new Set('株式会社')].toSorted());
  expect(await bookmarksOf(bytes)).toContain('Letters that could not be shown');
  expect(await bookmarksOf((await drawEngagement(sampleEngagement(1))).bytes)).toEqual([
    ...['Summary', 'Scope', 'Method', 'Findings: meridian.example', 'Not looked at', 'What changed', 'Appendix: runs'],
  ]);
});

test('an engagement of which nothing was run yet, with long words everywhere, is a document too', async () => {
  const word = 'w'.repeat(400);
  const facts = { ...sampleFacts, title: word, client: word, scope: word, inScope: [word], permittedBy: word };
  const empty = buildEngagementReport({ engagement: facts, runs: [], last: [], madeAt: new Date('2026-05-29T16:00:00.000Z') });
  expect(await pagesOf((await drawEngagement(empty)).bytes)).toBeGreaterThan(0);
});

/** The titles of the document's bookmarks, in order. */
async function bookmarksOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { catalog } = await PDFDocument.load(bytes);
  const titles: string[] = [];
  const outlines = catalog.lookup(PDFName.of('Outlines'), PDFDict);
  for (
    let item = outlines.lookupMaybe(PDFName.of('First'), PDFDict);
    item !== undefined;
    item = item.lookupMaybe(PDFName.of('Next'), PDFDict)
  )
    titles.push(item.lookup(PDFName.of('Title'), PDFHexString).decodeText());
  return titles;
}
