import { isSafePath } from '@castellan/notes/note-path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../../tests/support/cpu-time.ts';
import { overlappingZip } from '../../../domains/exchange/testing/overlapping-zip.ts';
import { type Note, notes } from '../../../domains/notes/note.ts';
import { planVaultImport } from './plan-vault-import.ts';
import { readVaultZip, zipLimits } from './read-vault-zip.ts';
import { vaultFilesOf } from './vault-files-of.ts';
import type { FoundFile } from './vault-zip-jobs.ts';
import { writeVaultZip } from './write-vault-zip.ts';

const now = new Date('2026-11-22T12:00:00Z');
const columns = { version: 1, created_at: now.toISOString(), updated_at: now.toISOString(), deleted_at: null };

/** What notes become of a plan. */
function taken(plan: ReturnType<typeof planVaultImport>, before: readonly Note[] = []): readonly Note[] {
  const made = plan.edits
    .filter(({ kind }) => kind === 'create')
    .map(({ id, values }) => notes.schema.parse({ ...columns, ...values, id }));
  return [...before.map((note) => ({ ...note, ...plan.edits.find(({ id }) => id === note.id)?.values })), ...made];
}

function filesOf(zip: Uint8Array): readonly FoundFile[] {
  const read = readVaultZip(zip);
  if ('fault' in read) throw new Error(read.fault);
  return read.files;
}

const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => isSafePath(text) && !text.includes('/'));
const path = fc.tuple(fc.array(part, { maxLength: 3 }), part).map(([folders, name]) => [...folders, `${name}.md`].join('/'));
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\uFEFFwith a mark', 'a\r\nb\r\n', 'mixed\r\nand\n', '---\ntags: [x]\n---\n', ''),
);

test('a vault comes out as it went in: every path and every byte', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(path, text), { selector: ([where]) => where.toLowerCase() }), (files) => {
      const zip = zipSync(Object.fromEntries(files.map(([where, content]) => [where, strToU8(content)])));
      const there = taken(planVaultImport(filesOf(zip), [], now));
      const out = filesOf(writeVaultZip(vaultFilesOf(there)));
      expect(new Map(out.map((file) => [file.path, 'text' in file ? file.text : undefined]))).toEqual(new Map(files));
      // The same vault again adds and changes nothing.
      expect(planVaultImport(filesOf(zip), there, now)).toMatchObject({ edits: [], rejected: [] });
    }),
  );
});

test('what notes wrote comes back as the same notes, and again as nothing new', () => {
  const own = [
    notes.schema.parse({ ...columns, id: 'a', title: 'What? Now', body: 'Text', tags: ['two words'] }),
    notes.schema.parse({ ...columns, id: 'b', title: '', body: 'First words\nmore', pinned: true }),
  ];
  const files = filesOf(writeVaultZip(vaultFilesOf(own)));
  expect(files.map((file) => file.path)).toEqual(['First words.md', 'What Now.md']);
  expect(planVaultImport(files, own, now).edits).toEqual([]);
});

test('a file with another text changes its note alone, and what is no note is named with the reason', () => {
  const old = taken(planVaultImport([{ path: 'a/Note.md', text: 'old' }], [], now));
  const zip = zipSync({
    'a/Note.md': strToU8('new'),
    'img.png': new Uint8Array([1]),
    '../out.md': strToU8('x'),
    'latin.md': new Uint8Array([0xe9]),
  });
  const plan = planVaultImport(filesOf(zip), old, now);
  expect(plan.edits).toEqual([{ kind: 'change', id: old[0]?.id, values: { body: 'new' } }]);
  expect(plan.rejected.map(({ text: where, reason }) => [where, reason.split('.')[0]])).toEqual([
    ['../out.md', 'Its path leads out of the vault, or holds characters that no path may'],
    ['img.png', 'It is no note'],
    ['latin.md', 'It is no UTF-8 text'],
  ]);
});

test('broken and hostile zips are refused, and never unpacked beyond their limit', () => {
  const zip = zipSync({ 'a.md': strToU8('text') });
  for (let end = 0; end < zip.length; end += 1) {
    const read = readVaultZip(zip.subarray(0, end));
    if (!('fault' in read)) expect(read.files.every((file) => 'fault' in file || file.text === 'text')).toBe(true);
  }
  const bomb = zipSync({ 'bomb.md': new Uint8Array(zipLimits.noteBytes + 1) });
  expect(readVaultZip(bomb)).toMatchObject({ files: [{ path: 'bomb.md', fault: expect.stringContaining('150,000') }] });
  const startedAtMs = cpuNowMs();
  expect(readVaultZip(overlappingZip('a.md', 20_000_000, 5000))).toHaveProperty('fault');
  expect(cpuNowMs() - startedAtMs).toBeLessThan(5000);
  const many = zipSync(Object.fromEntries(Array.from({ length: zipLimits.files + 1 }, (_, index) => [`${index}.md`, new Uint8Array()])));
  expect(readVaultZip(many)).toEqual({ fault: 'too_large' });
});

test('names that a program wrote as UTF-8 without saying so are read as UTF-8', () => {
  const zip = zipSync({ 'Ünï/é.md': strToU8('x') });
  // General purpose bit 11 says that a name is UTF-8 (APPNOTE 4.4.4): taken away in both headers.
  for (let at = 0; at + 4 < zip.length; at += 1) {
    const signature = zip[at] === 0x50 && zip[at + 1] === 0x4b ? `${zip[at + 2]},${zip[at + 3]}` : '';
    const flags = signature === '3,4' ? at + 7 : signature === '1,2' ? at + 9 : undefined;
    if (flags !== undefined) zip[flags] = (zip[flags] ?? 0) & ~0x08;
  }
  expect(filesOf(zip)).toEqual([{ path: 'Ünï/é.md', text: 'x' }]);
});
