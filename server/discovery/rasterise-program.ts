// A program of its own: an SVG, with paths of font files, on standard input becomes a PNG on standard output. What it takes in
// memory, some tens of megabytes for a third of a second, the server never holds.
import { text } from 'node:stream/consumers';
import { openDrawing } from './open-drawing.ts';

const draw = await openDrawing();
// The server that started this program wrote it a moment ago; nobody else can.
const { svg, fontFiles }: { svg: string; fontFiles: readonly string[] } = JSON.parse(await text(process.stdin));
process.stdout.write(draw(svg, fontFiles).render().asPng());
