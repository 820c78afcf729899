// A program of its own: the path of a font file on standard input becomes the codes of its letters, as JSON, on standard output;
// none where cards cannot draw them. The file may hold anything: what goes wrong in here, or never ends, does not reach the server.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { isHeldLetter } from '@castellan/pdf/font-files';
import fontkit from '@pdf-lib/fontkit';
import { openDrawing } from '../discovery/open-drawing.ts';

/** So many letters, from all over the file, tell of all: a font is taken as a whole or not at all. */
const sampleSize = 100;

const path = await text(process.stdin);
const font = fontkit.create(new Uint8Array(readFileSync(path)));
const codes = font.characterSet.filter((code) => code > 0x20 && font.glyphForCodePoint(code).id > 0);
process.stdout.write(JSON.stringify((await isDrawn(codes)) ? codes : []));

/** Whether letters that our typefaces lack look different with the file. Without it, nothing stands in their places. */
async function isDrawn(held: readonly number[]): Promise<boolean> {
  const lacking = held.map((code) => String.fromCodePoint(code)).filter((letter) => /[\p{L}\p{N}]/u.test(letter) && !isHeldLetter(letter));
  if (lacking.length === 0) return true;
  const step = Math.ceil(lacking.length / sampleSize);
  const letters = lacking.filter((_, index) => index % step === 0);
  const words = letters.map((letter, index) => `<text x="${(index % 10) * 24}" y="${Math.floor(index / 10) * 24 + 20}">${letter}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" font-family="Archivo SemiBold" font-size="16">${words.join('')}</svg>`;
  const draw = await openDrawing();
  const [without, given] = [[], [path]].map((files) => draw(svg, files).render().pixels);
  return without === undefined || given === undefined || Buffer.compare(without, given) !== 0;
}
