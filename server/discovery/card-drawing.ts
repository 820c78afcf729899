import type { CaseStudy } from '@castellan/content/case-study';
import type { Profile } from '@castellan/content/profile';
import { coloursOf } from '@castellan/web/colour-tokens';
import { engraveBand } from '@castellan/web/engrave-band';
import { engravePlate } from '@castellan/web/engrave-plate';
import { engraveRosette } from '@castellan/web/engrave-rosette';
import { mrzNameLine } from '@castellan/web/mrz';
import { lineWidth } from '@castellan/web/widest-word';
import { type Holds, ownLetters, printable } from '../fonts/drawable-letters.ts';
import { machineNames, printedName } from './printed-name.ts';
import { escapeXml } from './site-files.ts';

/** The dark theme's colours: a card has no theme of its own. */
const colours = coloursOf('dark');

/** The room for the name, left of the plate, in pixels. */
const nameRoom = 560;

/** A wide letter takes about this share of its size. */
const letterWidth = 0.76;

const largestName = 92;
const smallestName = 22;

/**
 * The card that a shared link shows, as an SVG of 1200 × 630: plate, name, title and machine-readable line. Text is set in
 * the cuts that lie in `packages/pdf/fonts/` and in the owner's font files, which is why the name is the one that can be printed.
 */
