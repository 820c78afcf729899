import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fontkit from '@pdf-lib/fontkit';
import { expect, test } from 'vitest';

const sheet = readFileSync(join(import.meta.dirname, '..', 'fonts.css'), 'utf8');

type Face = { readonly family: string; readonly file: string; readonly letters: ReadonlySet<number>; readonly descriptors: string };

/** The faces of Archivo that are files, with the letters that the sheet says they have. */
const faces: readonly Face[] = [...sheet.matchAll(/@font-face \{([^}]*)\}/g)].flatMap(([, face = '']) => {
  const file = /url\("\.\/fonts\/(archivo[^"]*)"\)/.exec(face)?.[1];
  const family = /font-family: "?([^";]*)"?;/.exec(face)?.[1];
  const range = /unicode-range: ([^;]*);/.exec(face)?.[1];
  if (file === undefined || family === undefined || range === undefined) return [];
  const descriptors = [...face.matchAll(/font-(?:weight|stretch|display): [^;]*;/g)].join(' ');
  return [{ family, file, letters: new Set(range.split(',').flatMap(codesOf)), descriptors }];
});

/** The code points of `U+41` or `U+41-5A`. */
function codesOf(part: string): readonly number[] {
  const [from = Number.NaN, to = from] = part
    .replace('U+', '')
    .trim()
    .split('-')
    .map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const inOrder = (codes: Iterable<number>) => [...codes].toSorted((left, right) => left - right);

const pathOf = (file: string) => join(import.meta.dirname, file);

test('a browser is told of each file exactly the letters that it has', () => {
  expect(faces.map(({ file }) => file)).toEqual([
    'archivo-text.woff2',
    'archivo-text-more.woff2',
    'archivo-wide.woff2',
    'archivo-wide-more.woff2',
  ]);
  for (const { file, letters } of faces) {
    const { characterSet } = fontkit.create(new Uint8Array(readFileSync(pathOf(file))));
    // The last is the end of the table, no letter.
    const held = characterSet.filter((code) => code !== 0xffff);
    expect([file, inOrder(letters)]).toEqual([file, inOrder(held)]);
  }
});

test('both widths have all of Latin-1 and the signs of typeset text, each letter in one file, and are one family by equal descriptors', () => {
  const latin = [...codesOf('U+20-7E'), ...codesOf('U+A0-FF'), ...Array.from('–—‘’‚“”„•…‹›€™−', (letter) => letter.codePointAt(0) ?? 0)];
  for (const family of ['Archivo', 'Archivo Wide']) {
    const own = faces.filter((face) => face.family === family);
    expect(inOrder(own.flatMap(({ letters }) => [...letters]))).toEqual(inOrder(latin));
    expect(new Set(own.map(({ descriptors }) => descriptors)).size).toBe(1);
  }
});

test('what the first paint asks for fits the first packets of a connection each, with room for its headers', () => {
  for (const file of ['archivo-text.woff2', 'archivo-wide.woff2', 'azeret-mono.woff2']) {
    expect([file, statSync(pathOf(file)).size <= 10 * 1460 - 1000]).toEqual([file, true]);
  }
});
