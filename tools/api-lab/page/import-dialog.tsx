import { useState } from 'react';
import { Button, GhostButton } from '../../../web/app/ui/button.tsx';
import { Dialog } from '../../../web/app/ui/dialog.tsx';
import { FileField } from '../../../web/app/ui/fields/file-field.tsx';
import { TextArea } from '../../../web/app/ui/fields/text-area.tsx';
import { verbatim } from '../../../web/app/ui/fields/verbatim.ts';
import { addCollections } from './change-workspace.ts';
import { maxImportBytes } from './formats/import-limit.ts';
import type { Imported } from './formats/read-postman.ts';
import type { WorkspaceHand } from './kept-workspace.ts';
import { requestsOf } from './model.ts';

type ImportDialogProps = { readonly open: boolean; readonly change: WorkspaceHand['change']; readonly onClose: () => void };

type State = { readonly read?: Imported; readonly trouble?: string };

/** Reads a file or pasted text, says what it found and what it leaves out, and adds it when told to. */
export default function ImportDialog({ open, change, onClose }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [{ read, trouble }, setState] = useState<State>({});
  const look = async (given: string) => {
    setText(given.length > 5000 ? '' : given);
    if (given.trim() === '') return setState({});
    try {
      const { readImport } = await import('./formats/read-import.ts');
      const result = await readImport(given);
      setState(result.ok ? { read: result.value } : { trouble: result.failure.message });
    } catch {
      setState({ trouble: 'The part that reads files could not be fetched. Try again.' });
    }
  };
  const choose = (file: File | undefined) => {
    if (file === undefined) return setState({});
    if (file.size > maxImportBytes) return setState({ trouble: 'This is larger than 20 MiB.' });
    file.text().then(look, () => setState({ trouble: 'This file cannot be read.' }));
  };
  const close = () => {
    setText('');
    setState({});
    onClose();
  };
  const take = () => {
    if (read !== undefined) change((before) => addCollections(before, read.collections));
    close();
  };
  const count = read?.collections.reduce((sum, { items }) => sum + requestsOf(items).length, 0) ?? 0;
  return (
    <Dialog
      open={open}
      title="Import requests"
      description="A Postman collection (2.0, 2.1), OpenAPI 3 or Swagger 2 in JSON or YAML, a HAR, or commands for curl or PowerShell. It is read in this page."
      onClose={close}
      actions={
        <>
          <GhostButton onClick={close}>Cancel</GhostButton>
          <Button aria-disabled={read === undefined} onClick={take}>
            {read === undefined ? 'Import' : `Import ${count} ${count === 1 ? 'request' : 'requests'}`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <FileField label="File" accept=".json,.har,.yaml,.yml,.txt,application/json" onChoose={choose} />
        <TextArea
          label="Or paste it"
          rows={6}
          value={text}
          {...verbatim}
          placeholder="curl https://api.example.org/items"
          className="[&_textarea]:font-mono [&_textarea]:text-sm"
          onValue={(value) => void look(value)}
        />
        <div role="status">
          {trouble === undefined ? null : <p className="text-carmine">{trouble}</p>}
          {read?.collections.map(({ id, name, items }) => (
            <p key={id}>
              <strong>{name}</strong>: {requestsOf(items).length} {requestsOf(items).length === 1 ? 'request' : 'requests'}
            </p>
          ))}
          {read === undefined || read.leftOut.length === 0 ? null : (
            <details className="mt-3">
              <summary className="target content-center text-amber">Left out: {read.leftOut.length}</summary>
              <ul className="list-disc pl-5 text-sm text-muted">
                {read.leftOut.slice(0, 100).map((what) => (
                  <li key={what}>{what}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </div>
    </Dialog>
  );
}
