import { coloursOf } from '../web/app/ui/tokens/colour-tokens.ts';

/** The site's mark in the dark theme's colours, whatever it was drawn in: its plate, and on it the outer line and the inner one. */
export function inkMark(drawing: string): string {
  const { plate, verdigris, copper } = coloursOf('dark');
  const inks = [verdigris, copper].values();
  return drawing
    .replace(/(<rect [^>]*fill=")[^"]*/, `$1${plate}`)
    .replaceAll(/(<path [^>]*stroke=")[^"]*/g, (whole, before: string) => before + (inks.next().value ?? whole));
}
