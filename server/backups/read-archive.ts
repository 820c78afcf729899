import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Decrypter } from 'age-encryption';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { type ArchivedFile, archiveNames, type Manifest, parseKeys, parseManifest } from './archive-names.ts';

/** An archive and what opens it: age identities, `AGE-SECRET-KEY-…`. */
export type SealedArchive = { readonly path: string; readonly identities: readonly string[] };

/** What an archive says of itself, every byte of it compared. */
export type CheckedArchive = { readonly manifest: Manifest; readonly authenticatorKey: string };

/** A file of an archive, to be read before the next one: in pieces, or in whole. */
export type ArchivedEntry = {
  readonly name: string;
  readonly pieces: () => AsyncIterable<Uint8Array>;
  /** Throws a sentence for people where it is too long to lie in memory. */
  readonly whole: () => Promise<Uint8Array>;
};

/** What is read in whole is no longer, in bytes: a part of a table, the manifest and a file of the content are far below. */
const longestInMemory = 64 * 1024 * 1024;

/**
 * Reads an archive from end to end, and compares every file with what the manifest says of it. Throws a sentence that names what
 * is wrong: a cut or changed byte, a missing or strange file.
 */
export async function checkArchive(archive: SealedArchive): Promise<CheckedArchive> {
  const { path } = archive;
  const found: ArchivedFile[] = [];
  let authenticatorKey: string | undefined;
  let manifest: Manifest | undefined;
  for await (const { name, pieces, whole } of readArchive(archive)) {
    if (manifest !== undefined) throw new Error(`${path}: ${name} comes after the manifest, which must be the last file.`);
    if (name === archiveNames.manifest) {
      const text = Buffer.from(await whole()).toString('utf8');
      manifest = told(path, () => parseManifest(text));
      continue;
    }
    const read = name === archiveNames.keys ? [await whole()] : pieces();
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of read) {
      hash.update(piece);
      bytes += piece.byteLength;
      if (name === archiveNames.keys) authenticatorKey = told(path, () => parseKeys(Buffer.from(piece).toString('utf8')));
    }
    found.push({ name, bytes, sha256: hash.digest('hex') });
  }
  if (manifest === undefined) throw new Error(`${path} has no manifest: it is no backup of Castellan, or not a whole one.`);
  for (const [index, file] of manifest.files.entries()) {
    const there = found[index];
    if (there === undefined || there.name !== file.name) throw new Error(`${path}: ${file.name} is missing.`);
    if (there.bytes !== file.bytes || there.sha256 !== file.sha256) throw new Error(`${path}: ${file.name} is not what the manifest says.`);
  }
  const strange = found[manifest.files.length];
  if (strange !== undefined) throw new Error(`${path}: ${strange.name} is not in the manifest.`);
  if (authenticatorKey === undefined) throw new Error(`${path}: ${archiveNames.keys} is missing.`);
  return { manifest, authenticatorKey };
}

/** The files of an archive in their order. Throws a sentence for people. */
export async function* readArchive({ path, identities }: SealedArchive): AsyncGenerator<ArchivedEntry> {
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  try {
    const decrypted = await openFile(path, file, identities);
    const entries = decrypted.pipeThrough(createTarDecoder({ strict: true }));
    try {
      for await (const entry of entries) {
        const pieces = openEntry(path, entry);
        yield { name: entry.header.name, pieces: () => pieces, whole: () => joined(path, entry.header, pieces) };
        // What nobody wanted stands before the next one.
        for await (const _ of pieces);
      }
    } catch (error) {
      throw damaged(path, error);
    }
  } finally {
    file.destroy();
  }
}

async function openFile(path: string, file: Readable, identities: readonly string[]): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (error instanceof Error && 'code' in error) throw new Error(`${path} cannot be read (${said}).`);
    throw new Error(`${path} does not open with this identity, or is no age file (${said}).`);
  }
}

async function* openEntry(path: string, { header, body }: ParsedTarEntry): AsyncGenerator<Uint8Array> {
  const { name, type } = header;
  if (type !== 'file' || !isPlainName(name)) throw new ArchiveFault(`${path}: ${JSON.stringify(name)} is no plain file of a backup.`);
  try {
    for await (const piece of body) yield piece;
  } catch (error) {
    throw damaged(path, error);
  }
}

async function joined(path: string, { name, size }: ParsedTarEntry['header'], pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (size > longestInMemory) throw new ArchiveFault(`${path}: ${name} is too long (${size} bytes).`);
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}

/** A sentence that needs nothing around it. */
class ArchiveFault extends Error {}

function damaged(path: string, error: unknown): Error {
  if (error instanceof ArchiveFault) return error;
  return new Error(`${path} is damaged or cut: ${error instanceof Error ? error.message : String(error)}.`);
}

function told<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Whether a name stays in the folder that the archive is unpacked into. */
export function isPlainName(name: string): boolean {
  return name.length > 0 && !/[\0\\]/.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
