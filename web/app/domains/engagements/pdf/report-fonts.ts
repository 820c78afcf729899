import { fontFilesFor } from '@castellan/pdf/font-files';
import type { EngagementReport } from '@castellan/probes/engagement/engagement-report';

/** The bytes of font files, by their names. */
export type ReportFonts = Readonly<Record<string, Uint8Array>>;

/** The file of what is set letter by letter. */
export const monoFile = 'azeret-mono.ttf';

/** The font files that a report wants, which depends on the letters in it. */
export function fontFilesOf(report: EngagementReport): readonly string[] {
  const written = JSON.stringify(report);
  return [...(['wide', 'text', 'strong'] as const).flatMap((cut) => fontFilesFor(cut, written)), monoFile];
}
