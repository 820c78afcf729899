import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { writeBookmarks } from '@castellan/pdf/bookmarks';
import { fontEngine } from '@castellan/pdf/font-engine';
import { breakLines, type TextStyle } from '@castellan/pdf/page-writer';
import type { EngagementReport } from '@castellan/probes/engagement/engagement-report';
import { writeOptions } from '@castellan/probes/engagement/engagement-report';
import {
  cutWords,
  describeEnd,
  describeOutcome,
  describePermission,
  methodWords,
  resultsOf,
  runsNotPermitted,
  severityNames,
  summariseChange,
  worstFirst,
  writeMoment,
} from '@castellan/probes/engagement/report-words';
import { unseenWords } from '@castellan/probes/judgement';
import { drawFindings } from './draw-findings.ts';
import type { ReportFonts } from './report-fonts.ts';
import { ReportPage, room } from './report-page.ts';
import { openStyles } from './report-styles.ts';

/** A finished document, and the letters that its typefaces lack. */
export type DrawnReport = { readonly bytes: Uint8Array<ArrayBuffer>; readonly lacking: readonly string[] };

/** What stands in the place of a letter that no typeface has. */
const substitute = '¤';

/**
 * Draws the report of an engagement as a PDF of A4 pages: fonts embedded, text selectable in reading order, tagged, with bookmarks. A
 * letter that the typefaces lack stands as `¤`, is named at the end, and keeps its text for programs that read aloud.
 */
export async function drawEngagement(report: EngagementReport, fonts: ReportFonts): Promise<DrawnReport> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontEngine);
  const lacking = new Set<string>();
  const styles = await openStyles(document, fonts, { onLacking: (letter) => lacking.add(letter), substitute });
  const page = new ReportPage(document, styles);
  drawHead(page, report);
  drawScope(page, report);
  drawMethod(page, report);
  drawFindings(page, report);
  drawUnseen(page, report);
  drawChanges(page, report);
  drawRuns(page, report);
  drawLacking(page, [...lacking]);
  page.feet(`${report.engagement.title}${report.engagement.client === '' ? '' : ` · ${report.engagement.client}`}`);
  page.writer.tree.write();
  writeBookmarks(document, page.bookmarks);
  describe(document, report);
  return { bytes: new Uint8Array(await document.save({ useObjectStreams: true })), lacking: [...lacking] };
}

function drawHead(page: ReportPage, report: EngagementReport): void {
  const { writer, styles } = page;
  const { tree } = writer;
  const { engagement, firstAt, lastAt, madeAt, counts } = report;
  page.text(tree.root, 'Security test report', styles.label);
  writer.y -= 4;
  writer.paragraph(tree.add(tree.root, 'H1'), engagement.title, fitted(engagement.title, styles.title), room);
  writer.y -= 10;
  const facts = tree.add(tree.root, 'Sect');
  page.fact(facts, 'Client', engagement.client);
  page.fact(facts, 'Contact', engagement.contact);
  page.fact(facts, 'Tested by', engagement.tester);
  page.fact(
    facts,
    'Tested',
    firstAt === undefined ? 'Not yet' : `${writeMoment(firstAt)}${lastAt === undefined ? '' : ` to ${writeMoment(lastAt)}`}`,
  );
  page.fact(facts, 'Permission', describePermission(engagement));
  page.fact(facts, 'Report made', writeMoment(madeAt));
  const part = page.section('Summary');
  page.text(part, describeOutcome(report), styles.lead);
  writer.y -= 6;
  const table = tree.add(part, 'Table');
  const columns = { severity: { x: room.x, width: 150 }, count: { x: room.x + 160, width: 60 } };
  for (const severity of worstFirst) {
    page.row(table, [
      { ...columns.severity, text: severityNames[severity], style: styles.body, severity },
      { ...columns.count, text: String(counts[severity]), style: styles.figure },
    ]);
  }
  drawIndex(page, report);
}

/** The title's style, as large as leaves it in two lines. */
function fitted(text: string, style: TextStyle): TextStyle {
  let { size } = style;
  while (size > 13 && breakLines(text, { ...style, size }, room.width).length > 2) size -= 1;
  return { ...style, size, leading: (style.leading / style.size) * size };
}

/** The findings of medium severity or worse, the worst first, by their numbers. */
function drawIndex(page: ReportPage, report: EngagementReport): void {
  const { writer, styles } = page;
  const listed = resultsOf(report).flatMap(({ target, findings }) => findings.map((finding) => ({ ...finding, target })));
  const weighty = worstFirst
    .filter((severity) => severity !== 'low' && severity !== 'info')
    .flatMap((wanted) => listed.filter(({ severity }) => severity === wanted));
  if (weighty.length === 0) return;
  writer.y -= 8;
  const table = writer.tree.add(writer.tree.root, 'Table');
  const columns = [
    { x: room.x, width: 34 },
    { x: room.x + 40, width: 76 },
    { x: room.x + 120, width: 216 },
    { x: room.x + 346, width: room.width - 346 },
  ] as const;
  page.head(table, columns, ['No.', 'Severity', 'Finding', 'Target']);
  for (const { number, severity, title, target } of weighty) {
    page.row(table, [
      { ...columns[0], text: String(number), style: styles.figure },
      { ...columns[1], text: severityNames[severity], style: styles.body, severity },
      { ...columns[2], text: title, style: styles.body },
      { ...columns[3], text: target, style: styles.mono },
    ]);
  }
}

