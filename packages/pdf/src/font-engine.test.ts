import { expect, test } from 'vitest';
import { fontEngine } from './font-engine.ts';

/** Squares for あ, 山 and 田, in parts as Chinese and Japanese fonts have them: each part keeps pieces of outlines of its own. */
const parted = Buffer.from(
  [
    'T1RUTwAJAIAAAwAQQ0ZGIPzRwhYAAAH4AAAA1U9TLzKTWzlCAAABAAAAAGBjbWFwc7aF4AAAAWgAAABtaGVhZCZ6N+wAAACcAAAANmhoZWEIDgOSAAAA1AAA',
    'ACRobXR4BLAAyAAAAtAAAAAKbWF4cAAEUAAAAAD4AAAABm5hbWUABgAAAAABYAAAAAZwb3N0/4YAMgAAAdgAAAAgAAEAAAACAQZ5g8UxXw889QADA+gAAAAA',
    '3LCN2wAAAADnLmSnAGQAZAMgAyAAAAADAAIAAAAAAAAAAQAABIj+4AAAA+gAZADIAyAAAQAAAAAAAAAAAAAAAAAAAAEAAFAAAAQAAAADA9MBkAAFAAACigJY',
    'AAAASwKKAlgAAAFeADIBRQAAAgsFAAAAAAAAAAAAAAAIAgAAAAAAAAAAAABHT09HAEAwQnUwA3D/iAAABIgBIGAuAQcAAAAAAh8C3QAAACAABgAAAAAABgAA',
    'AAAAAwAAAAMAAAAcAAAABQAAAEwAAwABAAAAHAAEADAAAAAIAAgAAgAAMEJccXUw//8AADBCXHF1MP//z7+jkYrTAAEAAAAAAAAAAAAOAAAAIQAAAAEOAQAA',
    'AAAVAAAAAAAAAAIAXHEAAHUwAAAAAAADAAAAAAAA/4MAMgAAAAAAAAAAAAAAAAAAAAAAAAAAAQAEAQABAQEGUGFydHMAAQEBLfgb+ByLDB77KgwD7+/5tPm0',
    'BR4qADmZnwwfHQAA//8MIt8P5gwl9w8MJPQRAAIBAQYOQWRvYmVJZGVudGl0eQAAAAW1PhNpuQMAAwAAAAABAgACAQAEAAQBAQIFCAsOIAoOIAoOIAoOAAMB',
    'AQUJDZL3IhKQ9zsSkPdSEvp8FPYVkhMAAQEBDu/vFffABvfAB/vABgv6fBSQEwABAQEO7+8V+IgG+IgH/IgGC/p8FJATAAEBAQ7v7xX5UAb5UAf9UAYLAAAA',
    'A+gAZABkAGQAZAAA',
  ].join(''),
  'base64',
);

async function subsetOf(text: string): Promise<Buffer> {
  const font = fontEngine.create(new Uint8Array(parted));
  const subset = font.createSubset();
  for (const letter of text) subset.includeGlyph(font.glyphForCodePoint(letter.codePointAt(0) ?? 0));
  const pieces: Uint8Array[] = [];
  const ended = new Promise<void>((resolve) => {
    subset
      .encodeStream()
      .on('data', (piece) => pieces.push(piece))
      .on('end', () => resolve());
  });
  await ended;
  return Buffer.concat(pieces);
}

test('each letter of a subset stays in its part of the font, whatever the order of letters', async () => {
  const subset = await subsetOf('山あ田');
  // A table of format 0: the part of the empty letter, and of each in turn.
  expect(subset.includes(Buffer.from([0, 0, 1, 2, 1]))).toBe(true);
});

test('a subset tells that its offsets take four bytes, and one without letters can be written', async () => {
  expect([...(await subsetOf('山')).subarray(0, 4)]).toEqual([1, 0, 4, 4]);
  expect([...(await subsetOf('')).subarray(0, 4)]).toEqual([1, 0, 4, 4]);
});

test('a subset of PostScript outlines says so to the document', () => {
  expect(fontEngine.create(new Uint8Array(parted)).createSubset()).toHaveProperty('cff');
});
