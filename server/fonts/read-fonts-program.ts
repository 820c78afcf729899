// A program of its own: the path of a font file on standard input becomes the codes of its letters, as JSON, on standard output.
// The file may hold anything: what goes wrong in here, or never ends, does not reach the server.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import fontkit from '@pdf-lib/fontkit';

const font = fontkit.create(new Uint8Array(readFileSync(await text(process.stdin))));
const codes = font.characterSet.filter((code) => code > 0x20 && font.glyphForCodePoint(code).id > 0);
process.stdout.write(JSON.stringify(codes));
