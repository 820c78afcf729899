import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useToast } from '../../../web/app/ui/toast/toast-region.tsx';
import type { FilesHolder } from './files/files-holder.tsx';
import type { FilesInHand } from './files/files-in-hand.ts';
import type { NotesHand } from './notes-hand.ts';

type Tell = (kept: ReturnType<NotesHand['change']>, title?: string) => Promise<boolean>;

/** The files of the notes, whose code comes after the page; until then, and for samples, there are none. */
export function useFiles(given: NotesHand, tell: Tell) {
  const [files, setFiles] = useState<FilesInHand>();
  const [Holder, setHolder] = useState<ComponentType<Parameters<typeof FilesHolder>[0]>>();
  const show = useToast();
  const { isSample } = given;
  useEffect(() => {
    if (isSample) return;
    import('./files/files-holder.tsx').then(
      (code) => setHolder(() => code.FilesHolder),
      () => show({ title: 'Files could not be loaded', description: 'Reload the page to see the files of your notes.', tone: 'alert' }),
    );
  }, [isSample, show]);
  const hand = useMemo(
    (): NotesHand => (files === undefined ? given : { ...given, remove: files.removeNotes, restore: files.restoreNotes }),
    [given, files],
  );
  const holder: ReactNode = Holder === undefined ? null : <Holder hand={given} tell={tell} onFiles={setFiles} />;
  return { files, hand, holder };
}
