import { lockSignal } from '../../../../web/app/domains/vault/lock-signal.ts';
import { forgetOnSignOut } from '../../../../web/app/lib/session-end/forget-on-sign-out.ts';
import { type FileRef, newId } from '../model.ts';
import type { BuiltRequest } from './build-request.ts';

const held = new Map<string, File>();

// What sealed requests refer to goes with the key that opens them.
lockSignal.listen(() => held.clear());
forgetOnSignOut(() => held.clear());

/** Keeps a file in this tab's memory, and nowhere else, until the page is left or the vault is locked. */
export function holdFile(file: File): FileRef {
  const id = newId();
  held.set(id, file);
  return { name: file.name, id };
}

/** The file, while this tab has it. */
export function heldFile({ id }: FileRef): File | undefined {
  return id === undefined ? undefined : held.get(id);
}

/** Another file takes its place, or none. */
export function dropFile({ id }: FileRef): void {
  if (id !== undefined) held.delete(id);
}

/** The type of a file that says none. */
export const anyType = 'application/octet-stream';

/** A body that is a file has the file's type, unless the request has one of its own. */
export function addFileType(built: BuiltRequest): BuiltRequest {
  const { body, headers } = built;
  if (typeof body !== 'object' || body.kind !== 'file' || headers.some(([name]) => name.toLowerCase() === 'content-type')) return built;
  return { ...built, headers: [...headers, ['Content-Type', heldFile(body.file)?.type || anyType]] };
}
