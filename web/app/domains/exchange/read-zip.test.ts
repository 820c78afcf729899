import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readZip } from './read-zip.ts';

const words = Array.from({ length: 60 }, (_, index) => `line ${index * index}`).join('\n');
const files = { 'Notes/One.md': strToU8(words), 'Notes/Ü.md': strToU8('two'), 'empty.csv': new Uint8Array(0) };
const limits = { files: 10, bytes: 100_000 };
const all = () => true;

/** An archive written as a stream: sizes and sums stand behind each file. */
function streamed(): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_, chunk) => chunks.push(chunk));
  for (const [path, content] of Object.entries(files)) {
    const file = new ZipDeflate(path);
    zip.add(file);
    file.push(content, true);
  }
  zip.end();
  return new Uint8Array(chunks.flatMap((chunk) => [...chunk]));
}

const archives: readonly (readonly [string, Uint8Array])[] = [
  ['deflated', zipSync(files)],
  ['stored', zipSync(files, { level: 0 })],
  ['streamed', streamed()],
];

test.each(archives)('every file of an archive that is %s comes back, a folder is none', (_, archive) => {
  const read = readZip(archive, all, limits);
  expect(read.ok && Object.fromEntries(read.value.map(({ path, bytes }) => [path, [...bytes]]))).toEqual(
    Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, [...bytes]])),
  );
});

test.each(archives)('an archive that is %s and was cut at any byte, at its end or its beginning, gives nothing', (_, archive) => {
  for (let cut = 2; cut < archive.length; cut += 1)
    expect(readZip(archive.subarray(0, cut), all, limits)).toEqual({ ok: false, failure: { code: 'damaged' } });
  for (let cut = 1; cut < archive.length - 2; cut += 1) {
    const rest = archive.slice(cut);
    rest.set([0x50, 0x4b]);
    expect(readZip(rest, all, limits).ok).toBe(false);
  }
});

test('a file whose content was changed is told by its sum, whichever byte it is, and one whose neighbour was is not', () => {
  const archive = zipSync(files, { level: 0 });
  const at = archive.findIndex((_, place) => words.startsWith(String.fromCharCode(...archive.slice(place, place + 12))));
  for (let place = at; place < at + words.length; place += 7) {
    const changed = archive.slice();
    changed[place] = (changed[place] ?? 0) ^ 0x20;
    expect(readZip(changed, all, limits)).toEqual({ ok: false, failure: { code: 'damaged' } });
    expect(readZip(changed, (path) => path === 'Notes/Ü.md', limits).ok).toBe(true);
  }
});

test('more files or bytes than allowed are refused, whatever the archive says of itself', () => {
  expect(readZip(zipSync(files), all, { ...limits, files: 2 })).toEqual({ ok: false, failure: { code: 'too_large' } });
  expect(readZip(zipSync(files), all, { ...limits, bytes: 100 })).toEqual({ ok: false, failure: { code: 'too_large' } });
  expect(readZip(strToU8('no archive'), all, limits)).toEqual({ ok: false, failure: { code: 'not_a_zip' } });
});
