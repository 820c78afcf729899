import { fileNameOf, isSafePath, stemOf } from '@castellan/notes/note-path';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { longestBody, longestTitle, type Note, noteName } from '../../../web/app/domains/notes/note.ts';
import { renameNote } from '../../../web/app/domains/notes/rename-note.ts';
import type { FollowedLink } from '../../../web/app/domains/notes/shown/note-surround.ts';
import { dailyNote } from '../../../web/app/domains/notes/taken-in.ts';
import { type LinkGraph, pathOf } from '../../../web/app/domains/notes/vault-notes.ts';
import type { Day } from '../../../web/app/domains/tasks/day.ts';
import { useToast } from '../../../web/app/ui/toast/toast-region.tsx';
import { linkMention as linkedMention, type Mention } from '../knowledge/mentions.ts';
import { fillTemplate, isDailyTemplate } from '../knowledge/templates.ts';
import type { FilesInHand } from './files/files-in-hand.ts';
import type { NotesHand } from './notes-hand.ts';

type NoteWorkInput = {
  readonly hand: NotesHand;
  readonly graph: LinkGraph | undefined;
  readonly files: FilesInHand | undefined;
  readonly today: Day;
  readonly tell: (kept: ReturnType<NotesHand['change']>, title?: string) => Promise<boolean>;
  readonly onTag: (tag: string) => void;
};

/** The note that the address names, and everything that is done with notes as a whole. */
export function useNoteWork({ hand, graph, files, today, tell, onTag }: NoteWorkInput) {
  const { hash } = useLocation();
  const show = useToast();
  const navigate = useNavigate();
  const place = useRef<{ readonly id: string; readonly subpath: string }>(undefined);
  const id = /^#note=([\w-]+)$/.exec(hash)?.[1];
  const { rows } = hand.state;
  const note = useMemo(() => rows.find((row) => row.id === id), [rows, id]);
  const live = useRef(rows);
  live.current = rows;

  const open = useCallback(
    (to: string, subpath = '') => {
      place.current = subpath === '' ? undefined : { id: to, subpath };
      void navigate(`#note=${to}`, { preventScrollReset: true });
    },
    [navigate],
  );
  const create = async (title = freeTitle(rows, 'Untitled'), path: string | null = null): Promise<void> => {
    const { id: made, kept } = hand.add({ title: title.slice(0, longestTitle), body: '', tags: [], path });
    if (!(await tell(kept))) return;
    open(made);
    focusTitleOf(made);
  };
  // Where a link leads, so that it leads there: a path that no vault may have is made fit instead.
  const createAt = (path: string) => (isSafePath(path) ? create(stemOf(path), path) : create(fileNameOf(stemOf(path))));
  /** Under the typed name; where another note has it, with a number behind it. */
  const createNamed = (title: string) => create(freeTitle(live.current, fileNameOf(title)));
  const openDaily = async (): Promise<void> => {
    const daily = dailyNote(rows, today);
    if (daily.there !== undefined) return open(daily.there.id);
    const template = live.current.find((row) => isDailyTemplate(pathOf(row)))?.body ?? '';
    const { id: made, kept } = hand.add({ ...daily.values, body: fillTemplate(template, today, new Date()) });
    if (await tell(kept)) open(made);
  };
  const rename = async (of: Note, values: Partial<Pick<Note, 'title' | 'path'>>): Promise<string | undefined> => {
    // What was typed a moment ago has been saved: the notes of now are what is renamed among.
    const present = live.current;
    const renamed = present.find((row) => row.id === of.id) ?? of;
    const path = pathOf({ ...renamed, ...values }).toLowerCase();
    if (present.some((row) => row.id !== of.id && pathOf(row).toLowerCase() === path)) return 'Another note in this folder has this name.';
    const { edits, rewritten } = renameNote(present, renamed, values, files?.rows);
    void hand.keepVersions(rewritten, Date.now());
    const others = rewritten.filter((row) => row.id !== of.id).length;
    await tell(hand.edit(edits), others === 0 ? undefined : `Links in ${others === 1 ? 'one note' : `${others} notes`} were updated`);
    return undefined;
  };
  const linkMention = async (to: Note, from: Note, mention: Mention): Promise<void> => {
    const present = live.current.find((row) => row.id === from.id);
    // Of a text that has changed meanwhile the places are others.
    if (present === undefined || present.body !== from.body || graph === undefined) return;
    const target = graph.resolver.shortestTarget({ id: to.id, path: pathOf(to) }, pathOf(from));
    const body = linkedMention(from.body, mention, target);
    if (body.length > longestBody) return void show({ title: 'That note is too long for another link' });
    void hand.keepVersions([present], Date.now());
    await tell(hand.change(from.id, { body }, { body: from.body }), `Linked in “${noteName(from)}”`);
  };
  const remove = async (of: Note): Promise<void> => {
    if ((await tell(hand.remove(of.id), 'Note deleted')) && of.id === id) void navigate('#', { preventScrollReset: true });
  };
  const follow = (link: FollowedLink): void => {
    if (link.kind === 'address') return void window.open(link.address, '_blank', 'noopener,noreferrer');
    if (link.kind === 'tag') {
      onTag(link.tag);
      return void navigate('#', { preventScrollReset: true });
    }
    const from = link.from ?? (note === undefined ? '' : pathOf(note));
    const found = graph?.resolver.resolve(link.target, from)?.id ?? (link.target === '' ? note?.id : undefined);
    const file = files?.shown(found);
    if (file !== undefined) file.save();
    else if (found !== undefined) open(found, link.subpath);
    // As in Obsidian, a link to a note that is not there yet makes it.
    else if (attachment.test(link.target)) show({ title: 'No file has this name' });
    else if (graph !== undefined) void createAt(`${link.target.replace(/^\/+/, '').replace(/\.md$/i, '')}.md`);
  };
  useWishes({ hash, create: () => create(), openDaily, navigate });
  const subpath = place.current?.id === note?.id ? place.current?.subpath : undefined;
  return { note, subpath, open, create, createNamed, openDaily, rename, linkMention, remove, follow };
}

