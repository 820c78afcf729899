import { isSafePath } from '@castellan/notes/note-path';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { overlappingZip } from '../../../../web/app/domains/exchange/testing/overlapping-zip.ts';
import { type Note, notes } from '../../../../web/app/domains/notes/note.ts';
import { largestRecordFileBytes, type NoteFile, noteFiles } from '../../../../web/app/domains/notes/note-file.ts';
import { bytesOf } from '../note-file-bytes.ts';
import { planFilesImport, type VaultPlan } from './plan-files-import.ts';
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

const [file, noFiles] = [fc.uint8Array({ maxLength: 600 }), [] as readonly NoteFile[]];

/** What files become of a plan, with their bytes. */
function filesTaken(
  { files }: VaultPlan,
  before: readonly NoteFile[] = [],
): { readonly files: readonly NoteFile[]; readonly bytesOf: (file: NoteFile) => Uint8Array } {
  const made = files.files
    .filter(({ kind }) => kind === 'create')
    .map(({ id, values }) => noteFiles.schema.parse({ ...columns, ...values, id }));
  const parts = new Map(files.parts.map(({ id, values }) => [id, String(values['content'])]));
  return { files: [...before, ...made], bytesOf: ({ parts: ids }) => bytesOf(ids.map((id) => parts.get(id)).join('')) };
}

const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => isSafePath(text) && !text.includes('/'));
const path = fc.tuple(fc.array(part, { maxLength: 3 }), part).map(([folders, name]) => [...folders, `${name}.md`].join('/'));
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\uFEFFwith a mark', 'a\r\nb\r\n', 'mixed\r\nand\n', '---\ntags: [x]\n---\n', ''),
);

const other = fc
  .tuple(fc.array(part, { maxLength: 3 }), part, fc.constantFrom('.png', '.pdf', '', '.canvas'))
  .map(([folders, name, ending]) => [...folders, `${name}${ending}`].join('/'))
  .filter((where) => !/\.md$/i.test(where));
/** Notes and files of a vault, no two of which are one where case does not count, nor a folder and a file. */
const vault = fc
  .uniqueArray(fc.oneof(fc.tuple(path, text), fc.tuple(other, file)), { selector: ([where]) => where.toLowerCase() })
  .filter((all) => !all.some(([one]) => all.some(([where]) => where.toLowerCase().startsWith(`${one.toLowerCase()}/`))));

test('a vault comes out as it went in: every path and every byte', async () => {
  await fc.assert(
    fc.asyncProperty(vault, async (contents) => {
      const zip = zipSync(
        Object.fromEntries(contents.map(([where, content]) => [where, typeof content === 'string' ? strToU8(content) : content])),
      );
      const notesPlan = planVaultImport(filesOf(zip), [], now);
      const there = taken(notesPlan);
      const { files, bytesOf: contentOf } = filesTaken(await planFilesImport(notesPlan, noFiles, now));
      const written = files.map((one) => ({ path: one.path, content: contentOf(one), modifiedMs: 0 }));
      const out = filesOf(
        writeVaultZip([
          ...vaultFilesOf(
            there,
            files.map((one) => one.path),
          ),
          ...written,
        ]),
      );
      expect(new Map(out.map((one) => [one.path, 'text' in one ? one.text : 'bytes' in one ? one.bytes : undefined]))).toEqual(
        new Map<string, string | Uint8Array>(contents),
      );
      // The same vault again adds and changes nothing.
      const again = await planFilesImport(planVaultImport(filesOf(zip), there, now), files, now);
      expect(again).toMatchObject({ edits: [], rejected: [], files: { files: [], parts: [] } });
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

test('a file with another text changes its note alone, and what is not taken is named with the reason', async () => {
  const old = taken(planVaultImport([{ path: 'a/Note.md', text: 'old' }], [], now));
  const zip = zipSync({
    'a/Note.md': strToU8('new'),
    'img.png': new Uint8Array([1]),
    'film.mp4': new Uint8Array(largestRecordFileBytes + 1),
    '../out.md': strToU8('x'),
    'latin.md': new Uint8Array([0xe9]),
  });
  const plan = planVaultImport(filesOf(zip), old, now);
  // What was there is beside it, for devices that have not seen all of the import yet.
  const before = { body: 'old', batch: old[0]?.batch };
  expect(plan.edits).toEqual([{ kind: 'change', id: old[0]?.id, values: { body: 'new', batch: plan.batchId, before } }]);
  expect(plan.rejected.map(({ text: where, reason }) => [where, reason.split('.')[0]])).toEqual([
    ['../out.md', 'Its path leads out of the vault, or holds characters that no path may'],
    ['film.mp4', 'It is larger than the 700 kB that a file in a note may have'],
    ['latin.md', 'It is not UTF-8 text'],
  ]);
  expect(plan.others.map(({ path: where }) => where)).toEqual(['img.png']);
});

test('broken and hostile zips are refused, and never unpacked beyond their limit', () => {
  const zip = zipSync({ 'a.md': strToU8('text') });
  for (let end = 0; end < zip.length; end += 1) {
    const read = readVaultZip(zip.subarray(0, end));
    if (!('fault' in read)) expect(read.files.every((one) => 'fault' in one || ('text' in one && one.text === 'text'))).toBe(true);
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

test('other bytes at a path take the place of the former ones, which go into the trash; beyond 50 MB the rest waits for a second import', async () => {
  const plan = (bytes: Uint8Array) => ({ ...planVaultImport([], [], now), others: [{ line: 1, path: 'a.bin', bytes }] });
  const first = await planFilesImport(plan(new Uint8Array([1])), noFiles, now);
  const { files } = filesTaken(first);
  expect(first).toMatchObject({ fresh: [{ fields: { path: 'a.bin' } }], edits: [{ kind: 'create' }] });
  const second = await planFilesImport(plan(new Uint8Array([2])), files, now);
  expect(second.changed).toHaveLength(1);
  expect(second.files.files).toMatchObject([{ kind: 'change', id: files[0]?.id, values: { bytes: 1 } }]);
  expect(second.files.parts).toMatchObject([
    { kind: 'create' },
    { kind: 'change', id: files[0]?.parts[0], values: { deleted_at: now.toISOString() } },
  ]);
  const many = Array.from({ length: 72 }, (_, line) => ({ line, path: `${line}.bin`, bytes: new Uint8Array(700_000) }));
  const whole = await planFilesImport({ ...planVaultImport([], [], now), others: many }, noFiles, now);
  expect([whole.fresh.length, whole.rejected.length]).toEqual([71, 1]);
  expect(whole.rejected[0]?.reason).toContain('Import the zip again for the rest');
});
