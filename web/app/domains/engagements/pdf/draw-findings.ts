import { drawRule } from '@castellan/pdf/ink';
import { baselineOf, breakLines, sheet, type TextStyle } from '@castellan/pdf/page-writer';
import type { StructureElement } from '@castellan/pdf/structure-tree';
import type { EngagementReport, NumberedFinding, ToolResult } from '@castellan/probes/engagement/engagement-report';
import { severityNames, writeMoment } from '@castellan/probes/engagement/report-words';
import { drawSeverity, type ReportPage, room } from './report-page.ts';
import { inks } from './report-styles.ts';

/** Numbers stand at the left; what they are of, right of them. */
const column = { x: room.x + 40, width: room.width - 40 };

/** A finding of at most this height is not broken over two pages. */
const largestWhole = 230;

/** How high a text comes out in the column. */
function linesOf(text: string, style: TextStyle): number {
  const lines = text.split(/\r\n|[\n\r]/).map((line) => breakLines(line, style, column.width).length);
  return lines.reduce((sum, count) => sum + count, 0) * style.leading;
}

/** The findings of each target, as each tool last saw it. */
export function drawFindings(page: ReportPage, { targets }: EngagementReport): void {
  const { styles, writer } = page;
  if (targets.length === 0) {
    page.text(page.section('Findings'), 'Nothing was tested yet.', styles.body);
    return;
  }
  for (const { target, results } of targets) {
    const part = page.section(`Findings: ${target}`, 130);
    for (const result of results) drawResult(page, part, result);
    writer.y -= 4;
  }
}

function drawResult(
  page: ReportPage,
  part: StructureElement,
  { title, target, verdict, mark, startedAt, findings, checksPassed }: ToolResult,
): void {
  const { styles, writer } = page;
  writer.ensure(70);
  writer.paragraph(writer.tree.add(part, 'H3'), `${title}: ${target}`, styles.tool, room);
  page.text(part, `${mark === undefined ? '' : `${mark}. `}${verdict}`, styles.body);
  const passed = checksPassed === 0 ? '' : ` Checks passed: ${checksPassed}.`;
  page.text(part, `Looked at ${writeMoment(startedAt)}.${passed}${findings.length === 0 ? ' No findings.' : ''}`, styles.small);
  writer.y -= 6;
  for (const finding of findings) drawFinding(page, part, finding);
}

function drawFinding(
  page: ReportPage,
  parent: StructureElement,
  { number, severity, title, why, evidence, fix, snippets = [] }: NumberedFinding,
): void {
  const { styles, writer } = page;
  const { finding, body, mono, label, small } = styles;
  const heading = linesOf(title, finding) + small.leading;
  // What is short stays on one page; of what is long no heading stands alone at its foot.
  const whole = heading + linesOf(why, body) + linesOf(evidence, mono) + linesOf(fix, body) + 2 * label.leading + 16;
  const code = snippets.reduce((sum, { text }) => sum + label.leading + linesOf(text, mono), 0);
  writer.ensure(whole + code <= largestWhole ? whole + code : Math.min(heading + 4 * body.leading, 300));
  const part = writer.tree.add(parent, 'Sect');
  writer.ornament(drawRule(sheet.left, sheet.right, writer.y, inks.hairline));
  writer.y -= 5;
  const top = writer.y;
  writer.ornament(drawSeverity(severity, [room.x + 4, top - baselineOf(finding) + finding.size * 0.34]));
  writer.paragraph(writer.tree.add(part, 'Lbl'), String(number), finding, { x: room.x + 12, width: 27 });
  writer.y = top;
  writer.paragraph(writer.tree.add(part, 'H3'), title, finding, column);
  page.text(part, severityNames[severity], small, column);
  page.text(part, why, body, column);
  labelled(page, part, 'Evidence', evidence, mono);
  labelled(page, part, 'Fix', fix, body);
  for (const { label: name, text } of snippets) {
    writer.ensure(label.leading + mono.leading);
    page.text(part, name, label, column);
    page.text(part, text, mono, column, true);
  }
  writer.y -= 7;
}

function labelled(page: ReportPage, part: StructureElement, name: string, text: string, style: TextStyle): void {
  if (text === '') return;
  const { styles, writer } = page;
  writer.y -= 2;
  writer.ensure(styles.label.leading + style.leading);
  page.text(part, name, styles.label, column);
  page.text(part, text, style, column);
}
