import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useId } from 'react';
import { Button, GhostButton } from '../button.tsx';
import type { ButtonTone } from '../button-class.ts';
import { Dialog } from '../dialog.tsx';
import { useWork, type Work } from './use-work.ts';

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'actions'> & {
  readonly submit: string;
  readonly tone?: ButtonTone;
  readonly cancel?: string;
  /** In the place of both buttons, once there is nothing to send. */
  readonly instead?: ReactNode;
  /** Where leaving by the button is not closing. */
  readonly onCancel?: () => void;
  /** It may be closed while the form is being sent, too. */
  readonly closesWhileBusy?: boolean;
  /** What is being sent waits for an answer of the owner to another question, and nothing works meanwhile. */
  readonly isAsking?: boolean;
};

type FormOfDialog = Work & { readonly id: string };

const FormContext = createContext<FormOfDialog>({ id: '', busy: false, start: () => undefined });

/** A modal sheet around a `DialogForm`: it is sent by the button at the foot, or left as it was. */
export function FormDialog({ submit, tone = 'primary', cancel = 'Cancel', onCancel, ...props }: FormDialogProps) {
  const { closesWhileBusy = false, isAsking = false, instead, onClose, children, ...dialog } = props;
  const id = useId();
  const work = useWork();
  const close = () => {
    if (!work.busy || closesWhileBusy) onClose();
  };
  return (
    <Dialog
      {...dialog}
      onClose={close}
      actions={
        instead ?? (
          <>
            <GhostButton onClick={onCancel ?? close}>{cancel}</GhostButton>
            <Button type="submit" form={id} busy={work.busy && !isAsking} tone={tone}>
              {submit}
            </Button>
          </>
        )
      }
    >
      <FormContext value={{ ...work, id }}>{children}</FormContext>
    </Dialog>
  );
}

/** What the dialog around a form is busy with. */
export function useDialogWork(): Work {
  return useContext(FormContext);
}

type DialogFormProps = {
  readonly className?: string;
  readonly onSubmit: (form: HTMLFormElement) => Promise<unknown>;
  readonly children: ReactNode;
};

/** The form of the `FormDialog` around it; the dialog is busy until what it is sent by has settled. */
export function DialogForm({ className, onSubmit, children }: DialogFormProps) {
  const { id, start } = useContext(FormContext);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    start(() => onSubmit(form));
  };
  return (
    <form id={id} noValidate className={className} onSubmit={submit}>
      {children}
    </form>
  );
}
