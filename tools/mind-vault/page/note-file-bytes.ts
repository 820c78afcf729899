import { type NoteFile, noteFileParts } from '../../../web/app/domains/notes/note-file.ts';
import type { FileEdits } from '../../../web/app/domains/notes/note-file-edits.ts';
import { readLargeRecord } from '../../../web/app/domains/records/large-records.ts';
import { newRecordId } from '../../../web/app/domains/records/record.ts';
import { fetchFile } from '../../../web/app/domains/vault/files/fetch-file.ts';
import type { SentFile } from '../../../web/app/domains/vault/files/stored-file.ts';

/** Bytes of one part: three of them are four characters, so that the parts' base64 joined is the file's. */
const partBytes = 524_286;

/** Why a file's bytes are not to be had. */
export type FileFault = 'locked' | 'away' | 'missing' | 'altered' | 'cancelled' | 'unopened';

// Of bytes no second copy is kept beside the rows: they may be hundreds of megabytes, and a complete backup has them.
const wayBack = 'this browser keeps no second copy of files, so restore it from a complete backup, or add it again';

const faultWords: Readonly<Record<FileFault, string>> = {
  locked: 'the vault is locked',
  away: 'the server does not answer, and this browser has no copy yet',
  missing: `the server does not have the whole file; ${wayBack}`,
  altered: `the server shows other bytes than were added; ${wayBack}`,
  cancelled: 'it was cancelled',
  unopened: 'what opens it could not be loaded; reload the page',
};

/** How a fault is told, after the file's name. */
export function faultText({ object }: Pick<NoteFile, 'object'>, fault: FileFault): string {
  return fault === 'away' && object !== null ? 'the server does not answer, and only the server has files of this size' : faultWords[fault];
}

type NewFile = {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly noteId: string | null;
  /** The import that brings it. */
  readonly batch?: string | null;
};

/** Plans a new file: its record, and its bytes in parts. */
export async function newNoteFile({ path, bytes, noteId, batch = null }: NewFile, now: Date, id = newRecordId()): Promise<FileEdits> {
  const created_at = now.toISOString();
  const parts = await partsOf(bytes, created_at);
  const values = { created_at, path, note_id: noteId, batch, ...parts.fields };
  return { files: [{ kind: 'create', id, values }], parts: parts.edits };
}

/** Plans a new file that the storage has already. */
export function newStoredFile(
  { path, noteId, batch = null }: Omit<NewFile, 'bytes'>,
  sent: SentFile,
  now: Date,
  id = newRecordId(),
): FileEdits {
  const values = { created_at: now.toISOString(), path, note_id: noteId, batch, parts: [], ...sent };
  return { files: [{ kind: 'create', id, values }], parts: [] };
}

/** Plans other bytes for a file that is there: those given, or those that the storage has already. */
export async function otherBytes(file: NoteFile, bytes: Uint8Array | SentFile, now: Date): Promise<FileEdits> {
  const { edits, fields } =
    bytes instanceof Uint8Array ? await partsOf(bytes, now.toISOString()) : { edits: [], fields: { parts: [], ...bytes } };
  const gone = file.parts.map((id) => ({ kind: 'change' as const, id, values: { deleted_at: now.toISOString() } }));
  return { files: [{ kind: 'change', id: file.id, values: fields }], parts: [...edits, ...gone] };
}

async function partsOf(bytes: Uint8Array, createdAt: string) {
  const edits: FileEdits['parts'][number][] = [];
  for (let start = 0; start < bytes.length; start += partBytes) {
    const content = base64Of(bytes.subarray(start, start + partBytes));
    edits.push({ kind: 'create', id: newRecordId(), values: { created_at: createdAt, content } });
  }
  return { edits, fields: { bytes: bytes.length, sha256: await sha256Of(bytes), parts: edits.map(({ id }) => id), object: null } };
}

type ReadOptions = { readonly onProgress?: (bytes: number) => void; readonly signal?: AbortSignal };

/** A file's bytes, or why they are not to be had. */
export type FileReading = { readonly content: Blob } | { readonly fault: FileFault };

/** The bytes of a file: from this browser or the server, and never other ones than were added. */
export async function readNoteFile(file: NoteFile, options: ReadOptions = {}): Promise<FileReading> {
  const { object } = file;
  if (object === null) return readParts(file);
  const came = await fetchFile({ ...file, object }, options);
  if (came.ok) return { content: came.value };
  const { code } = came.failure;
  return { fault: code === 'ended' || code === 'worker_failed' ? 'unopened' : code };
}

async function readParts(file: NoteFile): Promise<FileReading> {
  const contents: Uint8Array<ArrayBuffer>[] = [];
  for (const id of file.parts) {
    const part = await readLargeRecord(noteFileParts, id);
    if (part.kind !== 'read') return { fault: part.kind === 'unreadable' ? 'altered' : part.kind };
    contents.push(bytesOf(part.row.content));
  }
  const content = new Blob(contents);
  return (await sha256Of(new Uint8Array(await content.arrayBuffer()))) === file.sha256 ? { content } : { fault: 'altered' };
}

/** The SHA-256 of bytes, in hexadecimal digits. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Arguments of one call: more may be refused. */
const charactersAtOnce = 32_768;

/** Base64 of bytes. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += charactersAtOnce)
    text += String.fromCharCode(...bytes.subarray(start, start + charactersAtOnce));
  return btoa(text);
}

/** The bytes that base64 stands for. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (mark) => mark.charCodeAt(0));
}
