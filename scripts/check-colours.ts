/** Fails where a source file repeats the value of a colour that it could read. A static check of `npm test`. */
import { coloursOf, paperTokens } from '../web/app/ui/tokens/colour-tokens.ts';
import { type ColourException, findRepeatedColours } from './testing/colours.ts';
import { root } from './testing/run-program.ts';
import { readSources } from './testing/sizes.ts';

const mask = 'A mask, or what takes its place: white is where it lets through, and no ink.';
const code = 'A code that is scanned is dark on white, whatever the theme.';
const mark = 'A file of its own, inked by scripts/draw-icons.ts; ink-mark.test.ts compares it with the colours.';

const dark = coloursOf('dark');
const white = paperTokens.plate;

const exceptions: readonly ColourException[] = [
  { file: 'server/discovery/card-drawing.ts', value: white, reason: mask },
  { file: 'server/engravings/engrave-portrait.ts', value: white, reason: mask },
  { file: 'web/app/ui/engraving/engrave-drawing.ts', value: white, reason: mask },
  { file: 'web/app/ui/engraving/engrave-rosette.ts', value: white, reason: mask },
  { file: 'tools/link-shortener/page/qr-dialog.tsx', value: white, reason: code },
  { file: 'web/app/domains/session/enrolment-panel.tsx', value: white, reason: code },
  ...[dark.plate, dark.verdigris, dark.copper].map((value) => ({ file: 'web/public/favicon.svg', value, reason: mark })),
];

const values = [dark, coloursOf('light'), paperTokens].flatMap((colours) => Object.values(colours));
const faults = findRepeatedColours(readSources(root, /\.(?:tsx?|css|svg|mjs)$/), values, exceptions);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
