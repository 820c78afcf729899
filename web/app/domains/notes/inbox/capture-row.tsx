import type { Result } from '@castellan/foundation/result';
import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { type FormEvent, useState } from 'react';
import { Button, GhostButton, QuietButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { captureFailureText } from '../../vault/captures/capture-words.ts';
import type { ChangeFailure } from '../../vault/captures/vault-inbox.ts';
import type { CapturedNote } from '../../vault/contract/vault-drafts.ts';
import { capturedText } from '../captured-mark.ts';
import { dayOfCapture } from './merge-capture.ts';

type CaptureRowProps = {
  readonly capture: CapturedNote;
  /** Notes can be written now. */
  readonly isReady: boolean;
  readonly onKeep: () => void;
  readonly onDaily: () => void;
  readonly onDiscard: () => void;
  readonly onChange: (text: string) => Promise<Result<undefined, ChangeFailure>>;
};

/** One captured text, with where and when, and what can become of it. */
export function CaptureRow({ capture, isReady, onKeep, onDaily, onDiscard, onChange }: CaptureRowProps) {
  const [isEdited, setEdited] = useState(false);
  return (
    <li className="border-t border-hairline py-4 first:border-t-0 first:pt-0 last:pb-0">
      <p className="flex items-start gap-2 text-sm text-muted">
        <Icon drawing={LockKeyIcon} className="mt-0.5 shrink-0 text-copper" />
        <span className="min-w-0 wrap-anywhere">{capturedText(capture)}</span>
      </p>
      {isEdited ? (
        <EditForm text={capture.text} onChange={onChange} onClose={() => setEdited(false)} />
      ) : (
        <>
          <p className="mt-2 max-h-60 max-w-prose overflow-y-auto whitespace-pre-wrap text-ink wrap-anywhere">{capture.text}</p>
          <div className="mt-2 -ml-2 flex flex-wrap gap-x-1">
            <QuietButton disabled={!isReady} onClick={onKeep}>
              Keep as a note
            </QuietButton>
            <QuietButton disabled={!isReady} aria-label={`Add to daily note ${dayOfCapture(capture)}`} onClick={onDaily}>
              Add to daily note
            </QuietButton>
            <QuietButton onClick={() => setEdited(true)}>Edit</QuietButton>
            <QuietButton onClick={onDiscard}>Discard</QuietButton>
          </div>
        </>
      )}
    </li>
  );
}

function EditForm({
  text,
  onChange,
  onClose,
}: Pick<CaptureRowProps, 'onChange'> & { readonly text: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState(text);
  const [fault, setFault] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const changed = await onChange(typed);
    if (changed.ok) onClose();
    else if (changed.failure.code === 'locked') setFault('The vault is locked, so nothing was changed.');
    else setFault(captureFailureText({ code: changed.failure.code }));
  };
  return (
    <form className="mt-2 max-w-prose" onSubmit={(event) => void save(event)}>
      <TextArea label="Captured text" autoComplete="off" autoFocus rows={4} value={typed} onValue={setTyped} />
      {fault === undefined ? null : (
        <p role="alert" className="mt-2 text-sm text-carmine">
          {fault}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit">Save</Button>
        <GhostButton onClick={onClose}>Cancel</GhostButton>
      </div>
    </form>
  );
}