/** What is done with notes as a whole. */
export type NoteWork = ReturnType<typeof useNoteWork>;

/** Begins what `#new` and `#today` ask for, once the vault is open; the address then forgets it, and with it the browser's history. */
function useWishes({
  hash,
  create,
  openDaily,
  navigate,
}: {
  readonly hash: string;
  readonly create: () => Promise<void>;
  readonly openDaily: () => Promise<void>;
  readonly navigate: ReturnType<typeof useNavigate>;
}): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wish is a reason to begin again.
  useEffect(() => {
    if (hash !== '#new' && hash !== '#today') return;
    void navigate('#', { replace: true, preventScrollReset: true });
    void (hash === '#today' ? openDaily() : create());
  }, [hash]);
}

/** What Obsidian opens beside notes (https://help.obsidian.md/file-formats). */
const attachment = /\.(?:avif|bmp|gif|jpe?g|png|svg|webp|flac|m4a|mp3|ogg|wav|webm|3gp|mkv|mov|mp4|ogv|pdf|canvas|base)$/i;

/** A title that no other note at the top has. */
function freeTitle(rows: readonly Note[], title: string): string {
  const taken = new Set(rows.map((row) => pathOf(row).toLowerCase()));
  let free = title;
  for (let number = 2; taken.has(`${fileNameOf(free)}.md`.toLowerCase()); number += 1) free = `${title} ${number}`;
  return free;
}

/** The title of a new note is what is typed first. */
function focusTitleOf(id: string, tries = 300): void {
  const field = document.querySelector<HTMLTextAreaElement>(`[data-sheet="${id}"] [data-note-title]`);
  if (field === null) {
    if (tries > 0) requestAnimationFrame(() => focusTitleOf(id, tries - 1));
    return;
  }
  field.focus();
  field.select();
}
