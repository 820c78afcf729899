// A program of its own: an outline as JSON on standard input becomes a PDF on standard output; letters that the typefaces
// lack are named on standard error. What it takes in memory, some 150 megabytes for a second, the server never holds.
import { text } from 'node:stream/consumers';
import { drawResume } from './draw-resume.ts';
import type { Outline } from './resume-outline.ts';

// The server that started this program wrote it a moment ago; nobody else can.
const outline: Outline = JSON.parse(await text(process.stdin));
// A font file of the owner's may break the drawing: a document without its letters, which are named, is better than none.
const { bytes, lacking } = await drawResume(outline, new Date()).catch((error: unknown) => {
  if (outline.fontFiles.length === 0) throw error;
  return drawResume({ ...outline, fontFiles: [] }, new Date());
});
process.stderr.write(lacking.join(''));
process.stdout.write(bytes);
