import { createHash } from 'node:crypto';
import { isSafePath } from '@castellan/notes/note-path';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cpuNowMs } from '../../../../tests/support/cpu-time.ts';
import { overlappingZip } from '../../../../web/app/domains/exchange/testing/overlapping-zip.ts';
import { type Note, notes } from '../../../../web/app/domains/notes/note.ts';
import { largestRecordFileBytes, type NoteFile, noteFiles } from '../../../../web/app/domains/notes/note-file.ts';
import { largestStoredBytes } from '../../../../web/app/domains/vault/files/stored-file.ts';
import { bytesOf } from '../note-file-bytes.ts';
import { planFilesImport, takePlannedFiles, type VaultPlan } from './plan-files-import.ts';
import { planVaultImport } from './plan-vault-import.ts';
import { readVaultZip, takeFile, zipLimits } from './read-vault-zip.ts';
import { vaultFilesOf } from './vault-files-of.ts';
import type { FoundFile, WrittenFile } from './vault-zip-jobs.ts';
import { createVaultZipWriter } from './write-vault-zip.ts';

const now = new Date('2026-11-22T12:00:00Z');
const columns = { version: 1, created_at: now.toISOString(), updated_at: now.toISOString(), deleted_at: null };

/** What notes become of a plan. */
function taken(plan: ReturnType<typeof planVaultImport>, before: readonly Note[] = []): readonly Note[] {
  const made = plan.edits
    .filter(({ kind }) => kind === 'create')
    .map(({ id, values }) => notes.schema.parse({ ...columns, ...values, id }));
  return [...before.map((note) => ({ ...note, ...plan.edits.find(({ id }) => id === note.id)?.values })), ...made];
}

async function filesOf(zip: Uint8Array<ArrayBuffer> | Blob): Promise<readonly FoundFile[]> {
  const read = await readVaultZip(zip instanceof Blob ? zip : new Blob([zip]));
  if ('fault' in read) throw new Error(read.fault);
  return read.files;
}

const [file, noFiles] = [fc.uint8Array({ maxLength: 600 }), [] as readonly NoteFile[]];

/** What files become of a plan, with their bytes, as the archive and a storage in memory have them. */
async function filesTaken(plan: VaultPlan, archive: Blob, before: readonly NoteFile[] = []) {
  const stored = new Map<string, Blob>();
  const send = async (name: string, content: Blob) => {
    const id = `${stored.size}`.padStart(32, '0');
    stored.set(id, content);
    const sha256 = createHash('sha256')
      .update(new Uint8Array(await content.arrayBuffer()))
      .digest('hex');
    return { bytes: content.size, sha256, object: { id, key: name, sealed: '' } };
  };
  const { edits, left } = await takePlannedFiles(plan, { take: (wanted) => takeFile(archive, wanted), send }, now);
  const made = edits.files
    .filter(({ kind }) => kind === 'create')
    .map(({ id, values }) => noteFiles.schema.parse({ ...columns, ...values, id }));
  const parts = new Map(edits.parts.map(({ id, values }) => [id, String(values['content'])]));
  const contentOf = ({ parts: ids, object }: NoteFile) =>
    object === null ? new Blob([bytesOf(ids.map((id) => parts.get(id)).join(''))]) : (stored.get(object.id) ?? new Blob());
  return { edits, left, files: [...before, ...made], contentOf };
}

async function packed(files: readonly WrittenFile[]): Promise<Blob> {
  const writer = createVaultZipWriter();
  for (const one of files) expect(await writer.add(one)).toBe(true);
  return writer.finish() ?? new Blob();
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
      const zip = new Blob([
        zipSync(
          Object.fromEntries(contents.map(([where, content]) => [where, typeof content === 'string' ? strToU8(content) : content])),
        ) as Uint8Array<ArrayBuffer>,
      ]);
      const notesPlan = planVaultImport(await filesOf(zip), [], now);
      const there = taken(notesPlan);
      const { files, contentOf } = await filesTaken(planFilesImport(notesPlan, noFiles), zip);
      const written = files.map((one) => ({ path: one.path, content: contentOf(one), modifiedMs: 0 }));
      const paths = files.map((one) => one.path);
      const out = await packed([...vaultFilesOf(there, paths), ...written]);
      const unpacked = unzipSync(new Uint8Array(await out.arrayBuffer()));
      expect(Object.fromEntries(Object.entries(unpacked).map(([where, bytes]) => [where, Buffer.from(bytes)]))).toEqual(
        Object.fromEntries(contents.map(([where, content]) => [where, Buffer.from(content)])),
      );
      // The same vault again adds and changes nothing, nor does what came out.
      for (const again of [zip, out]) {
        const plan = planFilesImport(planVaultImport(await filesOf(again), there, now), files);
        expect(plan).toMatchObject({ edits: [], rejected: [], files: [] });
      }
    }),
    { numRuns: 60 },
  );
});

