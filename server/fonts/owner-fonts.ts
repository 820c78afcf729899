import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runDrawing } from '../drawing-process.ts';
import { type DrawableLetters, lettersWith, ownLetters } from './drawable-letters.ts';

/** A font file that the owner put into the content, as it lies there. */
export type FontFile = { readonly path: string; readonly name: string; readonly savedMs: number; readonly bytes: number };

/** What came of the owner's font files: the letters that can be drawn now, and what is wrong with files, in sentences for people. */
export type ReadFonts = { readonly letters: DrawableLetters; readonly complaints: readonly string[] };

/** The folder of the content that they lie in. */
export const fontsFolder = 'fonts';

/** A typeface of Chinese, Japanese and Korean letters takes some 20 megabytes. */
const mostBytes = 32_000_000;
/** Of more, the last ones by their names are not used. */
export const mostFiles = 8;

/** The font files in the folder `fonts` of the content, in the order of their names; none where there is no such folder. */
export function findFonts(contentFolder: string): readonly FontFile[] {
  const folder = join(contentFolder, fontsFolder);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.(?:ttf|otf)$/i.test(name));
  return names.toSorted().flatMap((name) => {
    const path = join(folder, name);
    const { mtimeMs, size, isFile } = statOf(path);
    return isFile ? [{ path, name, savedMs: mtimeMs, bytes: size }] : [];
  });
}

/** Reads which letters font files hold, and draws some to see that they come out, each file in a process of its own, since they come from anywhere. */
export async function readFonts(files: readonly FontFile[], read = readInProcess): Promise<ReadFonts> {
  if (files.length === 0) return { letters: ownLetters, complaints: [] };
  const fonts: { path: string; codes: ReadonlySet<number> }[] = [];
  const complaints = files.slice(mostFiles).map(({ name }) => refuse(name, `is one of more than ${mostFiles}`));
  for (const file of files.slice(0, mostFiles)) {
    const letters = await lettersOf(file, read);
    if ('problem' in letters) complaints.push(refuse(file.name, letters.problem));
    else fonts.push({ path: file.path, codes: letters.codes });
  }
  return { letters: lettersWith(fonts), complaints };
}

/** The letters of one file, or why it is not used, as the end of a sentence that begins with the file. */
export async function lettersOf(
  file: Pick<FontFile, 'path' | 'bytes'>,
  read = readInProcess,
): Promise<{ readonly codes: ReadonlySet<number> } | { readonly problem: string }> {
  const problem = complainOfFile(file);
  if (problem !== undefined) return { problem };
  const codes = await read(file.path).catch(() => undefined);
  if (codes === undefined) return { problem: 'cannot be read as a font' };
  return codes.length === 0 ? { problem: 'holds no letters that can be drawn' } : { codes: new Set(codes) };
}

async function readInProcess(path: string): Promise<readonly number[]> {
  const { bytes } = await runDrawing(join(import.meta.dirname, 'read-fonts-program.ts'), path);
  return z.array(z.number().int()).parse(JSON.parse(bytes.toString()));
}

function complainOfFile({ path, bytes }: Pick<FontFile, 'path' | 'bytes'>): string | undefined {
  if (bytes > mostBytes) return `is larger than ${mostBytes / 1_000_000} MB`;
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  readSync(file, start, 0, 4, 0);
  closeSync(file);
  // TrueType outlines, as they are called by most and by Apple, and PostScript ones.
  return ['\0\u0001\0\0', 'true', 'OTTO'].includes(start.toString('latin1')) ? undefined : 'is no TrueType or OpenType font';
}

function refuse(name: string, problem: string): string {
  return `${fontsFolder}/${name.slice(0, 80)}: this file ${problem}, and is not used.`;
}

function statOf(path: string): { readonly mtimeMs: number; readonly size: number; readonly isFile: boolean } {
  const found = statSync(path, { throwIfNoEntry: false });
  return { mtimeMs: found?.mtimeMs ?? 0, size: found?.size ?? 0, isFile: found?.isFile() ?? false };
}
