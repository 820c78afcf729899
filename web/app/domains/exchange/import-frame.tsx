import type { ReactNode } from 'react';
import { Button, GhostButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { useToast } from '../../ui/toast/toast-region.tsx';

/** What was taken in, and the way to take all of it back and nothing else: answers whether it was there to be taken back. */
export type TakenImport = { readonly fresh: number; readonly changed: number; readonly takeBack: () => Promise<boolean> };

type ImportFrameProps = {
  readonly open: boolean;
  readonly title: string;
  /** Which files there may be. */
  readonly description: string;
  /** As `<input accept>`. */
  readonly accept: string;
  readonly onChoose: (file: File | undefined) => void;
  /** The name of the file that is being read. */
  readonly reading: string | undefined;
  readonly onStop: () => void;
  /** Why the file was not read. */
  readonly fault: string | undefined;
  /** How many records taking it would write; 0 where nothing can be taken. */
  readonly count: number;
  /** Takes it as one step of undo; `undefined` where this browser does not keep it. */
  readonly take: () => Promise<TakenImport | undefined>;
  /** The dry run: row by row what taking it would do. */
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/**
 * The five steps of every import: pick a file, have it read, see row by row what taking it would do, take it, and take it back. Nothing
 * is written before the fourth. What reads the file and shows the dry run is handed in.
 */
export function ImportFrame(props: ImportFrameProps) {
  const { open, title, description, accept, onChoose, reading, onStop, fault, count, take, children, onClose } = props;
  const show = useToast();
  const takeBack = async (taken: TakenImport) => {
    const isBack = await taken.takeBack();
    show(isBack ? { title: 'Import undone', description: 'Everything else is as it was.' } : { title: 'Nothing to undo' });
  };
  const commit = async () => {
    const taken = await take();
    onClose();
    if (taken === undefined)
      return show({ title: 'Not imported', description: 'The browser could not keep it, so nothing was changed.', tone: 'alert' });
    show({
      title: 'Imported',
      description: `${taken.fresh.toLocaleString('en-GB')} new, ${taken.changed.toLocaleString('en-GB')} changed. Undo reverts everything.`,
      action: { label: 'Undo', onPress: () => void takeBack(taken) },
    });
  };
  return (
    <Dialog
      open={open}
      title={title}
      description={`${description} Nothing is written before you say so.`}
      onClose={onClose}
      actions={
        count > 0 ? (
          <Button onWork={commit}>{`Import ${count.toLocaleString('en-GB')}`}</Button>
        ) : (
          <GhostButton onClick={onClose}>Close</GhostButton>
        )
      }
    >
      <FileField label="File" accept={accept} onChoose={onChoose} />
      {reading === undefined ? null : (
        <div className="mt-4">
          <Progress label={`Reading ${reading}`} done={0} total={0} stop={{ label: 'Cancel', onStop }} />
        </div>
      )}
      <div role="status" className="mt-4">
        {fault === undefined ? children : <StatusMark kind="failure">{fault}</StatusMark>}
      </div>
    </Dialog>
  );
}
