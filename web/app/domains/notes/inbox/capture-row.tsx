import type { Result } from '@castellan/foundation/result';
import { LockKeyIcon } from '@castellan/icons/security/lock-key';
import { useState } from 'react';
import { QuietButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { ChangeFailure } from '../../vault/captures/vault-inbox.ts';
import type { CapturedNote, CapturedThing } from '../../vault/contract/vault-drafts.ts';
import { capturedText } from '../captured-mark.ts';
import { EditForm } from './edit-form.tsx';
import { dayOfCapture } from './merge-capture.ts';

type CaptureRowProps = {
  readonly capture: CapturedNote;
  /** Notes can be written now. */
  readonly isReady: boolean;
  readonly onKeep: () => void;
  readonly onDaily: () => void;
  readonly onDiscard: () => void;
  readonly onChange: (thing: CapturedThing) => Promise<Result<undefined, ChangeFailure>>;
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
        <EditForm capture={capture} onChange={onChange} onClose={() => setEdited(false)} />
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