export function drawCard(profile: Profile, publicUrl = '', holds: Holds = ownLetters.card): string {
  const lines = breakName(printedName(profile, holds));
  const longest = Math.max(...lines.map(lettersOf));
  const size = Math.max(smallestName, Math.min(largestName, Math.floor(nameRoom / (longest * letterWidth))));
  const leading = size * 1.04;
  const firstLine = 324 - (lines.length - 1) * leading * 0.6;
  const below = firstLine + (lines.length - 1) * leading;
  const words = lines.map((line, index) => lettering(firstLine + index * leading, size, colours.ink, line)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<defs>${ink()}</defs>
<rect width="1200" height="630" fill="${colours.plate}"/>
${rosette()}
${machineLine(firstLine - size - 34, mrzNameLine({ document: 'P', issuer: 'SEC', ...machineNames(profile) }, 32))}
${words}
<text x="72" y="${below + 64}" ${faces.wide} font-size="40" letter-spacing="-0.6"><tspan fill="${colours.copper}">Cyber</tspan><tspan fill="${colours.muted}"> Security Specialist</tspan></text>
${tagline.map((line, index) => lettering(below + 118 + index * 34, 25, colours.ink, line)).join('')}
${foot([addressOf(publicUrl)])}
</svg>`;
}

/** The tagline of the home page, whole, in lines that stay left of the plate. */
const tagline = ['Crafting secure, scalable systems', 'with exceptional user experiences.'];

/** What stands at the foot of a card, over a rule where there is anything, as large as leaves it left of the plate. */
function foot(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join(' · ');
  if (text === '') return '';
  const size = Math.min(25, Math.floor(nameRoom / (text.length * letterWidth)));
  return `<path d="M72 548H640" stroke="${colours.hairline}" stroke-width="2"/>${lettering(590, size, colours.copper, text)}`;
}

/** The site's address as people write it; none where others cannot open it. */
function addressOf(publicUrl: string): string {
  if (!URL.canParse(publicUrl)) return '';
  const { host, hostname } = new URL(publicUrl);
  const isOwnMachine = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
  return isOwnMachine ? '' : host.replace(/^www\./, '');
}

/**
 * The card of a case study or an article: the title beside a rosette, with the owner's name and that of the project, or what else it is.
 * `engraved`: whose rosette it is.
 */
export function drawCaseCard(
  profile: Profile,
  projectName: string,
  { title }: Pick<CaseStudy, 'title'>,
  publicUrl = '',
  holds: Holds = ownLetters.card,
  engraved: string = projectName,
): string {
  // A title in letters that the typefaces lack would be a card without words.
  const project = printable(projectName, holds) ?? '';
  const lines = wrap(printable(title, holds) ?? (project === '' ? printedName(profile, holds) : project), 16);
  const longest = Math.max(...lines.map(lettersOf));
  const size = Math.max(smallestName, Math.min(72, Math.floor(nameRoom / (longest * letterWidth)), Math.floor(300 / lines.length)));
  const leading = size * 1.1;
  const firstLine = 330 - ((lines.length - 1) * leading) / 2;
  const words = lines.map((line, index) => lettering(firstLine + index * leading, size, colours.ink, line)).join('');
  const rosetteOf = engraveRosette(engraved)
    .replace('<svg ', '<svg x="700" y="20" ')
    .replace('width="1040" height="1040"', 'width="590" height="590"')
    .replace('stroke="#fff"', 'stroke="url(#case)"');
  const band = engraveBand()
    .replace('<svg ', '<svg x="72" y="524" preserveAspectRatio="none" ')
    .replace('width="600" height="26"', 'width="568" height="25"')
    .replace('stroke="#000"', `stroke="${colours.verdigris}"`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
<defs><linearGradient id="case" gradientUnits="userSpaceOnUse" x1="-400" y1="400" x2="400" y2="-400"><stop stop-color="${colours.verdigris}"/><stop offset="1" stop-color="${colours.copper}"/></linearGradient></defs>
<rect width="1200" height="630" fill="${colours.plate}"/>
${rosetteOf}
${lettering(firstLine - size - 26, 30, colours.copper, project)}
${words}
${band}
${lettering(588, 23, colours.muted, [printedName(profile, holds), addressOf(publicUrl)].filter((part) => part !== '').join(' · '))}
</svg>`;
}

/** A text in lines of about so many letters, or of as many more as leave four lines, broken between words. */
function wrap(text: string, fewest: number): readonly string[] {
  const letters = Math.max(fewest, Math.ceil(text.length / 3.5));
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || (last.length + word.length + 1 > letters && lines.length < 4)) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const faces = { wide: 'font-family="Archivo SemiBold"', mono: 'font-family="Azeret Mono Thin"' } as const;

function lettering(y: number, size: number, fill: string, content: string): string {
  return `<text x="72" y="${y.toFixed(1)}" ${faces.wide} font-size="${size}" letter-spacing="${(-0.02 * size).toFixed(2)}" fill="${fill}">${escapeXml(content)}</text>`;
}

/** Each letter is put in its place by itself: set as a run, the typeface would join two fillers into an arrow. */
function machineLine(y: number, line: string): string {
  if (line === '') return '';
  const places = Array.from(line, (_, index) => (73 + index * 16.8).toFixed(1)).join(' ');
  return `<text x="${places}" y="${y.toFixed(1)}" ${faces.mono} font-size="25" fill="${colours.muted}">${escapeXml(line)}</text>`;
}

/** Copper over the middle, verdigris towards the near edge, as the page's plate has it; the far side fades. */
function ink(): string {
  return (
    `<linearGradient id="ink" gradientUnits="userSpaceOnUse" x1="150" y1="1450" x2="1350" y2="250">` +
    `<stop offset=".2" stop-color="${colours.verdigris}"/><stop offset=".58" stop-color="${colours.copper}"/>` +
    `<stop offset=".85" stop-color="#b7a585" stop-opacity=".62"/></linearGradient>`
  );
}

/** The engraving of the middle word, partly beyond the right edge. */
function rosette(): string {
  const inked = engravePlate('cyber').replace('stroke="#000"', 'stroke="url(#ink)"').replace('stroke-width="1.9"', 'stroke-width="2.2"');
  return inked.replace('<svg ', '<svg x="604" y="-98" width="735" height="735" ');
}

/** How many wide letters a line is as wide as: Chinese, Japanese and Korean ones fill a square, Cyrillic and Greek ones are measured. */
function lettersOf(line: string): number {
  if (/[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(line)) return lineWidth(line) / letterWidth;
  const square = Array.from(line.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)).length;
  return line.length + square * 0.5;
}

/** At most two lines, broken where they come out most even; a name of one word stays whole. */
function breakName(name: string): readonly string[] {
  const words = name.split(/\s+/);
  if (words.length < 2 || name.length <= 10) return [name];
  const breaks = words.slice(1).map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const width = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
  return breaks.toSorted((left, right) => width(left) - width(right))[0] ?? [name];
}