test('a large file goes into the storage one at a time, and comes out of it; one that was given up is left out and named', async () => {
  const film = Uint8Array.from({ length: largestRecordFileBytes + 1 }, (_, index) => (index * 13) & 255);
  const zip = new Blob([zipSync({ 'a/film.mp4': film, 'note.md': strToU8('![[film.mp4]]') }, { level: 1 }) as Uint8Array<ArrayBuffer>]);
  const plan = planFilesImport(planVaultImport(await filesOf(zip), [], now), noFiles);
  expect(plan.files).toMatchObject([{ path: 'a/film.mp4', bytes: film.length }]);
  const { files, contentOf, left } = await filesTaken(plan, zip);
  expect(left).toEqual([]);
  expect(files).toMatchObject([{ parts: [], bytes: film.length, batch: plan.batchId, object: { key: 'film.mp4' } }]);
  const [one] = files;
  if (one === undefined) throw new Error('no file');
  const out = await packed([{ path: one.path, content: contentOf(one), modifiedMs: 0 }]);
  expect(Buffer.compare(unzipSync(new Uint8Array(await out.arrayBuffer()))['a/film.mp4'] ?? new Uint8Array(), film)).toBe(0);
  const given = await takePlannedFiles(plan, { take: (wanted) => takeFile(zip, wanted), send: async () => undefined }, now);
  expect(given).toEqual({ edits: { files: [], parts: [] }, left: ['a/film.mp4'] });
});

test('what notes wrote comes back as the same notes, and again as nothing new', async () => {
  const own = [
    notes.schema.parse({ ...columns, id: 'a', title: 'What? Now', body: 'Text', tags: ['two words'] }),
    notes.schema.parse({ ...columns, id: 'b', title: '', body: 'First words\nmore', pinned: true }),
  ];
  const files = await filesOf(await packed(vaultFilesOf(own)));
  expect(files.map((file) => file.path)).toEqual(['First words.md', 'What Now.md']);
  expect(planVaultImport(files, own, now).edits).toEqual([]);
});

test('a file with another text changes its note alone, and what is not taken is named with the reason', async () => {
  const old = taken(planVaultImport([{ path: 'a/Note.md', text: 'old' }], [], now));
  const zip = zipSync({
    'a/Note.md': strToU8('new'),
    'img.png': new Uint8Array([1]),
    'film.mp4': new Uint8Array(largestStoredBytes + 1),
    '../out.md': strToU8('x'),
    'latin.md': new Uint8Array([0xe9]),
  });
  const plan = planVaultImport(await filesOf(zip as Uint8Array<ArrayBuffer>), old, now);
  // What was there is beside it, for devices that have not seen all of the import yet.
  const before = { body: 'old', batch: old[0]?.batch };
  expect(plan.edits).toEqual([{ kind: 'change', id: old[0]?.id, values: { body: 'new', batch: plan.batchId, before } }]);
  expect(plan.rejected.map(({ text: where, reason }) => [where, reason.split('.')[0]])).toEqual([
    ['../out.md', 'Its path leads out of the vault, or holds characters that no path may'],
    ['film.mp4', 'It is larger than the 50'],
    ['latin.md', 'It is not UTF-8 text'],
  ]);
  expect(plan.others.map(({ path: where }) => where)).toEqual(['img.png']);
});

const readBytes = (zip: Uint8Array) => readVaultZip(new Blob([zip as Uint8Array<ArrayBuffer>]));

