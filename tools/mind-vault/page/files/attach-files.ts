import { fileNameOf, folderOf, joinPath } from '@castellan/notes/note-path';
import { createLinkResolver } from '@castellan/notes/resolve-link';
import type { Note } from '../../../../web/app/domains/notes/note.ts';
import {
  largestRecordFileBytes,
  type NoteFile,
  nameOfPath,
  pictureTypeOf,
  sizeLabel,
} from '../../../../web/app/domains/notes/note-file.ts';
import { asTogether, joinFileEdits } from '../../../../web/app/domains/notes/note-file-edits.ts';
import { linkedFiles, pathOf } from '../../../../web/app/domains/notes/vault-notes.ts';
import { openRecords } from '../../../../web/app/domains/records/open-records.ts';
import { newRecordId } from '../../../../web/app/domains/records/record.ts';
import { largestStoredBytes } from '../../../../web/app/domains/vault/files/stored-file.ts';
import type { useToast } from '../../../../web/app/ui/toast/toast-region.tsx';
import { newNoteFile, newStoredFile } from '../note-file-bytes.ts';
import type { NotesHand } from '../notes-hand.ts';
import { undoTool } from '../undo-tool.ts';
import type { OnLinks } from './files-in-hand.ts';
import type { Transfers } from './transfers.ts';

type AttachInput = {
  readonly note: Note;
  readonly given: readonly File[];
  readonly isPasted: boolean;
  /** What there is, asked for anew once a large file is stored. */
  readonly present: () => { readonly notes: readonly Note[]; readonly files: readonly NoteFile[] };
  readonly transfers: Pick<Transfers, 'send'>;
  readonly tell: (kept: ReturnType<NotesHand['change']>, title?: string) => Promise<boolean>;
  readonly show: ReturnType<typeof useToast>;
};

/**
 * Adds files beside a note, and gives the links to them: those of small files at once, that of each large one when the storage has it.
 * What is too large is refused, and told without its name: a toast outlives a lock.
 */
export async function attachFiles(input: AttachInput, onLinks: OnLinks): Promise<void> {
  const { given, show } = input;
  const refused = given.filter(({ size }) => size > largestStoredBytes);
  if (refused.length > 0)
    show({
      title: refused.length === 1 ? 'A file is too large' : `${refused.length} files are too large`,
      description: `A file in a note may have up to ${sizeLabel(largestStoredBytes)}. ${wayOutFor(refused)}`,
      tone: 'alert',
    });
  const isSmall = ({ size }: File) => size <= largestRecordFileBytes;
  const small = given.filter(isSmall);
  const links = small.length === 0 ? undefined : await addToNote(input, small, recordsOf);
  if (links !== undefined) onLinks(links, false);
  for (const file of given.filter((one) => !isSmall(one) && !refused.includes(one))) {
    const sent = await input.transfers.send(nameOfPath(file.name), file);
    const link = sent && (await addToNote(input, [file], async (_, planned, now, id) => newStoredFile(planned, sent, now, id)));
    if (link !== undefined) onLinks(link, true);
  }
}

type PlanFile = (
  file: File,
  planned: { readonly path: string; readonly noteId: string },
  now: Date,
  id: string,
) => ReturnType<typeof newNoteFile>;

const recordsOf: PlanFile = async (file, planned, now, id) =>
  newNoteFile({ ...planned, bytes: new Uint8Array(await file.arrayBuffer()) }, now, id);

/** Writes the records of files, and answers with the links to them. */
async function addToNote(
  { note, isPasted, present, tell }: AttachInput,
  given: readonly File[],
  plan: PlanFile,
): Promise<string | undefined> {
  const now = new Date();
  const { notes, files } = present();
  const there = [...notes.map((one) => ({ id: one.id, path: pathOf(one) })), ...linkedFiles(files)];
  const added: { readonly id: string; readonly path: string }[] = [];
  const edits = [];
  for (const file of given) {
    const id = newRecordId();
    const name = isPasted && file.name === 'image.png' ? `Pasted image ${stampOf(now)}.png` : file.name;
    const path = freePath(folderOf(pathOf(note)), name, [...files, ...there, ...added]);
    added.push({ id, path });
    edits.push(await plan(file, { path, noteId: note.id }, now, id));
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
