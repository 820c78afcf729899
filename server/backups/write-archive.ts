import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Encrypter } from 'age-encryption';
import { createTarPacker } from 'modern-tar';
import type { ArchivedFile } from './archive-names.ts';

/** Adds a file to an archive: bytes, or a file of the disk by its path. Resolves with the SHA-256 of what was added, hexadecimal. */
export type AddFile = (name: string, source: Uint8Array | string) => Promise<string>;

/** An archive that is on the disk. `sha256`: of the encrypted file, hexadecimal. */
export type WrittenArchive = { readonly bytes: number; readonly sha256: string };

/**
 * Writes an encrypted archive: a tar file in the age format. It has its name once it is whole, on the disk and was read again;
 * until then, and where anything fails, there is at most a file with `.part` at its end, which is removed.
 * @param recipients - age recipients, `age1…`
 * @param fill - adds the files; what it returns is the last file's text, made from those before
 */
export async function writeArchive(
  path: string,
  recipients: readonly string[],
  madeAt: Date,
  fill: (add: AddFile) => Promise<{ readonly name: string; readonly text: (files: readonly ArchivedFile[]) => string }>,
): Promise<WrittenArchive> {
  const draft = `${path}.part`;
  const file = await open(draft, 'wx', 0o600);
  try {
    const written = await encryptInto(file, recipients, madeAt, fill);
    await file.sync();
    await file.close();
    await requireSame(draft, written);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

async function encryptInto(
  file: FileHandle,
  recipients: readonly string[],
  madeAt: Date,
  fill: Parameters<typeof writeArchive>[3],
): Promise<WrittenArchive> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const { readable, controller } = createTarPacker();
  const encrypted = await encrypter.encrypt(readable);
  const files: ArchivedFile[] = [];
  const add: AddFile = async (name, source) => {
    const size = typeof source === 'string' ? (await stat(source)).size : source.byteLength;
    const entry = controller.add({ name, size, mtime: madeAt, mode: 0o600, type: 'file' }).getWriter();
    const hash = createHash('sha256');
    for await (const piece of piecesOf(source)) {
      hash.update(piece);
      await entry.write(piece);
    }
    await entry.close();
    const sha256 = hash.digest('hex');
    files.push({ name, bytes: size, sha256 });
    return sha256;
  };
  const filling = (async () => {
    const { name, text } = await fill(add);
    await add(name, Buffer.from(text([...files])));
    controller.finalize();
  })();
  // What reads the archive sees the failure too; here it is only kept from being an unheard one.
  filling.catch((error: unknown) => controller.error(error));
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of encrypted) {
      hash.update(chunk);
      await file.writeFile(chunk);
      bytes += chunk.byteLength;
    }
  } catch (error) {
    controller.error(error);
    await filling.catch(() => undefined);
    throw error;
  }
  await filling;
  return { bytes, sha256: hash.digest('hex') };
}

async function* piecesOf(source: Uint8Array | string): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') yield* createReadStream(source, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
  else if (source.byteLength > 0) yield source;
}

/** Reads what is on the disk, not what was meant to be. */
async function requireSame(path: string, { bytes, sha256 }: WrittenArchive): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  if ((await stat(path)).size !== bytes || hash.digest('hex') !== sha256)
    throw new Error(`${path} does not hold what was written into it: the disk cannot be trusted. Nothing was kept.`);
}

/** So that the name survives a power cut. Windows opens no folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  await opened.sync();
  await opened.close();
}
