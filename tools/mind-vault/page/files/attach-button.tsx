import { PaperclipIcon } from '@castellan/icons/things/paperclip';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../../../web/app/ui/icon-button.tsx';

/** The button that adds files to a note. */
export function AttachButton({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const live = useRef(onChoose);
  live.current = onChoose;
  // A file that is dropped beside the text is meant for the note too; without this the browser would leave the page for it.
  useEffect(() => {
    const isMeant = ({ dataTransfer, target, defaultPrevented }: DragEvent) =>
      dataTransfer?.types.includes('Files') === true &&
      !defaultPrevented &&
      !(target instanceof Element && target.closest('dialog, input') !== null);
    const over = (event: DragEvent) => {
      if (isMeant(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!isMeant(event)) return;
      event.preventDefault();
      live.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return (
    <>
      <IconButton drawing={PaperclipIcon} label="Add files" title="Add files" className="shrink-0" onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (chosen.length > 0) onChoose(chosen);
        }}
      />
    </>
  );
}