function drawScope(page: ReportPage, report: EngagementReport): void {
  const { styles, writer } = page;
  const { scope, inScope, outOfScope } = report.engagement;
  const part = page.section('Scope');
  page.text(part, scope, styles.body);
  if (scope !== '') writer.y -= 5;
  page.fact(part, 'In scope', inScope.length === 0 ? 'Nothing was named.' : inScope.join('\n'));
  page.fact(part, 'Out of scope', outOfScope.length === 0 ? 'Nothing was named.' : outOfScope.join('\n'));
  const broken = runsNotPermitted(report);
  if (broken.length === 0) return;
  writer.y -= 6;
  page.text(part, 'Runs outside the scope or the days of the permission', styles.finding);
  for (const { title, target, startedAt, notPermitted } of broken)
    page.text(part, `${title} on ${target}, ${writeMoment(startedAt)}: ${notPermitted.join(' ')}`, styles.body);
}

function drawMethod(page: ReportPage, { tools }: EngagementReport): void {
  const { styles, writer } = page;
  const part = page.section('Method');
  page.text(part, methodWords, styles.body);
  if (tools.length === 0) return;
  writer.y -= 6;
  const table = writer.tree.add(part, 'Table');
  const columns = [
    { x: room.x, width: 120 },
    { x: room.x + 126, width: 64 },
    { x: room.x + 196, width: 40 },
    { x: room.x + 242, width: room.width - 242 },
  ] as const;
  page.head(table, columns, ['Tool', 'Report form', 'Runs', 'Options']);
  for (const { title, versions, runs, options } of tools) {
    const texts = [title, versions.join(', '), String(runs), options.join('; ')];
    page.row(
      table,
      columns.map((column, index) => ({ ...column, text: texts[index] ?? '', style: index === 0 ? styles.figure : styles.body })),
    );
  }
}

function drawUnseen(page: ReportPage, report: EngagementReport): void {
  const { styles, writer } = page;
  const part = page.section('Not looked at');
  const results = resultsOf(report).filter(({ notLookedAt }) => notLookedAt.length > 0);
  page.text(part, results.length === 0 ? 'The reports name nothing that was not checked.' : unseenWords, styles.body);
  for (const { title, target, notLookedAt } of results) {
    writer.ensure(styles.tool.leading + styles.body.leading);
    page.text(part, `${title}: ${target}`, styles.tool);
    for (const one of notLookedAt) page.text(part, `${one.title}: ${one.reason}`, styles.body);
    writer.y -= 4;
  }
}

function drawChanges(page: ReportPage, report: EngagementReport): void {
  const { styles, writer } = page;
  const part = page.section('What changed');
  const results = resultsOf(report);
  if (results.length === 0) page.text(part, 'Nothing was tested yet.', styles.body);
  const lists = [
    ['New', 'appeared'],
    ['Worse', 'worse'],
    ['Less severe', 'better'],
    ['Gone', 'gone'],
  ] as const;
  for (const { title, target, change } of results) {
    writer.ensure(styles.tool.leading + styles.body.leading);
    page.text(part, `${title}: ${target}`, styles.tool);
    page.text(
      part,
      change === undefined ? 'No earlier report.' : `Since ${writeMoment(change.since)}: ${summariseChange(change)}`,
      styles.body,
    );
    for (const [label, list] of lists)
      for (const { severity, title: name } of change?.[list] ?? [])
        page.text(part, `${label}: ${severityNames[severity]}, ${name}`, styles.small, { x: room.x + 12, width: room.width - 12 });
    writer.y -= 4;
  }
}

function drawRuns(page: ReportPage, { runs, isCut }: EngagementReport): void {
  const { styles, writer } = page;
  const part = page.section('Appendix: runs');
  if (runs.length === 0) page.text(part, 'None.', styles.body);
  if (runs.length === 0) return;
  const table = writer.tree.add(part, 'Table');
  const columns = [
    { x: room.x, width: 96 },
    { x: room.x + 100, width: 78 },
    { x: room.x + 182, width: 130 },
    { x: room.x + 316, width: 86 },
    { x: room.x + 406, width: room.width - 406 },
  ] as const;
  page.head(table, columns, ['Begun, ended (UTC)', 'Tool', 'Target', 'Options', 'Outcome']);
  for (const run of runs) {
    const { startedAt, endedAt, title, target, options } = run;
    const when = `${startedAt.slice(0, 16).replace('T', ' ')}${endedAt === null ? '' : ` – ${endedAt.slice(11, 19)}`}`;
    const texts = [when, title, target, writeOptions(options), describeEnd(run)];
    page.row(
      table,
      columns.map((column, index) => ({
        ...column,
        text: texts[index] ?? '',
        style: index === 0 || index === 2 ? styles.mono : styles.small,
      })),
    );
  }
  if (isCut) page.text(part, cutWords, styles.body);
}

/** Names the letters that no typeface of the document has. */
function drawLacking(page: ReportPage, lacking: readonly string[]): void {
  if (lacking.length === 0) return;
  const { styles } = page;
  const part = page.section('Letters that could not be shown');
  const codes = lacking.map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  page.text(
    part,
    `The typefaces of this document lack ${lacking.length === 1 ? 'one letter' : `${lacking.length} letters`} of its text. Each is printed as ${substitute} above. Programs that read this document aloud, and the Markdown and JSON files of this report, have the text as it is.`,
    styles.body,
  );
  page.text(part, codes.join(' '), styles.mono);
}

function describe(document: PDFDocument, { engagement, madeAt }: EngagementReport): void {
  document.setTitle(engagement.title, { showInWindowTitleBar: true });
  if (engagement.tester !== '') document.setAuthor(engagement.tester);
  document.setSubject('Security test report');
  document.catalog.set(PDFName.of('Lang'), document.context.register(PDFString.of('en')));
  document.setCreator('Castellan');
  document.setProducer('Castellan');
  document.setCreationDate(new Date(madeAt));
  document.setModificationDate(new Date(madeAt));
}
