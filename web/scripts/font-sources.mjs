// Where the typefaces come from, and which letters are cut out of which of their files.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What typeset Latin text needs beyond Latin-1. */
export const latin = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−`;

const vietnameseLetters = 'ĂăĐđĨĩŨũƠơƯư';

/** Beyond Latin-1, and in Archivo's first file all the same. */
export const besideLatin = 'ıŒœ';

/**
 * The letters beyond Latin-1, each in one file, and where it is drawn. Archivo has no Cyrillic and no Greek:
 * Roboto Flex is a grotesque with the same two axes, whose letters are as high and as wide.
 */
export const otherScripts = [
  {
    name: 'extended',
    letters: `${without(characters(0x100, 0x17f), `${vietnameseLetters}${besideLatin}`)}Əə${characters(0x1cd, 0x1dc)}ȘșȚț${characters(0x1e80, 0x1e85)}ẞ`,
    source: archivo('latin-ext'),
  },
  { name: 'vietnamese', letters: `${vietnameseLetters}${characters(0x1ea0, 0x1ef9)}`, source: archivo('vietnamese') },
  { name: 'cyrillic', letters: `${characters(0x401, 0x45f)}ҐґҰұ№`, source: flex('cyrillic') },
  { name: 'cyrillic-extended', letters: without(characters(0x492, 0x4ff), 'Ұұ'), source: flex('cyrillic-ext') },
  { name: 'greek', letters: characters(0x384, 0x3ce), source: flex('greek') },
];

export const archivoLatin = archivo('latin');

export const azeret = join(packageFolder('@fontsource-variable/azeret-mono'), 'files/azeret-mono-latin-wght-normal.woff2');

export function characters(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}

export function packageFolder(name) {
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}

function without(letters, left) {
  return Array.from(letters)
    .filter((letter) => !left.includes(letter))
    .join('');
}

/** Drops the kerning at the space from files, and evens out widths, in place. */
export async function finishFonts(files) {
  await promisify(execFile)('python3', [join(import.meta.dirname, 'finish-fonts.py'), ...files]);
}

/** How wide Roboto Flex is to be set to be as wide as Archivo, both in percent. */
export function widthOfFlex(wdth) {
  return 100 + ((wdth - 100) / 25) * 51;
}

export function isFlex(source) {
  return source.includes('roboto-flex');
}

function archivo(subset) {
  return join(packageFolder('@fontsource-variable/archivo'), `files/archivo-${subset}-standard-normal.woff2`);
}

function flex(subset) {
  return join(packageFolder('@fontsource-variable/roboto-flex'), `files/roboto-flex-${subset}-wdth-normal.woff2`);
}
