import * as z from 'zod/mini';
import type { Collection } from '../records/collection.ts';
import { recordColumns } from '../records/record.ts';
import { storedFileSchema } from '../vault/files/stored-file.ts';
import { noteFilePartsCollection } from './note-file-parts.collection.ts';
import { noteFilesCollection } from './note-files.collection.ts';
import { importedColumn, noteImports } from './note-import.ts';

/** Bytes of a file beyond which the storage has it, in sealed parts; smaller ones are records of their own, and there offline too. */
export const largestRecordFileBytes = 700_000;

const noteFileSchema = z.object({
  ...recordColumns,
  ...importedColumn,
  /** Where it lies in an Obsidian vault, with its ending. */
  path: z.string(),
  bytes: z.number().check(z.int(), z.nonnegative()),
  /** Of its bytes, in hexadecimal digits: what the server shows as its parts is held against it. */
  sha256: z.string(),
  /** The ids of the records with its bytes, in order; none of one that the storage has. */
  parts: z.array(z.string()),
  /** Where the storage has it, and its own key; `null` for one whose bytes are records. */
  object: z._default(z.nullable(storedFileSchema), null),
  /** The note that it was added to; `null` for one of an imported vault. */
  note_id: z._default(z.nullable(z.string()), null),
});

/** A file that notes hold. */
export type NoteFile = z.infer<typeof noteFileSchema>;

/** The files, without their bytes. */
export const noteFiles: Collection<NoteFile> = {
  ...noteFilesCollection,
  schema: noteFileSchema,
  imports: noteImports,
  loadMerging: async () => (await import('./note-file-merging.ts')).noteFileMerging,
  nameOf: ({ path }) => (typeof path === 'string' ? nameOfPath(path) : 'A file in a note'),
};

const noteFilePartSchema = z.object({ ...recordColumns, content: z.base64() });

/** A stretch of a file. */
type NoteFilePart = z.infer<typeof noteFilePartSchema>;

/** The bytes. A part is written once, and from then on only goes into the trash and comes out of it. */
export const noteFileParts: Collection<NoteFilePart> = {
  name: noteFilePartsCollection.name,
  sealed: true,
  isLarge: true,
  schema: noteFilePartSchema,
  // What becomes of the file is decided with its record; where the part was before is not known here.
  merges: { deleted_at: (_base, mine) => mine },
  nameOf: () => 'Part of a file in a note',
};

/** `c.png` of `a/b/c.png`. */
export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const pictureTypes: Readonly<Record<string, string>> = {
  ...{ avif: 'image/avif', bmp: 'image/bmp', gif: 'image/gif', jpeg: 'image/jpeg', jpg: 'image/jpeg', png: 'image/png' },
  ...{ svg: 'image/svg+xml', webp: 'image/webp' },
};

/** The type of a picture that a note shows in its text, by its ending; `undefined` for any other file. */
export function pictureTypeOf(path: string): string | undefined {
  return pictureTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
}

/** A size as it is told: `12 kB`. */
export function sizeLabel(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
