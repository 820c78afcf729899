import { useState } from 'react';
import { DialogForm, FormDialog } from '../../../../web/app/ui/forms/form-dialog.tsx';
import type { ContentEdit } from './use-content-edit.ts';

type DeleteTextProps = { readonly edit: ContentEdit; readonly one: string; readonly onDeleted: () => void };

/** Deletes the text that is edited, once the owner has seen which it is. */
export function DeleteText({ edit, one, onDeleted }: DeleteTextProps) {
  const [open, setOpen] = useState(false);
  const title = titleOf(edit.file?.text ?? '') ?? edit.name;
  const submit = async () => {
    setOpen(false);
    await edit.remove(onDeleted);
  };
  return (
    <>
      <p className="content-other">
        <button type="button" className="setting-act setting-destroy" onClick={() => setOpen(true)}>
          Delete this {one}
        </button>
      </p>
      <FormDialog
        open={open}
        title={`Delete “${title}”?`}
        description={`${edit.name} leaves the public site and its feeds. Its last version is kept and can be brought back here.${
          edit.isChanged ? ' What you typed and did not save is lost.' : ''
        }`}
        onClose={() => setOpen(false)}
        submit={`Delete the ${one}`}
        tone="danger"
      >
        <DialogForm onSubmit={submit}>{null}</DialogForm>
      </FormDialog>
    </>
  );
}

/** The title in an article's head, or a case study's first heading. */
function titleOf(text: string): string | undefined {
  const line = text.split('\n').find((one) => one.startsWith('title:') || one.startsWith('# '));
  const title = line?.replace(/^(?:title:|#)/, '').trim();
  return title === '' ? undefined : title;
}
