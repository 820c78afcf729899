import type { PDFDocument, RGB } from '@cantoo/pdf-lib';
import { allFontFiles } from '@castellan/pdf/font-files';
import { hex } from '@castellan/pdf/ink';
import type { TextStyle } from '@castellan/pdf/page-writer';
import { type Lacking, openTypeface, type Typeface } from '@castellan/pdf/typeface';
import type { Severity } from '@castellan/probes/report';
import { coloursOf } from '../../../ui/tokens/colour-tokens.ts';
import { monoFile, type ReportFonts } from './report-fonts.ts';

const light = coloursOf('light');

/** The light theme's colours: paper is white. */
export const inks = { ink: hex(light.ink), muted: hex(light.muted), copper: hex(light.copper), hairline: hex(light.hairline) } as const;

/** What each severity is drawn in, as on the page: carmine, amber, ultramarine. */
export const severityInks: Readonly<Record<Severity, RGB>> = {
  critical: hex(light.carmine),
  high: hex(light.carmine),
  medium: hex(light.amber),
  low: hex(light.ultramarine),
  info: hex(light.muted),
};

/** How the report's texts are set. */
export type ReportStyles = Readonly<
  Record<'title' | 'section' | 'target' | 'tool' | 'finding' | 'lead' | 'body' | 'label' | 'small' | 'mono' | 'figure' | 'foot', TextStyle>
>;

/** Opens the typefaces for a document. `fonts` holds the files that `fontFilesOf` names. */
export async function openStyles(document: PDFDocument, fonts: ReportFonts, lacking: Lacking): Promise<ReportStyles> {
  const open = (...files: readonly string[]) =>
    openTypeface(
      document,
      files.flatMap((file) => (fonts[file] === undefined ? [] : [{ bytes: fonts[file] }])),
      lacking,
    );
  const [wide, text, strong, mono] = await Promise.all([
    open(...allFontFiles('wide')),
    open(...allFontFiles('text')),
    open(...allFontFiles('strong')),
    open(monoFile, ...allFontFiles('text')),
  ]);
  const style = (typeface: Typeface, size: number, leading: number, colour: RGB = inks.ink, spacing = 0): TextStyle => ({
    ...{ typeface, size, leading, colour, spacing },
  });
  return {
    title: style(wide, 25, 30, inks.ink, -14),
    section: style(wide, 14, 19, inks.ink, -6),
    target: style(strong, 12, 17),
    tool: style(strong, 9.6, 14, inks.copper),
    finding: style(strong, 10.4, 14),
    lead: style(text, 11.4, 16.4),
    body: style(text, 9.3, 13.2),
    label: style(text, 8.4, 13.2, inks.muted),
    small: style(text, 8.2, 11.8, inks.muted),
    mono: style(mono, 7.6, 11.6),
    figure: style(strong, 9.3, 13.2),
    foot: style(mono, 6.8, 10, inks.muted),
  };
}
