import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@castellan/platform/core/log';
import { afterAll, expect, test } from 'vitest';
import { copyContent } from '../commands/copy-content.ts';
import { openContent } from '../content.ts';
import { drawCard } from '../discovery/card-drawing.ts';
import { rasterise } from '../discovery/rasterise.ts';
import { drawResume } from '../resume/draw-resume.ts';
import { outlineOf } from '../resume/resume-outline.ts';
import { findFonts, readFonts } from './owner-fonts.ts';
import { squares } from './test-font.ts';

const room = mkdtempSync(join(tmpdir(), 'castellan-fonts-'));
afterAll(() => rmSync(room, { recursive: true }));

function folderWith(files: Readonly<Record<string, Buffer>>): string {
  const folder = mkdtempSync(join(room, 'content-'));
  mkdirSync(join(folder, 'fonts'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'fonts', name), bytes);
  return folder;
}

test('the letters of a font file in the content are drawn on cards, and those that stand alone in the resume', async () => {
  const { letters, complaints } = await readFonts(findFonts(folderWith({ 'squares.ttf': squares })));
  expect(complaints).toEqual([]);
  expect(['山', 'א', '川', 'A'].map(letters.card)).toEqual([true, true, false, true]);
  expect(['山', 'א', '川', 'A'].map(letters.pdf)).toEqual([true, false, false, true]);
});

test('a file that is no font, or a broken one, is named and not used; the others still are', async () => {
  const broken = Buffer.concat([squares.subarray(0, 60), Buffer.alloc(400, 0xff)]);
  const folder = folderWith({ 'a.ttf': Buffer.from('hello'), 'b.otf': broken, 'c.ttf': squares, 'notes.txt': Buffer.from('x') });
  const { letters, complaints } = await readFonts(findFonts(folder));
  expect(complaints).toEqual([
    expect.stringContaining('fonts/a.ttf: this file is no TrueType'),
    expect.stringContaining('fonts/b.otf: this file cannot be read'),
  ]);
  expect(letters.card('山')).toBe(true);
  expect(letters.fontFiles).toEqual([join(folder, 'fonts', 'c.ttf')]);
});

test('a font file whose letters have no outlines is named and not used', async () => {
  const empty = Buffer.from(squares);
  const entry = empty.indexOf('loca');
  empty.fill(0, empty.readUInt32BE(entry + 8), empty.readUInt32BE(entry + 8) + empty.readUInt32BE(entry + 12));
  const { letters, complaints } = await readFonts(findFonts(folderWith({ 'empty.ttf': empty })));
  expect(complaints).toEqual([expect.stringContaining('fonts/empty.ttf: this file holds no letters that can be drawn')]);
  expect(letters.card('山')).toBe(false);
});

test('a name in letters of the font file is put on the card and into the resume as it is written', async () => {
  const folder = join(room, 'mine');
  expect(copyContent(folder).ok).toBe(true);
  const lines: string[] = [];
  const ignore = () => undefined;
  const log: Log = { debug: ignore, info: ignore, warn: (line) => lines.push(line), error: ignore };
  const content = openContent(folder, log);
  const stop = content.watch(ignore);
  const named = { ...content.profile(), name: '山山', givenNames: 'Tarō', familyName: 'Yamada' };
  writeFileSync(join(folder, 'profile.json'), JSON.stringify(named));
  await expect.poll(() => lines.join('\n')).toContain('cannot draw 山');
  mkdirSync(join(folder, 'fonts'));
  writeFileSync(join(folder, 'fonts', 'squares.ttf'), squares);
  await expect.poll(() => content.letters().fontFiles.length, { timeout: 20_000 }).toBe(1);
  stop();
  const { card, fontFiles } = content.letters();
  const drawing = drawCard(content.profile(), '', card);
  expect(drawing).toContain('>山山<');
  const [drawn, blank] = await Promise.all([rasterise(drawing, fontFiles), rasterise(drawing)]);
  expect(drawn.subarray(1, 4).toString()).toBe('PNG');
  expect(drawn.equals(blank)).toBe(false);
  const outline = outlineOf(content.profile(), content.resume(), content.letters());
  expect(outline.printedName).toBe('山山');
  expect((await drawResume(outline, new Date('2026-03-01T10:00:00Z'))).lacking).toEqual([]);
}, 60_000);
