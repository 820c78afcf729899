import { folderOf } from '@castellan/notes/note-path';
import { useMemo } from 'react';
import { type Note, noteName } from '../../../web/app/domains/notes/note.ts';
import { indexOf, type LinkGraph, pathOf } from '../../../web/app/domains/notes/vault-notes.ts';
import type { LinkSource } from './editor/complete-links.ts';
import type { FilesInHand } from './files/files-in-hand.ts';
import { tagTree } from './find-notes.ts';

type LinkSourceInput = {
  readonly rows: readonly Note[];
  readonly graph: LinkGraph | undefined;
  readonly note: Note | undefined;
  readonly files: FilesInHand | undefined;
};

/** What the editor completes links and tags with. */
export function useLinkSource({ rows, graph, note, files }: LinkSourceInput): LinkSource {
  return useMemo(() => {
    const path = note === undefined ? '' : pathOf(note);
    let known: ReadonlyMap<string, Note> | undefined;
    const byId = () => {
      known ??= new Map(rows.map((row) => [row.id, row]));
      return known;
    };
    return {
      notes: () =>
        graph === undefined
          ? []
          : [
              ...rows.map((row) => ({
                title: noteName(row),
                folder: folderOf(pathOf(row)),
                target: graph.resolver.shortestTarget({ id: row.id, path: pathOf(row) }, path),
                aliases: indexOf(row).aliases,
              })),
              ...(files?.options(graph, path) ?? []),
            ],
      places: (target) => {
        const id = target === '' ? note?.id : graph?.resolver.resolve(target, path)?.id;
        const row = id === undefined ? undefined : byId().get(id);
        if (row === undefined) return undefined;
        const { headings, blocks } = indexOf(row);
        return { headings, blocks: blocks.map((block) => block.id) };
      },
      file: (target, from = path) => files?.shown(graph?.resolver.resolve(target, from)?.id),
      note: (target, from = path) => {
        const id = target === '' && from === path ? note?.id : graph?.resolver.resolve(target, from)?.id;
        const row = id === undefined ? undefined : byId().get(id);
        return row && { id: row.id, name: noteName(row), path: pathOf(row), body: row.body };
      },
      id: note?.id,
      tags: () => tagTree(rows).map(({ name }) => name),
    };
  }, [rows, graph, note, files]);
}
