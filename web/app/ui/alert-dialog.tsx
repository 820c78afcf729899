import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type AlertDialogProps = {
  readonly open: boolean;
  readonly title: string;
  readonly description: ReactNode;
  readonly children?: ReactNode;
  /** Without it the dialog only informs, and has one button. */
  readonly confirm?: {
    readonly label: string;
    readonly onConfirm?: () => void;
    /** In its place: what is started, and busy with until it settles. */
    readonly onWork?: () => Promise<unknown>;
    readonly destroys?: boolean;
    readonly busy?: boolean;
  };
  readonly closeLabel?: string;
  readonly onClose: () => void;
};

/** A question or a notice that wants an answer before anything else; the safe answer has the focus. */
export function AlertDialog({ open, title, description, children, confirm, closeLabel, onClose }: AlertDialogProps) {
  const close = (
    <Button tone={confirm === undefined ? 'primary' : 'ghost'} onClick={onClose} autoFocus>
      {closeLabel ?? (confirm === undefined ? 'OK' : 'Cancel')}
    </Button>
  );
  const actions =
    confirm === undefined ? (
      close
    ) : (
      <>
        {close}
        <Button
          tone={confirm.destroys === true ? 'danger' : 'primary'}
          busy={confirm.busy === true}
          onClick={confirm.onConfirm}
          {...(confirm.onWork === undefined ? {} : { onWork: confirm.onWork })}
        >
          {confirm.label}
        </Button>
      </>
    );
  return (
    <Dialog role="alertdialog" open={open} title={title} description={description} onClose={onClose} actions={actions}>
      {children}
    </Dialog>
  );
}
