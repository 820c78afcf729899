import { fail, type Result, succeed } from '@castellan/foundation/result';
import type { FileRef } from '../model.ts';
import { type BuiltRequest, type Part, partHead, type WireRequest } from '../sending/build-request.ts';
import { addFileType, anyType, heldFile } from '../sending/file-memory.ts';
import type { Sender } from '../sending/sender.ts';

/** Bytes of a body with files. Through the server they go as base64 in JSON, of which it takes 4 MiB. */
export const maxFileBodyBytes: Readonly<Record<Sender['via'], number>> = { browser: 25_000_000, relay: 3_000_000 };

/** `name`: of the file. */
export type FileFailure = { readonly code: 'file_missing' | 'file_unreadable' | 'file_too_large'; readonly name: string };

/** Reads the files of a request, in the order of the body. Nothing is read of a body that would be too large. */
export async function readFiles(built: BuiltRequest, via: Sender['via']): Promise<Result<WireRequest, FileFailure>> {
  const { body, ...head } = addFileType(built);
  if (body === undefined || typeof body === 'string') return succeed({ ...head, body });
  const pieces: (Blob | string)[] = [];
  let total = 0;
  const add = (piece: Blob | string) => {
    total += typeof piece === 'string' ? new TextEncoder().encode(piece).length : piece.size;
    pieces.push(piece);
  };
  const addFile = (file: FileRef, before: (held: File) => string, after: string): FileFailure | undefined => {
    const held = heldFile(file);
    if (held === undefined) return { code: 'file_missing', name: file.name };
    add(before(held));
    add(held);
    add(after);
    return total > maxFileBodyBytes[via] ? { code: 'file_too_large', name: file.name } : undefined;
  };
  const addPart = (boundary: string, part: Part): FileFailure | undefined => {
    if ('file' in part)
      return addFile(
        part.file,
        ({ name, type }) => `${partHead(boundary, part.name, name)}Content-Type: ${type || anyType}\r\n\r\n`,
        '\r\n',
      );
    add(`${partHead(boundary, part.name)}\r\n${part.value}\r\n`);
    return undefined;
  };
  if (body.kind === 'file') {
    const failure = addFile(body.file, () => '', '');
    if (failure !== undefined) return fail(failure);
  } else {
    for (const part of body.parts) {
      const failure = addPart(body.boundary, part);
      if (failure !== undefined) return fail(failure);
    }
    add(`--${body.boundary}--\r\n`);
  }
  const name = body.kind === 'file' ? body.file.name : body.parts.flatMap((part) => ('file' in part ? [part.file.name] : [])).join(', ');
  if (total > maxFileBodyBytes[via]) return fail({ code: 'file_too_large', name });
  try {
    return succeed({ ...head, body: new Uint8Array(await new Blob(pieces).arrayBuffer()) });
  } catch {
    // It was changed or removed on the disk since it was chosen.
    return fail({ code: 'file_unreadable', name });
  }
}
