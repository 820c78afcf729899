import { fileNameOf, folderOf, joinPath } from '@castellan/notes/note-path';
import { createLinkResolver } from '@castellan/notes/resolve-link';
import type { Note } from '../../../../web/app/domains/notes/note.ts';
import { largestFileBytes, type NoteFile, nameOfPath, pictureTypeOf, sizeLabel } from '../../../../web/app/domains/notes/note-file.ts';
import { asTogether, joinFileEdits } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { linkedFiles, pathOf } from '../../../../web/app/domains/notes/vault-notes.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import type { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import { newNoteFile } from '../note-file-bytes.ts';
import type { NotesHand } from '../notes-hand.ts';
import { undoTool } from '../undo-tool.ts';

type AttachInput = {
  readonly note: Note;
  readonly given: readonly File[];
  readonly isPasted: boolean;
  readonly notes: readonly Note[];
  readonly files: readonly NoteFile[];
  readonly tell: (kept: ReturnType<NotesHand['change']>, title?: string) => Promise<boolean>;
  readonly show: ReturnType<typeof useToast>;
};

/** Adds files beside a note, and answers with the links to them. What is too large is refused, and told without its name: a toast outlives a lock. */
export async function attachFiles({ note, given, isPasted, notes, files, tell, show }: AttachInput): Promise<string | undefined> {
  const refused = given.filter(({ size }) => size > largestFileBytes);
  if (refused.length > 0)
    show({
      title: refused.length === 1 ? 'A file is too large' : `${refused.length} files are too large`,
      description: `A file in a note may have up to ${sizeLabel(largestFileBytes)}. ${wayOutFor(refused)}`,
      tone: 'alert',
    });
  const taken = given.filter(({ size }) => size <= largestFileBytes);
  if (taken.length === 0) return undefined;
  const now = new Date();
  const there = [...notes.map((one) => ({ id: one.id, path: pathOf(one) })), ...linkedFiles(files)];
  const added: { readonly id: string; readonly path: string }[] = [];
  const edits = [];
  for (const file of taken) {
    const id = newRecordId();
    const name = isPasted && file.name === 'image.png' ? `Pasted image ${stampOf(now)}.png` : file.name;
    const path = freePath(folderOf(pathOf(note)), name, [...files, ...there, ...added]);
    added.push({ id, path });
    edits.push(await newNoteFile({ path, bytes: new Uint8Array(await file.arrayBuffer()), noteId: note.id }, now, id));
  }
  const kept = openRecords().editTogether(undoTool, asTogether(joinFileEdits(edits)));
  // No toast: the text shows them, and its own save is what Undo takes back first.
  if (!(await tell(kept))) return undefined;
  const resolver = createLinkResolver([...there, ...added]);
  return added.map((file) => `![[${resolver.shortestTarget(file, pathOf(note))}]]`).join('\n');
}

/** What to do with files that are too large. */
function wayOutFor(refused: readonly File[]): string {
  const [one, them] = refused.length === 1 ? ['the picture', 'it'] : ['the pictures', 'them'];
  return refused.every(({ name }) => pictureTypeOf(name) !== undefined)
    ? `Save ${one} at a smaller size, or as WebP, and add ${them} again.`
    : `Make ${them} smaller, or keep ${them} elsewhere and write the address into the note.`;
}

/** `20261123041500`, as Obsidian names what is pasted. */
function stampOf(now: Date): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join('');
}

/** A path in the folder that no other file has. What neither links nor file systems take in a name becomes a space. */
export function freePath(folder: string, name: string, taken: readonly { readonly path: string }[]): string {
  // What packs a vault takes no file of this name.
  const used = new Set([...taken.map(({ path }) => path.toLowerCase()), '__proto__']);
  const fit = nameOfPath(name.replaceAll('\\', '/'));
  const dot = fit.lastIndexOf('.');
  const ending = dot > 0 ? fileNameOf(fit.slice(dot + 1)).slice(0, 20) : '';
  const stem = fileNameOf(dot > 0 ? fit.slice(0, dot) : fit);
  const whole = (number: number) => joinPath(folder, `${stem}${number === 1 ? '' : ` ${number}`}${ending === '' ? '' : `.${ending}`}`);
  let number = 1;
  while (used.has(whole(number).toLowerCase())) number += 1;
  return whole(number);
}