test('broken and hostile zips are refused, and never unpacked beyond what they list', async () => {
  const zip = zipSync({ 'a.md': strToU8('text') });
  for (let end = 0; end < zip.length; end += 1) expect(await readBytes(zip.subarray(0, end))).toEqual({ fault: 'damaged' });
  const bomb = zipSync({ 'bomb.md': new Uint8Array(zipLimits.noteBytes + 1) });
  expect(await readBytes(bomb)).toMatchObject({ files: [{ path: 'bomb.md', fault: expect.stringContaining('longer than') }] });
  const startedAtMs = cpuNowMs();
  expect(await readBytes(overlappingZip('a.md', 20_000_000, 5000))).toHaveProperty('fault');
  expect(cpuNowMs() - startedAtMs).toBeLessThan(5000);
  const many = zipSync(Object.fromEntries(Array.from({ length: zipLimits.files + 1 }, (_, index) => [`${index}.md`, new Uint8Array()])));
  expect(await readBytes(many)).toEqual({ fault: 'too_large' });
});

test('whatever bit of a zip is another, no other bytes come out of it than went in', async () => {
  const film = Uint8Array.from({ length: 3000 }, (_, index) => (index * 7) & 255);
  const zip = zipSync({ 'film.mp4': film });
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.length * 8 - 1), async (bit) => {
      const changed = zip.slice();
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const came = await takeFile(new Blob([changed as Uint8Array<ArrayBuffer>]), 'film.mp4');
      if (came !== undefined) expect(Buffer.compare(new Uint8Array(await came.arrayBuffer()), film)).toBe(0);
    }),
  );
});

test('names that a program wrote as UTF-8 without saying so are read as UTF-8', async () => {
  const zip = zipSync({ 'Ünï/é.md': strToU8('x') });
  // General purpose bit 11 says that a name is UTF-8 (APPNOTE 4.4.4): taken away in both headers.
  for (let at = 0; at + 4 < zip.length; at += 1) {
    const signature = zip[at] === 0x50 && zip[at + 1] === 0x4b ? `${zip[at + 2]},${zip[at + 3]}` : '';
    const flags = signature === '3,4' ? at + 7 : signature === '1,2' ? at + 9 : undefined;
    if (flags !== undefined) zip[flags] = (zip[flags] ?? 0) & ~0x08;
  }
  expect(await filesOf(zip as Uint8Array<ArrayBuffer>)).toEqual([{ path: 'Ünï/é.md', text: 'x' }]);
});

test('other bytes at a path take the place of the former ones, which go into the trash; beyond 50 MB of small files the rest waits for a second import', async () => {
  const zipped = (byte: number) => new Blob([zipSync({ 'a.bin': new Uint8Array([byte]) }) as Uint8Array<ArrayBuffer>]);
  const planned = async (zip: Blob, existing = noFiles) => planFilesImport(planVaultImport(await filesOf(zip), [], now), existing);
  const first = await planned(zipped(1));
  expect(first).toMatchObject({ fresh: [{ fields: { path: 'a.bin' } }], edits: [{ kind: 'create' }] });
  const { files } = await filesTaken(first, zipped(1));
  const second = await planned(zipped(2), files);
  expect(second.changed).toHaveLength(1);
  const { edits } = await filesTaken(second, zipped(2));
  expect(edits.files).toMatchObject([{ kind: 'change', id: files[0]?.id, values: { bytes: 1, before: { bytes: 1, object: null } } }]);
  expect(edits.parts).toMatchObject([
    { kind: 'create' },
    { kind: 'change', id: files[0]?.parts[0], values: { deleted_at: now.toISOString() } },
  ]);
  const others = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, line) => ({ line, path: `${line}.bin`, bytes, sha256: `${line}` }));
  const whole = planFilesImport({ ...planVaultImport([], [], now), others: [...others(72, 700_000)] }, noFiles);
  expect([whole.fresh.length, whole.rejected.length]).toEqual([71, 1]);
  expect(whole.rejected[0]?.reason).toContain('Import the zip again for the rest');
  expect(planFilesImport({ ...planVaultImport([], [], now), others: others(20, largestStoredBytes) }, noFiles).rejected).toEqual([]);
});
