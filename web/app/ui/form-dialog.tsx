import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import type { ButtonTone } from './button-class.ts';
import { Dialog } from './dialog.tsx';

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'actions'> & {
  /** The form within, which the button at the foot sends. */
  readonly formId: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly tone?: ButtonTone;
  readonly cancel?: string;
  /** Where leaving by the button is not closing. */
  readonly onCancel?: () => void;
};

/** A modal sheet around a form: it is sent, or left as it was. */
export function FormDialog({ formId, submit, busy, tone = 'primary', cancel = 'Cancel', onCancel, ...dialog }: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button tone="ghost" onClick={onCancel ?? dialog.onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} busy={busy} tone={tone}>
            {submit}
          </Button>
        </>
      }
    />
  );
}
